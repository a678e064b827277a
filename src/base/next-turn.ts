/** Calls `call` once whatever came meanwhile has been looked at: in the next turn of the event loop. */
export type NextTurn = (call: () => void) => void
