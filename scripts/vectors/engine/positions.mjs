/** What the engine answers of positions: entry, results, margin, liquidation and bankruptcy. */
import { isolatedBankruptcyTicks, isolatedLiquidationTicks, priceOfValue } from '../../../exchange/engine/isolated'
import { closingFeeE8, liquidationTicks, positionMarginE8, unrealisedOfE8 } from '../../../exchange/engine/margin'
import { feeE8, initialMarginE8, maintenanceE8, tierOf as tierAt, unrealisedE8 } from '../../../exchange/engine/risk'
import { mulDiv, ONE_E2, ONE_E8 } from '../../../exchange/engine/scaled'
import { Exact } from '../../../src/domain/decimal'
import {
  about,
  amount,
  cash,
  e8,
  exactly,
  Floor,
  holdingOf,
  measure,
  money,
  places,
  stepOf,
  tierOf,
  TooFine,
} from './lab.mjs'

const isLinear = (x) => x.payoff === 'linear'

/** A holding of the engine and the tick of its prices. */
function held(x, { side = x.side ?? 'buy', finest, wallet } = {}) {
  const { tick, contract } = measure(x, [x.now], { finest })
  return { tick, holding: holdingOf(x, { side, tick, contract, wallet }) }
}

const holdingFor = (x, options) => held(x, options).holding

/** Prices of the engine lie on its ticks, against the holder. */
function priced({ tick, holding }, ticks) {
  if (ticks === null) throw new TooFine('beyond the range')
  // Cash rounded to E8 moves the price too, of a small position by more than a tick.
  const price = new Exact(ticks).times(tick)
  const slack = price.times('0.00000002').div(money(holding.market.valueOf(Math.abs(holding.lots), ticks)))
  return about(price, slack.plus(tick))
}

const valued = (one, numerator, denominator = 1n) => priced(one, priceOfValue(one.holding, numerator, denominator))

function bankruptcy(x) {
  const one = held(x)
  return priced(one, isolatedBankruptcyTicks(one.holding))
}

function liquidation(x, side = x.side) {
  const one = held(x, { side })
  const { tiers } = one.holding.market.instrument
  return priced(one, isolatedLiquidationTicks(one.holding, tiers[0], x.basis === 'mark' ? 'mark' : 'entry'))
}

/** A cross account whose free balance is the example's, at the entry. */
function crossLiquidation(x) {
  if (x.mark !== undefined && x.mark !== x.entry) throw new TooFine('another mark')
  if (x.initialMargin !== undefined || x.maintenanceMargin !== undefined) throw new TooFine('margins of its own')
  const at = { ...x, now: x.entry }
  const margin = positionMarginE8(holdingFor(at))
  const one = held(at, { wallet: new Exact(x.available).plus(money(margin)).toFixed() })
  return priced(one, liquidationTicks(one.holding))
}

/** An inverse long on one balance that also pays the fee of closing: (V + balance) / (1 + f) is its value at the end. */
function balanced(x) {
  const one = held({ ...x, leverage: '1', extraMargin: '0' }, { finest: 4 })
  const { costE8 } = one.holding
  const rateE8 = e8(x.takerFee)
  const whole = costE8 + cash(x.backing)
  return { one, whole, rateE8, costE8 }
}

function balancedBust(x) {
  const { one, whole, rateE8 } = balanced(x.mode === 'cross' ? { ...x, tick: stepOf(4) } : x)
  return valued(one, BigInt(whole) * BigInt(ONE_E8), BigInt(ONE_E8 + rateE8))
}

function balancedLiquidation(x) {
  const { one, whole, rateE8, costE8 } = balanced(x)
  const feeAtBust = mulDiv(whole, rateE8, ONE_E8 + rateE8, 'halfUp')
  return valued(one, BigInt(whole - feeE8(costE8, e8(x.mmr)) - feeAtBust))
}

/** The fills of an example, traded one after another. */
export function filled(x, { settlesSessions = false } = {}) {
  const lot = stepOf(Math.max(...x.fills.map(([qty]) => places(qty)), places(x.close?.[0] ?? '0')))
  const prices = [...x.fills.map(([, price]) => price), x.close?.[1], x.mark].filter((price) => price !== undefined)
  const { tick, contract } = measure({ ...x, qty: lot }, prices, {
    finest: 0,
    terms: { settlesSessions, takerFee: '0' },
  })
  const floor = new Floor(contract.instrument, { tick, lot, leverage: '100' })
  for (const [qty, price] of x.fills) floor.deal(x.side ?? 'buy', price, qty)
  return floor
}

/** Average entry of a cost: cost / qty, or contracts / cost. Costs are rounded to E8 at each fill. */
export function averageOf(x, qty, costE8, roundings = 1) {
  const cost = new Exact(money(costE8))
  const price = isLinear(x) ? cost.div(qty) : new Exact(qty).div(cost)
  return about(
    price,
    price
      .times('0.00000001')
      .times(roundings + 1)
      .div(cost),
  )
}

function filledQty(x) {
  const floor = filled(x)
  return { qty: new Exact(Math.abs(floor.position.lots)).times(floor.lot).toFixed(), costE8: floor.position.costE8 }
}

function closed(x) {
  const { tick, lot, contract } = measure(x, [x.entry, x.exit], { finest: 0 })
  const floor = new Floor(contract.instrument, { tick, lot, leverage: '100' })
  const open = floor.deal(x.side, x.entry, x.qty)
  const close = floor.deal(x.side === 'buy' ? 'sell' : 'buy', x.exit, x.qty)
  return { open, close, resultE8: close.closedPnlE8 }
}

function ratio(partE8, wholeE8) {
  const share = new Exact(partE8).div(wholeE8).times(100)
  return about(share, new Exact(300).div(wholeE8).times(share.abs().div(100).plus(1)))
}

/** Tiers whose deductions make neighbours meet at their limit, by the engine's own maintenance margin. */
function ladder(rows) {
  const tiers = []
  for (const [limit, mmr] of rows) {
    const before = tiers.at(-1)
    const tier = tierOf(mmr, '0', cash(limit))
    const meets =
      before === undefined ? 0 : feeE8(before.limitE8, tier.maintenanceRateE8) - maintenanceE8(before.limitE8, before)
    tiers.push({ ...tier, deductionE8: meets })
  }
  return tiers
}

const marginOf = (x) =>
  holdingFor({ ...x, mode: x.mode === 'cross' && x.mark !== undefined ? 'cross' : 'isolated', now: x.mark })

const priceResult = (x) => amount(unrealisedOfE8(holdingFor(x)))

export const POSITION_ANSWERS = [
  {
    topics: ['pnl', 'session-settlement', 'execution'],
    needs: ['fills'],
    gives: {
      avgEntry: (x) => averageOf(x, filledQty(x).qty, filledQty(x).costE8, x.fills.length),
      totalValue: (x) => about(money(filledQty(x).costE8), new Exact('0.00000001').times(x.fills.length)),
      totalQty: (x) => exactly(filledQty(x).qty),
    },
  },
  {
    topics: ['pnl', 'liquidation'],
    needs: ['side', 'qty', 'entry', 'now'],
    gives: { upnl: priceResult, pnl: priceResult },
  },
  {
    topics: ['pnl', 'margin', 'liquidation', 'bankruptcy'],
    needs: ['qty', 'entry'],
    gives: { positionValue: (x) => amount(holdingFor({ ...x, now: undefined }).costE8) },
  },
  {
    topics: ['pnl'],
    needs: ['side', 'entry', 'now'],
    gives: {
      pnlPercent: (x) => {
        const holding = holdingFor({ ...x, qty: x.payoff === 'inverse' ? '1000000' : '1' })
        return ratio(unrealisedOfE8(holding), holding.costE8)
      },
    },
  },
  {
    topics: ['pnl'],
    needs: ['side', 'qty', 'entry', 'now', 'leverage'],
    gives: { roiPercent: (x) => ratio(unrealisedOfE8(holdingFor(x)), positionMarginE8(marginOf(x))) },
  },
  {
    topics: ['pnl'],
    needs: ['side', 'entry', 'leverage', 'roiPercent'],
    gives: {
      targetPrice: (x) => {
        const one = held({ ...x, qty: x.qty ?? (isLinear(x) ? '1' : '1000000'), tick: undefined, now: undefined })
        const { costE8, leverageE2, direction } = one.holding
        const gainE8 = cash(
          new Exact(money(initialMarginE8(costE8, leverageE2))).times(x.roiPercent).div(100).toFixed(),
        )
        return valued(one, BigInt(costE8 + direction * gainE8))
      },
    },
  },
  {
    topics: ['pnl', 'margin'],
    needs: ['side', 'qty', 'entry', 'leverage', 'takerFee'],
    gives: {
      initialMargin: (x) => amount(positionMarginE8(marginOf(x)) - closingFeeE8(marginOf(x))),
      feeToClose: (x) => amount(closingFeeE8(marginOf(x))),
      positionIM: (x) => amount(positionMarginE8(marginOf(x))),
      positionMargin: (x) => amount(positionMarginE8(marginOf(x))),
    },
  },
  {
    topics: ['pnl'],
    needs: ['positionSide', 'cumEntryValue', 'cumExitValue', 'takerFee'],
    gives: {
      closedPnl: (x) => {
        const [entry, exit] = [cash(x.cumEntryValue), cash(x.cumExitValue)]
        const isGainOnRise = (x.positionSide === 'buy') === isLinear(x)
        const fees = feeE8(entry, e8(x.openFeeRate ?? x.takerFee)) + feeE8(exit, e8(x.closeFeeRate ?? x.takerFee))
        return amount(unrealisedE8(exit, entry, isGainOnRise ? 1 : -1) - fees - cash(x.fundingPaid ?? '0'))
      },
    },
  },
  {
    topics: ['pnl'],
    needs: ['side', 'qty', 'entry', 'exit', 'takerFee'],
    when: (x) => x.openFeeRate === undefined && x.closeFeeRate === undefined,
    gives: {
      closedPnl: (x) => {
        const { open, close, resultE8 } = closed(x)
        return amount(resultE8 - open.feeE8 - close.feeE8 - cash(x.fundingPaid ?? '0'))
      },
      openFee: (x) => amount(closed(x).open.feeE8),
      closeFee: (x) => amount(closed(x).close.feeE8),
    },
  },
  {
    topics: ['pnl'],
    needs: ['side', 'qty', 'entry', 'exit', 'openFee', 'closeFee'],
    gives: {
      closedPnl: (x) => amount(closed(x).resultE8 - cash(x.openFee) - cash(x.closeFee) - cash(x.fundingPaid ?? '0')),
    },
  },
  {
    topics: ['pnl'],
    needs: ['qty', 'cumExitValue'],
    gives: { avgExit: (x) => averageOf(x, x.qty, cash(x.cumExitValue)) },
  },
  {
    topics: ['pnl'],
    needs: ['qty', 'cumEntryValue'],
    gives: { avgEntry: (x) => averageOf(x, x.qty, cash(x.cumEntryValue)) },
  },
  {
    topics: ['pnl', 'execution'],
    needs: ['side', 'qty', 'execPrice', 'entry'],
    gives: {
      execPnl: (x) =>
        amount(closed({ ...x, side: x.side === 'buy' ? 'sell' : 'buy', exit: x.execPrice, takerFee: '0' }).resultE8),
    },
  },
  {
    topics: ['margin', 'liquidation', 'bankruptcy', 'pnl'],
    needs: ['qty', 'entry', 'leverage'],
    gives: {
      initialMargin: (x) => {
        const holding = marginOf({ ...x, side: 'buy' })
        return amount(positionMarginE8(holding) - closingFeeE8(holding) - holding.extraMarginE8)
      },
    },
  },
  {
    topics: ['margin'],
    needs: ['tiers', 'value'],
    gives: {
      tier: (x) => exactly(tierNumber(x)),
      deduction: (x) => amount(tierAt(ladder(x.tiers), cash(x.value)).deductionE8),
      maintenanceMargin: (x) => amount(maintenanceE8(cash(x.value), tierAt(ladder(x.tiers), cash(x.value)))),
    },
  },
  {
    topics: ['margin'],
    needs: ['tiers'],
    gives: { deductions: (x) => ladder(x.tiers).map((tier) => amount(tier.deductionE8)) },
  },
  {
    topics: ['margin'],
    needs: ['tiers', 'values'],
    gives: {
      mmr: (x) => x.values.map((value) => exactly(money(tierAt(ladder(x.tiers), cash(value)).maintenanceRateE8))),
    },
  },
  {
    topics: ['margin'],
    needs: ['imr'],
    gives: {
      maxLeverage: (x) =>
        x.imr.map((rate) => exactly(new Exact(mulDiv(ONE_E8, ONE_E2, e8(rate), 'halfUp')).div(ONE_E2))),
    },
  },
  {
    topics: ['margin', 'liquidation'],
    needs: ['qty', 'entry', 'mmr'],
    gives: {
      maintenanceMargin: (x) => {
        const { costE8, market } = holdingFor({ ...x, now: undefined })
        return amount(maintenanceE8(costE8, market.instrument.tiers[0]))
      },
    },
  },
  {
    topics: ['liquidation'],
    needs: ['side', 'qty', 'entry', 'leverage', 'mmr'],
    when: (x) => x.mode !== 'cross',
    gives: { liqPrice: liquidation, bustPrice: bankruptcy },
  },
  {
    topics: ['liquidation'],
    needs: ['side', 'qty', 'entry', 'leverage', 'mmr', 'available'],
    when: (x) => x.mode === 'cross' && isLinear(x),
    gives: { liqPrice: crossLiquidation },
  },
  {
    topics: ['liquidation'],
    needs: ['qty', 'entry', 'leverage', 'mmr'],
    gives: { liqLong: (x) => liquidation(x, 'buy'), liqShort: (x) => liquidation(x, 'sell') },
  },
  {
    topics: ['liquidation'],
    needs: ['qty', 'entry', 'backing', 'mmr', 'takerFee'],
    when: (x) => x.payoff === 'inverse' && x.side === 'buy',
    gives: { bustPrice: balancedBust, liqPrice: balancedLiquidation },
  },
  {
    topics: ['bankruptcy', 'order-cost'],
    needs: ['side', 'qty', 'entry', 'leverage'],
    gives: { bustPrice: bankruptcy },
  },
  {
    topics: ['order-cost'],
    needs: ['side', 'qty', 'price', 'leverage'],
    gives: { bustPrice: (x) => bankruptcy({ ...x, entry: x.price }) },
  },
  {
    topics: ['bankruptcy'],
    needs: ['side', 'qty', 'entry', 'positionMargin', 'walletBalance'],
    gives: {
      bustPrice: (x) => {
        const one = held({ ...x, now: undefined })
        const { costE8, direction } = one.holding
        return valued(one, BigInt(costE8 - direction * (cash(x.positionMargin) + cash(x.walletBalance))))
      },
    },
  },
]

function tierNumber(x) {
  const tiers = ladder(x.tiers)
  return tiers.indexOf(tierAt(tiers, cash(x.value))) + 1
}
