// How long a channel waits, ms.

/** A hair under the 2 s of decisions 36, so that the mark is painted within them. */
export const SILENCE_MS = 1_900
/** Silence after which the socket is given up (reliability F1). */
export const GIVE_UP_MS = 3_000
/** What comes later than this is not called live, however steadily it flows (F15). */
export const LAG_MS = 2_000
export const PING_MS = 20_000
/** After so much silence the line itself is asked: a partner without heartbeats is no silent one. */
export const PROBE_MS = 1_200
/** How often it is asked how late it is, where heartbeats do not tell. */
export const LAG_PING_MS = 1_000
/** A connection that has not opened by then counts as refused. */
export const OPEN_DEADLINE_MS = 3_000
export const WATCHDOG_MS = 500
/** A watchdog this late means that the computer slept: what the socket says of itself is not to be believed. */
export const TIME_JUMP_MS = 5_000
