/** An exchange made to the measure of one example: its ticks and lots are as fine as the example's numbers. */
import type { EngineCommand, PlaceCommand } from '../../../exchange/engine/commands'
import { createEngine } from '../../../exchange/engine/create-engine'
import { Account, Market, type Position } from '../../../exchange/engine/entities'
import { PRESENT_RULES } from '../../../exchange/engine/engine-rules'
import type { EngineEvent } from '../../../exchange/engine/events'
import type { EngineInstrument } from '../../../exchange/engine/instrument'
import type { MatchingEngine } from '../../../exchange/engine/matching-engine'
import { LinkTable } from '../../../exchange/engine/orders/link-ids'
import type { EngineExecution } from '../../../exchange/engine/records/order-records'
import type { EngineBalance, EnginePosition } from '../../../exchange/engine/records/position-records'
import type { EngineResult } from '../../../exchange/engine/result'
import type { RiskTier } from '../../../exchange/engine/risk/formulas'
import { Valuation } from '../../../exchange/engine/risk/valuation'
import { assert } from '../../../src/base/assert'
import { Exact, toText, zero, type DecimalText, type Money, type Price, type Qty } from '../../../src/domain/decimal'
import type { Side } from '../../../src/domain/order/order'
import { type Payoff } from '../../../src/domain/instrument/payoff'
import { exactValue } from '../../../src/domain/risk/payoff'
import type { Inputs } from '../inputs'
import type { Having, Numeric } from '../rule'

/** Nobody here is short of money: 40 million of the settle coin each, in E8. */
const WALLET_E8 = 4e15
const PLENTY = 1e13
const NONE = zero()
const ONE = toText(new Exact(1))
const HALF = toText(new Exact('0.5'))

/** An example that the engine's integers cannot hold: then the engine has nothing to say. */
export class TooFine extends Error {}

type Decimal = DecimalText | Exact

export const places = (text: DecimalText): number => new Exact(text).decimalPlaces()
/** The step of so many decimal places, in the unit that the caller vouches for. */
export const stepOf = <T extends DecimalText>(decimals: number): T => toText<T>(new Exact(10).pow(-decimals))

const UNIT_E8 = stepOf(8)

/** @returns a safe integer; @throws TooFine when the number is no multiple of the step */
export function count(text: Decimal, step: DecimalText): number {
  const steps = new Exact(text).div(step)
  if (!steps.isInteger() || steps.abs().gt(Number.MAX_SAFE_INTEGER)) throw new TooFine(`${text} in steps of ${step}`)
  return steps.toNumber()
}

export const e8 = (text: Decimal): number => count(text, UNIT_E8)
/** Cash is rounded to E8 half up before the engine sees it. */
export const cash = (text: Decimal): number => e8(new Exact(text).toDecimalPlaces(8, Exact.ROUND_HALF_UP))
export const money = (amountE8: number): Money => toText<Money>(new Exact(amountE8).div(1e8))
/** What a result may differ by, from roundings of the engine's own. */
export const about = (value: string | Exact, within: string | number | Exact): Numeric => ({
  value: new Exact(value).toFixed(),
  within: new Exact(within).toFixed(),
})
export const exactly = (value: string | Exact): Numeric => about(value, 0)
/** Sums of a few parts that are each rounded to E8. */
export const amount = (amountE8: number): Numeric => about(money(amountE8), '0.00000003')

/** What an example may say of its contract beside its steps. */
export type ContractTerms = Pick<Inputs, 'takerFee' | 'makerFee' | 'X' | 'Y' | 'mmr' | 'deduction'> & {
  readonly settlesSessions?: boolean
}

/** The contract of an example. */
export function contractOf(payoff: Payoff, tick: Price, lot: Qty, terms: ContractTerms = {}): EngineInstrument {
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
    takerRateE8: e8(terms.takerFee ?? NONE),
    makerRateE8: e8(terms.makerFee ?? NONE),
    bandXE8: e8(terms.X ?? HALF),
    bandYE8: e8(terms.Y ?? terms.X ?? HALF),
    tiers: [tierOf(terms.mmr ?? NONE, terms.deduction ?? NONE)],
    settlesSessions: terms.settlesSessions ?? false,
  }
}

export function tierOf(mmr: Decimal, deduction: Decimal, limitE8 = Number.MAX_SAFE_INTEGER): RiskTier {
  return {
    limitE8,
    initialRateE8: 0,
    maintenanceRateE8: e8(mmr),
    maxLeverageE2: 1_000_000,
    deductionE8: cash(deduction),
  }
}

export const leverageE2 = (text: DecimalText | undefined): number => count(text ?? ONE, stepOf(2))

/** The steps of an example's contract, and the contract. */
export interface Measure {
  readonly lot: Qty
  readonly tick: Price
  readonly contract: { readonly lot: Qty; readonly instrument: EngineInstrument }
}

interface PositionTerms extends Pick<Measure, 'tick' | 'contract'> {
  readonly side: Side
  /** Beside the position; left out, nothing. */
  readonly wallet?: Money | undefined
}

/** A position of the engine with the example's figures, without the trades that made it. */
export function positionOf(x: Having<'qty' | 'entry'>, { side, tick, contract, wallet }: PositionTerms): Position {
  const { lot, instrument } = contract
  const market = new Market(instrument, new Valuation(PRESENT_RULES))
  const account = new Account('one', 'user', 'uta2', 100, new LinkTable())
  account.marginMode = x.mode === 'cross' ? 'cross' : 'isolated'
  const position = account.position(market)
  const lots = count(x.qty, lot)
  position.lots = side === 'sell' ? -lots : lots
  position.leverageE2 = leverageE2(x.leverage)
  position.costE8 = cash(exactValue(x.payoff, x.qty, x.entry))
  position.extraMarginE8 = cash(x.extraMargin ?? NONE)
  position.cash.receive(cash(wallet ?? NONE))
  market.markTicks = x.now === undefined ? null : count(x.now, tick)
  return position
}

/** Ticks as fine as the engine's integers allow beside lots of a quantity, at least those of the prices named. */
export function measure(
  x: Inputs,
  prices: readonly (Price | undefined)[],
  { finest = 4, terms = {} }: { readonly finest?: number | undefined; readonly terms?: ContractTerms } = {},
): Measure {
  const lot = stepOf<Qty>(x.qty === undefined ? 0 : places(x.qty))
  const least = Math.max(0, ...prices.map((price) => (price === undefined ? 0 : places(price))))
  const most = x.payoff === 'inverse' ? finest : Math.min(finest, 8 - places(lot))
  const tick = x.tick ?? stepOf<Price>(Math.max(least, most))
  return { lot, tick, contract: { lot, instrument: contractOf(x.payoff, tick, lot, { ...x, ...terms }) } }
}

interface FloorTerms {
  readonly tick: Price
  readonly lot: Qty
  /** Of the example's trader; left out, 1×. */
  readonly leverageE2?: number
  readonly walletE8?: number
}

const TRADERS = ['one', 'other', 'max', 'kit'] as const
type Trader = (typeof TRADERS)[number]

interface Done {
  readonly result: Extract<EngineResult, { ok: true }>
  readonly events: readonly EngineEvent[]
}

/** The first execution of the example's trader that fits. */
export function ownExecution(
  events: readonly EngineEvent[],
  fits: (execution: EngineExecution) => boolean = () => true,
): EngineExecution {
  for (const event of events) {
    if (event.type === 'execution' && event.execution.account === 'one' && fits(event.execution)) return event.execution
  }
  throw new Error('the example has an execution')
}

/** A trading floor: `one` is the example's trader, `other` stands against it, `max` and `kit` make the prices. */
export class Floor {
  readonly engine: MatchingEngine
  readonly tick: Price
  readonly lot: Qty
  #nowMs = 1_000

  /** @param walletE8 what the example's trader has; left out, plenty */
  constructor(instrument: EngineInstrument, { tick, lot, leverageE2 = 100, walletE8 }: FloorTerms) {
    this.engine = createEngine([instrument])
    this.tick = tick
    this.lot = lot
    for (const account of TRADERS) {
      const isOne = account === 'one'
      const defaultLeverageE2 = isOne ? leverageE2 : 10_000
      this.run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2 })
      const amountE8 = isOne && walletE8 !== undefined ? walletE8 : WALLET_E8
      this.run({ type: 'credit', account, coin: 'C', amountE8 })
    }
  }

  /** @throws TooFine when the engine refuses: the example lies outside what it allows */
  run(command: EngineCommand): Done {
    this.#nowMs += 1
    const { result, events } = this.engine.handle(command, this.#nowMs)
    if (!result.ok) throw new TooFine(result.refusal.kind)
    return { result, events }
  }

  order(account: Trader, side: Side, price: Price, qty: Qty, changes: Partial<PlaceCommand> = {}): PlaceCommand {
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
  deal(
    side: Side,
    price: Price,
    qty: Qty,
    { isMaker = false, changes = {} }: { readonly isMaker?: boolean; readonly changes?: Partial<PlaceCommand> } = {},
  ): EngineExecution {
    const opposite = side === 'buy' ? 'sell' : 'buy'
    const theirs = () => this.run(this.order('other', opposite, price, qty))
    const ours = () => this.run(this.order('one', side, price, qty, changes))
    const [first, second] = isMaker ? [ours, theirs] : [theirs, ours]
    first()
    return ownExecution(second().events)
  }

  /** A trade of the smallest size between the two others: the new last price. */
  print(price: Price): void {
    this.run(this.order('max', 'sell', price, this.lot))
    this.run(this.order('kit', 'buy', price, this.lot))
  }

  mark(price: Price, index = price): void {
    this.run({
      type: 'mark',
      symbol: 'X',
      markTicks: count(price, this.tick),
      indexTicks: count(index, this.tick),
    })
  }

  get position(): EnginePosition {
    const [position] = this.engine.positions('one', 'X')
    assert(position !== undefined, 'the contract is listed')
    return position
  }

  get balance(): EngineBalance {
    const [balance] = this.engine.balances('one')
    assert(balance !== undefined, 'the account has money')
    return balance
  }

  price(ticks: number): Price {
    return toText<Price>(new Exact(ticks).times(this.tick))
  }
}
