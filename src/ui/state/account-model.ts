import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Wallet } from '../../domain/account/wallet'
import type { Execution } from '../../domain/order/execution'
import type { Leverage } from '../../domain/decimal'
import type { PriceAlert } from '../../domain/market/price-alert'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId, Side } from '../../domain/order/order'
import { isOpen, isTerminal } from '../../domain/order/order-status'
import type { Strategy } from '../../domain/order/strategy'
import type { MarginMode, Position, PositionMode } from '../../domain/position/position'
import type { HubEvent, HubSession, Preferences } from '../../workers/hub-events'
import type { ChangeState, IntentState, ReverseState } from '../../workers/presses'
import { accountView, type AccountView } from './account-view'

/** Closed orders and fills of this session kept beside the pages that REST gives. */
export const RECENT_ROWS_MAX = 200

/** Leverage of an account that never chose one (decisions 21). */
export const DEFAULT_LEVERAGE = '10' as Leverage

/** The signed-in account as the hub knows it. The hub merged push and REST already; here it is only held. */
export class AccountModel {
  readonly #session = signal<HubSession | null>(null)
  readonly #life = signal(0)
  /** Whose account the tab was last told of; a hub that died and came back tells of it again. */
  #known: string | null = null
  readonly #snapshots = signal(0)
  readonly #orders = signal<ReadonlyMap<OrderId, Order>>(new Map())
  readonly #positions = signal<ReadonlyMap<string, Position>>(new Map())
  readonly #wallet = signal<Wallet | null>(null)
  readonly #executions = signal<readonly Execution[]>([])
  readonly #intents = signal<readonly IntentState[]>([])
  readonly #changes = signal<readonly ChangeState[]>([])
  readonly #preferences = signal<Preferences>({
    asksBeforeReverse: true,
    asksBeforeClose: true,
    asksBeforeCancelAll: true,
    asksBeforeChartCancel: true,
  })
  readonly #strategies = signal<readonly Strategy[]>([])
  readonly #alerts = signal<readonly PriceAlert[] | null>(null)
  readonly #reverses = signal<readonly ReverseState[]>([])

  #isLeaving = false
  /** Whether the latest end of an account was meant. */
  #hasLeft = false

  readonly session: ReadonlySignal<HubSession | null> = this.#session
  readonly #kept = signal<HubSession | null>(null)
  /** Whose rows are shown: the session's, or, before there is one, the last one's as they were kept. */
  readonly shown = computed(() => this.#session.value ?? this.#kept.value)
  /**
   * Rises when the account is another one, or signed out. Whatever stands on the page for the former one (a dialog, a
   * typed quantity, a page of its history) ends with it (I12).
   */
  readonly life: ReadonlySignal<number> = this.#life
  /** Rises when the account's state is given anew as a whole: what was known from before it may be of no state any more. */
  readonly snapshots: ReadonlySignal<number> = this.#snapshots
  readonly wallet: ReadonlySignal<Wallet | null> = this.#wallet
  readonly intents: ReadonlySignal<readonly IntentState[]> = this.#intents
  /** Changes of any tab that have not ended. */
  readonly changes: ReadonlySignal<readonly ChangeState[]> = this.#changes
  /** Whether "Reverse" asks first; in copy trade it always does (spec §4). */
  readonly asksBeforeReverse = computed(
    () => this.#preferences.value.asksBeforeReverse || this.#session.value?.kind === 'copy',
  )
  /** Which presses ask first, as the member chose. */
  readonly preferences: ReadonlySignal<Preferences> = this.#preferences
  /** Those that run first, newest first; then those that ended. */
  readonly strategies: ReadonlySignal<readonly Strategy[]> = this.#strategies
  /** Price alerts, newest first, those that are over included; `null` while they are not known. */
  readonly alerts: ReadonlySignal<readonly PriceAlert[] | null> = this.#alerts
  readonly reverses: ReadonlySignal<readonly ReverseState[]> = this.#reverses
  /** Newest first. */
  readonly executions: ReadonlySignal<readonly Execution[]> = this.#executions
  /** Newest first. */
  readonly openOrders = computed(() =>
    [...this.#orders.value.values()].filter(isOpen).toSorted((a, b) => b.createdAtMs - a.createdAtMs || b.seq - a.seq),
  )
  /** Presses whose order is known, open or over: also where nobody knows yet how it ended. */
  readonly knownLinkIds = computed<ReadonlySet<OrderLinkId>>(
    () => new Set([...this.#orders.value.values()].flatMap(({ linkId }) => (linkId === null ? [] : [linkId]))),
  )
  /** Orders that closed while this tab watched, newest first. */
  readonly closedOrders = computed(() =>
    [...this.#orders.value.values()]
      .filter((order) => isTerminal(order.status))
      .toSorted((a, b) => b.updatedAtMs - a.updatedAtMs || b.seq - a.seq),
  )
  readonly positions = computed(() =>
    [...this.#positions.value.values()]
      .filter((position) => position.size !== '0')
      .toSorted((a, b) => a.symbol.localeCompare(b.symbol) || a.positionIdx - b.positionIdx),
  )

  /** Whether margin is the whole account's, by scenarios: chosen, or of its kind. */
  readonly isPortfolio = computed(
    () => this.#wallet.value?.marginMode === 'portfolio' || this.shown.value?.kind === 'pm',
  )

  /** What the kind of the account, and how it holds margin, has on the screen. */
  readonly view = computed<AccountView>(() => accountView(this.shown.value?.kind ?? null, this.isPortfolio.value))

  /** How the account holds margin where that is a position's or the coin's: one setting for all contracts. */
  readonly marginMode = computed<MarginMode>(() => {
    const mode = this.#wallet.value?.marginMode
    if (mode !== undefined) return mode === 'isolated' ? mode : 'cross'
    return newest([...this.#positions.value.values()])?.marginMode ?? 'cross'
  })

  /** An open order, or one that closed while this tab watched. */
  order(id: OrderId): Order | null {
    return this.#orders.value.get(id) ?? null
  }

  /** A position of a symbol, an empty one included; `null` when the exchange never spoke of it. */
  position(symbol: InstrumentSymbol, positionIdx: 0 | 1 | 2 = 0): Position | null {
    return this.#positions.value.get(`${symbol}/${positionIdx}`) ?? null
  }

  /** Hedge mode as soon as the exchange spoke of a long or a short side last. */
  positionMode(symbol: InstrumentSymbol): PositionMode {
    const rows = ([0, 1, 2] as const).map((idx) => this.position(symbol, idx)).filter((one) => one !== null)
    return (newest(rows)?.positionIdx ?? 0) === 0 ? 'oneWay' : 'hedge'
  }

  /** Which of a contract's positions an order of a side opens, or closes while reducing (semantics.md §2.8). */
  positionIdx(symbol: InstrumentSymbol, side: Side, isReducing: boolean): 0 | 1 | 2 {
    if (this.positionMode(symbol) === 'oneWay') return 0
    return (side === 'buy') === isReducing ? 2 : 1
  }

  /** Leverage of new orders in a symbol; in hedge mode each side has its own. */
  leverage(symbol: InstrumentSymbol, side: Side = 'buy'): Leverage {
    return this.position(symbol, this.positionIdx(symbol, side, false))?.leverage ?? DEFAULT_LEVERAGE
  }

  /** What was chosen here holds here at once; the hub's state puts it right if the hub did not hear it. */
  preferred(chosen: Partial<Preferences>): void {
    this.#preferences.value = { ...this.#preferences.peek(), ...chosen }
  }

  apply(event: HubEvent): void {
    switch (event.type) {
      case 'session':
        this.#kept.value = event.kept ?? null
        this.#meet((event.session ?? event.kept)?.account ?? null, event.hasEnded ?? false)
        this.#session.value = event.session
        if (event.session === null) this.#clear()
        break
      case 'orders': {
        const next = new Map(event.isSnapshot ? [] : this.#orders.value)
        for (const order of event.orders) next.set(order.id, order)
        this.#orders.value = dropOldest(next)
        if (event.isSnapshot) this.#snapshots.value = this.#snapshots.peek() + 1
        break
      }
      case 'positions': {
        const next = new Map(event.isSnapshot ? [] : this.#positions.value)
        for (const position of event.positions) next.set(`${position.symbol}/${position.positionIdx}`, position)
        this.#positions.value = next
        break
      }
      case 'wallet':
        this.#wallet.value = event.wallet
        break
      case 'executions': {
        const fresh = event.executions.toReversed()
        this.#executions.value = (event.isSnapshot ? fresh : [...fresh, ...this.#executions.value]).slice(
          0,
          RECENT_ROWS_MAX,
        )
        break
      }
      case 'preferences':
        this.preferred(event.preferences)
        break
      case 'strategies':
        this.#strategies.value = event.strategies
        return
      case 'alerts':
        this.#alerts.value = event.alerts
        break
      case 'intents':
        this.#intents.value = event.intents
        this.#changes.value = event.changes
        this.#reverses.value = event.reverses
        break
    }
  }

  /** The trader changes the account or signs out, in this tab or in another one: its end is no surprise. */
  leave(): void {
    this.#isLeaving = true
  }

  /** Nothing came of it. */
  stay(): void {
    this.#isLeaving = false
  }

  /** Whether the trader leaves the account, or left the one before: that its session ended is no news. */
  get isOwnEnd(): boolean {
    return this.#isLeaving || this.#hasLeft
  }

  /**
   * Why the account ended, asked once: the trader left it, as this page was told, or as the browser has it noted.
   * @param isNoted whether the browser has
   */
  takeLeave(isNoted: boolean): 'meant' | 'elsewhere' | 'ended' {
    const isMeant = this.#isLeaving
    this.#isLeaving = false
    this.#hasLeft = isMeant || isNoted
    return isMeant ? 'meant' : isNoted ? 'elsewhere' : 'ended'
  }

  /** What was typed here before is another account's. */
  endLife(): void {
    this.#life.value = this.#life.peek() + 1
  }

  #meet(account: string | null, hasEnded: boolean): void {
    if (account === null && !hasEnded) return
    if (this.#known !== null && this.#known !== account) this.endLife()
    this.#known = account
  }

  #clear(): void {
    this.#orders.value = new Map()
    this.#positions.value = new Map()
    this.#wallet.value = null
    this.#executions.value = []
    this.#intents.value = []
    this.#changes.value = []
    this.#reverses.value = []
    this.#strategies.value = []
    this.#alerts.value = null
  }
}

/** What the exchange said last. */
function newest(positions: readonly Position[]): Position | null {
  return positions.reduce<Position | null>((best, one) => (best === null || one.seq > best.seq ? one : best), null)
}

function dropOldest(orders: Map<OrderId, Order>): Map<OrderId, Order> {
  const closed = [...orders.values()].filter((order) => !isOpen(order) && order.missing !== 'asking')
  if (closed.length <= RECENT_ROWS_MAX) return orders
  for (const order of closed.toSorted((a, b) => a.seq - b.seq).slice(0, closed.length - RECENT_ROWS_MAX))
    orders.delete(order.id)
  return orders
}
