import { CRC32_START, crc32Step } from '../../../../src/base/crc32'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import type { EngineOutcome, MatchingEngine } from '../../../../exchange/engine/matching-engine'
import type { EngineEvent } from '../../../../exchange/engine/events'
import type { EngineBalance } from '../../../../exchange/engine/records/position-records'
import type { EngineExecution } from '../../../../exchange/engine/records/order-records'
import { restoreEngine } from '../../../../exchange/engine/create-engine'
import { createRandom } from '../../../../src/base/random'
import { Walk } from './walk'
import { law, Witness } from './witness'
import { COINS, MARKETS, openWorld, SYMBOLS, USERS } from './world'

/** How often the full lists are compared, how long a restored twin goes along, and how often one is made. */
const FULL_EVERY = 50
const TWIN_STEPS = 120
const TWIN_EVERY = 1_000

const INVERSE_SYMBOL = 'BTCUSD'
const coinOf = (symbol: string) => MARKETS.find((market) => market.symbol === symbol)!.settleCoin
const text = (outcome: EngineOutcome) => JSON.stringify(outcome)

export interface WalkReport {
  /** Of all outcomes: the same seed must give the same. */
  readonly crc: number
  /** What the walk met, by name. */
  readonly seen: ReadonlyMap<string, number>
}

/**
 * One walk with every law held to it.
 * @throws LawBroken naming seed, step and command; the same seed breaks it again
 */
export function runWalk(seed: number, steps: number, isTwinned = true): WalkReport {
  const engine = openWorld()
  const witness = new Witness(coinOf)
  const walk = new Walk(seed)
  const when = createRandom(seed + 0.5)
  const seen = new Map<string, number>()
  let crc = CRC32_START
  let balances = balancesOf(engine)
  let twin: { readonly engine: MatchingEngine; stepsLeft: number } | null = null
  for (let step = 0; step < steps; step++) {
    const nowMs = 1_000 + step * 2_000
    const command = walk.next(engine)
    try {
      if (isTwinned && twin === null && when.next() < 1 / TWIN_EVERY) twin = startTwin(engine)
      const outcome = engine.handle(command, nowMs)
      if (!isTwinned) crc = crc32Step(crc, text(outcome))
      if (twin !== null) {
        law(text(twin.engine.handle(command, nowMs)) === text(outcome), () => 'the restored engine does otherwise')
        if ((twin.stepsLeft -= 1) === 0) {
          law(JSON.stringify(twin.engine.snapshot()) === JSON.stringify(engine.snapshot()), () => 'snapshots differ')
          twin = null
        }
      }
      witness.read(outcome.events)
      count(seen, command, outcome)
      expectConserved(engine)
      expectUncrossed(engine, outcome.events)
      const before = balances
      balances = balancesOf(engine)
      expectFree(engine, command, outcome, { before, after: balances })
      expectLiquidated(engine, command, outcome)
      expectNoDebt(engine, command, outcome, balances)
      if (step % FULL_EVERY === 0) expectConsistent(engine, witness)
    } catch (error) {
      throw new Error(`seed ${seed}, step ${step}: ${JSON.stringify(command)}`, { cause: error })
    }
  }
  return { crc, seen }
}

/**
 * The same with one account a market maker, whose orders are not told: two engines and, from a random step on, a restored
 * third must say the same.
 */
export function runThree(seed: number, steps: number, maker: string): void {
  const first = openWorld(maker)
  const second = openWorld(maker)
  let third: MatchingEngine | null = null
  const walk = new Walk(seed)
  const middle = createRandom(seed + 0.5).int(0, steps - 1)
  for (let step = 0; step < steps; step++) {
    if (step === middle) third = startTwin(first).engine
    const command = walk.next(first)
    const nowMs = 1_000 + step * 2_000
    const said = text(first.handle(command, nowMs))
    const where = () => `seed ${seed}, step ${step}: ${JSON.stringify(command)}`
    law(text(second.handle(command, nowMs)) === said, where)
    law(third === null || text(third.handle(command, nowMs)) === said, where)
  }
  const state = JSON.stringify(first.snapshot())
  law(JSON.stringify(second.snapshot()) === state && JSON.stringify(third!.snapshot()) === state, () => `seed ${seed}`)
}

function startTwin(engine: MatchingEngine) {
  return {
    engine: restoreEngine(MARKETS, JSON.parse(JSON.stringify(engine.snapshot())) as unknown),
    stepsLeft: TWIN_STEPS,
  }
}

function count(seen: Map<string, number>, command: EngineCommand, { result, events }: EngineOutcome): void {
  const note = (name: string) => seen.set(name, (seen.get(name) ?? 0) + 1)
  note(result.ok ? `${command.type} taken` : `refused ${result.refusal.kind}`)
  for (const event of events) {
    if (event.type === 'trade') note('trade')
    else if (event.type === 'liquidation') note(`${event.stage} ${event.symbol}`)
    else if (event.type === 'order') note(`order ${event.order.status}`)
  }
}

/** Σ of all wallets and costs is what was paid in, to the last unit. */
function expectConserved(engine: MatchingEngine): void {
  for (const { coin, sumE8, creditedE8 } of engine.conservation()) {
    law(sumE8 === creditedE8, () => `${coin}: ${sumE8} of ${creditedE8}`)
  }
}

function expectUncrossed(engine: MatchingEngine, events: readonly EngineEvent[]): void {
  if (!events.some((event) => event.type === 'level')) return
  for (const symbol of SYMBOLS) {
    const { bids, asks } = engine.book(symbol, 1)
    const isCrossed = bids.length > 0 && asks.length > 0 && bids[0]![0] >= asks[0]![0]
    law(!isCrossed, () => `${symbol} is crossed: ${bids[0]![0]} ≥ ${asks[0]![0]}`)
  }
}

/** By `user coin`. */
type Balances = ReadonlyMap<string, EngineBalance>

function balancesOf(engine: MatchingEngine): Balances {
  const balances = new Map<string, EngineBalance>()
  for (const user of USERS) for (const row of engine.balances(user)) balances.set(`${user} ${row.coin}`, row)
  return balances
}

/** Each of the few amounts that a fill moves is rounded by itself. */
const ROUNDING_E8 = 12
/** Prices, and what follows from them alone. */
const IS_PRICE: ReadonlySet<EngineCommand['type']> = new Set(['mark', 'funding', 'deliver'])

/**
 * No negative free balance: whatever an order may come to need was held back, so no command takes anybody's available
 * balance below zero, or deeper below it, its fills included, the sender's and those of who stood in the book. That
 * holds of orders, amendments, cancels, guards, leverage, margin and modes; so below zero nothing that needs more is
 * taken. Only prices do, and a closing, by no more than `closingCostsE8`.
 */
function expectFree(
  engine: MatchingEngine,
  command: EngineCommand,
  { events }: EngineOutcome,
  { before, after }: { readonly before: Balances; readonly after: Balances },
): void {
  if (IS_PRICE.has(command.type)) return
  const executions = events.flatMap((event) => (event.type === 'execution' ? [event.execution] : []))
  for (const [key, { availableE8 }] of after) {
    const was = before.get(key)
    const least = Math.min(0, was?.availableE8 ?? 0)
    if (availableE8 >= least - ROUNDING_E8) continue
    const own = executions.filter((one) => `${one.account} ${coinOf(one.symbol)}` === key)
    const costs = own.some((one) => one.closedLots > 0) ? closingCostsE8(engine, own) : 0
    const orders = costs === 0 ? 0 : Math.max(0, after.get(key)!.orderMarginE8 - (was?.orderMarginE8 ?? 0))
    const bound = least - costs - orders - ROUNDING_E8 * (1 + own.length)
    law(availableE8 >= bound, () => `${key} free: ${was?.availableE8}, then ${availableE8}, at least ${bound}`)
  }
}

/**
 * What a closing may cost: its fees and the loss that comes true, in cross margin against the mark (to which the account
 * was valued), in isolated margin against the entry. Orders that were free as long as there was a position to reduce
 * come to need margin besides.
 */
function closingCostsE8(engine: MatchingEngine, executions: readonly EngineExecution[]): number {
  let costs = 0
  for (const one of executions) {
    costs += Math.max(0, one.feeE8)
    if (one.closedLots === 0) continue
    if (engine.marginMode(one.account) === 'isolated') costs += Math.max(0, -one.closedPnlE8)
    else {
      const { markTicks } = engine.positions(one.account, one.symbol)[0]!
      const gain = valueE8(one.symbol, one.lots, one.ticks) - valueE8(one.symbol, one.lots, markTicks!)
      const isForShort = (one.side === 'buy') !== (one.symbol === INVERSE_SYMBOL)
      costs += Math.max(0, isForShort ? gain : -gain)
    }
  }
  return Math.ceil(costs)
}

function valueE8(symbol: string, lots: number, ticks: number): number {
  const { valueUnitE8 } = MARKETS.find((market) => market.symbol === symbol)!
  return symbol === INVERSE_SYMBOL ? (valueUnitE8 * lots) / ticks : valueUnitE8 * lots * ticks
}

/**
 * And when prices have taken it below zero, so far that the equity does not cover the maintenance margin, liquidation has
 * begun with that mark: no order is left in a cross account that could raise its risk.
 */
function expectLiquidated(engine: MatchingEngine, command: EngineCommand, { events }: EngineOutcome): void {
  if (command.type !== 'mark') return
  const coin = coinOf(command.symbol)
  for (const user of USERS) {
    if (engine.marginMode(user) !== 'cross' || engine.positions(user, command.symbol).every((one) => one.lots === 0))
      continue
    const row = engine.balances(user).find((one) => one.coin === coin)
    if (row === undefined || row.walletE8 + row.unrealisedE8 >= row.maintenanceE8) continue
    // Another's liquidation may fill an order of who was looked at before it: the next mark looks again.
    if (events.some((event) => event.type === 'execution' && event.execution.account === user)) continue
    const risky = engine
      .openOrders(user)
      .filter((one) => coinOf(one.symbol) === coin && !one.reduceOnly && one.status !== 'untriggered')
    law(risky.length === 0, () => `${user} is below its maintenance margin in ${coin} and has ${risky[0]!.id} open`)
  }
}

/**
 * No debt (decisions 39): the wallet of an account without a position is never negative, and the insurance pool pays
 * into a wallet for what prices took, never for what an order did.
 */
function expectNoDebt(
  engine: MatchingEngine,
  command: EngineCommand,
  { events }: EngineOutcome,
  balances: Balances,
): void {
  for (const [key, { walletE8 }] of balances) {
    if (walletE8 >= 0) continue
    const [user, coin] = key.split(' ') as [string, string]
    const isFlat = engine.positions(user).every((one) => one.lots === 0 || coinOf(one.symbol) !== coin)
    law(!isFlat, () => `${key} is flat and owes ${-walletE8}`)
  }
  if (command.type === 'credit' || IS_PRICE.has(command.type)) return
  const paid = events.find((event) => event.type === 'credit')
  law(paid === undefined, () => `the pool pays for an order: ${JSON.stringify(paid)}`)
}

/** The engine's own lists agree with each other and with what the events told. */
function expectConsistent(engine: MatchingEngine, witness: Witness): void {
  for (const { symbol } of MARKETS) expectMarket(engine, witness, symbol)
  for (const user of USERS) expectUser(engine, witness, user)
}

function expectMarket(engine: MatchingEngine, witness: Witness, symbol: string): void {
  const { bids, asks } = engine.book(symbol, Number.MAX_SAFE_INTEGER)
  for (const [side, levels] of [
    ['buy', bids],
    ['sell', asks],
  ] as const) {
    const byOrders = JSON.stringify(witness.bookOf(symbol, side))
    law(JSON.stringify(levels) === byOrders, () => `${symbol} ${side}: the orders make ${byOrders}`)
    const told = witness.books.get(`${symbol} ${side}`) ?? new Map<number, number>()
    law(
      told.size === levels.length && levels.every(([ticks, lots]) => told.get(ticks) === lots),
      () => `${symbol} ${side}: the told levels differ`,
    )
  }
  let long = 0
  let sum = 0
  for (const holder of [...USERS, 'insurance']) {
    for (const { lots, positionIdx } of engine.positions(holder, symbol)) {
      const fills = witness.lots.get(`${holder} ${symbol} ${positionIdx}`) ?? 0
      law(lots === fills, () => `${holder} holds ${lots} ${symbol}, its fills sum to ${fills}`)
      law(positionIdx === 0 || lots === 0 || (positionIdx === 1) === lots > 0, () => `${holder}: side ${positionIdx}`)
      long += Math.max(0, lots)
      sum += lots
    }
  }
  law(sum === 0, () => `${symbol}: positions sum to ${sum}`)
  law(engine.openInterestLots(symbol) === long, () => `${symbol}: open interest is not ${long}`)
}

function expectUser(engine: MatchingEngine, witness: Witness, user: string): void {
  for (const coin of COINS) {
    const row = engine.balances(user).find((one) => one.coin === coin)!
    const realised = witness.realised.get(`${user} ${coin}`) ?? 0
    law(row.cumRealisedE8 === realised, () => `${user} realised ${row.cumRealisedE8} ${coin}, told ${realised}`)
    law(row.orderMarginE8 >= 0, () => `${user} ${coin}: order margin ${row.orderMarginE8}`)
  }
  for (const order of engine.openOrders(user)) {
    const told = witness.orders.get(order.id)?.order
    law(JSON.stringify(told) === JSON.stringify(order), () => `${order.id} is not as it was told`)
    if (!order.reduceOnly || order.stop?.kind === 'stop') continue
    const held = engine.positions(user, order.symbol).find((one) => one.positionIdx === order.positionIdx)!.lots
    const most = order.side === 'buy' ? -held : held
    law(order.lots - order.filledLots <= most, () => `${order.id} would close more than ${held}`)
    const isWhole = order.stop !== null && !order.stop.kind.startsWith('partial') && order.status === 'untriggered'
    if (isWhole) law(order.lots === most, () => `${order.id} guards ${order.lots} of ${most}`)
  }
}
