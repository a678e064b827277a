/** What the engine answers of results: average entry, P&L, returns, and what a closed part brought. */
import { positionMarginE8 } from '../../../exchange/engine/risk/available'
import { unrealisedOfE8 } from '../../../exchange/engine/risk/margin'
import { feeE8, initialMarginE8, unrealisedE8 } from '../../../exchange/engine/risk/formulas'
import { Exact, toText, zero, type Qty } from '../../../src/domain/decimal'
import type { Side } from '../../../src/domain/order/order'
import type { Payoff } from '../../../src/domain/instrument/payoff'
import { one } from '../arithmetic'
import { answer, type Having, type Numeric } from '../rule'
import { about, amount, cash, e8, exactly, Floor, measure, money, places, stepOf } from './lab'
import { held, positionFor, isLinear, marginOf, valued } from './positions'

/** The fills of an example, traded one after another. */
export function filled(x: Having<'fills'>): Floor {
  const lot = stepOf<Qty>(Math.max(0, ...x.fills.map(({ qty }) => places(qty)), places(x.close?.qty ?? zero())))
  const prices = [...x.fills.map(({ price }) => price), x.close?.price, x.mark]
  const { tick, contract } = measure({ ...x, qty: lot }, prices, {
    finest: 0,
    terms: { settlesSessions: false, takerFee: zero() },
  })
  const floor = new Floor(contract.instrument, { tick, lot, leverageE2: 10_000 })
  for (const { qty, price } of x.fills) floor.deal(x.side ?? 'buy', price, qty)
  return floor
}

/** Average entry of a cost: cost / qty, or contracts / cost. Costs are rounded to E8 at each fill. */
export function averageOf(x: { readonly payoff: Payoff }, qty: Qty, costE8: number, roundings = 1): Numeric {
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

function filledQty(x: Having<'fills'>) {
  const floor = filled(x)
  const { lots, costE8 } = floor.position
  return { qty: toText<Qty>(new Exact(Math.abs(lots)).times(floor.lot)), costE8 }
}

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

function closed(x: Having<'side' | 'qty' | 'entry' | 'exit'>) {
  const { tick, lot, contract } = measure(x, [x.entry, x.exit], { finest: 0 })
  const floor = new Floor(contract.instrument, { tick, lot, leverageE2: 10_000 })
  const open = floor.deal(x.side, x.entry, x.qty)
  const close = floor.deal(opposite(x.side), x.exit, x.qty)
  return { open, close, resultE8: close.closedPnlE8 }
}

/** Per cent. */
function ratio(partE8: number, wholeE8: number): Numeric {
  const share = new Exact(partE8).div(wholeE8).times(100)
  return about(share, new Exact(300).div(wholeE8).times(share.abs().div(100).plus(1)))
}

const priceResult = (x: Having<'side' | 'qty' | 'entry'>) => amount(unrealisedOfE8(positionFor(x)))

/** As much of a contract as makes the roundings of a result small. */
const plenty = (x: { readonly payoff: Payoff }) => (isLinear(x) ? one<Qty>() : toText<Qty>(new Exact(1_000_000)))

export const RESULT_ANSWERS = [
  answer({
    topics: ['pnl', 'session-settlement', 'execution'],
    needs: ['fills'],
    gives: {
      avgEntry: (x) => averageOf(x, filledQty(x).qty, filledQty(x).costE8, x.fills.length),
      totalValue: (x) => about(money(filledQty(x).costE8), new Exact('0.00000001').times(x.fills.length)),
      totalQty: (x) => exactly(filledQty(x).qty),
    },
  }),
  answer({
    topics: ['pnl', 'liquidation'],
    needs: ['side', 'qty', 'entry', 'now'],
    gives: { upnl: priceResult, pnl: priceResult },
  }),
  answer({
    topics: ['pnl'],
    needs: ['side', 'entry', 'now'],
    gives: {
      pnlPercent: (x) => {
        const position = positionFor({ ...x, qty: plenty(x) })
        return ratio(unrealisedOfE8(position), position.costE8)
      },
    },
  }),
  answer({
    topics: ['pnl'],
    needs: ['side', 'qty', 'entry', 'now', 'leverage'],
    gives: { roiPercent: (x) => ratio(unrealisedOfE8(positionFor(x)), positionMarginE8(marginOf(x))) },
  }),
  answer({
    topics: ['pnl'],
    needs: ['side', 'entry', 'leverage', 'roiPercent'],
    gives: {
      targetPrice: (x) => {
        const one = held({ ...x, qty: x.qty ?? plenty(x), tick: undefined, now: undefined })
        const { costE8, leverageE2, direction } = one.position
        const gainE8 = cash(new Exact(money(initialMarginE8(costE8, leverageE2))).times(x.roiPercent).div(100))
        return valued(one, BigInt(costE8 + direction * gainE8))
      },
    },
  }),
  answer({
    topics: ['pnl'],
    needs: ['positionSide', 'cumEntryValue', 'cumExitValue', 'takerFee'],
    gives: {
      closedPnl: (x) => {
        const [entry, exit] = [cash(x.cumEntryValue), cash(x.cumExitValue)]
        const isGainOnRise = (x.positionSide === 'buy') === isLinear(x)
        const fees = feeE8(entry, e8(x.openFeeRate ?? x.takerFee)) + feeE8(exit, e8(x.closeFeeRate ?? x.takerFee))
        return amount(unrealisedE8(exit, entry, isGainOnRise ? 1 : -1) - fees - cash(x.fundingPaid ?? zero()))
      },
    },
  }),
  answer({
    topics: ['pnl'],
    needs: ['side', 'qty', 'entry', 'exit', 'takerFee'],
    when: (x) => x.openFeeRate === undefined && x.closeFeeRate === undefined,
    gives: {
      closedPnl: (x) => {
        const { open, close, resultE8 } = closed(x)
        return amount(resultE8 - open.feeE8 - close.feeE8 - cash(x.fundingPaid ?? zero()))
      },
      openFee: (x) => amount(closed(x).open.feeE8),
      closeFee: (x) => amount(closed(x).close.feeE8),
    },
  }),
  answer({
    topics: ['pnl'],
    needs: ['side', 'qty', 'entry', 'exit', 'openFee', 'closeFee'],
    gives: {
      closedPnl: (x) => amount(closed(x).resultE8 - cash(x.openFee) - cash(x.closeFee) - cash(x.fundingPaid ?? zero())),
    },
  }),
  answer({
    topics: ['pnl'],
    needs: ['qty', 'cumExitValue'],
    gives: { avgExit: (x) => averageOf(x, x.qty, cash(x.cumExitValue)) },
  }),
  answer({
    topics: ['pnl'],
    needs: ['qty', 'cumEntryValue'],
    gives: { avgEntry: (x) => averageOf(x, x.qty, cash(x.cumEntryValue)) },
  }),
  answer({
    topics: ['pnl', 'execution'],
    needs: ['side', 'qty', 'execPrice', 'entry'],
    gives: {
      execPnl: (x) => amount(closed({ ...x, side: opposite(x.side), exit: x.execPrice, takerFee: zero() }).resultE8),
    },
  }),
]
