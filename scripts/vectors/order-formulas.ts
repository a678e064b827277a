/**
 * Which rule of src/domain computes what of orders, results and fees. A formula applies where its topic fits and every
 * input it needs is there; it is chosen by what it gives. `x` holds the inputs under their canonical names.
 */
import { add, subtract, zero, type Money, type Price, type Rate } from '../../src/domain/decimal'
import type { Side } from '../../src/domain/order/order'
import { breakEvenPrice } from '../../src/domain/risk/break-even'
import { spotFee, tradingFee } from '../../src/domain/risk/fees'
import { bankruptcyPrice } from '../../src/domain/risk/liquidation-price'
import { positionMargin } from '../../src/domain/risk/margin'
import { orderCost, qtyForCost } from '../../src/domain/risk/order-cost'
import { positionValue } from '../../src/domain/risk/payoff'
import { averageEntry, closedPnl, filledValue, priceForRoi, pricePnl, roi } from '../../src/domain/risk/pnl'
import { filledQty, fraction, one, over, percent, times } from './arithmetic'
import { formula, type Having } from './rule'

const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

const orderTerms = (x: Having<'side' | 'price' | 'leverage' | 'takerFee'>) => ({
  payoff: x.payoff,
  side: x.side,
  price: x.price,
  leverage: x.leverage,
  takerFeeRate: x.takerFee,
})
const costOf = (x: Having<'side' | 'qty' | 'price' | 'leverage' | 'takerFee'>) =>
  orderCost({ ...orderTerms(x), qty: x.qty })

const move = (x: Having<'side' | 'qty' | 'entry'>, price: Price) => ({
  payoff: x.payoff,
  side: x.side,
  qty: x.qty,
  entryPrice: x.entry,
  price,
})

/** A cross position's margin is that at the mark, where the example has one. */
const marginOf = (x: Having<'side' | 'qty' | 'entry' | 'leverage' | 'takerFee'>) =>
  positionMargin(
    {
      payoff: x.payoff,
      side: x.side,
      qty: x.qty,
      entryPrice: x.entry,
      leverage: x.leverage,
      takerFeeRate: x.takerFee,
    },
    x.mode === 'cross' ? (x.mark ?? null) : null,
  )

/** Per cent; `null` without a margin. */
function returnOf(pnl: Money, margin: Money) {
  const share = roi(pnl, margin)
  return share === null ? null : percent(share)
}

function roundTripFee(x: Having<'qty' | 'entry' | 'exit'>, rate: Rate) {
  const { payoff, qty } = x
  return add(tradingFee({ payoff, qty, price: x.entry, rate }), tradingFee({ payoff, qty, price: x.exit, rate }))
}

/** Linear value / qty, inverse contracts / value. */
const averageOf = (x: Having<'qty'>, value: Money): Price =>
  x.payoff === 'linear' ? over(value, x.qty) : over(x.qty, value)

export const ORDER_FORMULAS = [
  formula({
    topics: ['order-cost'],
    needs: ['side', 'qty', 'price', 'leverage', 'takerFee'],
    gives: {
      initialMargin: (x) => costOf(x).initialMargin,
      feeToOpen: (x) => costOf(x).feeToOpen,
      feeToClose: (x) => costOf(x).feeToClose,
      orderCost: (x) => costOf(x).cost,
      bustPrice: (x) => bankruptcyPrice({ ...orderTerms(x), qty: x.qty, entryPrice: x.price, extraMargin: zero() }),
    },
  }),
  formula({
    topics: ['order-cost'],
    needs: ['side', 'orderCost', 'price', 'leverage', 'takerFee'],
    gives: { qty: (x) => qtyForCost({ ...orderTerms(x), cost: x.orderCost }) },
  }),
  formula({
    topics: ['order-cost', 'margin', 'pnl', 'liquidation'],
    needs: ['qty', 'price'],
    gives: {
      orderValue: (x) => positionValue(x.payoff, x.qty, x.price),
      value: (x) => positionValue(x.payoff, x.qty, x.price),
    },
  }),
  formula({
    topics: ['pnl', 'session-settlement', 'execution'],
    needs: ['fills'],
    gives: {
      avgEntry: (x) => averageEntry(x.payoff, x.fills),
      totalValue: (x) => filledValue(x.payoff, x.fills),
      totalQty: (x) => filledQty(x.fills),
    },
  }),
  formula({
    topics: ['pnl', 'liquidation'],
    needs: ['side', 'qty', 'entry', 'now'],
    gives: {
      upnl: (x) => pricePnl(move(x, x.now)),
      pnl: (x) => pricePnl(move(x, x.now)),
    },
  }),
  formula({
    topics: ['pnl', 'margin', 'liquidation', 'bankruptcy'],
    needs: ['qty', 'entry'],
    gives: { positionValue: (x) => positionValue(x.payoff, x.qty, x.entry) },
  }),
  formula({
    topics: ['pnl'],
    needs: ['side', 'entry', 'now'],
    gives: {
      pnlPercent: (x) =>
        percent(over(pricePnl(move({ ...x, qty: one() }, x.now)), positionValue(x.payoff, one(), x.entry))),
    },
  }),
  formula({
    topics: ['pnl'],
    needs: ['side', 'qty', 'entry', 'now', 'leverage'],
    gives: {
      // Position margin is IM and the fee to close; a source that names no fee rate means IM alone.
      roiPercent: (x) =>
        returnOf(pricePnl(move(x, x.now)), marginOf({ ...x, takerFee: x.takerFee ?? zero() }).positionMargin),
    },
  }),
  formula({
    topics: ['pnl'],
    needs: ['side', 'entry', 'leverage', 'roiPercent'],
    gives: {
      targetPrice: (x) =>
        priceForRoi({
          payoff: x.payoff,
          side: x.side,
          entryPrice: x.entry,
          leverage: x.leverage,
          roi: fraction(x.roiPercent),
        }),
    },
  }),
  formula({
    topics: ['pnl', 'margin'],
    needs: ['side', 'qty', 'entry', 'leverage', 'takerFee'],
    gives: {
      initialMargin: (x) => marginOf(x).initialMargin,
      feeToClose: (x) => marginOf(x).feeToClose,
      positionIM: (x) => marginOf(x).positionMargin,
      positionMargin: (x) => marginOf(x).positionMargin,
    },
  }),
  formula({
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
          fundingPaid: x.fundingPaid ?? zero(),
        }),
    },
  }),
  formula({
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
          fundingPaid: x.fundingPaid ?? zero(),
        }),
      openFee: (x) => tradingFee({ payoff: x.payoff, qty: x.qty, price: x.entry, rate: x.openFeeRate ?? x.takerFee }),
      closeFee: (x) => tradingFee({ payoff: x.payoff, qty: x.qty, price: x.exit, rate: x.closeFeeRate ?? x.takerFee }),
    },
  }),
  formula({
    // Fees given as amounts.
    topics: ['pnl'],
    needs: ['side', 'qty', 'entry', 'exit', 'openFee', 'closeFee'],
    gives: {
      closedPnl: (x) =>
        subtract(subtract(subtract(pricePnl(move(x, x.exit)), x.openFee), x.closeFee), x.fundingPaid ?? zero()),
    },
  }),
  formula({
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
  }),
  formula({
    topics: ['pnl'],
    needs: ['qty', 'cumExitValue'],
    gives: { avgExit: (x) => averageOf(x, x.cumExitValue) },
  }),
  formula({
    topics: ['pnl'],
    needs: ['qty', 'cumEntryValue'],
    gives: { avgEntry: (x) => averageOf(x, x.cumEntryValue) },
  }),
  formula({
    // The execution's side is that of the closing order; the position had the other one.
    topics: ['pnl', 'execution'],
    needs: ['side', 'qty', 'execPrice', 'entry'],
    gives: { execPnl: (x) => pricePnl(move({ ...x, side: opposite(x.side) }, x.execPrice)) },
  }),
  formula({
    topics: ['fee', 'execution'],
    needs: ['spotReceived', 'side', 'rate'],
    gives: {
      execFee: (x) => spotFee({ side: x.side, received: x.spotReceived, rate: x.rate }).fee,
      fee: (x) => spotFee({ side: x.side, received: x.spotReceived, rate: x.rate }).fee,
      feeCoin: (x) => spotFee({ side: x.side, received: x.spotReceived, rate: x.rate }).coin,
      received: (x) => spotFee({ side: x.side, received: x.spotReceived, rate: x.rate }).received,
    },
  }),
  formula({
    topics: ['fee', 'execution'],
    needs: ['qty', 'price', 'rate'],
    gives: {
      fee: (x) => tradingFee(x),
      execFee: (x) => tradingFee(x),
      execValue: (x) => positionValue(x.payoff, x.qty, x.price),
      value: (x) => positionValue(x.payoff, x.qty, x.price),
    },
  }),
  formula({
    topics: ['fee', 'execution'],
    needs: ['value', 'rate'],
    gives: { fee: (x) => times(x.value, x.rate), execFee: (x) => times(x.value, x.rate) },
  }),
  formula({
    topics: ['execution'],
    needs: ['qty', 'price', 'rate', 'cashFlow', 'funding'],
    gives: { change: (x) => subtract(add(x.cashFlow, x.funding), tradingFee(x)) },
  }),
  formula({
    topics: ['fee'],
    needs: ['qty', 'price', 'takerFee'],
    gives: { takerFee: (x) => tradingFee({ ...x, rate: x.takerFee }) },
  }),
  formula({
    topics: ['fee'],
    needs: ['qty', 'price', 'makerFee'],
    gives: { makerFee: (x) => tradingFee({ ...x, rate: x.makerFee }) },
  }),
  formula({
    topics: ['fee'],
    needs: ['qty', 'entry', 'exit', 'takerFee'],
    gives: { takerTaker: (x) => roundTripFee(x, x.takerFee), totalFee: (x) => roundTripFee(x, x.takerFee) },
  }),
  formula({
    topics: ['fee'],
    needs: ['qty', 'entry', 'exit', 'makerRebate'],
    gives: { makerMakerRebate: (x) => roundTripFee(x, x.makerRebate) },
  }),
  formula({
    topics: ['execution'],
    needs: ['qty', 'leg1Price', 'leg1Rate'],
    gives: {
      leg1Value: (x) => positionValue('linear', x.qty, x.leg1Price),
      leg1Fee: (x) => tradingFee({ payoff: 'linear', qty: x.qty, price: x.leg1Price, rate: x.leg1Rate }),
    },
  }),
  formula({
    topics: ['execution'],
    needs: ['qty', 'leg2Price', 'leg2Rate'],
    gives: {
      leg2Value: (x) => positionValue('linear', x.qty, x.leg2Price),
      leg2Fee: (x) => tradingFee({ payoff: 'linear', qty: x.qty, price: x.leg2Price, rate: x.leg2Rate }),
    },
  }),
]
