import { expect, test } from 'vitest'
import { createRandom, type Random } from '../../../../src/base/random'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import { PRESENT_RULES } from '../../../../exchange/engine/engine-rules'
import type { EngineEvent } from '../../../../exchange/engine/events'
import type { EngineCoin } from '../../../../exchange/engine/lending/engine-coin'
import type { EngineOutcome, MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { ofType, USDT } from '../engine-fixture'
import { COINS } from '../lending/lending-fixture'
import { isConserved } from '../options/option-fixture'
import { KilledAtEachInput, restored } from './kill-at-each-input'
import { desk, INSTRUMENTS, markTicksOf, marksAt, portfolioMode, type Desk } from './portfolio-fixture'

/*
 * Accounts with portfolio margin that turn their positions round under reduce-only orders at rest, guard futures beside
 * options, and change their margin mode with as much as they can carry, while prices move and the exchange is killed before
 * each input. What holds, whatever comes:
 *
 * - a reduce-only order makes a position smaller and never turns it, and none rests on the side of its position;
 * - who is within his margin without the fill of a guard is within it with the fill;
 * - a margin mode that is taken leaves nobody under his margin or with less than nothing free; one that is refused changes
 *   nothing;
 * - no money is made or lost, and what was killed answers as what was not.
 */
const USERS = ['ann', 'bob', 'cat']
const SYMBOLS = INSTRUMENTS.map(({ symbol }) => symbol)
const FUTURES = ['BTCUSDT', 'BTC-FUTURE']
const MODES = ['cross', 'isolated', 'portfolio'] as const

class Walk {
  readonly #random: Random
  #index = 20_000
  readonly #waiting: EngineCommand[] = []

  constructor(
    seed: number,
    private readonly one: Desk,
    private readonly coins: readonly EngineCoin[],
  ) {
    this.#random = createRandom(seed)
  }

  next(): EngineCommand {
    const waiting = this.#waiting.shift()
    if (waiting !== undefined) return waiting
    const draw = this.#random.next() * 100
    if (draw < 9) return this.#move()
    if (draw < 36) return this.#order(false)
    if (draw < 56) return this.#order(true)
    if (draw < 68) return this.#turn()
    if (draw < 84) return this.#guard()
    if (draw < 99) return this.#mode()
    const amountE8 = this.#random.int(100, 4_000) * USDT
    return { type: 'credit', account: this.#user(), coin: 'USDT', amountE8 }
  }

  /** New marks, and makers about them. */
  #move(): EngineCommand {
    const random = this.#random
    this.#index *= Math.exp((random.next() < 0.08 ? 0.06 : 0.006) * random.normal())
    this.#index = Math.min(26_000, Math.max(15_000, this.#index))
    const [first, ...others] = marksAt(this.#index)
    const quoted = new Set([...FUTURES, this.#pick(SYMBOLS), this.#pick(SYMBOLS)])
    const quotes = [...quoted].flatMap((symbol): readonly EngineCommand[] => {
      const mark = markTicksOf(symbol, this.#index) / this.#perDollar(symbol)
      const apart = FUTURES.includes(symbol) ? 6 : 40
      const coins = 0.5 + 6 * random.next()
      return [
        { type: 'cancelAll', account: 'mm', symbol },
        this.one.order('mm', 'buy', symbol, Math.max(1, mark - apart), coins),
        this.one.order('mm', 'sell', symbol, mark + apart, coins),
      ]
    })
    this.#waiting.push(...others, ...quotes)
    return first!
  }

  #order(reduceOnly: boolean): EngineCommand {
    const account = this.#user()
    const symbol = this.#pick(SYMBOLS)
    const held = this.one.lots(account, symbol)
    const closing = held > 0 ? 'sell' : 'buy'
    const side = reduceOnly && held !== 0 ? closing : this.#pick(['buy', 'sell'] as const)
    const placed = this.one.order(account, side, symbol, this.#near(symbol), 0.2 + 5 * this.#random.next() ** 2)
    return this.#random.next() < 0.3
      ? ({ ...placed, orderType: 'market', ticks: 0, timeInForce: 'immediateOrCancel', reduceOnly } as EngineCommand)
      : ({ ...placed, reduceOnly } as EngineCommand)
  }

  /** More than is held, the other way. */
  #turn(): EngineCommand {
    const account = this.#user()
    const symbol = this.#pick(FUTURES)
    const held = this.one.lots(account, symbol)
    const placed = this.one.order(account, held > 0 ? 'sell' : 'buy', symbol, this.#index, 1)
    const lots = Math.max(100, Math.ceil(Math.abs(held) * (1 + this.#random.next())))
    return { ...placed, orderType: 'market', ticks: 0, timeInForce: 'immediateOrCancel', lots } as EngineCommand
  }

  #guard(): EngineCommand {
    const account = this.#user()
    const symbol = this.#pick(FUTURES)
    const isLong = this.one.lots(account, symbol) > 0
    const leg = (isAbove: boolean) => {
      const ticks = Math.round(this.#index * (1 + (isAbove ? 1 : -1) * 0.012 * this.#random.next()) * 10)
      return { ticks, by: 'mark', orderType: 'market', limitTicks: 0, slippage: null } as const
    }
    return {
      type: 'setTpSl',
      account,
      symbol,
      mode: 'full',
      takeProfit: leg(isLong),
      stopLoss: leg(!isLong),
      trailing: null,
      lots: 0,
      takeProfitId: null,
      stopLossId: null,
    }
  }

  #mode(): EngineCommand {
    const account = this.#user()
    // In cross it lets a position be larger than portfolio margin carries.
    if (this.#random.next() < 0.15)
      return { type: 'setLeverage', account, symbol: this.#pick(FUTURES), leverageE2: 10_000 }
    // Mostly back to where it is worth the while.
    const mode = this.#random.next() < 0.5 ? 'portfolio' : this.#pick(MODES)
    return mode === 'portfolio' ? portfolioMode(account, this.coins) : { type: 'setMarginMode', account, mode }
  }

  #near(symbol: string): number {
    const dollars = markTicksOf(symbol, this.#index) / this.#perDollar(symbol)
    return Math.max(5, dollars + (FUTURES.includes(symbol) ? 60 : 80) * this.#random.normal())
  }

  #perDollar(symbol: string): number {
    return FUTURES.includes(symbol) ? 10 : 100
  }

  #user(): string {
    return this.#pick(USERS)
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#random.int(0, from.length - 1)]!
  }
}

/** Calls bought and puts sold at one strike against futures: more than the accounts carry of either without the other. */
function holdHedges(one: Desk): void {
  for (const [account, coins] of [
    ['ann', 8],
    ['bob', 13],
  ] as const)
    for (let coin = 0; coin < coins; coin++) {
      one.deal(account, 'mm', 'C20000', 1_900, 1)
      one.deal('mm', account, 'P20000', 1_900, 1)
      one.deal('mm', account, coin % 2 === 0 ? 'BTCUSDT' : 'BTC-FUTURE', 20_000, 1)
    }
}

function isUnder(engine: MatchingEngine, account: string): boolean {
  const together = engine.lending(account)?.figures ?? null
  if (together !== null) return together.maintenanceE8 > together.equityE8
  return engine.balances(account).some((one) => {
    const paid = one.paidValueBacks === true ? one.paidValueE8 : 0
    return one.maintenanceE8 > one.walletE8 + one.unrealisedE8 + paid
  })
}

/** What reduce-only orders did and where they rest. */
function expectOnlyReduced(engine: MatchingEngine, events: readonly EngineEvent[]): void {
  for (const { execution } of ofType(events, 'execution')) {
    const { account, orderId, side, lots, positionLots } = execution
    if (engine.findOrder(account, { orderId })?.reduceOnly !== true) continue
    const before = positionLots - (side === 'buy' ? lots : -lots)
    expect(Math.abs(before) - Math.abs(positionLots), JSON.stringify(execution)).toBe(lots)
  }
  for (const account of USERS)
    for (const order of engine.openOrders(account)) {
      if (!order.reduceOnly) continue
      const held = engine.positions(account, order.symbol).reduce((sum, { lots }) => sum + lots, 0)
      expect(Math.sign(held), JSON.stringify(order)).toBe(order.side === 'sell' ? 1 : -1)
      if (order.stop?.isHeldBack === true) expect(order.status).toBe('untriggered')
    }
}

/** Positions that went through nothing, where reduce-only orders stood. */
function turnedUnder(events: readonly EngineEvent[], engine: MatchingEngine): number {
  const ended = ofType(events, 'order').filter(({ order }) => order.reduceOnly && order.cancelType !== null)
  const turned = ofType(events, 'execution').filter(({ execution: { side, lots, positionLots } }) => {
    const before = positionLots - (side === 'buy' ? lots : -lots)
    return before !== 0 && positionLots !== 0 && Math.sign(before) !== Math.sign(positionLots)
  })
  return turned.filter(({ execution: { account, symbol } }) => {
    const isOf = (order: { readonly account: string; readonly symbol: string }) =>
      order.account === account && order.symbol === symbol
    return ended.some(({ order }) => isOf(order)) || engine.openOrders(account, symbol).some((one) => one.reduceOnly)
  }).length
}

interface Moment {
  readonly command: EngineCommand
  readonly nowMs: number
  readonly before: string
  readonly coins: readonly EngineCoin[]
}

/** Whose guards filled and who is then under his margin has to be so without those guards, too. */
function expectGuardsLiquidateNobody(engine: MatchingEngine, events: readonly EngineEvent[], at: Moment): number {
  const closed = ofType(events, 'execution').filter(({ execution: { account, orderId, execType } }) => {
    const stop = engine.findOrder(account, { orderId })?.stop ?? null
    return stop !== null && execType === 'Trade' && engine.marginMode(account) === 'portfolio'
  })
  for (const account of new Set(closed.map(({ execution }) => execution.account))) {
    if (!isUnder(engine, account)) continue
    const without = restored(at.before, at.coins)
    without.handle({ type: 'cancelAll', account, symbol: null }, at.nowMs)
    without.handle(at.command, at.nowMs)
    expect(isUnder(without, account), `${account}: ${JSON.stringify(at.command)}`).toBe(true)
  }
  return closed.length
}

function expectModeCarried(engine: MatchingEngine, { result }: EngineOutcome, at: Moment, after: string): void {
  const { command, before } = at
  if (command.type !== 'setMarginMode') return
  if (!result.ok) return expect(after).toBe(before)
  expect(isUnder(engine, command.account), JSON.stringify(command)).toBe(false)
  for (const { availableE8 } of engine.balances(command.account)) expect(availableE8).toBeGreaterThanOrEqual(0)
}

/** Dollars, which need no pair for their price. */
const LENT = COINS.filter(({ pair }) => pair === null)
/** The last one met what ADR-1062 mends. */
const GATE_SEEDS = [1, 2, 43]
const MORE = Number(process.env['HALYARD_TURNED_SEEDS'] ?? 0)
const SEEDS = MORE === 0 ? GATE_SEEDS : Array.from({ length: MORE }, (_, at) => at + 1)
const STEPS = MORE === 0 ? 300 : 500

test(
  'positions turned round, guards and changes of the mode with portfolio margin, killed before each input',
  { timeout: 600_000 },
  () => {
    const seen = new Map<string, number>()
    const note = (name: string, times = 1) => seen.set(name, (seen.get(name) ?? 0) + times)
    for (const seed of SEEDS) {
      // Every second walk with coins that are margined as one, as an account of the exchange has it.
      const coins = seed % 2 === 0 ? LENT : []
      const one = desk({ ann: 12_000, bob: 20_000, cat: 30_000 }, true, PRESENT_RULES, coins)
      holdHedges(one)
      const walk = new Walk(seed, one, coins)
      const killed = new KilledAtEachInput(one.engine, coins)
      for (let step = 0; step < STEPS; step++) {
        const command = walk.next()
        const at: Moment = { command, nowMs: 1_000_000 + step * 1_000, before: killed.state, coins }
        try {
          const outcome = killed.handle(command, at.nowMs)
          const { events, result } = outcome
          expectOnlyReduced(one.engine, events)
          note('guard filled', expectGuardsLiquidateNobody(one.engine, events, at))
          expectModeCarried(one.engine, outcome, at, killed.state)
          expect(isConserved(one.engine)).toBe(true)
          note('turned', turnedUnder(events, one.engine))
          if (command.type === 'setMarginMode') note(`${command.mode} ${result.ok ? 'taken' : result.refusal.kind}`)
          for (const { order } of ofType(events, 'order')) {
            if (order.stop?.isHeldBack === true) note('held back')
            if (order.createType === 'CreateByLiq') note('liquidation')
            if (order.reduceOnly && order.cancelType !== null) note(`reduce-only ${order.cancelType}`)
          }
        } catch (error) {
          throw new Error(`seed ${seed}, step ${step}: ${JSON.stringify(command)}`, { cause: error })
        }
      }
    }
    if (MORE > 0) console.log(Object.fromEntries([...seen].toSorted()))
    for (const name of ['guard filled', 'held back', 'turned', 'cross marginModeRefused'])
      expect(seen.get(name) ?? 0, name).toBeGreaterThan(0)
  },
)
