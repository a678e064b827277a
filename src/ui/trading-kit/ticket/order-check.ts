import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { MarginRates } from '../../../domain/account/margin-rates'
import { parseDecimalText, type Money } from '../../../domain/decimal'
import type { NewOrder } from '../../../domain/order/new-order'
import type { Side } from '../../../domain/order/order'
import type { HubApi } from '../../../workers/hub-api'
import type { Rejection } from '../../../workers/presses'
import { readRefusal } from '../refusals/read-refusal'

/** So long a ticket rests before the exchange is asked about it, ms. */
export const ASK_AFTER_MS = 400
/** Prices move the margin of everything: so often the same is asked again, ms. */
export const ASK_AGAIN_MS = 5_000

/** What the exchange said of an order that was not sent. */
export interface CheckedOrder {
  /** `null` where it would be refused. */
  readonly rates: MarginRates | null
  /** What would have to be free, where that is lacking. */
  readonly required: Money | null
  readonly rejection: Rejection | null
}

interface Ports {
  readonly api: Pick<HubApi, 'orderRates'>
  /** What a press on a side would send, but for what the exchange alone can say of it. Reads signals. */
  readonly order: (side: Side) => NewOrder | null
  /** Whether it is the exchange alone that can say it. */
  readonly isAsked: ReadonlySignal<boolean>
  /** Nobody looks: nothing is asked, and what was said is forgotten. */
  readonly isHidden: () => boolean
}

/**
 * What the exchange says of a ticket's order on either side, where its margin is that of the account as a whole. Asked
 * once the ticket rests, and again while it stands; what is changed since has no answer yet.
 */
export class OrderCheck {
  readonly #answers: Readonly<Record<Side, Signal<CheckedOrder | null>>> = { buy: signal(null), sell: signal(null) }
  readonly sides: Readonly<Record<Side, ReadonlySignal<CheckedOrder | null>>> = this.#answers
  /** The same order is the same question, however often the market moves; one by volatility has no price of its own. */
  readonly #asked = computed(() =>
    this.ports.isAsked.value ? JSON.stringify(SIDES.map((side) => this.#termsOf(side))) : '',
  )
  /** An answer to an earlier question says nothing of the ticket of now. */
  #question = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly ports: Ports) {}

  /** Asks while the ticket is on the screen. @returns a function that ends it */
  start(): () => void {
    const stop = effect(() => {
      const isAsked = this.#asked.value !== ''
      this.#forget()
      if (isAsked) this.#timer = setTimeout(() => void this.#ask(), ASK_AFTER_MS)
    })
    return () => {
      stop()
      this.#forget()
    }
  }

  #termsOf(side: Side): NewOrder | null {
    const order = this.ports.order(side)
    return order?.orderIv === undefined ? order : { ...order, price: null }
  }

  #forget(): void {
    this.#question += 1
    clearTimeout(this.#timer)
    batch(() => {
      for (const side of SIDES) this.#answers[side].value = null
    })
  }

  async #ask(): Promise<void> {
    const question = this.#question
    const answers = this.ports.isHidden()
      ? SIDES.map(() => null)
      : await Promise.all(SIDES.map((side) => this.#answerTo(this.ports.order(side))))
    if (question !== this.#question) return
    batch(() => SIDES.forEach((side, at) => (this.#answers[side].value = answers[at] ?? null)))
    this.#timer = setTimeout(() => void this.#ask(), ASK_AGAIN_MS)
  }

  /** `null` of no order, and where no answer came. */
  async #answerTo(order: NewOrder | null): Promise<CheckedOrder | null> {
    if (order === null) return null
    const read = await this.ports.api.orderRates(order)
    if (!read.hasError) return { rates: read.value, required: null, rejection: null }
    const rejection = readRefusal(read)
    if (rejection === null) return null
    const { required } = rejection.ext
    return {
      rates: null,
      required: typeof required === 'string' ? (parseDecimalText(required) as Money | null) : null,
      rejection,
    }
  }
}

const SIDES: readonly Side[] = ['buy', 'sell']
