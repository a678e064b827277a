import type { Journal, Origin, SubmitResult } from '../../../../exchange/journal/journal-port'
import type { Fanout } from '../../../../exchange/journal/fanout'
import type { VenueInput } from '../../../../exchange/venue/venue-input'
import type { Venue, VenueEvent } from '../../../../exchange/venue/venue-port'
import type { Execution } from '../../../../src/domain/order/execution'
import type { Order } from '../../../../src/domain/order/order'

const NO_ROWS = { rows: [], nextCursor: null }

/**
 * A second journal: the log is a list, durable when it says so, as a database's would be after a round trip. It keeps
 * orders and executions, and of histories nothing else. Gateway and venue do not notice.
 */
export class MemoryJournal implements Journal {
  readonly log: { readonly seq: number; readonly input: VenueInput; readonly origin: Origin }[] = []
  readonly #answers = new Map<string, Extract<SubmitResult, { readonly outcome: 'done' }>>()
  readonly #orders = new Map<string, { readonly account: string; readonly order: Order }>()
  readonly #executions: { readonly account: string; readonly execution: Execution }[] = []
  #seq = 0

  constructor(
    readonly venue: Venue,
    private readonly fanout: Fanout,
    private readonly clock: () => number,
  ) {}

  async submit(input: VenueInput, origin: Origin): Promise<SubmitResult> {
    const key = `${origin.account} ${origin.clientTag}`
    const known = origin.clientTag === '' ? undefined : this.#answers.get(key)
    if (known !== undefined) return { ...known, outcome: 'repeated' }
    const timeMs = this.now()
    const { result, events } = this.venue.apply(input, timeMs)
    const seq = ++this.#seq
    const answer = { outcome: 'done', result, seq, timeMs } as const
    this.#answers.set(key, answer)
    // The round trip to wherever the log is.
    await new Promise((resolve) => setImmediate(resolve))
    this.log.push({ seq, input, origin })
    for (const event of events) this.#keep(event)
    this.fanout.publish({ events, seq, timeMs })
    return answer
  }

  #keep(event: VenueEvent): void {
    if (event.type === 'order') this.#orders.set(event.order.id, event)
    if (event.type === 'execution') this.#executions.unshift(event)
  }

  orderHistory(account: string) {
    const rows = [...this.#orders.values()].filter((one) => one.account === account).map(({ order }) => order)
    return { rows, nextCursor: null }
  }

  executions(account: string) {
    const rows = this.#executions.filter((one) => one.account === account).map(({ execution }) => execution)
    return { rows, nextCursor: null }
  }

  closedPnl = () => NO_ROWS
  transactions = () => NO_ROWS
  interest = () => NO_ROWS
  fundingRates = () => NO_ROWS
  answersKnownFromMs = () => 0
  answerTo = () => Promise.resolve(null)

  findOrder(account: string, reference: { readonly orderId?: string; readonly orderLinkId?: string }): Order | null {
    const { orderId, orderLinkId } = reference
    const own = [...this.#orders.values()].filter((one) => one.account === account).map(({ order }) => order)
    return own.find((one) => (orderId === undefined ? one.linkId === orderLinkId : one.id === orderId)) ?? null
  }

  durableSeq(): number {
    return this.#seq
  }

  appliedSeq(): number {
    return this.#seq
  }

  settled(): Promise<void> | null {
    if (this.log.length === this.#seq) return null
    return new Promise((resolve) => setImmediate(resolve))
  }

  now(): number {
    return this.clock()
  }

  shiftClock(): void {
    throw new Error('this clock is the test’s')
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}
