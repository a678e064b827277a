/** One worked example, as the shared file has it. */
export interface Vector {
  readonly id: string
  readonly topic: string
  readonly formula?: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
  readonly status?: string
  readonly rounding?: string
  readonly tolerance?: number | string
}

export interface VectorOutcome {
  readonly id: string
  /** `null`: no rule of ours computes one of the results. `false` for every example marked inconsistent. */
  readonly ok: boolean | null
  /** By the Decimal rules. */
  readonly computed: Readonly<Record<string, unknown>>
  readonly status?: 'inconsistent'
  /** Inconsistent examples only: whether what they expect is the true value all the same. */
  readonly agrees?: boolean
  /** Who had a figure for every result; `engine in part` when it had some. */
  readonly answeredBy?: readonly ('engine' | 'engine in part' | 'oracle')[]
  /** The same results by the exchange's integers. */
  readonly engine?: Readonly<Record<string, unknown>>
  /** Results in which the engine's integers and the decimal rule differ. */
  readonly engineDiffers?: readonly string[]
}

export function evaluate(vector: Vector): VectorOutcome
export function writeLine(outcome: VectorOutcome): string
