import { expiryText, periodExpiries } from '../../src/domain/instrument/contract-period'
import { DAY_MS, HOUR_MS } from '../../src/domain/market/interval'

/** What an option chain settles in. */
export type OptionMargin = 'usdc' | 'usdt'

/** All options on one coin that settle in one other. */
export interface OptionChain {
  readonly base: string
  readonly margin: OptionMargin
}

/** One option: a strike of one expiry of a chain. */
export interface OptionContractTerms extends OptionChain {
  readonly symbol: string
  readonly expiryMs: number
  /** In the quote coin: a whole multiple of what `strikeStep` gives. */
  readonly strike: number
  readonly isCall: boolean
}

/** The chains there are (decisions 25). */
export const OPTION_CHAINS: readonly OptionChain[] = ['BTC', 'ETH', 'SOL'].flatMap((base) => [
  { base, margin: 'usdc' } as const,
  { base, margin: 'usdt' } as const,
])

/** Options expire at 08:00 UTC (semantics.md §4). */
const EXPIRY_HOUR_MS = 8 * HOUR_MS
/** Strikes to either side of the one at the money: fifteen in all. */
export const STRIKES_EACH_SIDE = 7

/** How far strikes stand from each other, by coin: to a day, a fortnight, two months, and beyond. */
const STEPS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  BTC: [500, 1_000, 2_000, 5_000],
  ETH: [25, 50, 100, 200],
  SOL: [2, 4, 8, 16],
}
const STEP_DAYS = [1.5, 14, 60] as const

/**
 * The four expiries that trade: the next day's, then the next Friday, month's last Friday and quarter's last Friday,
 * each beyond the one before. An expiry that has come in stays until it is over: what is nearer only moves up to it.
 */
export function optionExpiries(nowMs: number): readonly number[] {
  const daily = Math.floor((nowMs - EXPIRY_HOUR_MS) / DAY_MS + 1) * DAY_MS + EXPIRY_HOUR_MS
  const weekly = periodExpiries(daily).W
  const monthly = periodExpiries(weekly).M
  const quarterly = periodExpiries(monthly).Q
  return [daily, weekly, monthly, quarterly]
}

/** How far the strikes stand from each other that are added with this much time left, while the index is here. */
export function strikeStep(base: string, timeLeftMs: number, index: number): number {
  const steps = STEPS[base]
  if (steps === undefined) throw new RangeError(`no options on ${base}`)
  const days = timeLeftMs / DAY_MS
  const at = STEP_DAYS.findIndex((most) => days <= most)
  let step = steps[at < 0 ? 3 : at]!
  // A price that has fallen far has to have room for all of them below it.
  while (index / step < STRIKES_EACH_SIDE + 1) step /= 2
  return step
}

/** The strikes that an expiry has to have while the index is here, lowest first; those added before stay beside them. */
export function strikesAround(base: string, timeLeftMs: number, index: number): readonly number[] {
  const step = strikeStep(base, timeLeftMs, index)
  const middle = Math.round(index / step)
  return Array.from({ length: 2 * STRIKES_EACH_SIDE + 1 }, (_, at) => (middle - STRIKES_EACH_SIDE + at) * step)
}

/** `BTC-27MAR26-70000-C`, of the USDT chain `BTC-27MAR26-70000-C-USDT`. */
export function optionSymbol({ base, margin, expiryMs, strike, isCall }: Omit<OptionContractTerms, 'symbol'>): string {
  const suffix = margin === 'usdt' ? '-USDT' : ''
  return `${base}-${expiryText(expiryMs, false)}-${strike}-${isCall ? 'C' : 'P'}${suffix}`
}

/** Every option that one chain has to have at `nowMs`, by expiry and strike, the call first. */
export function chainContracts(chain: OptionChain, nowMs: number, index: number): readonly OptionContractTerms[] {
  return optionExpiries(nowMs).flatMap((expiryMs) =>
    strikesAround(chain.base, expiryMs - nowMs, index).flatMap((strike) =>
      [true, false].map((isCall) => {
        const terms = { ...chain, expiryMs, strike, isCall }
        return { ...terms, symbol: optionSymbol(terms) }
      }),
    ),
  )
}
