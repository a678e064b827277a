import type { Figure } from './rule'

/** Who worked a figure out. */
export type AnsweredBy = 'engine' | 'engine in part' | 'oracle'

/** What came of one example. */
export interface VectorOutcome {
  readonly id: string
  /** `null`: no rule of ours computes one of the results. `false` for every example marked inconsistent. */
  readonly ok: boolean | null
  /** By the Decimal rules. */
  readonly computed: Readonly<Record<string, Figure>>
  readonly status?: 'inconsistent'
  /** Inconsistent examples only: whether what they expect is the true value all the same. */
  readonly agrees?: boolean
  /** Who had a figure for every result; `engine in part` when it had some. */
  readonly answeredBy?: readonly AnsweredBy[]
  /** The same results by the exchange's integers. */
  readonly engine?: Readonly<Record<string, Figure>>
  /** Results in which the engine's integers and the decimal rule differ. */
  readonly engineDiffers?: readonly string[]
}

/** What `writeLine` writes of an example that could not be read or worked out at all. */
export interface FailedOutcome {
  /** `null` where not even that could be read. */
  readonly id: string | null
  readonly ok: null
  readonly computed: Readonly<Record<string, never>>
  readonly error: string
}
