/**
 * Numbers that both threads of the ledger see (an `Int32Array` over shared memory). `ASKED` and `DONE` count batches,
 * `LENGTH` is the bytes of the batch that is asked for, `FAILED` the bytes of the message that is in its place after
 * a failure, `STATE` one of the states below.
 */
export const ASKED = 0
export const DONE = 1
export const LENGTH = 2
export const FAILED = 3
export const STATE = 4
export const CELLS = 5

/** States. Before the thread is up it is 0. */
export const IS_UP = 1
export const IS_CLOSED = 2

/** What the thread is started with. */
export interface LogThreadData {
  /** File descriptor, open for appending. */
  readonly file: number
  readonly cells: Int32Array
  /** The batch, or the message of a failure. */
  readonly shared: SharedArrayBuffer
}
