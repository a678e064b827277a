/** The gate takes a slice of every long run; `npm run chaos` takes all of them. */
export const IS_FULL = process.env['HALYARD_CHAOS'] === 'full'

/** @param name of the environment variable that names another count */
export function count(name: string, slice: number, full: number): number {
  const named = process.env[name]
  return named === undefined ? (IS_FULL ? full : slice) : Number(named)
}

/** @returns the smallest of the values that this share of them does not pass; 0 of none */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0
}

/** One line of figures, for whoever reads the run. */
export function tell(what: string, figures: Readonly<Record<string, number>>): void {
  const text = Object.entries(figures).map(([name, value]) => `${name} ${Math.round(value * 10) / 10}`)
  process.stdout.write(`chaos: ${what}: ${text.join(', ')}\n`)
}
