/**
 * ccxt keeps its calls apart by itself (`rateLimit`, 20 ms times each call's cost), because an exchange is shared. This
 * one is the test's own, and refuses what is too fast; the waits were two thirds of the time of these files.
 */
export const AT_ONCE = { enableRateLimit: false } as const
