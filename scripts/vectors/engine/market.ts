/** What the exchange answers of sessions, funding, tickers, the insurance pool and the orders that guard a position. */
import { createPool, drawdownOf, isTriggered, notePool } from '../../../exchange/engine/liquidation/insurance-pool'
import { PRESENT_RULES } from '../../../exchange/engine/engine-rules'
import { Market } from '../../../exchange/engine/entities'
import type { EngineInstrument } from '../../../exchange/engine/instrument'
import { Valuation } from '../../../exchange/engine/risk/valuation'
import { mulDiv } from '../../../exchange/engine/scaled'
import { fundingRateE8, samplePremium, startMark } from '../../../exchange/simulation/mark-price'
import { changeRate } from '../../../exchange/venue/day-stats'
import type { EngineTpSlLeg } from '../../../exchange/engine/orders/order-terms'
import { assert } from '../../../src/base/assert'
import { Exact, toText, zero, type DecimalText, type Price, type Qty, type Rate } from '../../../src/domain/decimal'
import { fraction, one } from '../arithmetic'
import type { Inputs } from '../inputs'
import { answer, type Having, type Numeric } from '../rule'
import {
  about,
  amount,
  cash,
  contractOf,
  count,
  e8,
  exactly,
  Floor,
  measure,
  money,
  places,
  ownExecution,
  stepOf,
  TooFine,
} from './lab'
import { averageOf, filled, opposite } from './results'

const finestOf = (...numbers: readonly (DecimalText | null | undefined)[]) =>
  Math.max(...numbers.map((number) => places(number ?? zero())))

/** Part of the position closed, the rest held to the mark. */
function session(x: Having<'fills' | 'close' | 'mark'>) {
  const floor = filled(x)
  const { closedPnlE8 } = floor.deal(opposite(x.side ?? 'buy'), x.close.price, x.close.qty)
  floor.mark(x.mark)
  return { realisedE8: closedPnlE8, unrealisedE8: floor.position.unrealisedE8 }
}

/** A session settled from a known entry: what it pays, and the entry after it. */
function settled(x: Having<'side' | 'qty' | 'mark'>) {
  const tick = stepOf<Price>(places(x.mark))
  const { lot, contract } = measure({ ...x, tick, payoff: 'linear' }, [], {
    terms: { settlesSessions: true, takerFee: zero() },
  })
  const floor = new Floor(contract.instrument, { tick, lot, leverageE2: 10_000 })
  const entry = new Exact(x.mark).plus(new Exact(tick).times(10))
  floor.deal(x.side, toText<Price>(entry), x.qty)
  floor.mark(x.mark)
  const { events } = floor.run({ type: 'funding', symbol: 'X', rateE8: 0 })
  const paid = ownExecution(events, ({ execType }) => execType === 'Settle')
  return { away: entry.minus(x.mark), paidE8: paid.closedPnlE8, position: floor.position }
}

/** The engine's settlement is straight in the entry, so one settlement gives the entry of every other. */
function previousSession(x: Having<'side' | 'qty' | 'mark' | 'realisedPnl'>): Numeric {
  const { away, paidE8 } = settled(x)
  const entry = new Exact(x.mark).plus(away.times(x.realisedPnl).div(money(paidE8)))
  return about(entry, new Exact('0.00000003').div(x.qty))
}

function funded(x: Having<'side' | 'qty' | 'mark' | 'rate'>) {
  const { tick, lot, contract } = measure(x, [x.mark], { finest: 0, terms: { takerFee: zero() } })
  const floor = new Floor(contract.instrument, { tick, lot, leverageE2: 10_000 })
  floor.deal(x.side, x.mark, x.qty)
  floor.mark(x.mark)
  const before = floor.balance.walletE8
  const { events } = floor.run({ type: 'funding', symbol: 'X', rateE8: e8(x.rate) })
  return { fundingE8: -ownExecution(events).feeE8, changeE8: floor.balance.walletE8 - before }
}

const NO_CAP = { upper: 1, lower: -1 }
/** Minutes of an interval whose share of the daily interest is the example's: 480 of them have 0.01 %. */
const intervalOf = (interest: Rate) => Number(new Exact(interest).div('0.0001').times(480).toFixed())

function rateOf(premium: Rate, interest: Rate): Numeric {
  const state = { ...startMark(0, 480), premiumWeighted: Number(premium), premiumWeights: 1 }
  return about(money(fundingRateE8(state, NO_CAP, intervalOf(interest))), '0.000000006')
}

/** The premiums as the market takes them: one impact price a minute, from a book of one deep level a side. */
function averaged(premiums: readonly Rate[]): Numeric {
  const state = startMark(0, 480)
  const index = 1e9
  premiums.forEach((premium, minute) => {
    const impact = index * (1 + Number(premium))
    const level = [impact, 1] as const
    const book = () => ({ bids: [level], asks: [level] })
    samplePremium(state, (minute + 1) * 60_000, index, book, 1)
  })
  return about(new Exact(state.premiumWeighted / state.premiumWeights), '1e-12')
}

/** Contracts at the mark, in a unit of money of their own where E8 would not hold them. */
function interestValue(x: Having<'openInterest' | 'mark'>): Numeric {
  const [lot, tick] = [stepOf<Qty>(places(x.openInterest)), stepOf<Price>(places(x.mark))]
  const [lots, ticks] = [count(x.openInterest, lot), count(x.mark, tick)]
  const instrument = contractOf(x.payoff, tick, lot)
  const valueOf = (one: EngineInstrument): number => new Market(one, new Valuation(PRESENT_RULES)).valueOf(lots, ticks)
  if (x.payoff === 'inverse') return amount(valueOf(instrument))
  const inUnits = valueOf({ ...instrument, valueUnitE8: 1 })
  if (!Number.isSafeInteger(inUnits)) throw new TooFine('open interest')
  return exactly(new Exact(inUnits).times(lot).times(tick))
}

/** Last, mark and index as the exchange holds them after a trade and a price of each, in its ticks. */
function tickers(x: Having<'index'>) {
  const tick = stepOf<Price>(finestOf(x.last, x.mark, x.index))
  const floor = new Floor(contractOf('linear', tick, one()), { tick, lot: one() })
  if (x.last !== undefined) floor.print(x.last)
  floor.mark(x.mark ?? x.index, x.index)
  const [market] = floor.engine.snapshot().markets
  assert(market !== undefined, 'the contract is listed')
  const { lastTicks, markTicks, indexTicks } = market
  assert(markTicks !== null && indexTicks !== null, 'both prices came')
  return { tick, lastTicks, markTicks, indexTicks }
}

function dayChange(x: Having<'last' | 'prev24h'>): Numeric {
  // The exchange has no spot market; spot's four places are the client's alone.
  if (x.openInterest === undefined) throw new TooFine('spot')
  const tick = stepOf<Price>(finestOf(x.last, x.prev24h))
  return exactly(changeRate(count(x.prev24h, tick), count(x.last, tick)))
}

/** The pool as it stood at its highest, then now. */
function drawdown(x: Having<'pnl' | 'maxPnl' | 'maxBalance' | 'balance'>) {
  const pool = createPool()
  notePool(pool, cash(x.maxPnl), cash(x.maxBalance), 0)
  return { pool, ...drawdownOf(pool, cash(x.pnl), cash(x.balance)) }
}

function isOn(x: Having<'pnl' | 'maxPnl' | 'maxBalance' | 'balance'>): boolean {
  const balance = new Exact(x.balance)
  const { pool } = drawdown(x)
  return balance.lte(0) || (balance.gt(x.threshold ?? '0') && isTriggered(pool, cash(x.pnl), cash(x.balance)))
}

/** A trailing stop on a position of one lot, followed through the prices of the example. */
function trailed(x: Having<'side'>, prices: readonly Price[]) {
  const { distance, activation } = x
  const [first, ...later] = prices
  if (first === undefined) throw new TooFine('no price')
  const tick = stepOf<Price>(finestOf(...prices, distance, activation) + (distance === undefined ? 4 : 0))
  const floor = new Floor(contractOf('linear', tick, one()), { tick, lot: one(), leverageE2: 10_000 })
  floor.deal(x.side, first, one())
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
      distanceTicks: distance === undefined ? null : count(distance, tick),
      rateE8: distance === undefined ? cash(shareOf(x)) : null,
      activationTicks: activation === undefined ? 0 : count(activation, tick),
    },
  })
  const stopTicks = () => floor.position.protection?.trailing?.stopTicks ?? null
  const isActive = stopTicks() !== null
  const stop = (): Numeric => {
    for (const price of later) {
      if (floor.position.protection === null) throw new TooFine('the stop has fired')
      floor.print(price)
    }
    const ticks = stopTicks()
    if (ticks === null) throw new TooFine('not active')
    return about(floor.price(ticks), distance === undefined ? tick : 0)
  }
  return { isActive, stop }
}

/** A trailing stop's distance as a fraction of the best price. */
function shareOf({ rate, percent }: Inputs): Rate {
  const perCent = rate ?? percent
  if (perCent === undefined) throw new TooFine('no distance')
  return fraction(perCent)
}

const known = (prices: readonly (Price | null)[]) => prices.filter((price) => price !== null)

/** A guarded position, and an order with prices of its own that adds to it, closes it or turns it round. */
function guarded(x: Having<'position' | 'newOrder'>) {
  const order = x.newOrder
  const now = { tp: x.tp ?? null, sl: x.sl ?? null }
  const isLong = new Exact(x.position).gt(0)
  const lowest = known([isLong ? now.sl : now.tp, order.side === 'buy' ? order.sl : order.tp])
  const highest = known([isLong ? now.tp : now.sl, order.side === 'buy' ? order.tp : order.sl])
  const floorPrice = Exact.max(...lowest, '0')
  const middle = highest.length === 0 ? floorPrice.times(2).plus(1) : floorPrice.plus(Exact.min(...highest)).div(2)
  const tick = stepOf<Price>(finestOf(now.tp, now.sl, order.tp, order.sl) + 1)
  const price = toText<Price>(middle.toDecimalPlaces(places(tick), Exact.ROUND_DOWN))
  const lot = stepOf<Qty>(finestOf(x.position, order.qty))
  const floor = new Floor(contractOf('linear', tick, lot), { tick, lot, leverageE2: 1_000 })
  floor.deal(isLong ? 'buy' : 'sell', price, toText<Qty>(new Exact(x.position).abs()))
  const leg = (at: Price | null): EngineTpSlLeg | null =>
    at === null ? null : { ticks: count(at, tick), by: 'last', orderType: 'market', limitTicks: 0, slippage: null }
  const legs = ({ tp, sl }: { readonly tp: Price | null; readonly sl: Price | null }) =>
    tp === null && sl === null ? null : ({ mode: 'full', takeProfit: leg(tp), stopLoss: leg(sl) } as const)
  const none = { takeProfitId: null, stopLossId: null, trailing: null, lots: 0 }
  const before = legs(now)
  if (before !== null) floor.run({ type: 'setTpSl', account: 'one', symbol: 'X', ...before, ...none })
  const tpSl = legs(order)
  floor.deal(order.side, price, order.qty, { changes: tpSl === null ? {} : { tpSl } })
  const { lots, protection } = floor.position
  const priceOf = (ticks: number | null | undefined) =>
    ticks === null || ticks === undefined ? null : exactly(floor.price(ticks))
  return {
    position: exactly(new Exact(lots).times(lot)),
    tp: priceOf(protection?.takeProfitTicks),
    sl: priceOf(protection?.stopLossTicks),
  }
}

export const MARKET_ANSWERS = [
  answer({
    topics: ['session-settlement'],
    needs: ['fills', 'close', 'mark'],
    gives: { realisedPnl: (x) => amount(session(x).realisedE8), upnl: (x) => amount(session(x).unrealisedE8) },
  }),
  answer({
    topics: ['session-settlement'],
    needs: ['side', 'qty', 'mark', 'realisedPnl'],
    gives: {
      previousSessionAvg: previousSession,
      newSessionAvg: (x) => averageOf({ payoff: 'linear' }, x.qty, settled(x).position.costE8),
    },
  }),
  answer({
    topics: ['funding'],
    needs: ['side', 'qty', 'mark', 'rate'],
    gives: { funding: (x) => amount(funded(x).fundingE8), change: (x) => amount(funded(x).changeE8) },
  }),
  answer({
    topics: ['funding'],
    needs: ['I', 'eachP'],
    gives: { F: (x) => x.eachP.map((premium) => rateOf(premium, x.I)) },
  }),
  answer({ topics: ['funding'], needs: ['premiums'], gives: { averagePremium: (x) => averaged(x.premiums) } }),
  answer({ topics: ['index-mark'], needs: ['last', 'prev24h'], gives: { price24hPcnt: dayChange } }),
  answer({ topics: ['index-mark'], needs: ['openInterest', 'mark'], gives: { openInterestValue: interestValue } }),
  answer({
    topics: ['index-mark'],
    needs: ['last', 'index'],
    gives: {
      basis: (x) => {
        const { tick, lastTicks, indexTicks } = tickers(x)
        assert(lastTicks !== null, 'a trade came')
        return exactly(new Exact(lastTicks - indexTicks).times(tick))
      },
    },
  }),
  answer({
    topics: ['index-mark'],
    needs: ['mark', 'index'],
    gives: {
      basisRate: (x) => {
        const { markTicks, indexTicks } = tickers(x)
        return about(new Exact(markTicks - indexTicks).div(indexTicks), '1e-30')
      },
    },
  }),
  answer({
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
  }),
  answer({ topics: ['trailing-stop'], needs: ['side', 'prices'], gives: { stop: (x) => trailed(x, x.prices).stop() } }),
  answer({
    topics: ['trailing-stop'],
    needs: ['side', 'activation', 'ltp'],
    gives: {
      activeBelow8000: (x) => trailed(x, [x.ltp]).isActive,
      active: (x) => trailed(x, [x.ltp]).isActive,
      firstStop: (x) => trailed(x, [x.ltp, x.activation]).stop(),
    },
  }),
  answer({
    topics: ['tpsl'],
    needs: ['position', 'newOrder'],
    gives: { position: (x) => guarded(x).position, tp: (x) => guarded(x).tp, sl: (x) => guarded(x).sl },
  }),
]
