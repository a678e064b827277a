import { assertNever } from '../../src/base/assert'
import { equilibrium } from './matching/auction'
import { uncross } from './orders/uncross'
import { cancelAll, amendOrder, cancelByUser, lookUp } from './orders/change-order'
import { credit, openAccount, setFees, setLeverage } from './accounts/account-commands'
import type { EngineCoin } from './lending/engine-coin'
import { chargeInterest } from './lending/interest'
import { borrowByHand, repayDebts } from './lending/debt-commands'
import {
  setBorrowLeverage,
  setCollateral,
  setRepaymentMode,
  setSpotHedge,
  setSpotMargin,
} from './lending/lending-commands'
import { lendingOf } from './lending/lending-info'
import { spotPowerOf } from './lending/spot-power'
import { settleLoans } from './lending/loans'
import { Cash, Position, type Account, type Order } from './entities'
import { toEngineOrder } from './records/order-copy'
import type { EngineOrder } from './records/order-records'
import type { BookSide } from './matching/book'
import type { PositionIdx } from './accounts/account-settings'
import type { EngineCommand } from './commands'
import type { MatchingEngine } from './matching-engine'
import type { EngineRules } from './engine-rules'
import type { EngineInstrument } from './instrument'
import { refuse, type EngineResult } from './result'
import { reviewAccounts } from './liquidation/review-accounts'
import { poolBalanceE8 } from './liquidation/insurance-pool'
import { poolDrawdown } from './liquidation/pool-notes'
import { addMargin, setAutoAddMargin, setMarginMode, setPositionMode } from './accounts/margin-commands'
import { toEngineBalances } from './records/balance-rows'
import { portfolioAfter, portfolioReport } from './records/portfolio-report'
import { toEnginePosition } from './records/position-copy'
import { applyFunding, applyMark } from './mark-price'
import { mostLots, previewOrder } from './orders/preview-order'
import { placeWithLeverage } from './orders/place-with-leverage'
import { priceBand } from './matching/price-band'
import { readSnapshot, takeSnapshot } from './snapshot'
import { deliver } from './settlement'
import { carryDebts } from './liquidation/shortfall'
import { retireInstrument } from './retire-instrument'
import { findProtection, resetMakerProtection, setMakerProtection } from './protection/protections'
import { createState, type EngineState } from './state'
import { changeInstrument } from './change-instrument'
import { settleTriggers } from './triggers/fire'
import { setTpSl } from './triggers/set-tpsl'

/**
 * An engine with no accounts but the house, no orders and no prices.
 * @param coins what counts as collateral, in the order in which it is given up for debts; left out, nothing is lent
 * @param rules left out, those of an exchange that begins now
 */
export function createEngine(
  instruments: readonly EngineInstrument[],
  coins: readonly EngineCoin[] = [],
  rules?: EngineRules,
): MatchingEngine {
  return engineOver(createState(instruments, coins, rules))
}

/**
 * An engine that goes on from a snapshot exactly as the one that took it.
 * @param instruments as they were when the snapshot was taken, and so `coins` and `rules`
 * @throws Error when the snapshot is of another version, or names an unknown instrument
 */
export function restoreEngine(
  instruments: readonly EngineInstrument[],
  state: unknown,
  coins: readonly EngineCoin[] = [],
  rules?: EngineRules,
): MatchingEngine {
  return engineOver(readSnapshot(instruments, state, coins, rules))
}

function engineOver(state: EngineState): MatchingEngine {
  return {
    handle(command, nowMs) {
      const result = run(state, command, nowMs)
      if (state.observed.length > 0 || state.fills.length > 0) settleTriggers(state, nowMs)
      for (let i = 0; i < state.outbox.touchedAccounts; i++) {
        const account = state.outbox.touchedAccount(i)
        settleLoans(state, account, nowMs)
        carryDebts(state, account, nowMs)
      }
      return { result, events: state.outbox.take() }
    },
    updateInstrument(instrument, nowMs) {
      changeInstrument(state, instrument, nowMs)
      return { result: { ok: true }, events: state.outbox.take() }
    },
    retireInstrument: (symbol) => retireInstrument(state, symbol),
    book(symbol, levels) {
      const market = state.markets.get(symbol)
      // A book that may be crossed is nobody's to see.
      if (market === undefined || market.auction !== null) return { bids: [], asks: [] }
      const { bids, asks } = market.book
      return { bids: bestLevels(bids, levels), asks: bestLevels(asks, levels) }
    },
    openOrders: (account, symbol) => openOrders(state.accounts.get(account), symbol),
    findOrder(accountId, ids) {
      const account = state.accounts.get(accountId)
      if (account === undefined) return null
      const order = lookUp(state, account, { orderId: ids.orderId ?? null, linkId: ids.linkId ?? null })
      return order === null ? null : toEngineOrder(order)
    },
    positions(accountId, symbol) {
      const account = state.accounts.get(accountId)
      if (account === undefined) return []
      if (symbol !== undefined) return onePosition(state, account, symbol)
      return [...account.positions.values()]
        .filter((position) => position.lots !== 0)
        .map((position) => toEnginePosition(position, state.outbox.seq))
    },
    balances(accountId) {
      const account = state.accounts.get(accountId)
      return account === undefined ? [] : toEngineBalances(account)
    },
    lending: (account) => lendingOf(state, account),
    spotPower: (account, symbol) => spotPowerOf(state, account, symbol),
    portfolio(accountId) {
      const account = state.accounts.get(accountId)
      return account === undefined ? null : portfolioReport(account)
    },
    portfolioAfter(accountId, trades) {
      const account = state.accounts.get(accountId)
      const known = trades.flatMap(({ symbol, lots }) => {
        const market = state.markets.get(symbol)
        return market === undefined || market.product.scenarios === null ? [] : [{ market, lots }]
      })
      return account === undefined ? null : portfolioAfter(account, known)
    },
    mostHeld(accountId, symbol) {
      const market = state.markets.get(symbol)
      if (market === undefined) return 0
      const ticks = Math.max(market.markTicks ?? 0, market.indexTicks ?? 0)
      const most = ticks === 0 ? 0 : market.product.mostLots(market.instrument.valueUnitE8, ticks)
      const held = market.holders.find(({ account }) => account.id === accountId)?.lots ?? 0
      return Math.max(most, Math.abs(held))
    },
    sharesCollateral: (account) => state.sharing.get(account)?.isInForce === true,
    makerProtection: (account, coin) => findProtection(state, account, coin),
    lastSeq: () => state.outbox.seq,
    preview(command) {
      const account = state.accounts.get(command.account)
      return account === undefined ? null : previewOrder(state, account, command)
    },
    mostLots(command) {
      const account = state.accounts.get(command.account)
      return account === undefined ? null : mostLots(state, account, command)
    },
    hasAccount: (account) => state.accounts.has(account),
    accounts: () => [...state.accounts.values()].map(({ id, role, kind }) => ({ account: id, role, kind })),
    marginMode: (account) => state.accounts.get(account)?.marginMode ?? 'cross',
    positionMode(accountId, symbol) {
      const market = state.markets.get(symbol)
      const isHedged = market !== undefined && state.accounts.get(accountId)?.isHedged(market) === true
      return isHedged ? 'hedge' : 'oneWay'
    },
    auction(symbol) {
      const market = state.markets.get(symbol)
      return market === undefined || market.auction === null ? null : equilibrium(market, market.markTicks)
    },
    priceBand(symbol) {
      const market = state.markets.get(symbol)
      return market === undefined ? null : priceBand(market)
    },
    insurancePool: (coin) => ({
      balanceE8: poolBalanceE8(state.insurance, coin),
      isDeleveraging: state.pools.get(coin)?.isDeleveraging === true,
    }),
    insuranceDrawdown: (coin, nowMs) => poolDrawdown(state, coin, nowMs),
    openInterestLots: (symbol) => state.markets.get(symbol)?.longLots ?? 0,
    conservation: () => conservation(state),
    snapshot: () => takeSnapshot(state),
  }
}

function run(state: EngineState, command: EngineCommand, nowMs: number): EngineResult {
  switch (command.type) {
    case 'openAccount':
      return openAccount(state, command)
    case 'mark':
      return applyMark(state, command, nowMs)
    case 'reviewAccounts':
      return reviewAccounts(state, nowMs)
    case 'funding':
      return applyFunding(state, command, nowMs)
    case 'deliver':
      return deliver(state, command, nowMs)
    case 'uncross':
      return uncross(state, command, nowMs)
    case 'interest':
      return chargeInterest(state, command, nowMs)
    default:
  }
  const account = state.accounts.get(command.account)
  if (account === undefined) return refuse({ kind: 'unknownAccount' })
  switch (command.type) {
    case 'place':
      return placeWithLeverage(state, account, command, nowMs)
    case 'amend':
      return amendOrder(state, account, command, nowMs)
    case 'cancel':
      return cancelByUser(state, account, command, nowMs)
    case 'cancelAll':
      return cancelAll(state, account, command, nowMs)
    case 'credit':
      return credit(state, account, command, nowMs)
    case 'setLeverage':
      return setLeverage(state, account, command)
    case 'setTpSl':
      return setTpSl(state, account, command, nowMs)
    case 'setFees':
      return setFees(state, account, command)
    case 'setMarginMode':
      return setMarginMode(state, account, command)
    case 'setPositionMode':
      return setPositionMode(state, account, command)
    case 'addMargin':
      return addMargin(state, account, command)
    case 'setAutoAddMargin':
      return setAutoAddMargin(state, account, command)
    case 'setSpotMargin':
      return setSpotMargin(state, account, command)
    case 'setSpotHedge':
      return setSpotHedge(state, account, command)
    case 'setCollateral':
      return setCollateral(state, account, command)
    case 'setBorrowLeverage':
      return setBorrowLeverage(state, account, command)
    case 'setRepaymentMode':
      return setRepaymentMode(state, account, command)
    case 'borrow':
      return borrowByHand(state, account, command, nowMs)
    case 'repay':
      return repayDebts(state, account, command, nowMs)
    case 'setMakerProtection':
      return setMakerProtection(state, account, command)
    case 'resetMakerProtection':
      return resetMakerProtection(state, account, command)
    default:
      return assertNever(command)
  }
}

function bestLevels(side: BookSide<Order>, count: number): readonly (readonly [number, number])[] {
  const { levels } = side
  const found: (readonly [number, number])[] = []
  for (let i = levels.length - 1; i >= 0 && found.length < count; i--) {
    const level = levels[i]!
    found.push([level.ticks, level.lots])
  }
  return found
}

/** Oldest first within a symbol. */
function openOrders(account: Account | undefined, symbol?: string): readonly EngineOrder[] {
  if (account === undefined) return []
  const found: EngineOrder[] = []
  for (const position of account.positions.values()) {
    if (symbol !== undefined && position.market.instrument.symbol !== symbol) continue
    for (let order = position.firstOrder; order !== null; order = order.ownNext) found.push(toEngineOrder(order))
  }
  return found
}

/** A symbol the account never touched is answered as a flat position, and none is opened for it. */
function onePosition(state: EngineState, account: Account, symbol: string) {
  const market = state.markets.get(symbol)
  if (market === undefined || !market.product.holdsPosition) return []
  const cash = cashOf(account, market.instrument.settleCoin)
  const indices: readonly PositionIdx[] = account.isHedged(market) ? [1, 2] : [0]
  return indices.map((index) => {
    const flat = new Position(account, market, cash, index)
    return toEnginePosition(account.positions.get(flat.key) ?? flat, state.outbox.seq)
  })
}

function cashOf(account: Account, coin: string): Cash {
  return account.cash.get(coin) ?? new Cash(account, coin)
}

function conservation(state: EngineState) {
  const sums = new Map<string, { sum: bigint; credited: bigint }>()
  for (const account of state.accounts.values()) {
    for (const cash of account.cash.values()) {
      const row = sums.get(cash.coin) ?? { sum: 0n, credited: 0n }
      sums.set(cash.coin, row)
      row.sum += cash.wallet.exact
      row.credited += cash.credited.exact
      for (const position of cash.positions) {
        if (position.lots !== 0 && position.market.product.owesCost)
          row.sum -= BigInt(position.direction) * BigInt(position.costE8)
      }
    }
  }
  return [...sums].map(([coin, { sum, credited }]) => ({
    coin,
    sumE8: sum.toString(),
    creditedE8: credited.toString(),
  }))
}
