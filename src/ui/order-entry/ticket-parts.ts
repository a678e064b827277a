import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import type { OrderType, Side } from '../../domain/order/order'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import type { OrderOutlook } from '../trading-kit/ticket/order-outlook'
import type { OrderSize } from './order-size'
import type { SizeBy } from './size-by'
import type { SizeMethod, TicketDraft, TicketTab } from './ticket-drafts'
import type { TicketExtras } from './ticket-extras'
import type { TicketSwitches } from './ticket-switches'

export interface PartLoaders {
  /** Fetches what is needed for triggers, take-profits and slippage. */
  readonly loadExtras: () => Promise<typeof TicketExtras>
  /** Fetches what is needed to size by value, cost or risk. */
  readonly loadSizing: () => Promise<typeof SizeBy>
}

/** What of the ticket its parts work on. */
interface Fields {
  readonly market: MarketModel
  readonly app: Pick<App, 'account' | 'clock' | 'kept'>
  readonly tab: ReadonlySignal<TicketTab>
  readonly type: ReadonlySignal<OrderType>
  readonly switches: TicketSwitches
  readonly size: OrderSize
  readonly orderPrice: ReadonlySignal<Price | null>
  readonly outlook: OrderOutlook
  expectedPrice(side: Side): Price | null
}

/** The parts of a ticket that most orders do without: each comes when it is first needed. */
export class TicketParts {
  readonly #extras = signal<TicketExtras | null>(null)
  readonly #sizeBy = signal<SizeBy | null>(null)
  /** `null` until something that needs them was switched on, and they are here. */
  readonly extras: ReadonlySignal<TicketExtras | null> = this.#extras
  /** `null` until the size is given as something else than a quantity, and it is here. */
  readonly sizeBy: ReadonlySignal<SizeBy | null> = this.#sizeBy
  readonly #kept: Pick<TicketDraft, 'extras' | 'sizing'> & { readonly method: SizeMethod }

  constructor(
    private readonly fields: Fields,
    private readonly loaders: PartLoaders,
    draft: TicketDraft | null,
  ) {
    this.#kept = {
      extras: draft?.extras ?? null,
      sizing: draft?.sizing ?? null,
      method: fields.size.method.peek(),
    }
  }

  /** Fetches what is needed, and lets the quantity follow what it is given as. @returns a function that stops it */
  start(): () => void {
    const { switches, size } = this.fields
    const stops = [
      effect(() => {
        if (switches.needsExtras.value) void this.#loadExtras()
      }),
      effect(() => {
        if (size.method.value !== 'qty') void this.#loadSizing()
      }),
      effect(() => this.#sizeBy.value?.follow()),
      effect(() => {
        // A size by risk needs its stop: without it the quantity stays as it is.
        if (size.method.value === 'risk' && !switches.usesTpSl.value) size.setMethod('qty')
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }

  /** Reads signals. */
  draft(): Pick<TicketDraft, 'extras' | 'sizing'> {
    return {
      extras: this.#extras.value?.draft() ?? this.#kept.extras,
      sizing: this.#sizeBy.value?.draft() ?? this.#kept.sizing,
    }
  }

  async #loadExtras(): Promise<void> {
    if (this.#extras.peek() !== null) return
    const Extras = await this.loaders.loadExtras()
    const { market, app, tab, switches, size, orderPrice, outlook } = this.fields
    const expectedPrice = (side: Side): Price | null => this.fields.expectedPrice(side)
    const leverage = (side: Side) => outlook.leverage(side)
    this.#extras.value ??= new Extras(
      { market, app, tab, switches, qty: size.qty, orderPrice, expectedPrice, leverage },
      this.#kept.extras,
    )
  }

  async #loadSizing(): Promise<void> {
    if (this.#sizeBy.peek() !== null) return
    const Sizing = await this.loaders.loadSizing()
    const { market, app, type, size, orderPrice, outlook } = this.fields
    const stopLoss = () => this.#extras.value?.tpSl.stopLoss ?? null
    this.#sizeBy.value ??= new Sizing(
      {
        market,
        size,
        type,
        orderPrice,
        outlook,
        stop: () => stopLoss()?.price.price.value ?? null,
        stopSlippage: () => (stopLoss()?.isBounded.value === true ? (stopLoss()?.slippage.chosen.value ?? null) : null),
        second: computed(() => Math.floor(app.clock.ticking.value / 1_000)),
      },
      this.#kept.sizing,
      this.#kept.method,
    )
  }
}
