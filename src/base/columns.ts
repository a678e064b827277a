/**
 * Columns of a table with hundreds of thousands of rows: their numbers lie outside the heap, so that making them takes
 * a copy and no garbage, and one can be written out as bytes. As JSON they are plain lists, and whoever reads them
 * back takes either (`NumberList`).
 */
export class NumberColumn extends Float64Array {
  toJSON(): number[] {
    return Array.from(this)
  }
}

/** Whole numbers from 0 to 255: codes, flags. */
export class CodeColumn extends Uint8Array {
  toJSON(): number[] {
    return Array.from(this)
  }
}

/** A column, or the list that it becomes in JSON. */
export type NumberList = NumberColumn | CodeColumn | readonly number[]
