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
  /** `null`: no rule of ours computes one of the results. */
  readonly ok: boolean | null
  readonly computed: Readonly<Record<string, unknown>>
  readonly status?: 'inconsistent'
  /** Results in which the engine's integers and the decimal rule differ. */
  readonly engineDiffers?: readonly string[]
}

export function evaluate(vector: Vector): VectorOutcome
export function writeLine(outcome: VectorOutcome): string
