import type { EngineCommand } from '../../../../../exchange/engine/commands'
import type { EngineEvent } from '../../../../../exchange/engine/events'
import type { MatchingEngine } from '../../../../../exchange/engine/matching-engine'
import type { EngineExecution, EngineOrder } from '../../../../../exchange/engine/records/order-records'
import { law } from '../witness'
import { MARKETS, USERS } from './mixed-world'

const ENDED: ReadonlySet<string> = new Set(['filled', 'canceled', 'partiallyFilledCanceled', 'rejected', 'deactivated'])
const SPREADS = MARKETS.flatMap(({ symbol, terms }) => (terms?.kind === 'spread' ? [{ symbol, terms }] : []))
const HELD = MARKETS.filter(({ terms }) => terms === undefined || terms.kind === 'option').map(({ symbol }) => symbol)

/** What a reader of the events knows, and the laws that one command at a time must keep. */
export class MixedLaws {
  readonly #orders = new Map<string, EngineOrder>()
  /** By `account symbol`: Σ of the fills. */
  readonly #lots = new Map<string, number>()

  /** Ids of orders that market-maker protection may pull, by account. */
  readonly #protected = new Map<string, Set<string>>()

  /** An order that was taken, and whether it is protected. */
  sent(command: EngineCommand, events: readonly EngineEvent[]): void {
    if (command.type !== 'place' || command.isProtected !== true) return
    const { account, symbol } = command
    for (const event of events) {
      if (event.type !== 'order' || event.order.account !== account || event.order.symbol !== symbol) continue
      // Others of the account that it met are known already.
      if (this.#orders.has(event.order.id)) continue
      const ids = this.#protected.get(account) ?? new Set()
      this.#protected.set(account, ids.add(event.order.id))
    }
  }

  /** @throws LawBroken */
  read(events: readonly EngineEvent[]): void {
    const executions: EngineExecution[] = []
    for (const event of events) {
      if (event.type === 'order') this.#order(event.order)
      else if (event.type === 'execution') executions.push(event.execution)
    }
    for (const one of executions) this.#execution(one)
    for (const { symbol, terms } of SPREADS)
      for (const one of executions) if (one.symbol === symbol) expectLegs(one, terms, executions)
  }

  #order(order: EngineOrder): void {
    const before = this.#orders.get(order.id)
    law(order.filledLots <= order.lots, () => `${order.id} filled ${order.filledLots} of ${order.lots}`)
    if (before !== undefined) {
      law(!ENDED.has(before.status), () => `${order.id} was ${before.status} and is ${order.status}`)
      law(order.filledLots >= before.filledLots, () => `${order.id}: filled falls`)
    }
    this.#orders.set(order.id, order)
  }

  #execution({ account, symbol, side, lots, execType }: EngineExecution): void {
    if (execType === 'Funding' || execType === 'Settle') return
    const key = `${account} ${symbol}`
    this.#lots.set(key, (this.#lots.get(key) ?? 0) + (side === 'buy' ? lots : -lots))
  }

  /**
   * After every command: what is conserved, the books that its events name, and debts and loans of whom it made rich or
   * poor, or let back others' coins otherwise. That nothing changes untold, `expectAll` finds. @throws LawBroken
   */
  expect(engine: MatchingEngine, command: EngineCommand, events: readonly EngineEvent[], nowMs: number): void {
    expectConserved(engine)
    const { symbols, users } = namedIn(events)
    if (BACKS_OTHERWISE.has(command.type) && 'account' in command) users.add(command.account)
    for (const symbol of symbols) expectNotCrossed(engine, symbol)
    for (const user of users) expectCovered(engine, user)
    for (const user of this.#protected.keys()) this.#expectPulled(engine, user, nowMs)
  }

  /** Of every book and every account. @throws LawBroken */
  expectAll(engine: MatchingEngine): void {
    expectConserved(engine)
    for (const { symbol } of MARKETS) expectNotCrossed(engine, symbol)
    for (const user of USERS) expectCovered(engine, user)
    this.#expectLists(engine)
  }

  /** While an account's protection is frozen, none of its protected orders is in a book. */
  #expectPulled(engine: MatchingEngine, user: string, nowMs: number): void {
    const protection = engine.makerProtection(user, 'BTC')
    if (protection === null || nowMs >= protection.frozenUntilMs) return
    for (const id of this.#protected.get(user) ?? []) {
      const status = this.#orders.get(id)?.status ?? ''
      law(ENDED.has(status), () => `${user} is frozen, and ${id} is ${status}`)
    }
  }

  /** The engine's lists agree with each other and with what was told. @throws LawBroken */
  #expectLists(engine: MatchingEngine): void {
    for (const symbol of HELD) {
      let long = 0
      let sum = 0
      for (const account of [...USERS, 'insurance']) {
        const rows = engine.positions(account, symbol)
        const held = rows.reduce((total, { lots }) => total + lots, 0)
        const told = this.#lots.get(`${account} ${symbol}`) ?? 0
        law(held === told, () => `${account} holds ${held} ${symbol}, its fills sum to ${told}`)
        sum += held
        long += rows.reduce((total, { lots }) => total + Math.max(0, lots), 0)
      }
      law(sum === 0, () => `${symbol}: positions sum to ${sum}`)
      law(engine.openInterestLots(symbol) === long, () => `${symbol}: open interest is not ${long}`)
    }
    for (const user of USERS) {
      for (const order of engine.openOrders(user)) {
        const told = this.#orders.get(order.id)
        law(JSON.stringify(told) === JSON.stringify(order), () => `${order.id} is not as it was told`)
      }
      for (const { coin, lockedE8, orderMarginE8 } of engine.balances(user))
        law(lockedE8 >= 0 && orderMarginE8 >= 0, () => `${user} ${coin}: locked ${lockedE8}, orders ${orderMarginE8}`)
    }
  }
}

/** A spread's fill is both legs of its account, each the ratio's lots, at prices that make the spread's. */
function expectLegs(
  fill: EngineExecution,
  terms: (typeof SPREADS)[number]['terms'],
  executions: readonly EngineExecution[],
): void {
  const legs = terms.legs.map((symbol) =>
    executions.filter(
      (one) => one.account === fill.account && one.symbol === symbol && one.execType === 'FutureSpread',
    ),
  )
  const [first, second] = legs.map((rows, place) =>
    rows.find((one) => one.lots === fill.lots * terms.lotsPerLeg[place]! && (one.side === fill.side) === (place === 0)),
  )
  law(first !== undefined && second !== undefined, () => `${fill.id} of ${fill.symbol} has not both legs`)
}

function expectConserved(engine: MatchingEngine): void {
  for (const { coin, sumE8, creditedE8 } of engine.conservation())
    law(sumE8 === creditedE8, () => `${coin}: ${sumE8} of ${creditedE8}`)
}

function expectNotCrossed(engine: MatchingEngine, symbol: string): void {
  const { bids, asks } = engine.book(symbol, 1)
  const isCrossed = bids.length > 0 && asks.length > 0 && bids[0]![0] >= asks[0]![0]
  law(!isCrossed, () => `${symbol} is crossed: ${bids[0]![0]} ≥ ${asks[0]![0]}`)
}

function expectCovered(engine: MatchingEngine, user: string): void {
  expectNoDebt(engine, user)
  expectLoans(engine, user)
}

/** Commands after which the same debts are backed by other coins. */
const BACKS_OTHERWISE: ReadonlySet<EngineCommand['type']> = new Set([
  'setMarginMode',
  'setSpotMargin',
  'setSpotHedge',
  'setCollateral',
  'setRepaymentMode',
])

/** The books, and the users to whom something was paid, lent or lost. */
function namedIn(events: readonly EngineEvent[]): { readonly symbols: Set<string>; readonly users: Set<string> } {
  const symbols = new Set<string>()
  const users = new Set<string>()
  for (const event of events) {
    if (event.type === 'level') symbols.add(event.symbol)
    const account = payeeOf(event)
    if (account !== null && IS_USER.has(account)) users.add(account)
  }
  return { symbols, users }
}

const IS_USER: ReadonlySet<string> = new Set(USERS)

/** Orders and rows of what is held move no coin: whatever does is told by an event of its own. */
function payeeOf(event: EngineEvent): string | null {
  if (event.type === 'execution') return event.execution.account
  if (event.type === 'order' || event.type === 'position' || event.type === 'wallet') return null
  return 'account' in event ? event.account : null
}

/** Nothing is owed that coins do not back together, and nothing less than none. */
function expectLoans(engine: MatchingEngine, user: string): void {
  const { lends, figures, coins } = engine.lending(user)!
  law(!lends || figures !== null, () => `${user} may borrow, and shares nothing`)
  for (const { coin, lentE8, interestE8 } of coins) {
    law(lentE8 >= 0 && interestE8 >= 0, () => `${user} owes less than nothing of ${coin}`)
    law(figures !== null || lentE8 + interestE8 === 0, () => `${user} owes ${coin}, and nothing backs it`)
  }
}

/** Who holds nothing owes nothing, in any coin, but what was lent. */
function expectNoDebt(engine: MatchingEngine, user: string): void {
  const balances = engine.balances(user)
  if (balances.every(({ walletE8 }) => walletE8 >= 0)) return
  const held = engine.positions(user).filter(({ lots }) => lots !== 0)
  for (const { coin, walletE8 } of balances) {
    if (walletE8 >= 0) continue
    const isHeld = held.some(({ symbol }) => MARKETS.some((one) => one.symbol === symbol && one.settleCoin === coin))
    law(isHeld, () => `${user} is flat and owes ${-walletE8} ${coin}`)
  }
}
