/** Suffix series of dated contracts (spec §2): first, second and third expiry of the weeks, months and quarters. */
export type ContractPeriod = 'W' | 'BIW' | 'NBIW' | 'M' | 'BIM' | 'NBIM' | 'Q' | 'BIQ' | 'NBIQ'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** Contracts expire at 08:00 UTC on a Friday (semantics.md §4). The epoch began on a Thursday. */
const FIRST_EXPIRY_MS = DAY_MS + 8 * 3_600_000
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const
/** Month letters of futures; the exchange lists H, M, U and Z. */
const MONTH_LETTERS = 'FGHJKMNQUVXZ'

/** The first Friday 08:00 UTC after a moment. */
function nextFriday(timeMs: number): number {
  return FIRST_EXPIRY_MS + (Math.floor((timeMs - FIRST_EXPIRY_MS) / WEEK_MS) + 1) * WEEK_MS
}

/** @param month 0 is January; 12 is January of the next year */
function lastFridayOfMonth(year: number, month: number): number {
  return nextFriday(Date.UTC(year, month + 1, 1) + 8 * 3_600_000 - 1) - WEEK_MS
}

function firstThree(nowMs: number, everyMonths: 1 | 3): readonly [number, number, number] {
  const now = new Date(nowMs)
  const year = now.getUTCFullYear()
  let month = now.getUTCMonth()
  if (everyMonths === 3) month += 2 - (month % 3)
  if (lastFridayOfMonth(year, month) <= nowMs) month += everyMonths
  return [month, month + everyMonths, month + 2 * everyMonths].map((one) => lastFridayOfMonth(year, one)) as [
    number,
    number,
    number,
  ]
}

/** When each of the nine series expires, seen from `nowMs`; an expiry of this very moment is past. */
export function periodExpiries(nowMs: number): Readonly<Record<ContractPeriod, number>> {
  const week = nextFriday(nowMs)
  const [M, BIM, NBIM] = firstThree(nowMs, 1)
  const [Q, BIQ, NBIQ] = firstThree(nowMs, 3)
  return { W: week, BIW: week + WEEK_MS, NBIW: week + 2 * WEEK_MS, M, BIM, NBIM, Q, BIQ, NBIQ }
}

/** Where two series share an expiry, the longer one names it: a quarter's contract stays one to its last week. */
const PRECEDENCE: readonly ContractPeriod[] = ['Q', 'BIQ', 'NBIQ', 'M', 'BIM', 'NBIM', 'W', 'BIW', 'NBIW']

export function isContractPeriod(word: string): word is ContractPeriod {
  return (PRECEDENCE as readonly string[]).includes(word)
}

/** @returns the series an expiry belongs to now, or `null` when it is in none of them */
export function contractPeriod(expiryMs: number, nowMs: number): ContractPeriod | null {
  const expiries = periodExpiries(nowMs)
  return PRECEDENCE.find((period) => expiries[period] === expiryMs) ?? null
}

/** `26DEC25`. Futures pad the day, options do not. */
export function expiryText(expiryMs: number, padDay: boolean): string {
  const date = new Date(expiryMs)
  const day = String(date.getUTCDate())
  const year = String(date.getUTCFullYear() % 100).padStart(2, '0')
  return `${padDay ? day.padStart(2, '0') : day}${MONTHS[date.getUTCMonth()]!}${year}`
}

/** `BTCUSDH26`: coin, then month letter and year of the expiry. */
export function inverseFuturesSymbol(coin: string, expiryMs: number): string {
  const date = new Date(expiryMs)
  const year = String(date.getUTCFullYear() % 100).padStart(2, '0')
  return `${coin}USD${MONTH_LETTERS[date.getUTCMonth()]!}${year}`
}

/**
 * When a dated contract expires, read from its name.
 * @returns `null` for a name without a date, or with one that does not exist
 */
export function expiryOf(symbol: string): number | null {
  const dated = /-(\d{1,2})([A-Z]{3})(\d{2})(?:-|$)/.exec(symbol)
  if (dated !== null) {
    const [, day, word, year] = dated
    const month = MONTHS.findIndex((one) => one === word)
    if (month < 0) return null
    const expiry = Date.UTC(2000 + Number(year), month, Number(day), 8)
    return new Date(expiry).getUTCDate() === Number(day) ? expiry : null
  }
  const letters = /USD([FGHJKMNQUVXZ])(\d{2})$/.exec(symbol)
  if (letters === null) return null
  return lastFridayOfMonth(2000 + Number(letters[2]), MONTH_LETTERS.indexOf(letters[1]!))
}
