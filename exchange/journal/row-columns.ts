/** The numbers that stand for a row beside its text, and how many they are. */
export const KIND = 0
export const ACCOUNT = 1
export const SEQ = 2
/** Milliseconds since 1970. */
export const TIME = 3
/** Place of the order's id (`placeOf`), 0 for none. */
export const ORDER = 4
/** Place of the link id, 0 for none. */
export const LINK = 5
/** Where the row's text ends, in bytes. */
export const END = 6
export const COLUMNS = 7

/** What the thread gets of a batch: `COLUMNS` numbers a row in the first `textFrom` bytes, then the rows' texts. */
export interface WrittenRows {
  readonly shared: SharedArrayBuffer
  readonly textFrom: number
  readonly count: number
}
