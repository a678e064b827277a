/** What the engine answers of results: average entry, P&L, returns, and what a closed part brought. */
import { positionMarginE8 } from '../../../exchange/engine/risk/available'
import { unrealisedOfE8 } from '../../../exchange/engine/risk/margin'
import { feeE8, initialMarginE8, unrealisedE8 } from '../../../exchange/engine/risk/formulas'
import { Exact } from '../../../src/domain/decimal'
import { about, amount, cash, e8, exactly, Floor, measure, money, places, stepOf } from './lab.mjs'
import { held, positionFor, isLinear, marginOf, valued } from './positions.mjs'

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

const priceResult = (x) => amount(unrealisedOfE8(positionFor(x)))

export const RESULT_ANSWERS = [
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
    topics: ['pnl'],
    needs: ['side', 'entry', 'now'],
    gives: {
      pnlPercent: (x) => {
        const position = positionFor({ ...x, qty: x.payoff === 'inverse' ? '1000000' : '1' })
        return ratio(unrealisedOfE8(position), position.costE8)
      },
    },
  },
  {
    topics: ['pnl'],
    needs: ['side', 'qty', 'entry', 'now', 'leverage'],
    gives: { roiPercent: (x) => ratio(unrealisedOfE8(positionFor(x)), positionMarginE8(marginOf(x))) },
  },
  {
    topics: ['pnl'],
    needs: ['side', 'entry', 'leverage', 'roiPercent'],
    gives: {
      targetPrice: (x) => {
        const one = held({ ...x, qty: x.qty ?? (isLinear(x) ? '1' : '1000000'), tick: undefined, now: undefined })
        const { costE8, leverageE2, direction } = one.position
        const gainE8 = cash(
          new Exact(money(initialMarginE8(costE8, leverageE2))).times(x.roiPercent).div(100).toFixed(),
        )
        return valued(one, BigInt(costE8 + direction * gainE8))
      },
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
]
