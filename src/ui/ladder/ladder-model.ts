import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { fromSteps, toSteps, type Money, type Price, type Qty } from '../../domain/decimal'
import { stepScale, type StepScale } from '../../domain/market/step-text'
import type { Order, OrderId, Side } from '../../domain/order/order'
import type { Watch } from '../../workers/hub-api'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { pickPrice } from '../state/picked-price'
import { isMarketLive } from '../trading-kit/is-market-live'
import type { OnePress } from '../trading-kit/one-press/one-press'
import type { LadderKey } from './ladder-keys'
import { PricePress, type PriceAction, type PriceTarget } from '../trading-kit/one-press/price-press'
import { pnlAt } from './ladder-pnl'
import { ladderRows, middleRow, type LadderRows } from './ladder-rows'
import { LadderWindow } from './ladder-window'
import { isResting, ownKey, ownRows } from './own-orders'

/** Own orders that the keyboard has taken along, and the price in ticks where they were. */
export interface Carried {
  readonly orders: readonly OrderId[]
  readonly side: Side
  readonly fromTicks: number
}

interface Ports {
  readonly app: Pick<App, 'account' | 'connection'>
  readonly market: MarketModel
  readonly onePress: Pick<OnePress, 'arming'> & {
    readonly sizes: Pick<OnePress['sizes'], 'qty'>
    readonly orders: Pick<OnePress['orders'], 'send' | 'move'>
    readonly actions: Pick<OnePress['actions'], 'cancel' | 'pendingOf'>
  }
  /** Whose ticket takes a price that is pressed while nothing is armed. */
  readonly link: LinkGroup
}

/** How a ladder's numbers are written: ticks and lots of its contract. */
export interface LadderScale {
  readonly tick: StepScale
  readonly lot: StepScale
  readonly tickSize: Price
  readonly lotSize: Qty
}

/** A price ladder: rows a step apart around the market, the own orders in them, and what a press on them does. */
export class LadderModel {
  readonly window = new LadderWindow()
  readonly press = new PricePress()
  readonly #group = signal(1)
  readonly #focused = signal<number | null>(null)
  readonly #keyMoves = signal(0)
  readonly #carried = signal<Carried | null>(null)

  /** Ticks that a row stands for. */
  readonly group: ReadonlySignal<number> = this.#group
  /** Price in ticks of the row that has the focus, or would get it; `null` before there was one. */
  readonly focused: ReadonlySignal<number | null> = this.#focused
  /** Rises with each key that chose a row: the focus goes there, also where the row that had it is gone. */
  readonly keyMoves: ReadonlySignal<number> = this.#keyMoves
  readonly carried: ReadonlySignal<Carried | null> = this.#carried
  readonly market: MarketModel

  constructor(private readonly ports: Ports) {
    this.market = ports.market
  }

  readonly scale = computed<LadderScale | null>(() => {
    const instrument = this.market.instrument.value
    if (instrument === null) return null
    const { tickSize, lotSize } = instrument
    return { tick: stepScale(tickSize), lot: stepScale(lotSize), tickSize, lotSize }
  })

  /** The steps that may be chosen, in ticks, finest first. */
  readonly groups = computed<readonly number[]>(() => this.market.instrument.value?.depthRatios ?? [])

  /** Another panel's grouping comes by the same signal: what is drawn here changes with its own view alone. */
  readonly #view = computed(() => {
    const view = this.market.drawnBook(this.#group.value)?.view ?? null
    return view?.group === this.#group.value ? view : null
  })
  readonly #isOld = computed(() => this.market.drawnBook(this.#group.value)?.isStale ?? true)

  /** Whether sizes are from before: they dim, and no row is given them anew. */
  readonly isStale = computed(
    () => this.#view.value !== null && (this.#isOld.value || !isMarketLive(this.ports.app.connection)),
  )

  /** The last price in whole ticks. */
  readonly lastTicks = computed(() => {
    const last = this.market.lastPrice.value
    const scale = this.scale.value
    return last === null || scale === null ? null : toSteps(last, scale.tickSize)
  })

  readonly middle = computed(() => middleRow(this.#view.value, this.lastTicks.value, this.#group.value))

  readonly #own = computed(() => {
    const scale = this.scale.value
    const { account } = this.ports.app
    return scale === null
      ? new Map<string, never>()
      : ownRows({
          symbol: this.market.symbol,
          tickSize: scale.tickSize,
          group: this.#group.value,
          orders: account.openOrders.value,
          intents: account.intents.value.filter(({ id }) => !account.knownLinkIds.value.has(id)),
          isPending: (order) => this.ports.onePress.actions.pendingOf(order) !== null,
        })
  })

  /** What is drawn; `null` while the contract or its price is not known. */
  readonly rows = computed<LadderRows | null>(() => {
    const top = this.window.top.value
    if (top === null || this.scale.value === null) return null
    return ladderRows({
      top,
      count: this.window.count.value,
      group: this.#group.value,
      book: this.#view.value,
      own: this.#own.value,
    })
  })

  /** The row that the keyboard comes to: where it was last, in the middle where that is out of sight. */
  readonly tabStop = computed(() => {
    const top = this.window.top.value
    const focused = this.#focused.value
    if (top === null) return null
    const group = this.#group.value
    const count = this.window.count.value
    const isShown = focused !== null && focused / group <= top && focused / group > top - count
    return isShown ? focused : (top - Math.floor(count / 2)) * group
  })

  /** Where the market is, as seen from the rows: out of sight above or below them; `null` where it is among them. */
  readonly marketBeyond = computed<'above' | 'below' | null>(() => {
    const top = this.window.top.value
    const middle = this.middle.value
    if (top === null || middle === null) return null
    if (middle > top) return 'above'
    return middle <= top - this.window.count.value ? 'below' : null
  })

  /** Price of the row of the last trade: a trade between two rows is in the one that its side goes to. */
  readonly lastRowTicks = computed(() => {
    const ticks = this.lastTicks.value
    const group = this.#group.value
    return ticks === null ? null : Math.round(ticks / group) * group
  })

  readonly #positions = computed(() =>
    this.ports.app.account.positions.value.filter(({ symbol }) => symbol === this.market.symbol),
  )
  readonly hasPosition = computed(() => this.#positions.value.length > 0)

  /** By row: what the positions would have made there. */
  readonly pnls = computed<ReadonlyMap<number, Money>>(() => {
    const instrument = this.market.instrument.value
    const top = this.window.top.value
    const group = this.#group.value
    const pnls = new Map<number, Money>()
    if (instrument === null || top === null || !this.hasPosition.value) return pnls
    for (let row = top; row > top - this.window.count.value; row--) {
      const pnl = pnlAt(this.#positions.value, instrument, row * group)
      if (pnl !== null) pnls.set(row * group, pnl)
    }
    return pnls
  })

  /** Rows at which positions were opened on average. */
  readonly entryRows = computed<ReadonlySet<number>>(() => {
    const scale = this.scale.value
    const group = this.#group.value
    const rows = new Set<number>()
    for (const { entryPrice } of this.#positions.value)
      if (entryPrice !== null && scale !== null)
        rows.add(Math.round(Number(entryPrice) / (Number(scale.tickSize) * group)) * group)
    return rows
  })

  /** @returns the price of so many ticks; `null` while the contract is not known */
  priceOf(ticks: number): Price | null {
    const scale = this.scale.value
    return scale === null ? null : fromSteps<Price>(ticks, scale.tickSize)
  }

  /** Own orders at rest, of a side. */
  ownOf(side: Side): readonly Order[] {
    return this.ports.app.account.openOrders.value.filter(
      (order) => order.symbol === this.market.symbol && order.side === side && isResting(order),
    )
  }

  /** `null` while the panel has no height, so that the hub sends nothing for a hidden one. */
  readonly watch = computed<Watch | null>(() => {
    const count = this.window.count.value
    const group = this.#group.value
    if (count === 0) return null
    // Deeper streams come slower (decisions 2), so the fast one serves where rows are single ticks.
    const [depth, rows] = group === 1 ? [50, 50] : [200, Math.max(50, count)]
    return { topic: { kind: 'book', symbol: this.market.symbol, depth: depth as 50 | 200 }, rows, group }
  })

  /** What a press sends: the quantity of the chosen preset; `null` while there is none. */
  readonly qty = computed<Qty | null>(() => this.ports.onePress.sizes.qty(this.market))

  /** Follows the market. @returns a function that stops */
  start(): () => void {
    const stops = [
      effect(() => this.window.follow(this.middle.value)),
      effect(() => this.window.lock(this.press.state.value !== null)),
      // What was taken along stays where it was once nothing is armed.
      effect(() => {
        if (!this.ports.onePress.arming.isArmed.value) this.#carried.value = null
      }),
    ]
    return () => {
      stops.forEach((stop) => stop())
      this.press.cancel()
      this.window.setCount(0)
    }
  }

  setGroup(ticks: number): void {
    if (this.press.state.peek() !== null || ticks === this.#group.peek()) return
    batch(() => {
      this.#group.value = ticks
      this.window.restart(middleRow(null, this.#marketTicks(), ticks))
      const focused = this.#focused.peek()
      if (focused !== null) this.#focused.value = Math.round(focused / ticks) * ticks
    })
  }

  centre(): void {
    this.window.centre(this.middle.peek())
  }

  /** @param ticks price of the row that gets the focus; `null` where it leaves the rows */
  focus(ticks: number | null): void {
    if (ticks !== null) this.#focused.value = ticks
    this.window.hold('focus', ticks !== null)
  }

  /** A pointer goes down on what is drawn under it. */
  down(target: PriceTarget, how: { readonly atMs: number; readonly isTouch: boolean }): void {
    this.press.down(target, how)
    this.window.lock(true)
  }

  up(atMs: number): void {
    const action = this.press.up(atMs)
    if (action !== null) this.#do(action)
  }

  /** @param ticks price of the row that has the focus */
  key(key: LadderKey, ticks: number): void {
    switch (key.kind) {
      case 'go':
        return this.#go(ticks / this.#group.peek() + key.rows)
      case 'place':
        return this.#do({ kind: 'place', side: key.side, ticks })
      case 'cancel':
        return this.#do({ kind: 'cancel', orders: this.#ordersAt(ticks) })
      case 'carry':
        return this.#carry(ticks)
      case 'leave':
        this.#carried.value = null
        return
      case 'centre':
        this.centre()
        return this.#go(this.middle.peek())
      case 'group': {
        const groups = this.groups.peek()
        const next = groups[groups.indexOf(this.#group.peek()) - key.step]
        if (next === undefined) return
        this.setGroup(next)
        this.#go(Math.round(ticks / this.#group.peek()))
      }
    }
  }

  #go(row: number | null): void {
    if (row === null) return
    const to = Math.max(1, row)
    batch(() => {
      this.window.reveal(to)
      this.#focused.value = to * this.#group.peek()
      this.#keyMoves.value = this.#keyMoves.peek() + 1
    })
  }

  #carry(ticks: number): void {
    const carried = this.#carried.peek()
    if (carried !== null) {
      this.#carried.value = null
      if (carried.fromTicks !== ticks) this.#do({ kind: 'move', orders: carried.orders, ticks })
      return
    }
    if (!this.ports.onePress.arming.isArmed.peek()) return
    const side = this.#ordersAt(ticks, 'buy').length > 0 ? 'buy' : 'sell'
    const orders = this.#ordersAt(ticks, side)
    if (orders.length > 0) this.#carried.value = { orders, side, fromTicks: ticks }
  }

  #ordersAt(ticks: number, only?: Side): readonly OrderId[] {
    const row = ticks / this.#group.peek()
    const sides: readonly Side[] = only === undefined ? ['buy', 'sell'] : [only]
    return sides.flatMap((side) => this.#own.peek().get(ownKey(side, row))?.orders ?? [])
  }

  #do(action: PriceAction): void {
    const { onePress, link, app } = this.ports
    const tickSize = this.scale.peek()?.tickSize
    if (tickSize === undefined) return
    if (!onePress.arming.isArmed.peek()) {
      if (action.kind === 'place') pickPrice(link, this.market.symbol, fromSteps<Price>(action.ticks, tickSize))
      return
    }
    if (action.kind === 'place') {
      const qty = this.qty.peek()
      const price = fromSteps<Price>(action.ticks, tickSize)
      if (qty === null) return
      const { side } = action
      void onePress.orders.send(this.market, {
        side,
        type: 'limit',
        price,
        qty,
        timeInForce: 'goodTillCancel',
        reduceOnly: false,
      })
      return
    }
    for (const id of action.orders) {
      const order = app.account.order(id)
      if (order === null) continue
      if (action.kind === 'cancel') void onePress.actions.cancel(order)
      else void onePress.orders.move(this.market, order, fromSteps<Price>(action.ticks, tickSize))
    }
  }

  /** Where the market is, in ticks of the contract. */
  #marketTicks(): number | null {
    const middle = this.middle.peek()
    return middle === null ? null : middle * this.#group.peek()
  }
}
