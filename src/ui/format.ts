import type { CandleInterval } from '../domain/market/market'
import { decimalsOf, type DecimalText, type Price, type Qty, type Rate } from '../domain/decimal-text'
import type { DecimalSign } from '../domain/order/typed-number'

/** What stands where a value is missing (spec §9, placeholder dash). */
export const MISSING = '--'

let locale = 'en'
const numberFormats = new Map<string, Intl.NumberFormat>()
const signs = new Map<string, DecimalSign>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Numbers and dates follow the language of the page. */
export function setFormatLocale(next: string): void {
  locale = next
}

/** What the page's language writes between whole and fraction. */
export function decimalSign(): DecimalSign {
  return signs.get(locale) ?? signOfLocale(locale)
}

function signOfLocale(tag: string): DecimalSign {
  const parts = new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).formatToParts(1.5)
  const sign = parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
  signs.set(tag, sign)
  return sign
}

export interface NumberStyle {
  readonly decimals: number
  /** Shows a plus on positive values. */
  readonly signed?: boolean
}

/** A decimal text with fixed decimals, grouped, with a true minus. `null` becomes `--`. */
export function formatNumber(value: DecimalText | null, { decimals, signed = false }: NumberStyle): string {
  if (value === null) return MISSING
  return trueMinus(numberFormat(decimals, signed).format(value as unknown as number))
}

/** @param tickSize its decimals are the price's; `null` keeps the price's own */
export function formatPrice(price: Price | null, tickSize: Price | null): string {
  if (price === null) return MISSING
  return formatNumber(price, { decimals: decimalsOf(tickSize ?? price) })
}

/** A price that nobody traded at, such as a mark or a mean: the tick's decimals, and all that it has beyond them. */
export function formatExactPrice(price: Price | null, tickSize: Price | null): string {
  if (price === null) return MISSING
  return formatNumber(price, { decimals: Math.max(decimalsOf(price), tickSize === null ? 0 : decimalsOf(tickSize)) })
}

/** @param lotSize its decimals are the quantity's; `null` keeps the quantity's own */
export function formatQty(qty: Qty | null, lotSize: Qty | null): string {
  if (qty === null) return MISSING
  return formatNumber(qty, { decimals: decimalsOf(lotSize ?? qty) })
}

/** An amount of a coin; two decimals unless told otherwise. */
export function formatMoney(amount: DecimalText | null, style: Partial<NumberStyle> = {}): string {
  return formatNumber(amount, { decimals: style.decimals ?? 2, signed: style.signed ?? false })
}

/** Money coins are shown to the cent; of the others the last unit that a balance has may be worth one. */
export function coinDecimals(coin: string | null): number {
  return coin === null || coin === 'USDT' || coin === 'USDC' || coin === 'USD' ? 2 : 8
}

/** An amount of a coin, with the decimals of that coin. @param coin `null` while the contract is not known */
export function formatCoin(
  amount: DecimalText | null,
  coin: string | null,
  style: Partial<Omit<NumberStyle, 'decimals'>> = {},
): string {
  return formatMoney(amount, { ...style, decimals: coinDecimals(coin) })
}

/** A fee: two decimals more than other amounts of money coins. */
export function formatFee(
  fee: DecimalText | null,
  coin: string | null,
  style: Partial<Omit<NumberStyle, 'decimals'>> = {},
): string {
  return formatMoney(fee, { ...style, decimals: Math.max(4, coinDecimals(coin)) })
}

/** A fraction of one as per cent: 0.005 → `0.50%`. */
export function formatPercent(rate: Rate | null, style: Partial<NumberStyle> = {}): string {
  if (rate === null) return MISSING
  const decimals = style.decimals ?? 2
  const key = `${locale}/percent/${decimals}/${style.signed === true}`
  let format = numberFormats.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: style.signed === true ? 'exceptZero' : 'negative',
    })
    numberFormats.set(key, format)
  }
  return trueMinus(format.format(rate as unknown as number))
}

/** A large amount in few characters: 1840000000 → `1.84B`. */
export function formatCompact(value: DecimalText | null, decimals = 0): string {
  if (value === null) return MISSING
  const key = `${locale}/compact/${decimals}`
  let format = numberFormats.get(key)
  if (format === undefined) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: 2 }
    format = new Intl.NumberFormat(locale, { notation: 'compact', ...digits })
    numberFormats.set(key, format)
  }
  return trueMinus(format.format(value as unknown as number))
}

/** From here on a number is said in words besides. */
const WORDS_FROM = 10_000

/** A large number as it is said: 64227000 → `64.2 million`; `null` for one that is read as quickly as said. */
export function formatInWords(value: DecimalText | null): string | null {
  if (value === null || Math.abs(Number(value)) < WORDS_FROM) return null
  const key = `${locale}/words`
  let format = numberFormats.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, { notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 1 })
    numberFormats.set(key, format)
  }
  return trueMinus(format.format(value as unknown as number))
}

/** A whole count, grouped. */
export function formatCount(count: number): string {
  return numberFormat(0, false).format(count)
}

/** `10` → `10.00×`. */
export function formatLeverage(leverage: DecimalText | null, decimals = 2): string {
  return leverage === null ? MISSING : `${formatNumber(leverage, { decimals })}×`
}

/** Time of day with seconds, 24 hours. */
export function formatTime(timeMs: number): string {
  return dateFormat('time', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(timeMs)
}

/** Date and time with seconds; the year only where it is not this one. */
export function formatDateTime(timeMs: number, nowMs: number = Date.now()): string {
  const options: Intl.DateTimeFormatOptions = {
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }
  const isThisYear = new Date(timeMs).getFullYear() === new Date(nowMs).getFullYear()
  return isThisYear
    ? dateFormat('dateTime', options).format(timeMs)
    : dateFormat('dateTimeYear', { ...options, year: 'numeric' }).format(timeMs)
}

/** A day, with its year. */
export function formatDate(timeMs: number): string {
  return dateFormat('date', { day: '2-digit', month: 'short', year: 'numeric' }).format(timeMs)
}

/** Below so many of a unit the next smaller one stands beside it: one unit alone would be more than 5 % off. */
const TWO_UNITS_BELOW = 20

const AGE_UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** An age, rounded down, within 5 % from a minute on (issue 22.5): `14 ms`, `3 sec`, `1m 59s`, `25 min`, `2 days`. */
export function formatAge(ageMs: number | null): string {
  if (ageMs === null) return MISSING
  const age = Math.max(0, ageMs)
  const at = AGE_UNITS.findIndex(([, ms]) => age >= ms)
  if (at < 0) return unit(Math.round(age), 'millisecond')
  const [name, ms] = AGE_UNITS[at]!
  const count = Math.floor(age / ms)
  const next = AGE_UNITS[at + 1]
  const rest = next === undefined || count >= TWO_UNITS_BELOW ? 0 : Math.floor((age % ms) / next[1])
  return rest === 0 ? unit(count, name) : `${unit(count, name, 'narrow')} ${unit(rest, next![0], 'narrow')}`
}

/** Which colour an amount of a coin deserves; what reads zero at the coin's decimals is neither gain nor loss. */
export function signOf(amount: DecimalText | null, coin: string | null = null): 'gain' | 'loss' | 'flat' {
  const value = Number(amount ?? 0)
  if (Math.abs(value) < 0.5 * 10 ** -coinDecimals(coin)) return 'flat'
  return value < 0 ? 'loss' : 'gain'
}

function unit(count: number, name: string, unitDisplay: 'short' | 'narrow' = 'short'): string {
  const key = `${locale}/unit/${name}/${unitDisplay}`
  let format = numberFormats.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay })
    numberFormats.set(key, format)
  }
  return format.format(count)
}

function numberFormat(decimals: number, signed: boolean): Intl.NumberFormat {
  const key = `${locale}/${decimals}/${signed}`
  let format = numberFormats.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      // 'negative' keeps a rounded-away loss from reading −0.00.
      signDisplay: signed ? 'exceptZero' : 'negative',
    })
    numberFormats.set(key, format)
  }
  return format
}

function dateFormat(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}/${name}`
  let format = dateFormats.get(key)
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, options)
    dateFormats.set(key, format)
  }
  return format
}

/** A minus of its own width in place of a hyphen. */
export function trueMinus(text: string): string {
  return text.replace('-', '−')
}

/** The length of a bar: `15m`, `4h`, `1D`. */
export function formatInterval(interval: CandleInterval): string {
  if (!/^\d+$/.test(interval)) return interval
  const minutes = Number(interval)
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`
}
