/** What the engine answers of positions: entry, results, margin, liquidation and bankruptcy. */
import {
  classicLiquidationTicks,
  isolatedBankruptcyTicks,
  priceOfValue,
} from '../../../exchange/engine/risk/isolated-margin'
import { isolatedLiquidation } from '../../../exchange/engine/risk/maintenance-margin'
import { positionMarginE8 } from '../../../exchange/engine/risk/available'
import { closingFeeE8 } from '../../../exchange/engine/risk/margin'
import { riskOf } from '../../../exchange/engine/risk/risk-of'
import {
  feeE8,
  maintenanceE8,
  tierOf as tierAt,
  type MarkValueE8,
  type RiskTier,
} from '../../../exchange/engine/risk/formulas'
import { mulDiv, ONE_E2, ONE_E8 } from '../../../exchange/engine/scaled'
import { assert } from '../../../src/base/assert'
import type { Position } from '../../../exchange/engine/entities'
import { add, Exact, zero, type Money, type Price } from '../../../src/domain/decimal'
import type { Payoff } from '../../../src/domain/instrument/payoff'
import { one as oneOf } from '../arithmetic'
import type { TierRow } from '../inputs'
import { answer, type Having, type Numeric } from '../rule'
import { about, amount, cash, e8, exactly, positionOf, measure, money, stepOf, tierOf, TooFine } from './lab'

export const isLinear = (x: { readonly payoff: Payoff }): boolean => x.payoff === 'linear'

/** A position of the engine and the tick of its prices. */
interface Held {
  readonly tick: Price
  readonly position: Position
}

interface HeldTerms {
  /** Decimal places of the tick, at most. */
  readonly finest?: number
  readonly wallet?: Money
}

export function held(x: Having<'qty' | 'entry'>, { finest, wallet }: HeldTerms = {}): Held {
  const { tick, contract } = measure(x, [x.now], { finest })
  return { tick, position: positionOf(x, { side: x.side ?? 'buy', tick, contract, wallet }) }
}

export const positionFor = (x: Having<'qty' | 'entry'>): Position => held(x).position

/** Prices of the engine lie on its ticks, against the holder. */
function priced({ tick, position }: Held, ticks: number | null): Numeric {
  if (ticks === null) throw new TooFine('beyond the range')
  // Cash rounded to E8 moves the price too, of a small position by more than a tick.
  const price = new Exact(ticks).times(tick)
  const slack = price.times('0.00000002').div(money(position.market.valueOf(Math.abs(position.lots), ticks)))
  return about(price, slack.plus(tick))
}

export const valued = (one: Held, numerator: bigint, denominator = 1n): Numeric =>
  priced(one, priceOfValue(one.position, numerator, denominator))

function bankruptcy(x: Having<'side' | 'qty' | 'entry' | 'leverage'>): Numeric {
  const one = held(x)
  return priced(one, isolatedBankruptcyTicks(one.position))
}

function liquidation(x: Having<'side' | 'qty' | 'entry' | 'leverage' | 'mmr'>): Numeric {
  const one = held(x)
  if (x.basis === 'mark') return priced(one, isolatedLiquidation(one.position))
  return priced(one, classicLiquidationTicks(one.position, onlyTier(one.position)))
}

function onlyTier({ market }: Position): RiskTier {
  const [tier] = market.instrument.tiers
  assert(tier !== undefined, 'the contract of an example has a tier')
  return tier
}

/** A cross account whose free balance is the example's, at the entry. */
function crossLiquidation(x: Having<'side' | 'qty' | 'entry' | 'leverage' | 'mmr' | 'available'>): Numeric {
  if (x.mark !== undefined && x.mark !== x.entry) throw new TooFine('another mark')
  if (x.initialMargin !== undefined || x.maintenanceMargin !== undefined) throw new TooFine('margins of its own')
  const at = { ...x, now: x.entry }
  const margin = positionMarginE8(positionFor(at))
  const one = held(at, { wallet: add(x.available, money(margin)) })
  return priced(one, riskOf(one.position.account).liquidationTicks(one.position))
}

type Balanced = Having<'qty' | 'entry' | 'backing' | 'takerFee'>

/** An inverse long on one balance that also pays the fee of closing: (V + balance) / (1 + f) is its value at the end. */
function balanced(x: Balanced) {
  const one = held({ ...x, leverage: oneOf(), extraMargin: zero() }, { finest: 4 })
  const { costE8 } = one.position
  const rateE8 = e8(x.takerFee)
  const whole = costE8 + cash(x.backing)
  return { one, whole, rateE8, costE8 }
}

function balancedBust(x: Balanced): Numeric {
  const { one, whole, rateE8 } = balanced(x.mode === 'cross' ? { ...x, tick: stepOf(4) } : x)
  return valued(one, BigInt(whole) * BigInt(ONE_E8), BigInt(ONE_E8 + rateE8))
}

function balancedLiquidation(x: Balanced & Having<'mmr'>): Numeric {
  const { one, whole, rateE8, costE8 } = balanced(x)
  const feeAtBust = mulDiv(whole, rateE8, ONE_E8 + rateE8, 'halfUp')
  return valued(one, BigInt(whole - feeE8(costE8, e8(x.mmr)) - feeAtBust))
}

/** Tiers whose deductions make neighbours meet at their limit, by the engine's own maintenance margin. */
function ladder(rows: readonly TierRow[]): readonly RiskTier[] {
  const tiers: RiskTier[] = []
  for (const { limit, maintenanceMarginRate } of rows) {
    const before = tiers.at(-1)
    const tier = tierOf(maintenanceMarginRate, zero(), cash(limit))
    const meets =
      before === undefined ? 0 : feeE8(before.limitE8, tier.maintenanceRateE8) - maintenanceE8(before.limitE8, before)
    tiers.push({ ...tier, deductionE8: meets })
  }
  return tiers
}

/** A published table says by which value it rates: that at the mark. */
const markValue = (value: Money): MarkValueE8 => cash(value) as MarkValueE8

const tierFor = (x: Having<'tiers' | 'value'>): RiskTier => tierAt(ladder(x.tiers), markValue(x.value))

export const marginOf = (x: Having<'qty' | 'entry' | 'leverage'>): Position =>
  positionFor({ ...x, mode: x.mode === 'cross' && x.mark !== undefined ? 'cross' : 'isolated', now: x.mark })

export const POSITION_ANSWERS = [
  answer({
    topics: ['pnl', 'margin', 'liquidation', 'bankruptcy'],
    needs: ['qty', 'entry'],
    gives: { positionValue: (x) => amount(positionFor({ ...x, now: undefined }).costE8) },
  }),
  answer({
    topics: ['pnl', 'margin'],
    needs: ['side', 'qty', 'entry', 'leverage', 'takerFee'],
    gives: {
      initialMargin: (x) => amount(positionMarginE8(marginOf(x)) - closingFeeE8(marginOf(x))),
      feeToClose: (x) => amount(closingFeeE8(marginOf(x))),
      positionIM: (x) => amount(positionMarginE8(marginOf(x))),
      positionMargin: (x) => amount(positionMarginE8(marginOf(x))),
    },
  }),
  answer({
    topics: ['margin', 'liquidation', 'bankruptcy', 'pnl'],
    needs: ['qty', 'entry', 'leverage'],
    gives: {
      initialMargin: (x) => {
        const position = marginOf({ ...x, side: 'buy' })
        return amount(positionMarginE8(position) - closingFeeE8(position) - position.extraMarginE8)
      },
    },
  }),
  answer({
    topics: ['margin'],
    needs: ['tiers', 'value'],
    gives: {
      tier: (x) => exactly(tierNumber(x)),
      deduction: (x) => amount(tierFor(x).deductionE8),
      maintenanceMargin: (x) => amount(maintenanceE8(cash(x.value), tierFor(x))),
    },
  }),
  answer({
    topics: ['margin'],
    needs: ['tiers'],
    gives: { deductions: (x) => ladder(x.tiers).map((tier) => amount(tier.deductionE8)) },
  }),
  answer({
    topics: ['margin'],
    needs: ['tiers', 'values'],
    gives: {
      mmr: (x) => x.values.map((value) => exactly(money(tierFor({ ...x, value }).maintenanceRateE8))),
    },
  }),
  answer({
    topics: ['margin'],
    needs: ['imr'],
    gives: {
      maxLeverage: (x) =>
        x.imr.map((rate) => exactly(new Exact(mulDiv(ONE_E8, ONE_E2, e8(rate), 'halfUp')).div(ONE_E2))),
    },
  }),
  answer({
    topics: ['margin', 'liquidation'],
    needs: ['qty', 'entry', 'mmr'],
    gives: {
      maintenanceMargin: (x) => {
        const position = positionFor({ ...x, now: undefined })
        return amount(maintenanceE8(position.costE8, onlyTier(position)))
      },
    },
  }),
  answer({
    topics: ['liquidation'],
    needs: ['side', 'qty', 'entry', 'leverage', 'mmr'],
    when: (x) => x.mode !== 'cross',
    gives: { liqPrice: liquidation, bustPrice: bankruptcy },
  }),
  answer({
    topics: ['liquidation'],
    needs: ['side', 'qty', 'entry', 'leverage', 'mmr', 'available'],
    when: (x) => x.mode === 'cross' && isLinear(x),
    gives: { liqPrice: crossLiquidation },
  }),
  answer({
    topics: ['liquidation'],
    needs: ['qty', 'entry', 'leverage', 'mmr'],
    gives: {
      liqLong: (x) => liquidation({ ...x, side: 'buy' }),
      liqShort: (x) => liquidation({ ...x, side: 'sell' }),
    },
  }),
  answer({
    topics: ['liquidation'],
    needs: ['qty', 'entry', 'backing', 'mmr', 'takerFee'],
    when: (x) => x.payoff === 'inverse' && x.side === 'buy',
    gives: { bustPrice: balancedBust, liqPrice: balancedLiquidation },
  }),
  answer({
    topics: ['bankruptcy', 'order-cost'],
    needs: ['side', 'qty', 'entry', 'leverage'],
    gives: { bustPrice: bankruptcy },
  }),
  answer({
    topics: ['order-cost'],
    needs: ['side', 'qty', 'price', 'leverage'],
    gives: { bustPrice: (x) => bankruptcy({ ...x, entry: x.price }) },
  }),
  answer({
    topics: ['bankruptcy'],
    needs: ['side', 'qty', 'entry', 'positionMargin', 'walletBalance'],
    gives: {
      bustPrice: (x) => {
        const one = held({ ...x, now: undefined })
        const { costE8, direction } = one.position
        return valued(one, BigInt(costE8 - direction * (cash(x.positionMargin) + cash(x.walletBalance))))
      },
    },
  }),
]

/** The lowest tier is number one. */
function tierNumber(x: Having<'tiers' | 'value'>): string {
  const tiers = ladder(x.tiers)
  return String(tiers.indexOf(tierAt(tiers, markValue(x.value))) + 1)
}
