import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row of `worked-examples.jsonl`; `README.md` says what its fields mean. */
export interface WorkedExample {
  readonly id: string
  readonly topic: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
  /** The true figures of an example that is inconsistent in itself. */
  readonly computed?: Readonly<Record<string, unknown>>
  readonly status?: 'rounded' | 'derived' | 'inconsistent'
  readonly rounding?: string
  readonly tolerance?: number | string
  readonly source: string
}

export function workedExamples(
  name: 'worked-examples' | 'worked-examples-products' = 'worked-examples',
): readonly WorkedExample[] {
  return readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as WorkedExample)
}
