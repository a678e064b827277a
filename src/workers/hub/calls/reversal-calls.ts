import type { NewOrder } from '../../../domain/order/new-order'
import type { Clock } from '../../../base/clock'
import { compare, Exact, isZero, toText, type Qty } from '../../../domain/decimal'
import type { Order, OrderId, OrderLinkId } from '../../../domain/order/order'
import { isTerminal } from '../../../domain/order/order-status'
import type { HubSession, Notice } from '../../hub-events'
import type { Outcome, Rejection, ReversePress, ReverseState } from '../../presses'
import type { NewOrderCalls } from './new-order-calls'
import { findOrder, type LookUpPorts } from './order-look-up'
import { refusal } from './order-outcome'
import type { PositionCalls } from './position-calls'
import type { PositionReference } from '../../../domain/position/position-settings'
import type { Position } from '../../../domain/position/position'
import type { HubStore } from '../store/hub-store'
import { NEXT_REVERSAL_STAGE, type ReversalEvent, type ReversalStage } from './reversal-stages'

/**
 * A reverse opens the other side only so long after its press. Later the price that the user saw is history, and the
 * second leg waits for a press of its own.
 */
export const REVERSE_WINDOW_MS = 5_000
/** Pause between two looks at what the closing order filled, where no push has told it. */
const FILL_PAUSE_MS = 250
const FILL_LOOKS = 8

export interface ReversePorts extends LookUpPorts {
  readonly clock: Clock
  readonly store: HubStore
  readonly orders: NewOrderCalls
  readonly positions: Pick<PositionCalls, 'setLeverage'>
  readonly session: () => HubSession | null
  readonly orderByLink: (linkId: OrderLinkId) => Order | null
  /** As it is now; `null` of one that was never told of. */
  readonly position: (of: PositionReference) => Position | null
  /** The further parts of an order that the exchange split. */
  readonly partsOf: (orderId: OrderId) => readonly Order[]
  readonly mergeOrder: (order: Order) => Order
  readonly changed: () => void
  readonly notice: (notice: Notice) => void
}

interface Reverse {
  readonly press: ReversePress
  stage: ReversalStage
  filledQty: Qty | null
  rejection: Rejection | null
  answer: Promise<Outcome<OrderId>> | null
  /** Whether the position was seen as the closing order left it: its own news may come after that order's. */
  wasLeft: boolean
}

const UNKNOWN = { kind: 'unknown' } as const

/**
 * Reverse as a journalled pair (decisions 14): a reduce-only market order closes, and an order of the same side and of
 * what was really filled opens the opposite. Each of the two is a call of `NewOrderCalls`, with all that this promises. One at a time in a profile. After a restart between the legs the second is
 * never sent by the program: the position is closed, not reopened, and the user chooses (O13, O14).
 */
export class ReversalCalls {
  readonly #reverses = new Map<OrderLinkId, Reverse>()

  constructor(private readonly ports: ReversePorts) {}

  /** Those of the signed-in account that have not ended. */
  reverses(): readonly ReverseState[] {
    const account = this.ports.session()?.account
    return [...this.#reverses.values()].flatMap(({ press, stage, filledQty, rejection }) =>
      press.account !== account || stage === 'accepted' || stage === 'refused'
        ? []
        : [{ press, stage, filledQty, rejection }],
    )
  }

  reverse(press: ReversePress): Promise<Outcome<OrderId>> {
    const known = this.#reverses.get(press.id)?.answer
    if (known != null) return known
    if (this.#isBusy()) return Promise.resolve(refusal('reversing', 'another reverse is under way'))
    const reverse: Reverse = { press, stage: 'closing', filledQty: null, rejection: null, answer: null, wasLeft: false }
    // Of one position one choice stands: that of the reverse before is over.
    for (const before of this.#choices())
      if (before.press.symbol === press.symbol && before.press.positionIdx === press.positionIdx)
        this.#step(before, 'dismissed')
    this.#reverses.set(press.id, reverse)
    reverse.answer = this.#run(reverse)
    this.ports.changed()
    return reverse.answer
  }

  /** The user's press on "closed, not reopened". */
  async reopen(id: OrderLinkId, openId: OrderLinkId, pressedAtMs: number): Promise<Outcome<OrderId>> {
    const reverse = this.#reverses.get(id)
    if (reverse === undefined || reverse.stage !== 'notReopened' || reverse.filledQty === null)
      return refusal('duplicate', 'only a closed position that was not reopened can be opened again')
    if (this.#isBusy()) return refusal('reversing', 'another reverse is under way')
    const standing = this.#standing(reverse)
    if (standing === 'other' || (standing === 'before' && reverse.wasLeft)) {
      if (reverse.wasLeft) this.#step(reverse, 'dismissed')
      return refusal('positionOpened', 'a position was opened since the reverse closed one')
    }
    const press = { ...reverse.press, openId, pressedAtMs }
    const again: Reverse = { ...reverse, press, rejection: null, answer: null }
    this.#reverses.set(id, again)
    return this.#open(again, 'pressedAgain')
  }

  dismiss(id: OrderLinkId): void {
    const reverse = this.#reverses.get(id)
    if (reverse !== undefined) this.#step(reverse, 'dismissed')
  }

  /** Whether a press is the second order of a pair. */
  opens(id: OrderLinkId): boolean {
    return [...this.#reverses.values()].some(({ press }) => press.openId === id)
  }

  /** Whoever trades on after a reverse that closed alone has chosen: its second order would reduce what was opened. */
  positionsSeen(): void {
    for (const reverse of this.#choices()) {
      if (this.#standing(reverse) === 'left') reverse.wasLeft = true
      else if (reverse.wasLeft) this.#step(reverse, 'dismissed')
    }
  }

  signedOut(): void {
    this.#reverses.clear()
  }

  /** After a start: what a former hub left between the legs. Nothing is sent. */
  async recover(): Promise<void> {
    const presses = new Map((await this.ports.store.read('intents')).map((intent) => [intent.id, intent.state]))
    for (const { press, state, filledQty } of await this.ports.store.read('reverses')) {
      if (state === 'accepted' || state === 'refused' || this.#reverses.has(press.id)) continue
      if (press.account !== this.ports.session()?.account) continue
      const reverse: Reverse = { press, stage: state, filledQty, rejection: null, answer: null, wasLeft: false }
      this.#reverses.set(press.id, reverse)
      if (state === 'closing') void this.#recoverClosing(reverse, presses.has(press.closeId))
      else if (state === 'opening') void this.#recoverOpening(reverse, presses.has(press.openId))
    }
    this.ports.changed()
  }

  async #recoverClosing(reverse: Reverse, wasPressed: boolean): Promise<void> {
    // The pair is journalled first and its leg after: a leg that is not there never left.
    if (!wasPressed) {
      this.#step(reverse, 'notClosed')
      return
    }
    const state = await this.ports.orders.whenKnown(reverse.press.closeId)
    if (state === 'notPlaced' || state === 'refused') this.#step(reverse, 'notClosed')
    else if (await this.#readFill(reverse)) this.#notReopened(reverse, 'closedOnly', null)
  }

  async #recoverOpening(reverse: Reverse, wasPressed: boolean): Promise<void> {
    const state = wasPressed ? await this.ports.orders.whenKnown(reverse.press.openId) : 'notPlaced'
    // A press that `NewOrderCalls` does not list any more has ended as an order.
    if (state === 'accepted' || state === null) this.#step(reverse, 'opened')
    else {
      // One that never came is given up: sent again beside the choice, it would open the same twice.
      if (state === 'notPlaced') this.ports.orders.dismiss(reverse.press.openId)
      this.#notReopened(reverse, 'notOpened', null)
    }
  }

  async #run(reverse: Reverse): Promise<Outcome<OrderId>> {
    const { press } = reverse
    try {
      await this.#journal(reverse)
    } catch (error) {
      this.ports.trace('journal', error)
      this.#step(reverse, 'notClosed')
      return refusal('cannotRecord', 'nothing was sent: the reverse cannot be recorded')
    }
    const first = await this.#leg(reverse, press.closeId, closing(press))
    if (first.kind === 'refused') {
      this.#step(reverse, 'notClosed')
      return first
    }
    const state = first.kind === 'accepted' ? 'accepted' : await this.ports.orders.whenKnown(press.closeId)
    // Signed out meanwhile: the journal keeps the pair for the account's return.
    if (state === null) return UNKNOWN
    if (state !== 'accepted') {
      // Proven absent: the user sees the press itself as "not placed", and this pair is over.
      this.#step(reverse, 'notClosed')
      return refusal('notTaken', 'the closing order never reached the exchange')
    }
    if (!(await this.#readFill(reverse))) return UNKNOWN
    if (this.ports.clock.now() - press.pressedAtMs > REVERSE_WINDOW_MS)
      return this.#notReopened(reverse, 'closedOnly', null)
    if (press.leverage !== null) {
      const set = await this.ports.positions.setLeverage({
        symbol: press.symbol,
        buyLeverage: press.leverage,
        sellLeverage: press.leverage,
      })
      if (set.kind === 'refused' && this.ports.venue.calls.meaning(set.rejection) !== 'unchanged')
        return this.#notReopened(reverse, 'closedOnly', set.rejection)
      if (set.kind === 'unknown') return this.#notReopened(reverse, 'closedOnly', null)
    }
    return this.#open(reverse, 'closed')
  }

  async #open(reverse: Reverse, event: 'closed' | 'pressedAgain'): Promise<Outcome<OrderId>> {
    const { press, filledQty } = reverse
    if (filledQty === null || !this.#enter(reverse, event)) return UNKNOWN
    try {
      await this.#journal(reverse)
    } catch (error) {
      this.ports.trace('journal', error)
      return this.#notReopened(
        reverse,
        'notOpened',
        refusal('cannotRecord', 'the opening order cannot be recorded').rejection,
      )
    }
    const second = await this.#leg(reverse, press.openId, opening(press, filledQty))
    if (second.kind === 'accepted') this.#step(reverse, 'opened')
    else if (second.kind === 'refused') this.#notReopened(reverse, 'notOpened', second.rejection)
    else void this.#recoverOpening(reverse, true)
    return second
  }

  #leg({ press }: Reverse, id: OrderLinkId, order: NewOrder): Promise<Outcome<OrderId>> {
    return this.ports.orders.place({ id, order, account: press.account, pressedAtMs: press.pressedAtMs })
  }

  /** Learns what the closing order filled. @returns whether it filled anything; else the pair has ended */
  async #readFill(reverse: Reverse): Promise<boolean> {
    const { symbol, closeId } = reverse.press
    for (let look = 0; ; look++) {
      const order = this.ports.orderByLink(closeId)
      if (order !== null && this.#isTold(reverse.press, order, look)) {
        const filled = sumOf([order, ...this.ports.partsOf(order.id)], ({ filledQty }) => filledQty)
        if (isZero(filled)) {
          this.#step(reverse, 'closedNothing')
          return false
        }
        reverse.filledQty = filled
        return true
      }
      // A market order ends at once; one that does not show it is looked at more slowly, for as long as it takes.
      await this.#pause(look < FILL_LOOKS ? FILL_PAUSE_MS : FILL_PAUSE_MS * FILL_LOOKS)
      const found = await findOrder(this.ports, { symbol, orderLinkId: closeId })
      if (found?.order != null) this.ports.mergeOrder(found.order)
      if (this.#reverses.get(reverse.press.id) !== reverse) return false
    }
  }

  /**
   * Whether all of a closing order is known to have ended. One above the largest order is several, and their news may be
   * on its way; what was not tried (the book had ended) never comes, so they are waited for so many looks alone.
   */
  #isTold(press: ReversePress, order: Order, look: number): boolean {
    const parts = [order, ...this.ports.partsOf(order.id)]
    if (!parts.every(({ status }) => isTerminal(status))) return false
    return (
      look >= FILL_LOOKS ||
      compare(
        sumOf(parts, ({ qty }) => qty),
        press.size,
      ) >= 0 ||
      order.status !== 'filled'
    )
  }

  #notReopened(reverse: Reverse, event: 'closedOnly' | 'notOpened', rejection: Rejection | null): Outcome<OrderId> {
    reverse.rejection = rejection
    if (this.#step(reverse, event))
      this.ports.notice({
        id: `${reverse.press.openId}:notReopened`,
        kind: 'reverseNotReopened',
        order: null,
        intent: null,
        rejection,
        timeMs: this.ports.clock.now(),
      })
    return rejection === null ? UNKNOWN : { kind: 'refused', rejection }
  }

  /** Enters the stage that an event leads to, and writes it down. @returns whether it leads to one */
  #step(reverse: Reverse, event: ReversalEvent): boolean {
    if (!this.#enter(reverse, event)) return false
    this.#journal(reverse).catch((error: unknown) => this.ports.trace('journal', error))
    return true
  }

  #enter(reverse: Reverse, event: ReversalEvent): boolean {
    const next = NEXT_REVERSAL_STAGE[reverse.stage][event]
    if (next === undefined) return false
    reverse.stage = next
    this.ports.changed()
    return true
  }

  #choices(): readonly Reverse[] {
    return [...this.#reverses.values()].filter(({ stage }) => stage === 'notReopened')
  }

  /**
   * How the position stands: as the closing order left it, as it was before that (its own news may come later), or as
   * another one. Where a contract has one, an order against it reduces it; with two, the second order has a side of its own.
   */
  #standing({ press, filledQty }: Reverse): 'left' | 'before' | 'other' {
    const position = press.positionIdx === 0 ? this.ports.position(press) : null
    const held = position === null || isZero(position.size) ? null : position
    const left = new Exact(press.size).minus(filledQty ?? '0')
    if (held === null || (held.side === press.side && left.eq(held.size))) return 'left'
    return held.side === press.side && held.size === press.size ? 'before' : 'other'
  }

  #isBusy(): boolean {
    return this.reverses().some(({ stage }) => stage === 'closing' || stage === 'opening')
  }

  #journal({ press, stage, filledQty, rejection }: Reverse): Promise<void> {
    const { id, account, pressedAtMs } = press
    const isEnded = stage === 'accepted' || stage === 'refused'
    const ending = isEnded ? { atMs: this.ports.clock.now(), orderId: null, rejection } : null
    return this.ports.store.write('reverses', { id, account, pressedAtMs, press, filledQty, state: stage, ending })
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.ports.clock.after(ms, resolve))
  }
}

function market({ symbol, side }: ReversePress): Pick<NewOrder, 'symbol' | 'side' | 'type' | 'price' | 'timeInForce'> {
  // Both legs trade against the position that was there: sells close a long, and open the short.
  return {
    symbol,
    side: side === 'buy' ? 'sell' : 'buy',
    type: 'market',
    price: null,
    timeInForce: 'goodTillCancel',
  }
}

function closing(press: ReversePress): NewOrder {
  return {
    ...market(press),
    qty: press.size,
    reduceOnly: true,
    closeOnTrigger: true,
    positionIdx: press.positionIdx,
    action: 'ReverseClose',
  }
}

function opening(press: ReversePress, qty: Qty): NewOrder {
  const positionIdx = press.positionIdx === 0 ? 0 : press.positionIdx === 1 ? 2 : 1
  return { ...market(press), qty, reduceOnly: false, closeOnTrigger: false, positionIdx, isSplit: true }
}

function sumOf(orders: readonly Order[], qtyOf: (order: Order) => Qty): Qty {
  return toText<Qty>(orders.reduce((sum, order) => sum.plus(qtyOf(order)), new Exact(0)))
}
