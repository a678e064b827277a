import { assert } from '../../../src/base/assert'
import { feeE8 } from '../risk/formulas'
import { mulDiv, ONE_E8 } from '../scaled'
import type { EngineInstrument } from '../instrument'
import type { EngineRefusal } from '../result'
import type { FillMoves, SettledFill } from './fill-moves'
import { LINEAR } from './linear'
import type { MarketView } from './market-view'
import type { AskedOrder, Product, ProductMargin } from './product'
import type { SpotTerms } from './product-terms'
import { NO_SETTLEMENT } from './settlement'

/**
 * Pairs: a fill exchanges the base coin for the quote coin, and nothing is held (semantics.md §1.2). The fee is taken of
 * the coin received: buying, of the base coin, selling, of the quote coin. An order to buy holds back its value in the
 * quote coin, an order to sell its quantity of the base coin. Amounts are E8 of their coin.
 */
export const SPOT: Product = {
  ...LINEAR,
  owesCost: false,
  holdsPosition: false,
  scenarios: null,
  partlyFilledEnd: 'partiallyFilledCanceled',
  problemOf,
  baseE8,
  // A buy never pays more than its limit, and what a sell receives costs it nothing.
  dearestTicks: (_side, limitTicks) => limitTicks,
  fillMoves: (_held, fill, instrument, moves) => exchange(fill, instrument, moves),
  feeE8: ({ side, lots, valueE8 }, rateE8, market) =>
    feeE8(side === 'buy' ? baseE8(lots, market.instrument) : valueE8, rateE8),
  feeCoin: (side) => (side === 'buy' ? 'base' : 'settle'),
  settlement: NO_SETTLEMENT,
  // Only what waited for its trigger is brought nearer: a new order beyond the limit is refused.
  maxBuyTicks: (market) => limitTicks(market, 'buy', termsOf(market.instrument).limitRateE8),
  minSellTicks: (market) => limitTicks(market, 'sell', termsOf(market.instrument).limitRateE8),
  protectedTicks: (market, side) => limitTicks(market, side, termsOf(market.instrument).marketRateE8),
  margin: {
    positionE8: () => 0,
    maintenanceE8: () => 0,
    closingE8: () => 0,
    liquidationFeeE8: () => 0,
    solventE8: () => null,
    ordersE8: ({ buyValueE8 }) => buyValueE8,
    ordersBaseE8: ({ sellLots, market }) => baseE8(sellLots, market.instrument),
  } satisfies ProductMargin,
}

function baseE8(lots: number, instrument: EngineInstrument): number {
  return lots * termsOf(instrument).lotE8
}

function termsOf({ terms, symbol }: EngineInstrument): SpotTerms {
  assert(terms?.kind === 'spot', `${symbol} is a pair`)
  return terms
}

function exchange({ side, lots, valueE8, feeE8: fee }: SettledFill, instrument: EngineInstrument, moves: FillMoves) {
  const exchangedE8 = baseE8(lots, instrument)
  moves.walletE8 = side === 'buy' ? -valueE8 : valueE8 - fee
  moves.baseE8 = side === 'buy' ? exchangedE8 - fee : -exchangedE8
  if (side === 'buy') moves.baseRealisedE8 = -fee
  else moves.realisedE8 = -fee
  return moves
}

function problemOf(market: MarketView, order: AskedOrder): EngineRefusal | null {
  const { side } = order
  const { isBuyBanned, isSellBanned, limitRateE8, maxAmountE8 } = termsOf(market.instrument)
  if (order.isUser && (side === 'buy' ? isBuyBanned : isSellBanned)) return { kind: 'sideBanned', side }
  if (order.valueE8 > maxAmountE8) return { kind: 'aboveMaxAmount', maxAmountE8 }
  if (order.limitTicks === null) return null
  const worst = limitTicks(market, side, limitRateE8)
  const isBeyond = side === 'buy' ? order.limitTicks > worst : order.limitTicks < worst
  return isBeyond ? { kind: 'priceBeyondLimit', side, limitTicks: worst } : null
}

/**
 * max(last, index) × (1 + rate) down for a buy, min(last, index) × (1 − rate) up for a sell, within the range. With the
 * last price alone a pair would stand still once its coin has moved further elsewhere.
 */
function limitTicks({ lastTicks, indexTicks, instrument }: MarketView, side: 'buy' | 'sell', rateE8: number): number {
  const { minPriceTicks, maxPriceTicks } = instrument
  const one = lastTicks ?? indexTicks
  if (one === null) return side === 'buy' ? maxPriceTicks : minPriceTicks
  const other = indexTicks ?? one
  return side === 'buy'
    ? Math.min(maxPriceTicks, mulDiv(Math.max(one, other), ONE_E8 + rateE8, ONE_E8, 'down'))
    : Math.max(minPriceTicks, mulDiv(Math.min(one, other), ONE_E8 - rateE8, ONE_E8, 'up'))
}
