import type { ProblemKey } from '../trading-kit/order-problems'
import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-react'
import { compare, type Money, type Price, type Qty } from '../../domain/decimal'
import type { OrderLinkId, Side } from '../../domain/order/order'
import { percentOfQty, qtyAtPercent } from '../../domain/order/sizing'
import { ICEBERG_ORDERS_MAX, twapParts, type NewStrategy, type StrategyKind } from '../../domain/order/strategy'
import {
  checkStrategy,
  type StrategyDraft,
  type StrategyField,
  type StrategyProblem,
} from '../../domain/order/strategy-check'
import { moveBySteps } from '../../domain/order/typed-number'
import type { Outcome, StrategyPress } from '../../workers/presses'
import { newIntentId } from '../trading-kit/intent'
import { acceptText, cutText, fieldText, plainText, readText } from '../kit/number-text'
import { OrderOutlook } from '../trading-kit/ticket/order-outlook'
import { OrderPress, type PressResult } from '../trading-kit/order-press'
import { SendQuestion } from '../trading-kit/send-question'
import { termsOfStrategy } from '../trading-kit/send-terms'
import { DistanceText } from '../trading-kit/distance-text'
import { PriceText } from '../trading-kit/price-text'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { orderAsks } from '../state/order-asks'
import { tradingBlock, type TradingBlock } from '../state/trading-block'
import type { FormDrafts } from '../trading-kit/ticket/form-drafts'
import { ORDERS_MAX, times } from './many-orders'
import type { StrategyFields } from './strategy-drafts'

const MINUTE_MS = 60_000

interface Ports {
  readonly app: Pick<App, 'account' | 'catalogue' | 'connection' | 'kept'>
  readonly open: (press: StrategyPress) => Promise<Outcome<string>>
  readonly drafts: FormDrafts<StrategyFields>
  /** What stood in the ticket, for the fields that it shares. */
  readonly start: Pick<StrategyFields, 'qtyText' | 'priceText' | 'reduceOnly'>
  readonly now: () => number
  readonly monotonic: () => number
}

/** A problem of one side: a field's, or a key of `trade:problem` about the whole. */
export type FormProblem = StrategyProblem | { readonly field: 'order'; readonly key: ProblemKey }

/** A TWAP, chase-limit or iceberg order as it is typed: text in, problems, figures and a press out. */
export class StrategyForm {
  readonly #kind = signal<StrategyKind>('twap')
  readonly #qtyText = signal('')
  readonly #showText = signal('')
  readonly #minutesText = signal('10')
  readonly #interval = signal<number>(30)
  readonly #reduceOnly = signal(false)
  readonly #left = signal<ReadonlySet<StrategyField>>(new Set())
  readonly #press: OrderPress<string>
  /** The last press, from before it left. */
  readonly #pressedId = signal<OrderLinkId | null>(null)
  /** The last press that the hub told of, whenever it did. */
  readonly #heardId = signal<OrderLinkId | null>(null)

  readonly kind: ReadonlySignal<StrategyKind> = this.#kind
  readonly qtyText: ReadonlySignal<string> = this.#qtyText
  /** Of an iceberg: the part that the book shows. */
  readonly showText: ReadonlySignal<string> = this.#showText
  /** Of a TWAP: whole minutes. */
  readonly minutesText: ReadonlySignal<string> = this.#minutesText
  /** Of a TWAP: seconds between two parts. */
  readonly interval: ReadonlySignal<number> = this.#interval
  readonly reduceOnly: ReadonlySignal<boolean> = this.#reduceOnly
  /** Of a TWAP optional: beyond it no part trades. */
  readonly price: PriceText
  /** Of a chase: how far it may follow; empty is however far. */
  readonly distance: PriceText
  readonly outlook: OrderOutlook
  /** Of an iceberg, what the part that the book shows takes: nothing else of it is held. */
  readonly held: OrderOutlook
  /** What is asked before something far or large is sent. */
  readonly question: SendQuestion

  readonly qty = computed(() => readText<Qty>(this.#qtyText.value))
  readonly showQty = computed(() => readText<Qty>(this.#showText.value))
  /** Of an iceberg: what its first order has. */
  readonly firstQty = computed<Qty | null>(() => {
    const [qty, show] = [this.qty.value, this.showQty.value]
    if (this.#kind.value !== 'iceberg' || qty === null || show === null) return null
    return compare(show, qty) < 0 ? show : qty
  })
  readonly durationMs = computed(() => {
    const minutes = readText(cutText(this.#minutesText.value, 0))
    return minutes === null ? null : Number(minutes) * MINUTE_MS
  })
  /** Of a TWAP; 0 while its time is not typed. */
  readonly parts = computed(() => {
    const durationMs = this.durationMs.value
    return durationMs === null ? 0 : twapParts({ durationMs, intervalMs: this.#interval.value * 1000 })
  })
  readonly percent = computed(() => {
    // What the exchange says the largest is comes later, and with portfolio margin alone.
    void this.outlook.told.value
    const most = this.#sizeAt100()
    return most === null ? 0 : percentOfQty(this.qty.value, most)
  })
  readonly block = computed<TradingBlock | null>(() => tradingBlock(this.ports.app, this.market))

  constructor(
    readonly market: MarketModel,
    private readonly ports: Ports,
  ) {
    this.#press = new OrderPress(ports.monotonic)
    this.question = new SendQuestion(ports.app.account, orderAsks(ports.app.kept))
    this.price = new PriceText(market.instrument)
    this.distance = new DistanceText(market.instrument)
    const saved = ports.drafts.load(market.symbol)
    if (saved !== null) {
      this.#kind.value = saved.kind
      this.#showText.value = saved.showText
      this.#minutesText.value = saved.minutesText
      this.#interval.value = saved.interval
      this.distance.setText(saved.distanceText)
    }
    const shared = saved ?? ports.start
    this.#qtyText.value = shared.qtyText
    this.#reduceOnly.value = shared.reduceOnly
    this.price.setText(shared.priceText)
    this.outlook = new OrderOutlook(market, ports.app.account, {
      qty: this.qty,
      price: (side) => this.#expectedPrice(side),
      isMaker: () => this.#kind.value === 'chaseLimit',
      isReducing: this.#reduceOnly,
    })
    this.held = new OrderOutlook(market, ports.app.account, {
      qty: this.firstQty,
      price: (side) => this.#expectedPrice(side),
      isMaker: () => false,
      meets: () => ({ limit: this.price.typed.value, timeInForce: 'goodTillCancel' }),
      isReducing: this.#reduceOnly,
    })
  }

  /** Remembers what is typed, and hears what the hub tells of the last press. @returns a function that stops both */
  start(): () => void {
    const begun = this.draft.peek()
    const stops = [
      effect(() => {
        const draft = this.draft.value
        this.ports.drafts.save(this.market.symbol, draft)
        // A changed form: an earlier press is about what stood there before.
        if (draft !== begun) untracked(() => this.#press.forget())
      }),
      effect(() => {
        const pressed = this.#pressedId.value
        const isTold = this.ports.app.account.changes.value.some(({ id }) => id === pressed)
        if (isTold) this.#heardId.value = pressed
      }),
      effect(() => {
        // Its orders take what is there, which no auction has; those of the other two wait.
        if (this.market.isInAuction.value && this.#kind.value === 'twap') this.#kind.value = 'iceberg'
      }),
    ]
    return () => {
      this.question.answer(false)
      stops.forEach((stop) => stop())
    }
  }

  /** The last press: on its way, or how it ended. */
  get result(): ReadonlySignal<PressResult<string> | null> {
    return this.#press.result
  }

  // What is typed and chosen

  setKind(kind: StrategyKind): void {
    batch(() => {
      this.#left.value = new Set()
      this.#kind.value = kind
    })
  }

  setQtyText(typed: string): void {
    this.#qtyText.value = acceptText(this.#qtyText.peek(), typed)
  }

  stepQty(direction: 1 | -1): void {
    this.#qtyText.value = this.#step(this.qty.peek(), this.#qtyText.peek(), direction)
  }

  setShowText(typed: string): void {
    this.#showText.value = acceptText(this.#showText.peek(), typed)
  }

  stepShow(direction: 1 | -1): void {
    this.#showText.value = this.#step(this.showQty.peek(), this.#showText.peek(), direction)
  }

  setMinutesText(typed: string): void {
    this.#minutesText.value = acceptText(this.#minutesText.peek(), typed)
  }

  stepMinutes(direction: 1 | -1): void {
    const minutes = Number(readText(this.#minutesText.peek()) ?? 0)
    this.#minutesText.value = String(Math.min(1440, Math.max(5, minutes + direction)))
  }

  setInterval(seconds: number): void {
    this.#interval.value = seconds
  }

  setReduceOnly(isOn: boolean): void {
    this.#reduceOnly.value = isOn
  }

  setPercent(percent: number): void {
    const most = this.#sizeAt100()
    const lot = this.market.instrument.peek()?.lotSize
    if (most === null || lot === undefined) return
    const qty = qtyAtPercent(percent, most, lot)
    this.#qtyText.value = qty === '0' ? '' : fieldText(qty, lot)
  }

  /** A field was left: what is wrong with it may be said. */
  leave(field: StrategyField): void {
    if (field === 'price') this.price.settle()
    if (field === 'maxDistance') this.distance.settle()
    if (field === 'duration') this.#minutesText.value = cutText(this.#minutesText.peek(), 0)
    if (!this.#left.peek().has(field)) this.#left.value = new Set([...this.#left.peek(), field])
  }

  // What it means

  readonly #checks = {
    buy: computed(() => this.#check('buy')),
    sell: computed(() => this.#check('sell')),
  }

  readonly problems: Readonly<Record<Side, ReadonlySignal<readonly FormProblem[]>>> = {
    buy: computed(() => this.#problems('buy')),
    sell: computed(() => this.#problems('sell')),
  }

  /** The problem of a field, once it was left or a press was tried. */
  shownProblem(field: StrategyField): StrategyProblem | null {
    if (!this.#left.value.has(field)) return null
    for (const side of ['buy', 'sell'] as const) {
      const checked = this.#checks[side].value
      if (checked !== null && !checked.ok && checked.error.field === field) return checked.error
    }
    return null
  }

  /** What all of it would need, as one order. Reads signals. */
  wholeCost(side: Side): Money | null {
    const { cost, freeBefore } = this.outlook.figures[side].value
    return freeBefore ?? cost
  }

  /** The whole may cost more than what is there now: only its orders reserve, one after the other. */
  isBeyondBalance(side: Side): boolean {
    const cost = this.wholeCost(side)
    const available = this.outlook.balance.value?.available
    return !this.#reduceOnly.value && cost !== null && available !== undefined && compare(cost, available) > 0
  }

  /** Whether the last press is still being looked up. */
  readonly isLastUnknown = computed(() => {
    const result = this.result.value
    if (result?.kind !== 'done') return false
    return this.ports.app.account.changes.value.some(({ id, state }) => id === result.id && state === 'unknown')
  })

  /** Whether nobody knows anything of the last press: perhaps it never came to the hub (H14). */
  readonly isLastUnheard = computed(() => {
    const result = this.result.value
    if (result?.kind !== 'done' || result.outcome.kind !== 'unknown') return false
    return this.#heardId.value !== result.id
  })

  readonly draft = computed<StrategyFields>(() => ({
    kind: this.#kind.value,
    qtyText: this.#qtyText.value,
    showText: this.#showText.value,
    minutesText: this.#minutesText.value,
    interval: this.#interval.value,
    priceText: this.price.text.value,
    distanceText: this.distance.text.value,
    reduceOnly: this.#reduceOnly.value,
  }))

  /**
   * A press. Everything up to the frozen terms happens at once, before anything is awaited (I11, O7).
   * @returns the outcome, or `null` when nothing was sent
   */
  async press(side: Side): Promise<Outcome<string> | null> {
    if (!this.#press.isFree(side)) return null
    const checked = this.#checks[side].peek()
    const session = this.ports.app.account.session.peek()
    const isOpen = session !== null && this.block.peek() === null
    if (checked === null || !checked.ok || !isOpen || this.problems[side].peek().length > 0) {
      if (!isOpen) this.#press.missed()
      this.#left.value = new Set(['qty', 'price', 'duration', 'maxDistance', 'showQty'])
      return null
    }
    const strategy: NewStrategy = Object.freeze(checked.value)
    const subject = {
      what: 'strategy',
      terms: termsOfStrategy(strategy),
      strategy,
      market: this.market,
      choice: 'strategy',
    } as const
    if (this.question.isNeeded(subject)) {
      const isMeant = await this.question.ask(subject)
      const isSame = this.ports.app.account.session.peek()?.account === session.account
      if (!isMeant || !isSame || this.block.peek() !== null || !this.#press.isFree(side)) return null
    }
    const press = Object.freeze({
      id: newIntentId(),
      strategy,
      account: session.account,
      pressedAtMs: this.ports.now(),
    })
    this.#pressedId.value = press.id
    return this.#press.send({ side, id: press.id, price: null }, () => this.ports.open(press))
  }

  #check(side: Side) {
    const instrument = this.market.instrument.value
    return instrument === null ? null : checkStrategy(this.#draftOf(side), instrument, this.#expectedPrice(side))
  }

  #problems(side: Side): readonly FormProblem[] {
    const checked = this.#checks[side].value
    if (checked === null) return [{ field: 'order', key: 'stillLoading' }]
    if (!checked.ok) return [checked.error]
    const held = this.outlook.position(side)
    const hasNothing = held === null || held.side === null || held.side === side
    if (!this.#reduceOnly.value || !hasNothing) return []
    return [{ field: 'order', key: side === 'buy' ? 'nothingToReduceShort' : 'nothingToReduceLong' }]
  }

  #draftOf(side: Side): StrategyDraft {
    const common = {
      symbol: this.market.symbol,
      side,
      reduceOnly: this.#reduceOnly.value,
      positionIdx: this.outlook.positionIdx(side),
      qty: this.qty.value ?? plainText(this.#qtyText.value),
    }
    // What is no number is no empty field: the check names it.
    const price = this.price.typed.value ?? plainText(this.price.text.value)
    switch (this.#kind.value) {
      case 'twap': {
        const [durationMs, intervalMs] = [this.durationMs.value, this.#interval.value * 1000]
        return { kind: 'twap', ...common, durationMs, intervalMs, price }
      }
      case 'chaseLimit':
        return {
          kind: 'chaseLimit',
          ...common,
          maxDistance: this.distance.typed.value ?? plainText(this.distance.text.value),
        }
      case 'iceberg':
        return { kind: 'iceberg', ...common, price, showQty: this.showQty.value ?? plainText(this.#showText.value) }
    }
  }

  /** A chase stands on its own side of the book, a TWAP takes from the other; an iceberg has its price. */
  #expectedPrice(side: Side): Price | null {
    const kind = this.#kind.value
    const ticker = this.market.ticker.value
    const own = kind === 'chaseLimit' ? null : this.price.typed.value
    if (kind === 'iceberg') return own
    const isBid = (side === 'buy') === (kind === 'chaseLimit')
    const market = (isBid ? ticker?.bid1Price : ticker?.ask1Price) ?? ticker?.lastPrice ?? null
    if (own === null || market === null) return own ?? market
    // No part trades beyond the limit, and none pays more than the market asks.
    return compare(market, own) < 0 === (side === 'buy') ? market : own
  }

  #sizeAt100(): Qty | null {
    const instrument = this.market.instrument.value
    const price = this.#expectedPrice('buy') ?? this.market.lastPrice.value
    if (instrument === null || price === null) return null
    const kind = this.#kind.value
    const orders = kind === 'twap' ? Math.max(1, this.parts.value) : ORDERS_MAX[kind]
    const type = kind === 'twap' ? 'market' : 'limit'
    return this.outlook.sizeAt100({ instrument: times(instrument, orders), price, type })
  }

  #step(qty: Qty | null, text: string, direction: 1 | -1): string {
    const instrument = this.market.instrument.peek()
    if (instrument === null) return text
    const { lotSize: step, minQty: min } = instrument
    const max = times(instrument, ICEBERG_ORDERS_MAX).maxLimitQty
    return fieldText(moveBySteps(qty ?? ('0' as Qty), direction, { step, min, max }), step)
  }
}
