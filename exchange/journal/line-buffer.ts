const FIRST_BYTES = 64 * 1024
/** Memory that is kept for the next lines; what a burst needed beyond it is given back. */
const KEPT_BYTES_MAX = 4 * 1024 * 1024

const NEWLINE = 10

/** Lines as UTF-8 in memory that is used again: fresh memory for each batch costs more than the encoding. */
export class LineBuffer {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #length = 0

  /** Bytes of what was appended. */
  get length(): number {
    return this.#length
  }

  /** @param line without its newline */
  append(line: string): void {
    // A UTF-16 unit takes three bytes at most.
    const most = this.#length + line.length * 3 + 1
    if (most > this.#bytes.length) this.#grow(most)
    this.#length += this.#bytes.write(line, this.#length, 'utf8')
    this.#bytes[this.#length] = NEWLINE
    this.#length += 1
  }

  /** Good until `clear`. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  clear(): void {
    this.#length = 0
    if (this.#bytes.length > KEPT_BYTES_MAX) this.#bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  }

  #grow(least: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(least, this.#bytes.length * 2))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}
