import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { parseDecimalText, zero, type DecimalText, type Money, type Qty } from '../../../domain/decimal'
import type { NewOrder } from '../../../domain/order/new-order'
import type { Side } from '../../../domain/order/order'
import type { HubApi } from '../../../workers/hub-api'
import { readRefusal } from '../refusals/read-refusal'
import type { CheckedOrder, MostSides, ToldOrder, ToldSides } from './told-order'

/** So long a ticket rests before the exchange is asked about it, ms. */
export const ASK_AFTER_MS = 400
/** Prices move the margin of everything: so often the same is asked again, ms. */
export const ASK_AGAIN_MS = 5_000

interface Ports {
  readonly api: Pick<HubApi, 'foretell'>
  /** What a press on a side would send, but for what the exchange alone can say of it. Reads signals. */
  readonly order: (side: Side) => NewOrder | null
  /** The same with the least quantity: where none is given, what the largest order is asked with. Reads signals. */
  readonly least: (side: Side) => NewOrder | null
  /** Whether it is the exchange alone that can say it. */
  readonly isAsked: ReadonlySignal<boolean>
  /** Nobody looks: nothing is asked, and what was said is forgotten. */
  readonly isHidden: () => boolean
}

/**
 * What the exchange says of a ticket's order on either side, where its margin is that of the account as a whole. Asked
 * once the ticket rests, and again while it stands; what is changed since has no answer yet. The largest order stays while
 * the quantity alone is changed, since a slider is a share of it.
 */
export class OrderCheck {
  readonly #sides = signal<ToldSides>(NOTHING)
  readonly #most = signal<MostSides>(NOTHING)
  readonly sides: ReadonlySignal<ToldSides> = this.#sides
  readonly most: ReadonlySignal<MostSides> = this.#most
  /** The same order is the same question, however often the market moves; one by volatility has no price of its own. */
  readonly #asked = computed(() =>
    this.ports.isAsked.value ? JSON.stringify(SIDES.map((side) => this.#ask(side))) : '',
  )
  readonly #terms = computed(() =>
    this.ports.isAsked.value ? JSON.stringify(SIDES.map((side) => ({ ...this.#ask(side), qty: null }))) : '',
  )
  /** An answer to an earlier question says nothing of the ticket of now. */
  #question = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly ports: Ports) {}

  /** Asks while the ticket is on the screen. @returns a function that ends it */
  start(): () => void {
    const stops = [
      effect(() => {
        void this.#terms.value
        this.#most.value = NOTHING
      }),
      effect(() => {
        const isAsked = this.#asked.value !== ''
        this.#forget()
        if (isAsked) this.#timer = setTimeout(() => void this.#askBoth(), ASK_AFTER_MS)
      }),
    ]
    return () => {
      stops.forEach((stop) => stop())
      this.#forget()
      this.#most.value = NOTHING
    }
  }

  #ask(side: Side): NewOrder | null {
    const order = this.ports.order(side) ?? this.ports.least(side)
    return order?.orderIv === undefined ? order : { ...order, price: null }
  }

  #forget(): void {
    this.#question += 1
    clearTimeout(this.#timer)
    this.#sides.value = NOTHING
  }

  async #askBoth(): Promise<void> {
    const question = this.#question
    const [buy, sell] = await Promise.all(SIDES.map((side) => (this.ports.isHidden() ? UNKNOWN : this.#answerOn(side))))
    if (question !== this.#question) return
    batch(() => {
      this.#sides.value = { buy: buy!.told, sell: sell!.told }
      this.#most.value = { buy: buy!.most, sell: sell!.most }
    })
    this.#timer = setTimeout(() => void this.#askBoth(), ASK_AGAIN_MS)
  }

  async #answerOn(side: Side): Promise<Answer> {
    const order = this.ports.order(side)
    const asked = order ?? this.ports.least(side)
    if (asked === null) return UNKNOWN
    const answer = await this.#answerTo(asked)
    // Of a quantity that nobody gave it says the largest order alone.
    return order === null ? { ...answer, told: null } : answer
  }

  async #answerTo(order: NewOrder): Promise<Answer> {
    const read = await this.ports.api.foretell(order)
    if (!read.hasError) {
      const { rates, cost, most } = read.value
      const taken = cost.startsWith('-') ? zero<Money>() : cost
      return { told: { rates, cost: taken, required: null, rejection: null }, most }
    }
    const rejection = readRefusal(read)
    if (rejection === null) return UNKNOWN
    const { required, maxQty } = rejection.ext
    const told = { rates: null, cost: null, required: readAmount<Money>(required), rejection }
    return { told, most: readAmount<Qty>(maxQty) }
  }
}

/** Shows what is said while it is meant to be. @returns what ends it */
export function showAnswers(
  check: Pick<OrderCheck, 'sides' | 'most'>,
  told: Signal<ToldOrder | null>,
  isMeant: ReadonlySignal<boolean>,
): () => void {
  const stop = effect(() => {
    told.value = isMeant.value ? { sides: check.sides.value, most: check.most.value } : null
  })
  return () => {
    stop()
    told.value = null
  }
}

interface Answer {
  readonly told: CheckedOrder | null
  readonly most: Qty | null
}

const SIDES: readonly Side[] = ['buy', 'sell']
const NOTHING = { buy: null, sell: null } as const
/** No order, or no answer. */
const UNKNOWN: Answer = { told: null, most: null }

function readAmount<T extends DecimalText>(text: unknown): T | null {
  return typeof text === 'string' ? (parseDecimalText(text) as T | null) : null
}
