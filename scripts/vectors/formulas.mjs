/**
 * Which rule of src/domain computes what. A formula applies where its topic fits and every input it needs is there; it
 * is chosen by what it gives. `x` holds the inputs under their canonical names, numbers as decimal text.
 */
import { Exact } from '../../src/domain/decimal'
import { priceBand, ratioBand } from '../../src/domain/market/price-band'
import { trailingStopPrice } from '../../src/domain/order/trailing-stop'
import { breakEvenPrice } from '../../src/domain/risk/break-even'
import { deleveragedNotional, insurancePnlRatio, isDeleveraging } from '../../src/domain/risk/deleveraging'
import { averagePremium, fundingRate } from '../../src/domain/risk/funding-rate'
import { fundingPayment, spotFee, tradingFee } from '../../src/domain/risk/fees'
import {
  bankruptcyPrice,
  crossLiquidationPrice,
  inverseLongBankruptcyPrice,
  inverseLongLiquidationPrice,
  isolatedLiquidationPrice,
  roundRiskPrice,
} from '../../src/domain/risk/liquidation-price'
import { positionMargin } from '../../src/domain/risk/margin'
import { orderCost, qtyForCost } from '../../src/domain/risk/order-cost'
import { positionValue } from '../../src/domain/risk/payoff'
import { averageEntry, closedPnl, filledValue, priceForRoi, pricePnl, roi } from '../../src/domain/risk/pnl'
import { tierDeductions, tierOf } from '../../src/domain/risk/risk-tier'

const percent = (fraction) => new Exact(fraction).times(100).toFixed()
const plus = (a, b) => new Exact(a).plus(b).toFixed()
const minus = (a, b) => new Exact(a).minus(b).toFixed()
const times = (a, b) => new Exact(a).times(b).toFixed()
const over = (a, b) => new Exact(a).div(b).toFixed()
const opposite = (side) => (side === 'buy' ? 'sell' : 'buy')
const fillsOf = (rows) => rows.map(([qty, price]) => ({ qty, price }))
const tiersOf = (rows) => rows.map(([limit, maintenanceMarginRate]) => ({ limit, maintenanceMarginRate }))

const orderTerms = (x) => ({
  payoff: x.payoff,
  side: x.side,
  qty: x.qty,
  price: x.price ?? x.entry,
  leverage: x.leverage,
  takerFeeRate: x.takerFee,
})
const move = (x, price, side = x.side) => ({ payoff: x.payoff, side, qty: x.qty, entryPrice: x.entry, price })
const holding = (x, side = x.side) => ({
  payoff: x.payoff,
  side,
  qty: x.qty,
  entryPrice: x.entry,
  leverage: x.leverage,
  maintenanceMarginRate: x.mmr,
  deduction: x.deduction ?? '0',
  extraMargin: x.extraMargin ?? '0',
  takerFeeRate: x.takerFee ?? '0',
})
const liquidation = (x, side = x.side) =>
  isolatedLiquidationPrice(holding(x, side), x.basis === 'mark' ? 'mark' : 'entry')
const toTick = (x, price, side) => (x.tick === undefined ? price : roundRiskPrice(price, side, x.tick))
const marginOf = (x) =>
  positionMargin({ ...orderTerms(x), entryPrice: x.entry ?? x.price }, x.mode === 'cross' ? (x.mark ?? null) : null)

export const FORMULAS = [
  {
    topics: ['order-cost'],
    needs: ['side', 'qty', 'price', 'leverage', 'takerFee'],
    gives: {
      initialMargin: (x) => orderCost(orderTerms(x)).initialMargin,
      feeToOpen: (x) => orderCost(orderTerms(x)).feeToOpen,
      feeToClose: (x) => orderCost(orderTerms(x)).feeToClose,
      orderCost: (x) => orderCost(orderTerms(x)).cost,
      bustPrice: (x) => bankruptcyPrice({ ...orderTerms(x), entryPrice: x.price, extraMargin: '0' }),
    },
  },
  {
    topics: ['order-cost'],
    needs: ['side', 'orderCost', 'price', 'leverage', 'takerFee'],
    gives: { qty: (x) => qtyForCost({ ...orderTerms(x), cost: x.orderCost }) },
  },
  {
    topics: ['order-cost', 'margin', 'pnl', 'liquidation'],
    needs: ['qty', 'price'],
    gives: {
      orderValue: (x) => positionValue(x.payoff, x.qty, x.price),
      value: (x) => positionValue(x.payoff, x.qty, x.price),
    },
  },
  {
    topics: ['pnl', 'session-settlement', 'execution'],
    needs: ['fills'],
    gives: {
      avgEntry: (x) => averageEntry(x.payoff, fillsOf(x.fills)),
      totalValue: (x) => filledValue(x.payoff, fillsOf(x.fills)),
      totalQty: (x) => fillsOf(x.fills).reduce((sum, fill) => plus(sum, fill.qty), '0'),
    },
  },
  {
    topics: ['pnl', 'liquidation'],
    needs: ['side', 'qty', 'entry', 'now'],
    gives: {
      upnl: (x) => pricePnl(move(x, x.now)),
      pnl: (x) => pricePnl(move(x, x.now)),
    },
  },
  {
    topics: ['pnl', 'margin', 'liquidation', 'bankruptcy'],
    needs: ['qty', 'entry'],
    gives: { positionValue: (x) => positionValue(x.payoff, x.qty, x.entry) },
  },
  {
    topics: ['pnl'],
    needs: ['side', 'entry', 'now'],
    gives: {
      pnlPercent: (x) =>
        percent(over(pricePnl({ ...move(x, x.now), qty: '1' }), positionValue(x.payoff, '1', x.entry))),
    },
  },
  {
    topics: ['pnl'],
    needs: ['side', 'qty', 'entry', 'now', 'leverage'],
    gives: {
      // Position margin is IM and the fee to close; a source that names no fee rate means IM alone.
      roiPercent: (x) =>
        percent(roi(pricePnl(move(x, x.now)), marginOf({ ...x, takerFee: x.takerFee ?? '0' }).positionMargin)),
    },
  },
  {
    topics: ['pnl'],
    needs: ['side', 'entry', 'leverage', 'roiPercent'],
    gives: {
      targetPrice: (x) =>
        priceForRoi({
          payoff: x.payoff,
          side: x.side,
          entryPrice: x.entry,
          leverage: x.leverage,
          roi: over(x.roiPercent, 100),
        }),
    },
  },
  {
    topics: ['pnl', 'margin'],
    needs: ['side', 'qty', 'entry', 'leverage', 'takerFee'],
    gives: {
      initialMargin: (x) => marginOf(x).initialMargin,
      feeToClose: (x) => marginOf(x).feeToClose,
      positionIM: (x) => marginOf(x).positionMargin,
      positionMargin: (x) => marginOf(x).positionMargin,
    },
  },
  {
    topics: ['pnl'],
    needs: ['positionSide', 'cumEntryValue', 'cumExitValue', 'takerFee'],
    gives: {
      closedPnl: (x) =>
        closedPnl({
          payoff: x.payoff,
          side: x.positionSide,
          entryValue: x.cumEntryValue,
          exitValue: x.cumExitValue,
          openFeeRate: x.openFeeRate ?? x.takerFee,
          closeFeeRate: x.closeFeeRate ?? x.takerFee,
          fundingPaid: x.fundingPaid ?? '0',
        }),
    },
  },
  {
    topics: ['pnl'],
    needs: ['side', 'qty', 'entry', 'exit', 'takerFee'],
    gives: {
      closedPnl: (x) =>
        closedPnl({
          payoff: x.payoff,
          side: x.side,
          entryValue: positionValue(x.payoff, x.qty, x.entry),
          exitValue: positionValue(x.payoff, x.qty, x.exit),
          openFeeRate: x.openFeeRate ?? x.takerFee,
          closeFeeRate: x.closeFeeRate ?? x.takerFee,
          fundingPaid: x.fundingPaid ?? '0',
        }),
      openFee: (x) => tradingFee({ payoff: x.payoff, qty: x.qty, price: x.entry, rate: x.openFeeRate ?? x.takerFee }),
      closeFee: (x) => tradingFee({ payoff: x.payoff, qty: x.qty, price: x.exit, rate: x.closeFeeRate ?? x.takerFee }),
    },
  },
  {
    // Fees given as amounts.
    topics: ['pnl'],
    needs: ['side', 'qty', 'entry', 'exit', 'openFee', 'closeFee'],
    gives: {
      closedPnl: (x) => minus(minus(minus(pricePnl(move(x, x.exit)), x.openFee), x.closeFee), x.fundingPaid ?? '0'),
    },
  },
  {
    topics: ['pnl', 'break-even'],
    needs: ['side', 'qty', 'entry', 'realisedPnl', 'takerFee'],
    gives: {
      breakEvenPrice: (x) =>
        breakEvenPrice({
          side: x.side,
          qty: x.qty,
          entryPrice: x.entry,
          realisedPnl: x.realisedPnl,
          takerFeeRate: x.takerFee,
        }),
    },
  },
  {
    topics: ['pnl'],
    needs: ['qty', 'cumExitValue'],
    gives: { avgExit: (x) => (x.payoff === 'linear' ? over(x.cumExitValue, x.qty) : over(x.qty, x.cumExitValue)) },
  },
  {
    topics: ['pnl'],
    needs: ['qty', 'cumEntryValue'],
    gives: { avgEntry: (x) => (x.payoff === 'linear' ? over(x.cumEntryValue, x.qty) : over(x.qty, x.cumEntryValue)) },
  },
  {
    // The execution's side is that of the closing order; the position had the other one.
    topics: ['pnl', 'execution'],
    needs: ['side', 'qty', 'execPrice', 'entry'],
    gives: { execPnl: (x) => pricePnl(move(x, x.execPrice, opposite(x.side))) },
  },
  {
    topics: ['fee', 'execution'],
    needs: ['spotReceived', 'side', 'rate'],
    gives: {
      execFee: (x) => spotFee({ side: x.side, received: x.spotReceived, rate: x.rate }).fee,
      fee: (x) => spotFee({ side: x.side, received: x.spotReceived, rate: x.rate }).fee,
      feeCoin: (x) => spotFee({ side: x.side, received: x.spotReceived, rate: x.rate }).coin,
      received: (x) => spotFee({ side: x.side, received: x.spotReceived, rate: x.rate }).received,
    },
  },
  {
    topics: ['fee', 'execution'],
    needs: ['qty', 'price', 'rate'],
    gives: {
      fee: (x) => tradingFee(x),
      execFee: (x) => tradingFee(x),
      execValue: (x) => positionValue(x.payoff, x.qty, x.price),
      value: (x) => positionValue(x.payoff, x.qty, x.price),
    },
  },
  {
    topics: ['fee', 'execution'],
    needs: ['value', 'rate'],
    gives: { fee: (x) => times(x.value, x.rate), execFee: (x) => times(x.value, x.rate) },
  },
  {
    topics: ['execution'],
    needs: ['qty', 'price', 'rate', 'cashFlow', 'funding'],
    gives: { change: (x) => minus(plus(x.cashFlow, x.funding), tradingFee(x)) },
  },
  ...['takerFee', 'makerFee'].map((name) => ({
    topics: ['fee'],
    needs: ['qty', 'price', name],
    gives: { [name]: (x) => tradingFee({ payoff: x.payoff, qty: x.qty, price: x.price, rate: x[name] }) },
  })),
  {
    topics: ['fee'],
    needs: ['qty', 'entry', 'exit', 'takerFee'],
    gives: { takerTaker: (x) => roundTripFee(x, x.takerFee), totalFee: (x) => roundTripFee(x, x.takerFee) },
  },
  {
    topics: ['fee'],
    needs: ['qty', 'entry', 'exit', 'makerRebate'],
    gives: { makerMakerRebate: (x) => roundTripFee(x, x.makerRebate) },
  },
  ...[1, 2].map((leg) => ({
    topics: ['execution'],
    needs: ['qty', `leg${leg}Price`, `leg${leg}Rate`],
    gives: {
      [`leg${leg}Value`]: (x) => positionValue('linear', x.qty, x[`leg${leg}Price`]),
      [`leg${leg}Fee`]: (x) =>
        tradingFee({ payoff: 'linear', qty: x.qty, price: x[`leg${leg}Price`], rate: x[`leg${leg}Rate`] }),
    },
  })),
  {
    topics: ['margin', 'liquidation', 'bankruptcy', 'pnl'],
    needs: ['qty', 'entry', 'leverage'],
    gives: {
      initialMargin: (x) =>
        over(positionValue(x.payoff, x.qty, x.mode === 'cross' && x.mark !== undefined ? x.mark : x.entry), x.leverage),
    },
  },
  {
    topics: ['margin'],
    needs: ['tiers', 'value'],
    gives: {
      tier: (x) => String(tierIndex(x) + 1),
      deduction: (x) => tierDeductions(tiersOf(x.tiers))[tierIndex(x)],
      maintenanceMargin: (x) =>
        minus(times(x.value, x.tiers[tierIndex(x)][1]), tierDeductions(tiersOf(x.tiers))[tierIndex(x)]),
    },
  },
  { topics: ['margin'], needs: ['tiers'], gives: { deductions: (x) => tierDeductions(tiersOf(x.tiers)) } },
  {
    topics: ['margin'],
    needs: ['tiers', 'values'],
    gives: { mmr: (x) => x.values.map((value) => tierOf(tiersOf(x.tiers), value)?.maintenanceMarginRate ?? null) },
  },
  {
    topics: ['margin'],
    needs: ['imr'],
    gives: { maxLeverage: (x) => x.imr.map((rate) => new Exact(1).div(rate).toDecimalPlaces(2).toFixed()) },
  },
  {
    topics: ['margin', 'liquidation'],
    needs: ['qty', 'entry', 'mmr'],
    gives: {
      maintenanceMargin: (x) => minus(times(positionValue(x.payoff, x.qty, x.entry), x.mmr), x.deduction ?? '0'),
    },
  },
  {
    topics: ['liquidation'],
    needs: ['side', 'qty', 'entry', 'leverage', 'mmr'],
    when: (x) => x.mode !== 'cross',
    gives: {
      liqPrice: (x) => toTick(x, liquidation(x), x.side),
      bustPrice: (x) => toTick(x, bankruptcyPrice(holding(x)), x.side),
    },
  },
  {
    topics: ['liquidation'],
    needs: ['side', 'qty', 'entry', 'leverage', 'mmr', 'available'],
    when: (x) => x.mode === 'cross' && x.payoff === 'linear',
    gives: { liqPrice: (x) => toTick(x, crossLinear(x), x.side) },
  },
  {
    topics: ['liquidation'],
    needs: ['qty', 'entry', 'leverage', 'mmr'],
    gives: { liqLong: (x) => liquidation(x, 'buy'), liqShort: (x) => liquidation(x, 'sell') },
  },
  {
    // Cross, or isolated with margin added: one balance backs an inverse long.
    topics: ['liquidation'],
    needs: ['qty', 'entry', 'backing', 'mmr', 'takerFee'],
    when: (x) => x.payoff === 'inverse' && x.side === 'buy',
    gives: {
      // A cross example prints the bankruptcy price unrounded, an isolated one on the tick.
      bustPrice: (x) =>
        x.mode === 'cross'
          ? inverseLongBankruptcyPrice(inverseLong(x))
          : toTick(x, inverseLongBankruptcyPrice(inverseLong(x)), 'buy'),
      liqPrice: (x) => toTick(x, inverseLongLiquidationPrice(inverseLong(x)), 'buy'),
    },
  },
  {
    topics: ['bankruptcy'],
    needs: ['side', 'qty', 'entry', 'leverage'],
    gives: { bustPrice: (x) => toTick(x, bankruptcyPrice(holding(x)), x.side) },
  },
  {
    topics: ['bankruptcy'],
    needs: ['side', 'qty', 'entry', 'positionMargin', 'walletBalance'],
    gives: {
      bustPrice: (x) => {
        const perUnit = over(plus(x.positionMargin, x.walletBalance), x.qty)
        return x.side === 'buy' ? minus(x.entry, perUnit) : plus(x.entry, perUnit)
      },
    },
  },
  {
    topics: ['session-settlement'],
    needs: ['fills', 'close', 'mark'],
    gives: {
      realisedPnl: (x) =>
        pricePnl({
          payoff: 'linear',
          side: x.side ?? 'buy',
          qty: x.close[0],
          entryPrice: averageEntry('linear', fillsOf(x.fills)),
          price: x.close[1],
        }),
      upnl: (x) =>
        pricePnl({
          payoff: 'linear',
          side: x.side ?? 'buy',
          qty: minus(
            x.fills.reduce((sum, [qty]) => plus(sum, qty), '0'),
            x.close[0],
          ),
          entryPrice: averageEntry('linear', fillsOf(x.fills)),
          price: x.mark,
        }),
    },
  },
  {
    topics: ['session-settlement'],
    needs: ['side', 'qty', 'mark', 'realisedPnl'],
    gives: {
      previousSessionAvg: (x) => minus(x.mark, times(over(x.realisedPnl, x.qty), x.side === 'buy' ? '1' : '-1')),
      newSessionAvg: (x) => x.mark,
    },
  },
  {
    topics: ['funding'],
    needs: ['side', 'qty', 'mark', 'rate'],
    gives: {
      funding: (x) => fundingPayment({ ...x, markPrice: x.mark }),
      change: (x) => fundingPayment({ ...x, markPrice: x.mark }),
    },
  },
  {
    topics: ['funding'],
    needs: ['I', 'P'],
    when: (x) => Array.isArray(x.P),
    gives: {
      F: (x) => x.P.map((premium) => fundingRate(premium, x.I)),
    },
  },
  {
    topics: ['funding'],
    needs: ['premiums'],
    gives: { averagePremium: (x) => averagePremium(x.premiums) },
  },
  {
    // Derivatives cut at six places, spot rounds at four; only derivatives have an open interest.
    topics: ['index-mark'],
    needs: ['last', 'prev24h'],
    gives: {
      price24hPcnt: (x) => {
        const change = new Exact(x.last).minus(x.prev24h).div(x.prev24h)
        return (
          x.openInterest === undefined ? change.toDecimalPlaces(4) : change.toDecimalPlaces(6, Exact.ROUND_DOWN)
        ).toFixed()
      },
    },
  },
  {
    topics: ['index-mark'],
    needs: ['openInterest', 'mark'],
    gives: { openInterestValue: (x) => positionValue(x.payoff, x.openInterest, x.mark) },
  },
  { topics: ['index-mark'], needs: ['last', 'index'], gives: { basis: (x) => minus(x.last, x.index) } },
  {
    topics: ['index-mark'],
    needs: ['mark', 'index'],
    gives: { basisRate: (x) => over(minus(x.mark, x.index), x.index) },
  },
  ...['maxBuy', 'buyLmt'].map((name) => band(name, 'maxBuy')),
  ...['minSell', 'sellLmt'].map((name) => band(name, 'minSell')),
  {
    topics: ['price-limit'],
    needs: ['qty', 'fillableAtOrBelowLimit'],
    gives: {
      filled: (x) => Exact.min(x.qty, x.fillableAtOrBelowLimit).toFixed(),
      rejected: (x) => minus(x.qty, Exact.min(x.qty, x.fillableAtOrBelowLimit)),
    },
  },
  {
    topics: ['adl'],
    needs: ['pnl', 'maxPnl', 'maxBalance'],
    gives: {
      pnlRatio: (x) => insurancePnlRatio(x),
      adlNotional: (x) => deleveragedNotional({ ...x, pnlRatio: insurancePnlRatio(x) }),
    },
  },
  {
    topics: ['adl'],
    needs: ['pnl', 'maxPnl', 'maxBalance', 'balance'],
    gives: {
      triggered: (x) => isDeleveraging({ ...x, threshold: x.threshold ?? '0', pnlRatio: insurancePnlRatio(x) }),
    },
  },
  {
    topics: ['trailing-stop'],
    needs: ['side', 'prices'],
    gives: { stop: (x) => trailingStopPrice(trailingOf(x), x.prices) },
  },
  {
    topics: ['trailing-stop'],
    needs: ['side', 'activation'],
    gives: {
      activeBelow8000: (x) => trailingStopPrice(trailingOf(x), [x.ltp ?? x.last]) !== null,
      active: (x) => trailingStopPrice(trailingOf(x), [x.ltp ?? x.last]) !== null,
      firstStop: (x) => trailingStopPrice(trailingOf(x), [x.activation]),
    },
  },
  {
    topics: ['tpsl'],
    needs: ['position', 'newOrder'],
    gives: {
      position: (x) => afterOrder(x),
      tp: (x) => guardAfter(x, 'tp'),
      sl: (x) => guardAfter(x, 'sl'),
    },
  },
]

/** An example names its trailing stop by distance or by per cent. */
function trailingOf(x) {
  const percent = x.rate ?? x.percent
  return {
    side: x.side,
    distance: x.distance ?? null,
    rate: x.distance === undefined ? over(percent, '100') : null,
    activationPrice: x.activation ?? null,
  }
}

const plain = (value) => new Exact(value).toFixed()

/** Signed: an order of the other side reduces, closes or turns the position round. */
function afterOrder(x) {
  const isSell = /^s/i.test(String(x.newOrder.side))
  return isSell ? minus(x.position, x.newOrder.qty) : plus(x.position, x.newOrder.qty)
}

/** A closed position has no guards; a flip has the new order's alone; what adds replaces the prices that it names. */
function guardAfter(x, leg) {
  const after = new Exact(afterOrder(x))
  const brought = x.newOrder[leg] === undefined ? null : plain(x.newOrder[leg])
  if (after.isZero()) return null
  if (after.isNegative() !== new Exact(x.position).isNegative()) return brought
  const adds = after.isNegative() === /^s/i.test(String(x.newOrder.side))
  return (adds ? brought : null) ?? x[leg] ?? null
}

function tierIndex(x) {
  const tier = tierOf(tiersOf(x.tiers), x.value)
  return tier === null ? x.tiers.length - 1 : x.tiers.findIndex(([limit]) => limit === tier.limit)
}

function crossLinear(x) {
  const value = positionValue('linear', x.qty, x.entry)
  return crossLiquidationPrice({
    side: x.side,
    qty: x.qty,
    entryPrice: x.entry,
    markPrice: x.mark ?? x.entry,
    available: x.available,
    initialMargin: x.initialMargin ?? over(value, x.leverage),
    maintenanceMargin: x.maintenanceMargin ?? minus(times(value, x.mmr), x.deduction ?? '0'),
  })
}

function roundTripFee(x, rate) {
  return plus(
    tradingFee({ payoff: x.payoff, qty: x.qty, price: x.entry, rate }),
    tradingFee({ payoff: x.payoff, qty: x.qty, price: x.exit, rate }),
  )
}

function inverseLong(x) {
  return { qty: x.qty, entryPrice: x.entry, balance: x.backing, maintenanceMarginRate: x.mmr, takerFeeRate: x.takerFee }
}

/** The band of semantics.md §1.9: with X, Y and an index the rule in force, with one ratio the older ones. */
function band(name, side) {
  return {
    topics: ['price-limit'],
    needs: ['bandPrice', 'X'],
    gives: {
      [name]: (x) =>
        x.Y === undefined || x.index === undefined
          ? ratioBand(x.bandPrice, x.X, x.tick ?? '0.00000001')[side]
          : priceBand(
              { markPrice: x.bandPrice, indexPrice: x.index, premium: x.premium ?? '0' },
              { priceLimitRatioX: x.X, priceLimitRatioY: x.Y, tickSize: x.tick ?? '0.00000001' },
            )[side],
    },
  }
}
