/** One small untruth: `from` becomes `to` in `file`. */
export interface Mutant {
  readonly file: string
  readonly rule: string
  readonly from: string
  readonly to: string
}

export const MUTANTS: readonly Mutant[]
export function mutate(text: string, mutant: Mutant): string
