import type { Clock } from '../../../base/clock'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId } from '../../../domain/order/order'
import { isTerminal } from '../../../domain/order/order-status'
import { WireError } from '../../../wire/json'
import { CODE } from '../../../wire/rest/codes'
import {
  CLIENT_TAG_HEADER,
  CREATE_ORDER_PATH,
  parseFailedQty,
  parseOrderAck,
  VALID_UNTIL_HEADER,
  writeCreateOrder,
} from '../../../wire/rest/create-order'
import type { Notice } from '../../hub-events'
import type { IntentState, OrderIntent, Outcome, Rejection } from '../../presses'
import type { AccountBuckets } from './account-buckets'
import { orderProblem, type GatePorts } from './order-gate'
import { findOrder, isProvenAbsent, lookUpPauseMs, VALID_MS, type Doubt, type LookUpPorts } from './order-look-up'
import { ANSWER_MS, ORDER_DEADLINE_MS, readOutcome, refusal } from './order-outcome'
import type { HubStore } from '../store/hub-store'
import type { Ending, IntentRecord } from '../store/stored-records'

/** A press older than this was stuck on its way to the hub: its tab has given it up, and it is not sent any more. */
export const PRESS_MAX_AGE_MS = 10_000
/** Two tabs that send the same ticket within this time are told so (O8). */
export const REPEAT_MS = 2_000
/** Within this time of the answer an order that may not wait in the book has ended, as a rule. */
export const ENDS_WITHIN_MS = 400
/** Intents shown and remembered in memory. */
export const INTENTS_SHOWN_MAX = 200

export interface NewOrderPorts extends GatePorts, LookUpPorts {
  readonly clock: Clock
  readonly store: HubStore
  readonly bucket: AccountBuckets
  /** Whether the exchange refuses what comes after the time that it was valid until. */
  readonly keepsValidUntil: () => boolean
  /** Settles once this hub has its term: nothing that changes money leaves before. */
  readonly termTaken: () => Promise<unknown>
  readonly orderByLink: (linkId: OrderLinkId) => Order | null
  /** Tells how an order ended, unless that was told already. */
  readonly ended: (order: Order) => void
  readonly mergeOrder: (order: Order) => Order
  /** What quantities of a contract are counted in. */
  readonly coinOf: (symbol: InstrumentSymbol) => string
  readonly rejectedCode: (code: number | null) => void
  readonly changed: () => void
  readonly notice: (notice: Notice) => void
}

interface Intent extends Doubt {
  readonly id: OrderLinkId
  readonly account: string
  readonly order: IntentRecord['order']
  readonly pressedAtMs: number
  state: IntentState['state']
  rejection: Rejection | null
  orderId: OrderId | null
  requestEndedAt: number | null
  validUntilMs: number | null
  /** Counts the user's own sendings of it: the answer to an earlier one has nothing more to refuse. */
  sendings: number
  lookUps: number
  cancelLookUp: (() => void) | null
  answer: Promise<Outcome<OrderId>> | null
  readonly fromTab: string
  ending: Ending | null
}

const UNKNOWN = { kind: 'unknown' } as const

/**
 * Presses on their way (decisions 9): validated, journalled, sent once, and then accepted, refused or unknown. The
 * program sends nothing a second time; an unknown press is looked up by its own id until the exchange has said enough.
 */
export class NewOrderCalls {
  readonly #intents = new Map<OrderLinkId, Intent>()
  readonly #waiting = new Map<OrderLinkId, (() => void)[]>()

  constructor(private readonly ports: NewOrderPorts) {}

  /** What the tabs show: everything that is not an order yet, newest last, of the signed-in account only. */
  intents(): readonly IntentState[] {
    const account = this.ports.session()?.account
    return [...this.#intents.values()]
      .filter((intent) => intent.account === account && intent.state !== 'accepted')
      .map(publicState)
  }

  /** After a start: presses that a former hub left unfinished are unknown, and looked up (O18). */
  async recover(): Promise<void> {
    for (const record of await this.ports.store.read('intents')) {
      if (this.#intents.has(record.id) || record.state === 'refused' || record.state === 'accepted') continue
      const intent: Intent = {
        ...record,
        state: record.state === 'notPlaced' ? 'notPlaced' : 'unknown',
        rejection: null,
        orderId: null,
        requestEndedAt: this.ports.clock.monotonic(),
        validUntilMs: record.validUntilMs ?? null,
        sendings: 1,
        absentAtSeq: null,
        lookUps: 0,
        cancelLookUp: null,
        answer: null,
        fromTab: '',
      }
      this.#intents.set(intent.id, intent)
      if (intent.state === 'unknown') this.#lookUpSoon(intent)
    }
    this.ports.changed()
  }

  /**
   * The same press twice is one press: the second caller gets the first one's outcome (O7).
   * @param fromTab the tab that pressed; two tabs with the same ticket are two presses, and the second is told so (O8)
   */
  place(press: OrderIntent, fromTab = ''): Promise<Outcome<OrderId>> {
    const known = this.#intents.get(press.id)
    if (known !== undefined)
      return known.answer ?? Promise.resolve(refusal('duplicate', 'this press was already handled'))
    const problem = orderProblem(this.ports, press.account, press.order.symbol)
    if (problem !== null) return Promise.resolve(problem)
    if (this.ports.clock.now() - press.pressedAtMs > PRESS_MAX_AGE_MS)
      return Promise.resolve(refusal('notLive', 'the press came too late'))
    if (!this.ports.bucket.take(press.account, 'order'))
      return Promise.resolve(refusal('rateLimited', 'too many orders in a second'))
    const intent: Intent = {
      id: press.id,
      account: press.account,
      order: press.order,
      pressedAtMs: press.pressedAtMs,
      state: 'sending',
      rejection: null,
      orderId: null,
      requestEndedAt: null,
      validUntilMs: null,
      sendings: 0,
      absentAtSeq: null,
      lookUps: 0,
      cancelLookUp: null,
      answer: null,
      fromTab,
      ending: null,
    }
    this.#warnOfRepeat(intent)
    this.#intents.set(intent.id, intent)
    this.#forgetOld()
    this.ports.changed()
    intent.answer = this.#send(intent)
    return intent.answer
  }

  /** The user asks for a press that was proven absent to be sent after all: the same id, one request again (O2). */
  resend(id: OrderLinkId): Promise<Outcome<OrderId>> {
    const intent = this.#intents.get(id)
    if (intent === undefined || intent.state !== 'notPlaced')
      return Promise.resolve(refusal('duplicate', 'only a press that was not placed can be sent again'))
    const problem = orderProblem(this.ports, intent.account, intent.order.symbol)
    if (problem !== null) return Promise.resolve(problem)
    if (!this.ports.bucket.take(intent.account, 'order'))
      return Promise.resolve(refusal('rateLimited', 'too many orders in a second'))
    intent.requestEndedAt = null
    intent.absentAtSeq = null
    intent.lookUps = 0
    this.#enter(intent, 'sending')
    intent.answer = this.#send(intent)
    return intent.answer
  }

  dismiss(id: OrderLinkId): void {
    const intent = this.#intents.get(id)
    if (intent === undefined || (intent.state !== 'refused' && intent.state !== 'notPlaced')) return
    this.#intents.delete(id)
    if (intent.state === 'notPlaced') {
      // Proven absent and given up: the journal keeps it as ended, for the audit.
      intent.state = 'refused'
      intent.rejection = refusal('notTaken', 'the press never reached the exchange').rejection
      intent.ending = this.#ending(intent)
      this.#journal(intent).catch((error: unknown) => this.ports.trace('journal', error))
    }
    this.ports.changed()
  }

  /** Settles once a press is accepted, refused or proven absent; at once when it is, or when it is not known here. */
  async whenKnown(id: OrderLinkId): Promise<IntentState['state'] | null> {
    for (;;) {
      const state = this.#intents.get(id)?.state ?? null
      if (state !== 'sending' && state !== 'unknown') return state
      await new Promise<void>((resolve) => this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]))
    }
  }

  /** An order that carries one of our ids exists: whatever the request's answer will be, the press is accepted (O4). */
  orderSeen(order: Order): void {
    const intent = order.linkId === null ? undefined : this.#intents.get(order.linkId)
    if (intent === undefined || intent.state === 'accepted') return
    this.#accept(intent, order)
  }

  /** Another account, or none: its presses are no longer shown; what is unknown stays in the journal. */
  signedOut(): void {
    for (const intent of this.#intents.values()) intent.cancelLookUp?.()
    this.#intents.clear()
    for (const id of this.#waiting.keys()) this.#wakeWaiting(id)
    this.ports.changed()
  }

  /** The exchange can be reached again: unknown presses are looked up at once. */
  wake(): void {
    for (const intent of this.#intents.values()) {
      if (intent.state !== 'unknown') continue
      intent.lookUps = 0
      this.#lookUpSoon(intent)
    }
  }

  async #send(intent: Intent): Promise<Outcome<OrderId>> {
    intent.sendings++
    intent.validUntilMs = this.ports.keepsValidUntil() ? this.ports.rest.serverNow() + VALID_MS : null
    try {
      await this.#journal(intent)
      await this.ports.termTaken()
    } catch (error) {
      this.ports.trace('journal', error)
      return this.#refuse(intent, refusal('cannotRecord', 'the order was not sent: it cannot be recorded').rejection)
    }
    // The world may have changed while the disk turned; nothing has left yet, so a refusal is still the truth.
    const problem = orderProblem(this.ports, intent.account, intent.order.symbol)
    if (problem !== null) return this.#refuse(intent, problem.rejection)
    return new Promise((resolve) => {
      const cancel = this.ports.clock.after(ANSWER_MS, () => {
        if (intent.state === 'sending') this.#doubt(intent)
        resolve(this.#settled(intent))
      })
      void this.#request(intent).then(() => {
        cancel()
        resolve(this.#settled(intent))
      })
    })
  }

  async #request(intent: Intent): Promise<void> {
    const { sendings, validUntilMs } = intent
    const answer = await this.ports.rest.call({
      method: 'POST',
      path: CREATE_ORDER_PATH,
      body: writeCreateOrder(intent.order),
      symbol: intent.order.symbol,
      headers: {
        [CLIENT_TAG_HEADER]: intent.id,
        ...(validUntilMs === null ? {} : { [VALID_UNTIL_HEADER]: String(validUntilMs) }),
      },
      deadlineMs: ORDER_DEADLINE_MS,
    })
    if (intent.sendings === sendings) intent.requestEndedAt = this.ports.clock.monotonic()
    if (answer.hasError && answer.code === CODE.splitPartlyFailed && answer.response !== null) {
      this.#acceptPart(intent, answer.response.result)
      return
    }
    // Push or a look-up may have been faster; the answer has nothing to add then.
    if (intent.state === 'accepted') return
    const outcome = readOutcome(answer, this.ports.trace, (result) => parseOrderAck(result).orderId)
    if (outcome.kind === 'accepted') {
      intent.orderId = outcome.value
      this.#accept(intent, this.ports.orderByLink(intent.id))
      return
    }
    // Proven absent while its request was out, and perhaps sent again since: there is nothing left to refuse.
    if (intent.sendings !== sendings || intent.state === 'notPlaced') return
    if (outcome.kind === 'refused' && outcome.rejection.code !== CODE.duplicateLinkId) {
      this.#refuse(intent, outcome.rejection)
    } else {
      // "Duplicate" means found (O20): the order exists, and the look-up brings it.
      this.#doubt(intent)
    }
  }

  /** Neither a success nor a refusal (decisions 22): the first part stands under the press's id, some others do not. */
  #acceptPart(intent: Intent, result: unknown): void {
    try {
      const { orderId } = parseOrderAck(result)
      const failedQty = parseFailedQty(result)
      // Push or a look-up may have been faster.
      if (intent.state !== 'accepted') {
        intent.orderId = orderId
        this.#accept(intent, this.ports.orderByLink(intent.id))
      }
      const coin = this.ports.coinOf(intent.order.symbol)
      const split = { failedQty, coin }
      this.#tell(`${intent.id}:split`, { kind: 'orderSplitFailed', intent: publicState(intent), split })
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.ports.trace('answer', error)
      if (intent.state !== 'accepted') this.#doubt(intent)
    }
  }

  #settled(intent: Intent): Outcome<OrderId> {
    if (intent.state === 'accepted' && intent.orderId !== null) return { kind: 'accepted', value: intent.orderId }
    if (intent.state === 'refused' && intent.rejection !== null) return { kind: 'refused', rejection: intent.rejection }
    return UNKNOWN
  }

  #accept(intent: Intent, order: Order | null): void {
    intent.cancelLookUp?.()
    intent.cancelLookUp = null
    if (order !== null) intent.orderId = order.id
    this.#enter(intent, 'accepted')
    this.#tellPlaced(intent, order)
  }

  /**
   * One message for one press: an order that ended at once is told by its end alone. Of one that may not wait in the
   * book, the answer often comes before its end does.
   */
  #tellPlaced(intent: Intent, seen: Order | null): void {
    const { timeInForce, trigger } = intent.order
    const tell = (order: Order | null): void =>
      this.#tell(`${intent.id}:placed`, { kind: 'orderPlaced', order, intent: publicState(intent) })
    const order = this.ports.orderByLink(intent.id) ?? seen
    if (order !== null && isTerminal(order.status)) {
      if (order.status === 'filled') tell(order)
      else this.ports.ended(order)
    } else if (timeInForce === 'goodTillCancel' || trigger !== undefined) tell(order)
    else
      this.ports.clock.after(ENDS_WITHIN_MS, () => {
        const now = this.ports.orderByLink(intent.id) ?? order
        if (now === null || !isTerminal(now.status)) tell(now)
      })
  }

  #refuse(intent: Intent, rejection: Rejection): Outcome<OrderId> {
    intent.cancelLookUp?.()
    intent.cancelLookUp = null
    intent.rejection = rejection
    this.#enter(intent, 'refused')
    this.ports.rejectedCode(rejection.code)
    this.#tell(`${intent.id}:rejected`, { kind: 'orderRejected', rejection, intent: publicState(intent) })
    return { kind: 'refused', rejection }
  }

  #doubt(intent: Intent): void {
    if (intent.state === 'sending') {
      this.#enter(intent, 'unknown')
      this.#tell(`${intent.id}:unknown`, { kind: 'orderUnknown', intent: publicState(intent) })
    }
    if (intent.state === 'unknown' && intent.cancelLookUp === null) this.#lookUpSoon(intent)
  }

  #lookUpSoon(intent: Intent): void {
    intent.cancelLookUp?.()
    const now = { monotonic: this.ports.clock.monotonic(), exchange: this.ports.rest.serverNow() }
    const pauseMs = lookUpPauseMs(intent, now)
    intent.cancelLookUp = this.ports.clock.after(pauseMs, () => {
      intent.cancelLookUp = null
      void this.#lookUp(intent)
    })
  }

  async #lookUp(intent: Intent): Promise<void> {
    if (intent.state !== 'unknown') return
    // Another account's cookie would answer "absent" about an order that is not its own.
    if (this.ports.session()?.account !== intent.account) return
    intent.lookUps++
    const found = await findOrder(this.ports, { symbol: intent.order.symbol, orderLinkId: intent.id })
    if (intent.state !== 'unknown') return
    if (found?.order != null) {
      this.#accept(intent, this.ports.mergeOrder(found.order))
      return
    }
    if (found !== null && isProvenAbsent(intent, found, this.ports.clock.monotonic())) {
      this.#enter(intent, 'notPlaced')
      this.#tell(`${intent.id}:notPlaced`, { kind: 'orderNotPlaced', intent: publicState(intent) })
      return
    }
    this.#lookUpSoon(intent)
  }

  #enter(intent: Intent, state: IntentState['state']): void {
    intent.state = state
    if (state === 'accepted' || state === 'refused') intent.ending = this.#ending(intent)
    this.#wakeWaiting(intent.id)
    // The first write decides whether the order may leave; later ones only spare a look-up after a restart.
    if (state !== 'sending') this.#journal(intent).catch((error: unknown) => this.ports.trace('journal', error))
    this.ports.changed()
  }

  #wakeWaiting(id: OrderLinkId): void {
    const waiting = this.#waiting.get(id) ?? []
    this.#waiting.delete(id)
    for (const wake of waiting) wake()
  }

  #ending({ orderId, rejection }: Intent): Ending {
    return { atMs: this.ports.clock.now(), orderId, rejection }
  }

  #journal({ id, account, order, pressedAtMs, validUntilMs, state, ending }: Intent): Promise<void> {
    return this.ports.store.write('intents', { id, account, order, pressedAtMs, validUntilMs, state, ending })
  }

  /** Both orders are deliberate and both leave; the second tab may not know of the first. */
  #warnOfRepeat(intent: Intent): void {
    const text = JSON.stringify(intent.order)
    for (const { fromTab, pressedAtMs, order } of this.#intents.values()) {
      if (fromTab === intent.fromTab || Math.abs(intent.pressedAtMs - pressedAtMs) > REPEAT_MS) continue
      if (JSON.stringify(order) !== text) continue
      this.#tell(`${intent.id}:repeated`, { kind: 'orderRepeated', intent: publicState(intent) })
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

  #forgetOld(): void {
    for (const [id, { state }] of this.#intents) {
      if (this.#intents.size <= INTENTS_SHOWN_MAX) return
      if (state === 'accepted' || state === 'refused') this.#intents.delete(id)
    }
  }
}

function publicState({ id, order, pressedAtMs, state, rejection }: Intent): IntentState {
  return { id, order, pressedAtMs, state, rejection }
}
