/** An exchange made to the measure of one example: its ticks and lots are as fine as the example's numbers. */
import { createEngine } from '../../../exchange/engine/create-engine'
import { Account, Market } from '../../../exchange/engine/entities'
import { LinkTable } from '../../../exchange/engine/orders/link-ids'
import { Exact } from '../../../src/domain/decimal'

/** Nobody here is short of money: 40 million of the settle coin each, in E8. */
const WALLET_E8 = 4e15
const PLENTY = 1e13
export const UNIT_E8 = '0.00000001'

/** An example that the engine's integers cannot hold: then the engine has nothing to say. */
export class TooFine extends Error {}

export const places = (text) => new Exact(text).decimalPlaces()
export const stepOf = (count) => new Exact(10).pow(-count).toFixed()

/** @returns a safe integer; @throws TooFine when the number is no multiple of the step */
export function count(text, step) {
  const steps = new Exact(text).div(step)
  if (!steps.isInteger() || steps.abs().gt(Number.MAX_SAFE_INTEGER)) throw new TooFine(`${text} in steps of ${step}`)
  return steps.toNumber()
}

export const e8 = (text) => count(text, UNIT_E8)
/** Cash is rounded to E8 half up before the engine sees it. */
export const cash = (text) => e8(new Exact(text).toDecimalPlaces(8, Exact.ROUND_HALF_UP).toFixed())
export const money = (amountE8) => new Exact(amountE8).div(1e8).toFixed()
/** What a result may differ by, from roundings of the engine's own. */
export const about = (value, within) => ({ value: new Exact(value).toFixed(), within: new Exact(within).toFixed() })
export const exactly = (value) => about(value, 0)
/** Sums of a few parts that are each rounded to E8. */
export const amount = (amountE8) => about(money(amountE8), '0.00000003')

/**
 * The contract of an example.
 * @param tick, lot steps as decimal text @param terms rates as decimal text, tiers in the engine's own form
 */
export function contractOf(payoff, tick, lot, terms = {}) {
  const unit = payoff === 'inverse' ? new Exact(lot).div(tick) : new Exact(lot).times(tick)
  const unitE8 = unit.times(1e8)
  // A power of ten beyond 2^53 is still exact, and the engine multiplies by it in big integers.
  if (!unitE8.isInteger() || unitE8.gt(1e22)) throw new TooFine(`${tick} × ${lot}`)
  return {
    symbol: 'X',
    settleCoin: 'C',
    payoff,
    valueUnitE8: unitE8.toNumber(),
    minPriceTicks: 1,
    maxPriceTicks: PLENTY,
    minLots: 1,
    maxLimitLots: PLENTY,
    maxMarketLots: PLENTY,
    minNotionalE8: 0,
    maxLeverageE2: 1_000_000,
    takerRateE8: e8(terms.takerFee ?? '0'),
    makerRateE8: e8(terms.makerFee ?? '0'),
    bandXE8: e8(terms.X ?? '0.5'),
    bandYE8: e8(terms.Y ?? terms.X ?? '0.5'),
    tiers: terms.tiers ?? [tierOf(terms.mmr ?? '0', terms.deduction ?? '0')],
    settlesSessions: terms.settlesSessions ?? false,
  }
}

export function tierOf(mmr, deduction, limitE8 = Number.MAX_SAFE_INTEGER) {
  return {
    limitE8,
    initialRateE8: 0,
    maintenanceRateE8: e8(mmr),
    maxLeverageE2: 1_000_000,
    deductionE8: cash(deduction),
  }
}

export const leverageE2 = (text) => count(text ?? '1', '0.01')

/** A position of the engine with the example's figures, without the trades that made it. */
export function positionOf(x, { side = x.side, tick, contract, wallet = '0' }) {
  const { lot } = contract
  const market = new Market(contract.instrument)
  const account = new Account('one', 'user', 'uta2', 100, new LinkTable())
  account.marginMode = x.mode === 'cross' ? 'cross' : 'isolated'
  const position = account.position(market)
  const lots = count(x.qty, lot)
  position.lots = side === 'sell' ? -lots : lots
  position.leverageE2 = leverageE2(x.leverage)
  const value = x.payoff === 'inverse' ? new Exact(x.qty).div(x.entry) : new Exact(x.qty).times(x.entry)
  position.costE8 = cash(value.toFixed())
  position.extraMarginE8 = cash(x.extraMargin ?? '0')
  position.cash.receive(cash(wallet))
  market.markTicks = x.now === undefined ? 0 : count(x.now, tick)
  return position
}

/** Ticks as fine as the engine's integers allow beside lots of a quantity, at least those of the prices named. */
export function measure(x, prices, { finest = 4, terms = {} } = {}) {
  const lot = stepOf(places(x.qty ?? '1'))
  const least = Math.max(0, ...prices.filter((price) => price !== undefined).map(places))
  const most = x.payoff === 'inverse' ? finest : Math.min(finest, 8 - places(lot))
  const tick = x.tick ?? stepOf(Math.max(least, most))
  return { lot, tick, contract: { lot, instrument: contractOf(x.payoff, tick, lot, { ...x, ...terms }) } }
}

/** A trading floor: `one` is the example's trader, `other` stands against it, `max` and `kit` make the prices. */
export class Floor {
  constructor(instrument, { tick, lot, leverage = '1', wallet = null, mode = 'cross' }) {
    this.engine = createEngine([instrument])
    this.tick = tick
    this.lot = lot
    this.nowMs = 1_000
    for (const account of ['one', 'other', 'max', 'kit']) {
      const isOne = account === 'one'
      const defaultLeverageE2 = isOne ? leverageE2(leverage) : 10_000
      this.run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2 })
      const amountE8 = isOne && wallet !== null ? wallet : WALLET_E8
      this.run({ type: 'credit', account, coin: 'C', amountE8 })
    }
    if (mode === 'isolated') this.run({ type: 'setMarginMode', account: 'one', mode })
  }

  /** @throws TooFine when the engine refuses: the example lies outside what it allows */
  run(command) {
    this.nowMs += 1
    const { result, events } = this.engine.handle(command, this.nowMs)
    if (!result.ok) throw new TooFine(result.refusal.kind)
    return { result, events }
  }

  order(account, side, price, qty, changes = {}) {
    return {
      type: 'place',
      account,
      linkId: '',
      symbol: 'X',
      side,
      orderType: 'limit',
      ticks: count(price, this.tick),
      lots: count(qty, this.lot),
      timeInForce: 'goodTillCancel',
      reduceOnly: false,
      closeOnTrigger: false,
      selfMatch: 'cancelMaker',
      createType: 'CreateByUser',
      ...changes,
    }
  }

  /** `one` trades with `other`, as the taker or as the maker. @returns its execution */
  deal(side, price, qty, { isMaker = false, changes = {} } = {}) {
    const opposite = side === 'buy' ? 'sell' : 'buy'
    const theirs = () => this.run(this.order('other', opposite, price, qty))
    const ours = () => this.run(this.order('one', side, price, qty, changes))
    const steps = isMaker ? [ours(), theirs()] : [theirs(), ours()]
    return this.#ownExecution(steps[1].events)
  }

  #ownExecution(events) {
    return events.find(({ type, execution }) => type === 'execution' && execution.account === 'one').execution
  }

  /** A trade of the smallest size between the two others: the new last price. */
  print(price) {
    this.run(this.order('max', 'sell', price, this.lot))
    this.run(this.order('kit', 'buy', price, this.lot))
  }

  mark(price, index = price) {
    return this.run({
      type: 'mark',
      symbol: 'X',
      markTicks: count(price, this.tick),
      indexTicks: count(index, this.tick),
    })
  }

  get position() {
    return this.engine.positions('one', 'X')[0]
  }

  get balance() {
    return this.engine.balances('one')[0]
  }

  price(ticks) {
    return new Exact(ticks).times(this.tick).toFixed()
  }
}
