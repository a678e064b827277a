import type { Price } from '../../../domain/decimal'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId } from '../../../domain/order/order'
import { isTerminal } from '../../../domain/order/order-status'
import type { Notice } from '../../hub-events'
import type { IntentState, OrderIntent, Outcome } from '../../presses'
import type { HubStore } from '../store/hub-store'
import type { AccountBuckets } from './account-buckets'
import { CallList } from './call-list'
import { recoveredState, storedState, type CallState } from './call-states'
import { JournalledCall, type CallPlan, type CallPorts, type CallStart, type Proof } from './journalled-call'
import { orderProblem, type GatePorts } from './order-gate'
import { findOrder, isProvenAbsent, VALID_MS, type LookUpPorts } from './order-look-up'
import type { VenueCall } from '../../venue/venue-http'
import { ORDER_DEADLINE_MS, readOutcome, reasonOf, refusal } from './order-outcome'
import type { FailedParts } from '../../venue/venue-calls'

/** A press older than this was stuck on its way to the hub: its tab has given it up, and it is not sent any more. */
export const PRESS_MAX_AGE_MS = 10_000
/** Two tabs that send the same ticket within this time are told so (O8). */
export const REPEAT_MS = 2_000
/** Within this time of the answer an order that may not wait in the book has ended, as a rule. */
export const ENDS_WITHIN_MS = 400
/** Intents shown and remembered in memory. */
export const INTENTS_SHOWN_MAX = 200

export interface NewOrderPorts extends CallPorts, GatePorts, LookUpPorts {
  readonly rest: LookUpPorts['rest']
  readonly store: HubStore
  readonly bucket: AccountBuckets
  /** Whether the exchange says that it refuses what comes after its deadline. */
  readonly keepsValidUntil: () => boolean
  readonly orderByLink: (linkId: OrderLinkId) => Order | null
  /** Tells how an order ended, unless that was told already. */
  readonly ended: (order: Order) => void
  readonly mergeOrder: (order: Order) => Order
  /** Whether it opens the other side in a reversal: what becomes of one that never came is chosen there, and not here too. */
  readonly isOpening: (id: OrderLinkId) => boolean
  /** What quantities of a contract are counted in. */
  readonly coinOf: (symbol: InstrumentSymbol) => string
  readonly notice: (notice: Notice) => void
}

interface Entry {
  readonly order: OrderIntent['order']
  readonly fromTab: string
  readonly call: JournalledCall<OrderId>
  /** The order itself, where that told of the acceptance. */
  seen: Order | null
  /** The price that the answer says it was placed with: the order itself often comes after the answer. */
  placedPrice: Price | null
  /** What of it was not taken, where its answer says that some parts were not. */
  failed: FailedParts | null
}

const UNKNOWN = { kind: 'unknown' } as const

/**
 * Presses of new orders on their way (decisions 9). The program sends nothing a second time; an unknown press is looked up
 * by its own id until the exchange has said enough.
 */
export class NewOrderCalls {
  readonly #calls = new CallList<OrderId, Entry>(INTENTS_SHOWN_MAX)
  readonly #waiting = new Map<OrderLinkId, (() => void)[]>()

  constructor(private readonly ports: NewOrderPorts) {}

  /** What the tabs show: everything that is not an order yet, newest last, of the signed-in account only. */
  intents(): readonly IntentState[] {
    return this.#calls
      .of(this.ports.session()?.account)
      .filter(({ call }) => call.state !== 'accepted' && !(call.state === 'absent' && this.ports.isOpening(call.id)))
      .map(publicState)
  }

  /** After a start: presses that a former hub left unfinished are unknown, and looked up (O18). */
  async recover(): Promise<void> {
    for (const record of await this.ports.store.read('intents')) {
      if (this.#calls.get(record.id) !== undefined || record.state === 'refused' || record.state === 'accepted')
        continue
      const recovered = { state: recoveredState(record.state), validUntilMs: record.validUntilMs ?? null }
      this.#calls.add(this.#entry({ ...record, recovered }, record.order, ''))
    }
    this.ports.changed()
  }

  /**
   * The same press twice is one press: the second caller gets the first one's outcome (O7).
   * @param fromTab the tab that pressed; two tabs with the same ticket are two presses, and the second is told so (O8)
   */
  place(press: OrderIntent, fromTab = ''): Promise<Outcome<OrderId>> {
    const known = this.#calls.get(press.id)
    if (known !== undefined)
      return known.call.outcome ?? Promise.resolve(refusal('duplicate', 'this press was already handled'))
    const problem = orderProblem(this.ports, press.account, press.order.symbol)
    if (problem !== null) return Promise.resolve(problem)
    if (this.ports.clock.now() - press.pressedAtMs > PRESS_MAX_AGE_MS)
      return Promise.resolve(refusal('notLive', 'the press came too late'))
    if (!this.ports.bucket.take(press.account, 'order'))
      return Promise.resolve(refusal('rateLimited', 'too many orders in a second'))
    const entry = this.#entry(press, press.order, fromTab)
    this.#warnOfRepeat(entry)
    this.#calls.add(entry)
    this.ports.changed()
    return entry.call.begin()
  }

  /** The user asks for a press that was proven absent to be sent after all: the same id, one request again (O2). */
  resend(id: OrderLinkId): Promise<Outcome<OrderId>> {
    const entry = this.#calls.get(id)
    if (entry?.call.state !== 'absent')
      return Promise.resolve(refusal('duplicate', 'only a press that was not placed can be sent again'))
    const problem = orderProblem(this.ports, entry.call.account, entry.order.symbol)
    if (problem !== null) return Promise.resolve(problem)
    if (!this.ports.bucket.take(entry.call.account, 'order'))
      return Promise.resolve(refusal('rateLimited', 'too many orders in a second'))
    return entry.call.again()
  }

  dismiss(id: OrderLinkId): void {
    const call = this.#calls.get(id)?.call
    if (call === undefined || (call.state !== 'refused' && call.state !== 'absent')) return
    this.#calls.delete(id)
    // Proven absent and given up: the journal keeps it as ended, for the audit.
    if (call.state === 'absent') call.giveUp(refusal('notTaken', 'the press never reached the exchange').rejection)
    else this.ports.changed()
  }

  /** Settles once a press is accepted, refused or proven absent; at once when it is, or when it is not known here. */
  async whenKnown(id: OrderLinkId): Promise<IntentState['state'] | null> {
    for (;;) {
      const call = this.#calls.get(id)?.call
      const state = call === undefined ? null : storedState(call.state)
      if (state !== 'sending' && state !== 'unknown') return state
      await new Promise<void>((resolve) => this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]))
    }
  }

  /** An order that carries one of our ids exists: whatever the request's answer will be, the press is accepted (O4). */
  orderSeen(order: Order): void {
    const entry = order.linkId === null ? undefined : this.#calls.get(order.linkId)
    if (entry === undefined || entry.call.state === 'accepted') return
    entry.seen = order
    entry.call.seen(order.id)
  }

  /** Another account, or none: its presses are no longer shown; what is unknown stays in the journal. */
  signedOut(): void {
    this.#calls.clear()
    for (const id of this.#waiting.keys()) this.#wakeWaiting(id)
    this.ports.changed()
  }

  /** The exchange can be reached again: unknown presses are looked up at once. */
  wake(): void {
    this.#calls.wake()
  }

  #entry(start: CallStart, order: OrderIntent['order'], fromTab: string): Entry {
    const { ports } = this
    const { calls } = ports.venue
    // Only what leaves is of the kind of account that is here: a former hub's call is only looked up.
    const sent = (): VenueCall<OrderId> => calls.createOrder(order, ports.session()?.kind ?? null)
    const plan: CallPlan<OrderId> = {
      diskMs: null,
      patienceMs: 0,
      journal: () => {
        const { id, account, pressedAtMs, validUntilMs, state, endedAtMs, rejection } = call
        const ending = endedAtMs === null ? null : { atMs: endedAtMs, orderId: call.value ?? null, rejection }
        const record = { id, account, order, pressedAtMs, validUntilMs, state: storedState(state), ending }
        return ports.store.write('intents', record)
      },
      validUntil: () => (ports.keepsValidUntil() ? ports.rest.serverNow() + VALID_MS : null),
      problem: () => orderProblem(ports, call.account, order.symbol),
      request: (validUntilMs) => ({
        ...sent(),
        headers: calls.pressHeaders(call.id, validUntilMs),
        isPressed: true,
        deadlineMs: ORDER_DEADLINE_MS,
      }),
      read(answer) {
        const outcome = readOutcome(answer, { calls, trace: ports.trace, maySplit: true }, (one) => {
          entry.placedPrice = calls.placedPrice(one)
          if (calls.meaning(one) === 'splitPartly') entry.failed = calls.failedParts(one)
          return sent().read(one)
        })
        // "Duplicate" means found (O20): the order exists, and the look-up brings it.
        return outcome.kind === 'refused' && calls.meaning(outcome.rejection) === 'duplicateId' ? UNKNOWN : outcome
      },
      prove: () => this.#prove(entry),
      entered: (state, before) => this.#entered(entry, state, before),
      answered: () => {
        if (call.state === 'accepted' && (entry.failed !== null || mayBeSeveral(order))) this.#tellPlaced(entry)
      },
      doubtTold: () => this.#tell(`${call.id}:unknown`, { kind: 'orderUnknown', intent: publicState(entry) }),
    }
    const call = new JournalledCall<OrderId>(ports, start, plan)
    const entry: Entry = { order, fromTab, call, seen: null, placedPrice: null, failed: null }
    return entry
  }

  async #prove({ call, order: { symbol } }: Entry): Promise<Proof<OrderId> | null> {
    const found = await findOrder(this.ports, { symbol, orderLinkId: call.id })
    // An order of an account that has left meanwhile is nobody's here.
    if (found === null || !call.isDoubted) return null
    if (found.order !== null) return { kind: 'done', value: this.ports.mergeOrder(found.order).id }
    const { absence } = this.ports.venue.capabilities
    return isProvenAbsent(call, found, this.ports.clock.monotonic(), absence) ? { kind: 'absent' } : null
  }

  #entered(entry: Entry, state: CallState, before: CallState): void {
    const { id, rejection } = entry.call
    this.#wakeWaiting(id)
    if (state === 'accepted') this.#tellPlaced(entry)
    else if (state === 'absent' && this.ports.isOpening(id)) return
    else if (state === 'absent') this.#tell(`${id}:notPlaced`, { kind: 'orderNotPlaced', intent: publicState(entry) })
    else if (state === 'refused' && before !== 'absent' && rejection !== null) {
      this.#tell(`${id}:rejected`, { kind: 'orderRejected', rejection, intent: publicState(entry) })
    }
  }

  /**
   * One message for one press: an order that ended at once is told by its end alone. Of one that is settled at once, the
   * answer often comes before its end does. What may have become several waits for its answer, which alone says whether
   * all of them were taken (decisions 22).
   */
  #tellPlaced(entry: Entry): void {
    const { id, requestEndedAt } = entry.call
    const isSoonSettled = settlesAtOnce(entry.order)
    if (mayBeSeveral(entry.order) && requestEndedAt === null) return
    if (entry.failed !== null) {
      const { failedQty, counts, why } = entry.failed
      const split = { failedQty, counts, coin: this.ports.coinOf(entry.order.symbol) }
      const rejection = why && { ...why, reason: reasonOf(this.ports.venue.calls.meaning(why)) }
      this.#tell(`${id}:split`, { kind: 'orderSplitFailed', intent: publicState(entry), rejection, split })
      return
    }
    const tell = (order: Order | null): void =>
      this.#tell(`${id}:placed`, {
        kind: 'orderPlaced',
        order,
        intent: publicState(entry),
        ...(entry.placedPrice === null ? {} : { placedPrice: entry.placedPrice }),
      })
    const order = this.ports.orderByLink(id) ?? entry.seen
    if (order !== null && isTerminal(order.status)) {
      if (order.status === 'filled' && !isSoonSettled) tell(order)
      // Told once: of a fill whose message was lost, nothing else would tell.
      this.ports.ended(order)
    } else if (!isSoonSettled) tell(order)
    else
      this.ports.clock.after(ENDS_WITHIN_MS, () => {
        const now = this.ports.orderByLink(id) ?? order
        if (now === null || !isTerminal(now.status)) tell(now)
      })
  }

  #wakeWaiting(id: OrderLinkId): void {
    const waiting = this.#waiting.get(id) ?? []
    this.#waiting.delete(id)
    for (const wake of waiting) wake()
  }

  /** Both orders are deliberate and both leave; the second tab may not know of the first. */
  #warnOfRepeat(entry: Entry): void {
    const text = JSON.stringify(entry.order)
    const { id, pressedAtMs } = entry.call
    for (const { fromTab, call, order } of this.#calls.values()) {
      if (fromTab === entry.fromTab || Math.abs(pressedAtMs - call.pressedAtMs) > REPEAT_MS) continue
      if (JSON.stringify(order) !== text) continue
      this.#tell(`${id}:repeated`, { kind: 'orderRepeated', intent: publicState(entry) })
      return
    }
  }

  #tell(id: string, notice: Pick<Notice, 'kind'> & Partial<Notice>): void {
    this.ports.notice({
      order: null,
      intent: null,
      rejection: null,
      timeMs: this.ports.clock.now(),
      ...notice,
      id,
    })
  }
}

/** Whether the exchange may make several orders of one: it splits what closes unasked. */
function mayBeSeveral({ isSplit, reduceOnly, closeOnTrigger }: OrderIntent['order']): boolean {
  return isSplit === true || reduceOnly || closeOnTrigger
}

/**
 * Whether what becomes of it is known as it comes: of what is at market, and of what may not wait in the book or only
 * wait there. Of what went as several no end is that of all; what waits for a price is placed until then.
 */
function settlesAtOnce(order: OrderIntent['order']): boolean {
  const { type, timeInForce, isSplit, trigger, mmRate, heldFor, trailValue, trailRate, activationPrice } = order
  const awaited = [trigger, mmRate, heldFor, trailValue, trailRate, activationPrice]
  if (awaited.some((one) => one !== undefined)) return false
  return timeInForce !== 'goodTillCancel' || (type === 'market' && isSplit !== true)
}

function publicState({ order, call: { id, pressedAtMs, state, rejection } }: Entry): IntentState {
  return { id, order, pressedAtMs, state: storedState(state), rejection }
}
