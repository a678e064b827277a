import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { fromSteps, type Price, type Qty } from '../../../domain/decimal'
import type { Side } from '../../../domain/order/order'
import type { LinkGroup } from '../../state/link-group'
import { pickPrice } from '../../state/picked-price'
import type { OnePress } from '../../trading-kit/one-press/one-press'
import { PricePress } from '../../trading-kit/one-press/price-press'
import type { BookModel } from '../book-model'
import type { BookRows, BookSide } from '../book-rows'
import type { BookKey } from './book-keys'
import { holdRows } from './hold-rows'

/** A level by its place. */
export interface LevelPlace {
  readonly side: BookSide
  readonly index: number
}

/** A level as it is drawn, and what a press on it would do. */
export interface Level {
  readonly place: LevelPlace
  /** Whole ticks. */
  readonly ticks: number
  readonly side: Side
}

/** Why rows stand still: the pointer is over them, or the keyboard is on one of them. */
export type BookHold = 'pointer' | 'focus'

interface Ports {
  readonly model: BookModel
  readonly onePress: {
    readonly arming: Pick<OnePress['arming'], 'isArmed'>
    readonly choices: Pick<OnePress['choices'], 'choices'>
    readonly sizes: Pick<OnePress['sizes'], 'qty'>
    readonly orders: Pick<OnePress['orders'], 'send'>
  }
  /** Whose ticket takes a price that the keyboard picks while nothing is armed. */
  readonly link: LinkGroup
}

/**
 * Orders by a press on a level of the book (issue 23.6). A bid level buys there and an ask level sells there, as in the
 * ladder; with Shift it is the other way round. What is sent is the price that was drawn under the pointer when it went
 * down: rows stand still while they are armed and the pointer or the keyboard is on them.
 */
export class ClickTrading {
  readonly #press = new PricePress()
  readonly #holds = signal<ReadonlySet<BookHold>>(new Set())
  readonly #under = signal<Level | null>(null)
  readonly #cursor = signal<LevelPlace>({ side: 'bid', index: 0 })

  constructor(private readonly ports: Ports) {}

  /** Whether a press on a level sends. */
  readonly isArmed = computed(
    () => this.ports.onePress.choices.choices.value.book && this.ports.onePress.arming.isArmed.value,
  )

  /** The quantity that a press sends; `null` while it is not known. */
  readonly qty = computed<Qty | null>(() => this.ports.onePress.sizes.qty(this.ports.model.market))

  /** What a press would be about: the level that is pressed, or under the pointer; `null` elsewhere. */
  readonly aimed = computed<Level | null>(() => {
    const pressed = this.#press.state.value
    if (pressed === null) return this.#under.value
    const under = this.#under.value
    return pressed.isOnTarget && under !== null ? { ...under, side: pressed.target.side } : null
  })

  /** The level that the keyboard is on, with what it is now; `null` where the book has none there. */
  readonly cursor: ReadonlySignal<Level | null> = computed(() => {
    const rows = this.ports.model.rows.value
    const { side, index } = this.#cursor.value
    const last = (side === 'ask' ? rows?.asks : rows?.bids)?.length ?? 0
    return levelAt(rows, { side, index: Math.min(index, Math.max(0, last - 1)) })
  })

  /** Holds rows and takes presses for as long as it is armed. @returns a function that stops */
  start(): () => void {
    const { model } = this.ports
    const isHeld = computed(
      () => this.isArmed.value && (this.#holds.value.size > 0 || this.#press.state.value !== null),
    )
    const hasRows = computed(() => model.rows.value !== null)
    const stops = [
      effect(() => void (model.isTraded.value = this.isArmed.value)),
      effect(() => {
        if (!this.isArmed.value) this.#press.cancel()
      }),
      effect(() => {
        // Another step of the rows or another height is another set of rows.
        void [model.group.value, model.layout.value]
        this.#press.cancel()
        model.held.value = null
        model.drawn = null
      }),
      effect(() => {
        void [model.group.value, model.layout.value]
        if (!isHeld.value || !hasRows.value) model.held.value = null
        else if (model.held.peek() === null) this.#holdAs(model.drawn ?? model.rows.peek())
      }),
    ]
    return () => {
      stops.forEach((stop) => stop())
      batch(() => {
        this.#press.cancel()
        model.held.value = null
        model.isTraded.value = false
      })
    }
  }

  hold(why: BookHold, isHeld: boolean): void {
    if (this.#holds.peek().has(why) === isHeld) return
    const next = new Set(this.#holds.peek())
    if (isHeld) next.add(why)
    else next.delete(why)
    this.#holds.value = next
  }

  /** A pointer goes down on a level as it is drawn; with Shift a press does the other thing. */
  down(place: LevelPlace, how: { readonly atMs: number; readonly isTouch: boolean; readonly isOther: boolean }): void {
    if (!this.isArmed.peek()) return
    const { model } = this.ports
    // What the canvas shows, whatever the model knows by now.
    const level = levelAt(model.drawn, place)
    if (level === null) return
    batch(() => {
      if (model.held.peek() === null) this.#holdAs(model.drawn)
      this.#under.value = level
      this.#press.down({ kind: 'cell', side: sideOf(place, how.isOther), ticks: level.ticks }, how)
    })
  }

  /** The pointer is over a level, or over none. */
  over(place: LevelPlace | null): void {
    const level = place === null ? null : levelAt(this.ports.model.drawn, place)
    const pressed = this.#press.state.peek()
    batch(() => {
      if (level?.ticks !== this.#under.peek()?.ticks) this.#under.value = level
      if (pressed !== null)
        this.#press.over(level === null ? null : { kind: 'cell', side: pressed.target.side, ticks: level.ticks })
    })
  }

  up(atMs: number): void {
    const action = this.#press.up(atMs)
    if (action?.kind === 'place') this.#send(action.side, action.ticks)
  }

  /** The press comes to nothing. */
  cancel(): void {
    this.#press.cancel()
  }

  key(key: BookKey): void {
    const rows = this.ports.model.rows.peek()
    switch (key.kind) {
      case 'go':
        this.#cursor.value = moved(rows, this.#cursor.peek(), key.levels)
        return
      case 'market':
        return this.#goToMarket()
      case 'press': {
        const level = this.cursor.peek()
        if (level === null) return
        if (this.isArmed.peek()) this.#send(sideOf(level.place, key.isOther), level.ticks)
        else this.#pick(level.ticks)
      }
    }
  }

  #holdAs(rows: BookRows | null): void {
    if (rows !== null) this.ports.model.held.value = holdRows(rows)
  }

  /** The rows become those of now, and the keyboard is on the best bid; a press under way goes on as it is. */
  #goToMarket(): void {
    const { model } = this.ports
    if (this.#press.state.peek() !== null) return
    const isHeld = model.held.peek() !== null
    batch(() => {
      model.held.value = null
      if (isHeld) this.#holdAs(model.rows.peek())
      this.#cursor.value = { side: 'bid', index: 0 }
    })
  }

  #send(side: Side, ticks: number): void {
    const qty = this.qty.peek()
    const price = this.#priceOf(ticks)
    if (qty === null || price === null) return
    void this.ports.onePress.orders.send(this.ports.model.market, {
      side,
      type: 'limit',
      price,
      qty,
      timeInForce: 'goodTillCancel',
      reduceOnly: false,
    })
  }

  #pick(ticks: number): void {
    const price = this.#priceOf(ticks)
    if (price !== null) pickPrice(this.ports.link, this.ports.model.market.symbol, price)
  }

  #priceOf(ticks: number): Price | null {
    const tickSize = this.ports.model.market.instrument.peek()?.tickSize
    return tickSize === undefined ? null : fromSteps<Price>(ticks, tickSize)
  }
}

function sideOf({ side }: LevelPlace, isOther: boolean): Side {
  return (side === 'bid') === isOther ? 'sell' : 'buy'
}

function levelAt(rows: BookRows | null, place: LevelPlace): Level | null {
  const row = (place.side === 'ask' ? rows?.asks : rows?.bids)?.[place.index]
  return row === undefined ? null : { place, ticks: row.ticks, side: sideOf(place, false) }
}

/** So many levels down, from asks over the middle into bids; up where it is negative. */
function moved(rows: BookRows | null, { side, index }: LevelPlace, levels: number): LevelPlace {
  if (rows === null) return { side, index }
  const at = side === 'ask' ? -1 - index : index
  const to = Math.max(-rows.asks.length, Math.min(rows.bids.length - 1, at + levels))
  return to < 0 ? { side: 'ask', index: -1 - to } : { side: 'bid', index: to }
}
