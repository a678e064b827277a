/** The append-only log as the journal needs it. Tests put a slow or failing one in its place. */
export interface LogFile {
  /** Appends all of it, or fails; may have written a part then. @returns what to wait for, `null` when it is done */
  write(bytes: Uint8Array): Promise<void> | null
  /** Resolves when everything written is on disk (fdatasync). */
  sync(): Promise<void>
  close(): void
}

/** One line of the ledger, without its newline, and where it begins. */
export interface PlacedLine {
  readonly text: string
  readonly byte: number
}

/** The ledger as it is read: by recovery, and by those who ask for a first answer. */
export interface LedgerReader {
  /**
   * Cuts off what a crash left of an unfinished last line. Such a line was never answered: its sync had not returned.
   * @returns the bytes cut, 0 where the ledger ends with a whole line or does not exist
   */
  cutTornTail(): number
  /** @returns bytes, 0 where there is no ledger */
  size(): number
  /** Whether a line begins at this byte: the beginning, or just after a newline. */
  isLineStart(byte: number): boolean
  /** The whole lines from a byte on, read in pieces: a ledger may be larger than memory. */
  lines(fromByte: number, chunkBytes?: number): Generator<PlacedLine>
  /** @returns the line of a sequence, or `null` where the ledger has none */
  find(seq: number): string | null
}

/** Bytes as text. The host's own, which takes a tenth of the time of any that is written in JavaScript. */
export interface Base64 {
  /** @param to exclusive */
  encode(bytes: Uint8Array, from: number, to: number): string
  /** @returns bytes in memory of their own, from its first byte on */
  decode(text: string): Uint8Array<ArrayBuffer>
}
