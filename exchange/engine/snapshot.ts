import type { NumberList } from '../../src/base/columns'
import type { AccountKind } from '../../src/domain/account/wallet'
import { Account, type Cash, type Market, Position, type Order } from './entities'
import type { AccountRole, EngineFees, MarginMode, PositionIdx } from './accounts/account-settings'
import type { EngineRules } from './engine-rules'
import type { EngineInstrument } from './instrument'
import type { EngineCoin } from './lending/engine-coin'
import type { LendingState } from './lending/lending-choices'
import { SharedCollateral } from './lending/shared-collateral'
import type { Pool } from './liquidation/insurance-pool'
import { OrderReader, OrderWriter, type OrderColumns } from './orders/order-columns'
import type { ProtectionState } from './protection/maker-protection'
import { restoreProtection } from './protection/protections'
import { takeMarginMode } from './risk/risk-of'
import { createState, type EngineState } from './state'
import { arm } from './triggers/triggers'

/** Rises when the form below changes; another version is not read. */
const SNAPSHOT_VERSION = 4
const RESERVE_CHUNK_E8 = 2n ** 51n

/** What may be missing was not there in the first snapshots, or has its plain value. */
export interface PositionState {
  readonly account: string
  readonly lots: number
  readonly costE8: number
  readonly leverageE2: number
  readonly realisedE8: number
  readonly cumRealisedE8: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly positionIdx?: PositionIdx
  readonly costRestE8?: number
  readonly extraMarginE8?: number
  readonly isAutoAddMargin?: boolean
  readonly openCostE8?: number
  readonly openCostRestE8?: number
  readonly openFeeE8?: number
  readonly fundingE8?: number
  readonly fundingPaidE8?: number
  readonly adlRank?: number
}

export interface CashState {
  readonly coin: string
  readonly walletE8: number
  /** Of earlier builds: what they set aside of a large wallet, in chunks of 2^51. */
  readonly reserveChunks?: number
  readonly cumRealisedE8: number
  readonly creditedE8: number
  /** The same three in digits, where they passed 2^53 and the number beside them is only near. */
  readonly large?: { readonly wallet?: string; readonly cumRealised?: string; readonly credited?: string }
  /** Keys of the positions, in the order of opening. */
  readonly symbols: readonly string[]
}

export interface AccountState {
  readonly account: string
  readonly role: AccountRole
  readonly kind: AccountKind
  readonly defaultLeverageE2: number
  readonly cash: readonly CashState[]
  /** Keys of all positions, in the order of opening. */
  readonly symbols: readonly string[]
  /** See `Account.links`. */
  readonly links: { readonly ids: readonly string[]; readonly numbers: NumberList }
  readonly marginMode?: MarginMode
  readonly fees?: EngineFees
  readonly hedgeBySymbol?: readonly (readonly [string, boolean])[]
  readonly hedgeByCoin?: readonly (readonly [string, boolean])[]
  readonly lending?: LendingState
}

export interface MarketState {
  readonly symbol: string
  /** `null` before the first one. Earlier builds wrote 0 for that, of contracts whose prices begin above it. */
  readonly markTicks: number | null
  readonly indexTicks: number | null
  readonly premiumE4?: number
  /** See `Valuation`. */
  readonly forwardTicks?: number | null
  readonly volatilityE8?: number | null
  readonly markedAtMs?: number
  readonly rankedAtMs?: number
  /** In the order of opening. */
  readonly holders: readonly PositionState[]
  /** Open orders of both sides by priority: best price first, oldest first. */
  readonly orders: OrderColumns
  readonly lastTicks: number | null
  /** Orders that wait for their trigger, oldest first. */
  readonly waiting: OrderColumns
}

export interface EngineSnapshot {
  readonly version: number
  readonly seq: number
  readonly lastOrderNumber: number
  readonly lastExecNumber: number
  readonly accounts: readonly AccountState[]
  readonly markets: readonly MarketState[]
  /** Finished orders still remembered, oldest first. */
  readonly finished: OrderColumns
  /** What the codes in the orders' columns stand for. */
  readonly words: readonly (string | null)[]
  readonly pools?: readonly (readonly [coin: string, pool: Pool])[]
  /** Left out where nobody protects anything. */
  readonly protections?: readonly ProtectionState[]
}

/** The whole state as plain JSON. Every order that decides anything later (lists, queues, holders) is kept. */
export function takeSnapshot(state: EngineState): EngineSnapshot {
  const writer = new OrderWriter(state)
  const snapshot: EngineSnapshot = {
    version: SNAPSHOT_VERSION,
    seq: state.outbox.seq,
    lastOrderNumber: state.lastOrderNumber,
    lastExecNumber: state.lastExecNumber,
    accounts: [...state.accounts.values()].map((account) => accountState(state, account)),
    markets: [...state.markets.values()].map((market) => ({
      symbol: market.instrument.symbol,
      markTicks: market.markTicks,
      indexTicks: market.indexTicks,
      premiumE4: market.premiumE4,
      forwardTicks: market.valuation.forwardTicks,
      volatilityE8: market.valuation.volatilityE8,
      markedAtMs: market.valuation.atMs,
      rankedAtMs: market.rankedAtMs,
      holders: market.holders.map(positionState),
      orders: writer.writeBook(market.book),
      lastTicks: market.lastTicks,
      waiting: writer.write(market.triggers.orders()),
    })),
    finished: writer.write(state.orders.finished()),
    words: writer.words(),
    pools: [...state.pools].map(([coin, pool]) => [coin, copyPool(pool)] as const),
    ...(state.protections.size === 0 ? {} : { protections: [...state.protections.values()].map((one) => one.state()) }),
  }
  return snapshot
}

function copyPool({ isDeleveraging, slots }: Pool): Pool {
  return { isDeleveraging, slots: slots.map((slot) => ({ ...slot })) }
}

function accountState(state: EngineState, account: Account): AccountState {
  const lending = state.sharing.get(account.id)?.state()
  return {
    account: account.id,
    role: account.role,
    kind: account.kind,
    defaultLeverageE2: account.defaultLeverageE2,
    cash: [...account.cash.values()].map((cash) => ({
      coin: cash.coin,
      walletE8: cash.walletE8,
      cumRealisedE8: cash.cumRealised.e8,
      creditedE8: cash.credited.e8,
      ...largeSums(cash),
      symbols: cash.positions.map((position) => position.key),
    })),
    symbols: [...account.positions.keys()],
    links: account.links.rows(),
    marginMode: account.marginMode,
    ...(account.fees === null ? {} : { fees: account.fees }),
    hedgeBySymbol: [...account.hedgeBySymbol],
    hedgeByCoin: [...account.hedgeByCoin],
    ...(lending === undefined ? {} : { lending }),
  }
}

function largeSums({ wallet, cumRealised, credited }: Cash): Pick<CashState, 'large'> {
  if (wallet.largeText === null && cumRealised.largeText === null && credited.largeText === null) return {}
  const rows = { wallet: wallet.largeText, cumRealised: cumRealised.largeText, credited: credited.largeText }
  return { large: Object.fromEntries(Object.entries(rows).filter(([, text]) => text !== null)) }
}

function positionState(position: Position): PositionState {
  return {
    account: position.account.id,
    lots: position.lots,
    costE8: position.costE8,
    leverageE2: position.leverageE2,
    realisedE8: position.realisedE8,
    cumRealisedE8: position.cumRealisedE8,
    createdAtMs: position.createdAtMs,
    updatedAtMs: position.updatedAtMs,
    positionIdx: position.positionIdx,
    ...(position.costRestE8 === 0 ? {} : { costRestE8: position.costRestE8 }),
    extraMarginE8: position.extraMarginE8,
    isAutoAddMargin: position.isAutoAddMargin,
    openCostE8: position.openCostE8,
    ...(position.openCostRestE8 === 0 ? {} : { openCostRestE8: position.openCostRestE8 }),
    openFeeE8: position.openFeeE8,
    fundingE8: position.fundingE8,
    // A reader that finds none takes what the open part has paid, as snapshots from before the field have to be read.
    ...(position.fundingPaidE8 === 0 && position.fundingE8 === 0 ? {} : { fundingPaidE8: position.fundingPaidE8 }),
    adlRank: position.adlRank,
  }
}

/**
 * Rebuilds the state of `takeSnapshot`. Our own writing is read back, so its shape is trusted but for the version.
 * @throws Error when the version differs, or an instrument of the snapshot is missing
 */
export function readSnapshot(
  instruments: readonly EngineInstrument[],
  value: unknown,
  coins: readonly EngineCoin[] = [],
  rules?: EngineRules,
): EngineState {
  const snapshot = value as EngineSnapshot
  if (snapshot.version !== SNAPSHOT_VERSION) {
    throw new Error(`engine snapshot version ${SNAPSHOT_VERSION} expected, found ${String(snapshot.version)}`)
  }
  const places = new Map(snapshot.markets.map(({ symbol }, place) => [symbol, place]))
  const placeOf = ({ symbol }: EngineInstrument) => places.get(symbol) ?? places.size
  const state = createState(
    instruments.toSorted((a, b) => placeOf(a) - placeOf(b)),
    coins,
    rules,
  )
  state.outbox.seq = snapshot.seq
  state.lastOrderNumber = snapshot.lastOrderNumber
  state.lastExecNumber = snapshot.lastExecNumber
  for (const [coin, pool] of snapshot.pools ?? []) state.pools.set(coin, copyPool(pool))
  for (const saved of snapshot.accounts) readAccount(state, saved)
  for (const saved of snapshot.markets) readHolders(state, saved)
  for (const saved of snapshot.accounts) orderPositions(state, saved)
  const reader = new OrderReader(state, snapshot)
  for (const order of reader.read(snapshot.finished)) {
    state.orders.add(order)
    state.orders.finish(order)
  }
  readOpenOrders(state, snapshot.markets, reader)
  for (const saved of snapshot.protections ?? []) restoreProtection(state, saved)
  return state
}

function marketOf(state: EngineState, symbol: string) {
  const market = state.markets.get(symbol)
  if (market === undefined) throw new Error(`engine snapshot names ${symbol}, which is not among the instruments`)
  return market
}

function readAccount(state: EngineState, saved: AccountState): void {
  const account =
    state.accounts.get(saved.account) ??
    new Account(saved.account, saved.role, saved.kind, saved.defaultLeverageE2, state.links)
  state.accounts.set(account.id, account)
  for (const coin of saved.cash) {
    const cash = account.coin(coin.coin)
    const { large = {} } = coin
    cash.wallet.set(BigInt(large.wallet ?? coin.walletE8) + BigInt(coin.reserveChunks ?? 0) * RESERVE_CHUNK_E8)
    cash.cumRealised.set(BigInt(large.cumRealised ?? coin.cumRealisedE8))
    cash.credited.set(BigInt(large.credited ?? coin.creditedE8))
    if (cash.walletE8 < 0) account.mayOwe = true
  }
  takeMarginMode(account, saved.marginMode ?? 'cross')
  account.fees = saved.fees ?? null
  for (const [symbol, isHedge] of saved.hedgeBySymbol ?? []) account.hedgeBySymbol.set(symbol, isHedge)
  for (const [coin, isHedge] of saved.hedgeByCoin ?? []) account.hedgeByCoin.set(coin, isHedge)
  if (saved.lending !== undefined) new SharedCollateral(account, state.coins).restore(saved.lending, state.sharing)
  const { ids, numbers } = saved.links
  for (let at = 0; at < ids.length; at += 1) account.links.remember(ids[at]!, numbers[at]!)
}

function readHolders(state: EngineState, saved: MarketState): void {
  const market = marketOf(state, saved.symbol)
  market.markTicks = readPrice(market, saved.markTicks)
  market.indexTicks = readPrice(market, saved.indexTicks)
  market.premiumE4 = saved.premiumE4 ?? 0
  market.valuation.forwardTicks = saved.forwardTicks ?? null
  market.valuation.volatilityE8 = saved.volatilityE8 ?? null
  market.valuation.atMs = saved.markedAtMs ?? 0
  market.lastTicks = readPrice(market, saved.lastTicks)
  market.rankedAtMs = saved.rankedAtMs ?? 0
  for (const one of saved.holders) {
    const position = state.accounts.get(one.account)!.position(market, one.positionIdx)
    position.lots = one.lots
    position.costE8 = one.costE8
    position.leverageE2 = one.leverageE2
    position.realisedE8 = one.realisedE8
    position.cumRealisedE8 = one.cumRealisedE8
    position.createdAtMs = one.createdAtMs
    position.updatedAtMs = one.updatedAtMs
    position.costRestE8 = one.costRestE8 ?? 0
    position.extraMarginE8 = one.extraMarginE8 ?? 0
    position.isAutoAddMargin = one.isAutoAddMargin ?? false
    position.openCostE8 = one.openCostE8 ?? 0
    position.openCostRestE8 = one.openCostRestE8 ?? 0
    position.openFeeE8 = one.openFeeE8 ?? 0
    position.fundingE8 = one.fundingE8 ?? 0
    position.fundingPaidE8 = one.fundingPaidE8 ?? one.fundingE8 ?? 0
    position.adlRank = one.adlRank ?? 0
    market.longLots += Math.max(0, one.lots)
  }
}

/** See `MarketState.markTicks`. An option that is worth nothing has a mark of 0. */
function readPrice(market: Market, ticks: number | null): number | null {
  return ticks === 0 && market.product.leastMarkTicks(market) > 0 ? null : ticks
}

/** Markets were read one after another; an account's own lists go back to the order in which they were opened. */
function orderPositions(state: EngineState, saved: AccountState): void {
  const account = state.accounts.get(saved.account)!
  const bySymbol = new Map(account.positions)
  account.positions.clear()
  for (const symbol of saved.symbols) account.positions.set(symbol, bySymbol.get(symbol)!)
  for (const coin of saved.cash) {
    const { positions } = account.coin(coin.coin)
    positions.length = 0
    for (const symbol of coin.symbols) positions.push(bySymbol.get(symbol)!)
  }
}

/** Queues follow the saved order; an account's own lists follow the order numbers. */
function readOpenOrders(state: EngineState, markets: readonly MarketState[], reader: OrderReader): void {
  const open: Order[] = []
  for (const saved of markets) {
    for (const order of reader.read(saved.orders)) {
      state.orders.add(order)
      order.position.market.book.side(order.side).add(order)
      order.position.count(order, order.lots - order.filledLots, 1)
      open.push(order)
    }
    for (const order of reader.read(saved.waiting)) {
      state.orders.add(order)
      open.push(order)
    }
  }
  for (const order of open.toSorted((a, b) => a.number - b.number)) {
    const { position } = order
    position.link(order)
    if (order.status !== 'untriggered') continue
    arm(order)
    position.guardedSide = Math.sign(position.lots)
  }
}
