import { UNIT, type Num } from './numbers'

export interface Difference {
  readonly law: string
  readonly command: number
  readonly text: string
}

/** Differences are told one by one up to this many of a law; all are counted. */
const TOLD_MAX = 5

/** Counts what was compared, law by law, and keeps what differed. */
export class Laws {
  readonly checks = new Map<string, number>()
  readonly broken = new Map<string, number>()
  readonly differences: Difference[] = []
  /** Number of the command after which is compared. */
  command = 0

  hold(law: string, isKept: boolean, text: () => string): void {
    this.checks.set(law, (this.checks.get(law) ?? 0) + 1)
    if (isKept) return
    const count = (this.broken.get(law) ?? 0) + 1
    this.broken.set(law, count)
    if (count <= TOLD_MAX) this.differences.push({ law, command: this.command, text: text() })
  }

  /** @param units how many units of 1e-8 the rounding steps between the two may make */
  equal(law: string, expected: Num, got: Num, units: number, text: () => string): void {
    const isKept = expected.minus(got).abs().lte(UNIT.times(units))
    this.hold(law, isKept, () => `${text()}: expected ${expected.toFixed(12)}, got ${got.toFixed()}`)
  }

  /** @returns a line for each difference that was kept */
  told(seed: number): string[] {
    return this.differences.map(({ law, command, text }) => `seed ${seed}, after command ${command}: ${law}: ${text}`)
  }
}
