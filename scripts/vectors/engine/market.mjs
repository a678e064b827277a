/** What the exchange answers of sessions, funding, tickers, the insurance pool and the orders that guard a position. */
import { createPool, drawdownOf, isTriggered, notePool } from '../../../exchange/engine/liquidation/insurance-pool'
import { Market } from '../../../exchange/engine/entities'
import { mulDiv } from '../../../exchange/engine/scaled'
import { fundingRateE8, samplePremium, startMark } from '../../../exchange/simulation/mark-price'
import { changeRate } from '../../../exchange/venue/day-stats'
import { Exact } from '../../../src/domain/decimal'
import {
  about,
  amount,
  cash,
  contractOf,
  count,
  exactly,
  Floor,
  measure,
  money,
  places,
  stepOf,
  TooFine,
} from './lab.mjs'
import { averageOf, filled } from './results.mjs'

const finestOf = (...numbers) => Math.max(0, ...numbers.filter((one) => one !== undefined).map(places))

/** Part of the position closed, the rest held to the mark. */
function session(x) {
  const floor = filled(x)
  const side = (x.side ?? 'buy') === 'buy' ? 'sell' : 'buy'
  const { closedPnlE8 } = floor.deal(side, x.close[1], x.close[0])
  floor.mark(x.mark)
  return { realisedE8: closedPnlE8, unrealisedE8: floor.position.unrealisedE8 }
}

/** A session settled from a known entry: what it pays, and the entry after it. */
function settled(x) {
  const tick = stepOf(places(x.mark))
  const { lot, contract } = measure({ ...x, tick, payoff: 'linear' }, [], {
    terms: { settlesSessions: true, takerFee: '0' },
  })
  const floor = new Floor(contract.instrument, { tick, lot, leverage: '100' })
  const entry = new Exact(x.mark).plus(new Exact(tick).times(10))
  floor.deal(x.side, entry.toFixed(), x.qty)
  floor.mark(x.mark)
  const { events } = floor.run({ type: 'funding', symbol: 'X', rateE8: 0 })
  const paid = events.find(
    ({ type, execution }) => type === 'execution' && execution.account === 'one' && execution.execType === 'Settle',
  )
  return { away: entry.minus(x.mark), paidE8: paid.execution.closedPnlE8, position: floor.position }
}

/** The engine's settlement is straight in the entry, so one settlement tells the entry of every other. */
function previousSession(x) {
  const { away, paidE8 } = settled(x)
  const entry = new Exact(x.mark).plus(away.times(x.realisedPnl).div(money(paidE8)))
  return about(entry, new Exact('0.00000003').div(x.qty))
}

function funded(x) {
  const { tick, lot, contract } = measure(x, [x.mark], { finest: 0, terms: { takerFee: '0' } })
  const floor = new Floor(contract.instrument, { tick, lot, leverage: '100' })
  floor.deal(x.side, x.mark, x.qty)
  floor.mark(x.mark)
  const before = floor.balance.walletE8
  const { events } = floor.run({ type: 'funding', symbol: 'X', rateE8: count(x.rate, '0.00000001') })
  const { execution } = events.find((event) => event.type === 'execution' && event.execution.account === 'one')
  return { fundingE8: -execution.feeE8, changeE8: floor.balance.walletE8 - before }
}

const NO_CAP = { upper: 1, lower: -1 }
/** Minutes of an interval whose share of the daily interest is the example's: 480 of them have 0.01 %. */
const intervalOf = (interest) => Number(new Exact(interest).div('0.0001').times(480).toFixed())

function rateOf(premium, interest) {
  const state = { ...startMark(0, 480), premiumWeighted: Number(premium), premiumWeights: 1 }
  return about(money(fundingRateE8(state, NO_CAP, intervalOf(interest))), '0.000000006')
}

/** The premiums as the market takes them: one impact price a minute, from a book of one deep level a side. */
function averaged(premiums) {
  const state = startMark(0, 480)
  const index = 1e9
  premiums.forEach((premium, minute) => {
    const impact = index * (1 + Number(premium))
    const book = () => ({ bids: [[impact, 1]], asks: [[impact, 1]] })
    samplePremium(state, (minute + 1) * 60_000, index, book, 1)
  })
  return about(state.premiumWeighted / state.premiumWeights, '1e-12')
}

/** Contracts at the mark, in a unit of money of their own where E8 would not hold them. */
function interestValue(x) {
  const [lot, tick] = [stepOf(places(x.openInterest)), stepOf(places(x.mark))]
  const [lots, ticks] = [count(x.openInterest, lot), count(x.mark, tick)]
  const { instrument } = new Market(contractOf(x.payoff, tick, lot))
  if (x.payoff === 'inverse') return amount(new Market(instrument).valueOf(lots, ticks))
  const inUnits = new Market({ ...instrument, valueUnitE8: 1 }).valueOf(lots, ticks)
  if (!Number.isSafeInteger(inUnits)) throw new TooFine('open interest')
  return exactly(new Exact(inUnits).times(lot).times(tick))
}

/** Last, mark and index as the exchange holds them after a trade and a price of each, in its ticks. */
function tickers(x) {
  const tick = stepOf(finestOf(x.last, x.mark, x.index))
  const floor = new Floor(contractOf('linear', tick, '1'), { tick, lot: '1' })
  if (x.last !== undefined) floor.print(x.last)
  floor.mark(x.mark ?? x.index, x.index)
  const { lastTicks, markTicks, indexTicks } = floor.engine.snapshot().markets[0]
  return { tick, lastTicks, markTicks, indexTicks }
}

function dayChange(x) {
  // The exchange has no spot market; spot's four places are the client's alone.
  if (x.openInterest === undefined) throw new TooFine('spot')
  const tick = stepOf(finestOf(x.last, x.prev24h))
  return exactly(changeRate(count(x.prev24h, tick), count(x.last, tick)))
}

/** The pool as it stood at its highest, then now. */
function drawdown(x) {
  const pool = createPool()
  notePool(pool, cash(x.maxPnl), cash(x.maxBalance), 0)
  return { pool, ...drawdownOf(pool, cash(x.pnl), cash(x.balance)) }
}

function isOn(x) {
  const balance = new Exact(x.balance)
  const { pool } = drawdown(x)
  return balance.lte(0) || (balance.gt(x.threshold ?? '0') && isTriggered(pool, cash(x.pnl), cash(x.balance)))
}

/** A trailing stop on a position of one lot, followed through the prices of the example. */
function trailed(x, prices, isSleeping = false) {
  const percent = x.rate ?? x.percent
  const tick = stepOf(finestOf(...prices, x.distance, x.activation) + (x.distance === undefined ? 4 : 0))
  const floor = new Floor(contractOf('linear', tick, '1'), { tick, lot: '1', leverage: '100' })
  floor.deal(x.side, prices[0], '1')
  floor.run({
    type: 'setTpSl',
    account: 'one',
    symbol: 'X',
    mode: 'full',
    takeProfit: null,
    stopLoss: null,
    lots: 0,
    takeProfitId: null,
    stopLossId: null,
    trailing: {
      distanceTicks: x.distance === undefined ? null : count(x.distance, tick),
      rateE8: x.distance === undefined ? cash(new Exact(percent).div(100).toFixed()) : null,
      activationTicks: x.activation === undefined ? 0 : count(x.activation, tick),
    },
  })
  const stopTicks = () => floor.position.protection?.trailing?.stopTicks ?? null
  const isActive = stopTicks() !== null
  if (isSleeping) return { isActive }
  for (const price of prices.slice(1)) {
    if (floor.position.protection === null) throw new TooFine('the stop has fired')
    floor.print(price)
  }
  if (stopTicks() === null) throw new TooFine('not active')
  return { stop: about(floor.price(stopTicks()), x.distance === undefined ? tick : 0) }
}

const isSell = (side) => /^s/i.test(String(side))

/** A guarded position, and an order with prices of its own that adds to it, closes it or turns it round. */
function guarded(x) {
  const order = { ...x.newOrder, side: isSell(x.newOrder.side) ? 'sell' : 'buy' }
  const legs = [x.tp, x.sl, order.tp, order.sl].filter((price) => price !== undefined)
  const isLong = new Exact(x.position).gt(0)
  const lowest = [isLong ? x.sl : x.tp, order.side === 'buy' ? order.sl : order.tp].filter((one) => one !== undefined)
  const highest = [isLong ? x.tp : x.sl, order.side === 'buy' ? order.tp : order.sl].filter((one) => one !== undefined)
  const floorPrice = Exact.max(...lowest, '0')
  const middle = highest.length === 0 ? floorPrice.times(2).plus(1) : floorPrice.plus(Exact.min(...highest)).div(2)
  const tick = stepOf(finestOf(...legs) + 1)
  const price = middle.toDecimalPlaces(places(tick), Exact.ROUND_DOWN).toFixed()
  const lot = stepOf(finestOf(x.position, String(order.qty)))
  const floor = new Floor(contractOf('linear', tick, lot), { tick, lot, leverage: '10' })
  floor.deal(isLong ? 'buy' : 'sell', price, new Exact(x.position).abs().toFixed())
  const leg = (ticks) =>
    ticks === undefined
      ? null
      : { ticks: count(ticks, tick), by: 'last', orderType: 'market', limitTicks: 0, slippage: null }
  const none = { takeProfitId: null, stopLossId: null, trailing: null, lots: 0 }
  if (x.tp !== undefined || x.sl !== undefined) {
    const legsNow = { takeProfit: leg(x.tp), stopLoss: leg(x.sl) }
    floor.run({ type: 'setTpSl', account: 'one', symbol: 'X', mode: 'full', ...legsNow, ...none })
  }
  const brings = order.tp !== undefined || order.sl !== undefined
  const tpSl = { mode: 'full', takeProfit: leg(order.tp), stopLoss: leg(order.sl) }
  floor.deal(order.side, price, String(order.qty), { changes: brings ? { tpSl } : {} })
  const { lots, protection } = floor.position
  const priceOf = (ticks) => (ticks === null || ticks === undefined ? null : exactly(floor.price(ticks)))
  return {
    position: exactly(new Exact(lots).times(lot)),
    tp: priceOf(protection?.takeProfitTicks),
    sl: priceOf(protection?.stopLossTicks),
  }
}

export const MARKET_ANSWERS = [
  {
    topics: ['session-settlement'],
    needs: ['fills', 'close', 'mark'],
    gives: { realisedPnl: (x) => amount(session(x).realisedE8), upnl: (x) => amount(session(x).unrealisedE8) },
  },
  {
    topics: ['session-settlement'],
    needs: ['side', 'qty', 'mark', 'realisedPnl'],
    gives: {
      previousSessionAvg: previousSession,
      newSessionAvg: (x) => averageOf({ payoff: 'linear' }, x.qty, settled(x).position.costE8),
    },
  },
  {
    topics: ['funding'],
    needs: ['side', 'qty', 'mark', 'rate'],
    gives: { funding: (x) => amount(funded(x).fundingE8), change: (x) => amount(funded(x).changeE8) },
  },
  {
    topics: ['funding'],
    needs: ['I', 'P'],
    when: (x) => Array.isArray(x.P),
    gives: { F: (x) => x.P.map((premium) => rateOf(premium, x.I)) },
  },
  { topics: ['funding'], needs: ['premiums'], gives: { averagePremium: (x) => averaged(x.premiums) } },
  { topics: ['index-mark'], needs: ['last', 'prev24h'], gives: { price24hPcnt: dayChange } },
  { topics: ['index-mark'], needs: ['openInterest', 'mark'], gives: { openInterestValue: interestValue } },
  {
    topics: ['index-mark'],
    needs: ['last', 'index'],
    gives: {
      basis: (x) => {
        const { tick, lastTicks, indexTicks } = tickers(x)
        return exactly(new Exact(lastTicks - indexTicks).times(tick))
      },
    },
  },
  {
    topics: ['index-mark'],
    needs: ['mark', 'index'],
    gives: {
      basisRate: (x) => {
        const { markTicks, indexTicks } = tickers(x)
        return about(new Exact(markTicks - indexTicks).div(indexTicks), '1e-30')
      },
    },
  },
  {
    topics: ['adl'],
    needs: ['pnl', 'maxPnl', 'maxBalance', 'balance'],
    gives: {
      pnlRatio: (x) => {
        const { lossE8, maxBalanceE8 } = drawdown(x)
        return about(new Exact(-lossE8).div(maxBalanceE8), new Exact(2).div(maxBalanceE8))
      },
      triggered: isOn,
      adlNotional: (x) => {
        const { lossE8, maxBalanceE8 } = drawdown(x)
        return amount(Math.max(0, lossE8 - mulDiv(maxBalanceE8, 30, 100, 'halfUp')))
      },
    },
  },
  { topics: ['trailing-stop'], needs: ['side', 'prices'], gives: { stop: (x) => trailed(x, x.prices).stop } },
  {
    topics: ['trailing-stop'],
    needs: ['side', 'activation', 'ltp'],
    gives: {
      activeBelow8000: (x) => trailed(x, [x.ltp], true).isActive,
      active: (x) => trailed(x, [x.ltp], true).isActive,
      firstStop: (x) => trailed(x, [x.ltp, x.activation]).stop,
    },
  },
  {
    topics: ['tpsl'],
    needs: ['position', 'newOrder'],
    gives: { position: (x) => guarded(x).position, tp: (x) => guarded(x).tp, sl: (x) => guarded(x).sl },
  },
]
