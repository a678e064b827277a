import { batch, computed, effect, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { parseDecimalText, zero, type DecimalText, type Money, type Qty } from '../../../domain/decimal'
import type { NewOrder } from '../../../domain/order/new-order'
import type { Side } from '../../../domain/order/order'
import type { HubApi } from '../../../workers/hub-api'
import { readRefusal } from '../refusals/read-refusal'
import type { CheckedOrder, MostSides, ToldOrder, ToldSides } from './told-order'

/** So long a ticket rests before the exchange is asked about it, ms. */
export const ASK_AFTER_MS = 400
/** A ticket that does not rest, as under a price that follows the book, is asked about all the same, so long after its change, ms. */
export const ASK_AT_LATEST_MS = 1_500
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
 * once the ticket rests, and again while it stands. What was said of the same order at other terms stays until the new
 * answer is there, as what is asked anew; of another order altogether, and of no quantity, nothing is said.
 */
export class OrderCheck {
  readonly #sides = signal<ToldSides>(NOTHING)
  readonly #most = signal<MostSides>(NOTHING)
  readonly #isAsking = signal(false)
  readonly sides: ReadonlySignal<ToldSides> = this.#sides
  readonly most: ReadonlySignal<MostSides> = this.#most
  /** Whether the ticket was changed since: what was said is of the terms before. */
  readonly isAsking: ReadonlySignal<boolean> = this.#isAsking
  /** The same order is the same question, however often the market moves; one by volatility has no price of its own. */
  readonly #asked = computed(() =>
    this.ports.isAsked.value ? JSON.stringify(SIDES.map((side) => [this.#hasOrder(side), this.#ask(side)])) : '',
  )
  /** Which order it is, whatever its price and size. */
  readonly #kind = computed(() =>
    this.ports.isAsked.value ? JSON.stringify(SIDES.map((side) => kindOf(this.#ask(side)))) : '',
  )
  /** An answer to an earlier question says nothing of the ticket of now. */
  #question = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #latest: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly ports: Ports) {}

  /** Asks while the ticket is on the screen. @returns a function that ends it */
  start(): () => void {
    const stops = [
      effect(() => {
        void this.#kind.value
        untracked(() => this.#forget())
      }),
      effect(() => {
        const isAsked = this.#asked.value !== ''
        untracked(() => this.#change(isAsked))
      }),
    ]
    return () => {
      stops.forEach((stop) => stop())
      this.#change(false)
      this.#forget()
    }
  }

  #ask(side: Side): NewOrder | null {
    const order = this.ports.order(side) ?? this.ports.least(side)
    return order?.orderIv === undefined ? order : { ...order, price: null }
  }

  #hasOrder(side: Side): boolean {
    return this.ports.order(side) !== null
  }

  #forget(): void {
    batch(() => {
      this.#sides.value = NOTHING
      this.#most.value = NOTHING
    })
  }

  #change(isAsked: boolean): void {
    this.#question += 1
    clearTimeout(this.#timer)
    this.#isAsking.value = isAsked
    if (!isAsked) {
      clearTimeout(this.#latest)
      this.#latest = undefined
      return
    }
    const { buy, sell } = this.#sides.peek()
    this.#sides.value = { buy: this.#hasOrder('buy') ? buy : null, sell: this.#hasOrder('sell') ? sell : null }
    this.#timer = setTimeout(() => void this.#askBoth(), ASK_AFTER_MS)
    this.#latest ??= setTimeout(() => void this.#askBoth(), ASK_AT_LATEST_MS)
  }

  async #askBoth(): Promise<void> {
    clearTimeout(this.#timer)
    clearTimeout(this.#latest)
    this.#latest = undefined
    const question = this.#question
    const [buy, sell] = await Promise.all(SIDES.map((side) => (this.ports.isHidden() ? UNKNOWN : this.#answerOn(side))))
    if (question !== this.#question) return
    batch(() => {
      this.#isAsking.value = false
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
  check: Pick<OrderCheck, 'sides' | 'most' | 'isAsking'>,
  told: Signal<ToldOrder | null>,
  isMeant: ReadonlySignal<boolean>,
): () => void {
  const stop = effect(() => {
    const [sides, most, isAsking] = [check.sides.value, check.most.value, check.isAsking.value]
    told.value = isMeant.value ? { sides, most, isAsking } : null
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

function kindOf(
  order: NewOrder | null,
): Pick<NewOrder, 'symbol' | 'side' | 'type' | 'reduceOnly' | 'positionIdx'> | null {
  if (order === null) return null
  const { symbol, side, type, reduceOnly, positionIdx } = order
  return { symbol, side, type, reduceOnly, positionIdx }
}
const NOTHING = { buy: null, sell: null } as const
/** No order, or no answer. */
const UNKNOWN: Answer = { told: null, most: null }

function readAmount<T extends DecimalText>(text: unknown): T | null {
  return typeof text === 'string' ? (parseDecimalText(text) as T | null) : null
}
