export type LotCost = (ticks: number, lots: number) => number

/** An amount that fills use up. */
export class Room {
  readonly #costE8: LotCost

  /** @param costE8 what a fill takes; negative adds to it */
  constructor(
    private leftE8: number,
    costE8: LotCost,
  ) {
    this.#costE8 = costE8
  }

  /** As many lots as the room pays for. */
  take(ticks: number, lots: number): number {
    const whole = this.#costE8(ticks, lots)
    if (whole <= 0 || whole <= this.leftE8) {
      this.leftE8 -= whole
      return lots
    }
    if (this.leftE8 <= 0) return 0
    let part = Math.floor((lots * this.leftE8) / whole)
    while (part > 0 && this.#costE8(ticks, part) > this.leftE8) part -= 1
    this.leftE8 -= part === 0 ? 0 : this.#costE8(ticks, part)
    return part
  }
}
