import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { percentile, tell } from './scale'

/** How a page is away: `stopped` is the whole browser, as with a computer that sleeps for a moment. */
export const WAYS = ['hidden', 'frozen', 'cached', 'stopped'] as const
export type Way = (typeof WAYS)[number]

/** What one return showed. One whose page the browser loaded anew has nothing from before, and does not count. */
export type KeptReturn =
  | { readonly way: Way; readonly isCounted: false; readonly reasons: string }
  | {
      readonly way: Way
      readonly isCounted: true
      readonly isSentOnOld: boolean
      readonly isUnmarked: boolean
      readonly isSentOnNew: boolean
      readonly pressedAfterMs: number
      readonly liveAfterMs: number
    }

/** Long runs come in parts, each with a seed of its own: what they found is kept in one file, a line for each return. */
const FILE = process.env['HALYARD_CHAOS_RESULTS'] ?? ''

export function keepReturn(one: KeptReturn): void {
  if (FILE !== '') appendFileSync(FILE, `${JSON.stringify(one)}\n`)
}

/** Those of all parts so far; none where no file is named. */
export function keptReturns(): readonly KeptReturn[] {
  if (FILE === '' || !existsSync(FILE)) return []
  const lines = readFileSync(FILE, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as KeptReturn)
}

export function tellReturns(what: string, returns: readonly KeptReturn[]): void {
  const counted = returns.flatMap((one) => (one.isCounted ? [one] : []))
  const pressed = counted.map((one) => one.pressedAfterMs)
  const live = counted.map((one) => one.liveAfterMs)
  tell(what, {
    counted: counted.length,
    'loaded anew instead': returns.length - counted.length,
    ...Object.fromEntries(WAYS.map((way) => [way, counted.filter((one) => one.way === way).length])),
    'sent on the old price': counted.filter((one) => one.isSentOnOld).length,
    'shown unmarked': counted.filter((one) => one.isUnmarked).length,
    'sent on the new one': counted.filter((one) => one.isSentOnNew).length,
    'pressed within 16 to 60 ms': pressed.filter((ms) => ms >= 16 && ms <= 60).length,
    'pressed after ms p5': percentile(pressed, 0.05),
    'press p50': percentile(pressed, 0.5),
    'press p95': percentile(pressed, 0.95),
    'live after ms p50': percentile(live, 0.5),
    'live p95': percentile(live, 0.95),
    'live worst': percentile(live, 1),
  })
}
