/** So many lists in a row have to be as of an earlier state: one that lags behind the stream catches up meanwhile. */
export const EARLIER_LISTS = 4

/** A complete list that is as of before what was known when the exchange began anew. */
export class ListFromBefore extends Error {
  override readonly name = 'ListFromBefore'
}

/**
 * Whether the exchange has gone back to an earlier state, as after a backup was restored. Its rows then bear sequences
 * below those that are known, and no rule by which the later one wins would ever take them. It can only have gone back
 * where it began anew; from then on its lists say as of what they are complete. Until one has caught up no comparison
 * counts, and after enough of them the exchange has the word from the beginning.
 */
export class EarlierState {
  /** What was known when the exchange began anew; 0 when it has said as much since, or never began anew. */
  #knownSeq = 0
  #lists = 0

  /** The exchange began anew. @param knownSeq the highest of a row that is known; 0 of none */
  beginAnew(knownSeq: number): void {
    this.#knownSeq = Math.max(this.#knownSeq, knownSeq)
    this.#lists = 0
  }

  /**
   * @param asOfSeq what a list is complete up to; `null` from an exchange that does not say
   * @throws ListFromBefore when that is not as far as what was known
   */
  check(asOfSeq: number | null): void {
    if (asOfSeq !== null && asOfSeq < this.#knownSeq) {
      this.#lists++
      throw new ListFromBefore(`as of ${asOfSeq}, and ${this.#knownSeq} was known`)
    }
    this.forget()
  }

  /** Whether it is believed now. */
  get isCertain(): boolean {
    return this.#lists >= EARLIER_LISTS
  }

  forget(): void {
    this.#knownSeq = 0
    this.#lists = 0
  }
}
