import { assert } from '../../../base/assert'
import type { PositionReference } from '../../../domain/position/position-settings'
import type { Order, OrderId, OrderLinkId } from '../../../domain/order/order'
import type { Notice } from '../../hub-events'
import type { Change, ChangeState, Outcome } from '../../presses'
import type { RefusalMeaning } from '../../venue/venue-calls'
import type { VenueCall } from '../../venue/venue-http'
import type { HubStore } from '../store/hub-store'
import type { AccountBuckets } from './account-buckets'
import { CallList } from './call-list'
import { isEnded, recoveredState, storedState, type CallState } from './call-states'
import { orderIdOf, type ChangeCall } from './change-call'
import { proveChange, type ProofPorts } from './change-proof'
import { inContext, refusedBy } from './change-verdict'
import { JournalledCall, type CallPlan, type CallPorts, type CallStart, type Proof } from './journalled-call'
import { channelProblem, type GatePorts } from './order-gate'
import { ORDER_DEADLINE_MS, readOutcome, refusal } from './order-outcome'

/** After so much doubt the tab hears "unknown"; the looking goes on. */
const PATIENCE_MS = 1_750
/** A way out does not wait longer than this for the disk; every other change does (D3). */
const CANCEL_DISK_MS = 250
/** Changes that have not ended, at most: more than the exchange would take from one account in ten seconds. */
export const CHANGES_MAX = 1_000

export interface ChangePorts extends CallPorts, GatePorts, ProofPorts {
  readonly rest: ProofPorts['rest']
  readonly store: HubStore
  readonly bucket: AccountBuckets
  /** Whether a position has a size, as far as is known. */
  readonly isHeld: (position: PositionReference) => boolean
  readonly verify: () => void
  readonly orderById: (id: OrderId) => Order | null
  readonly notice: (notice: Notice) => void
  /** Tells how an order ended, unless that was told already. */
  readonly ended: (order: Order) => void
}

interface Entry {
  readonly change: Change
  readonly call: JournalledCall<unknown>
}

/**
 * Presses that change what is there already, on their way: orders (`order-change-calls.ts`), and what guards and carries
 * positions (`position-calls.ts`). Without an answer they are looked up until the exchange's own state says how they
 * ended, over the deaths of the hub (decisions 9, O10, O12).
 */
export class ChangeCalls {
  readonly #calls = new CallList<unknown, Entry>(CHANGES_MAX)

  constructor(private readonly ports: ChangePorts) {}

  /** Those of the signed-in account that have not ended, oldest first. */
  changes(): readonly ChangeState[] {
    return this.#calls.of(this.ports.session()?.account).flatMap(({ change, call }) => {
      const state = storedState(call.state)
      return state === 'sending' || state === 'unknown'
        ? [{ id: call.id, change, pressedAtMs: call.pressedAtMs, state }]
        : []
    })
  }

  /** After a start: changes that a former hub left unfinished are unknown, and looked up. Nothing is sent. */
  async recover(): Promise<void> {
    for (const record of await this.ports.store.read('changes')) {
      // An amend that took its place may have overwritten one that is still unknown.
      const mayOverwrite = record.state === 'accepted' && record.change.kind === 'amend'
      const state = recoveredState(record.state)
      if (this.#calls.get(record.id) !== undefined || (isEnded(state) && !mayOverwrite)) continue
      this.#calls.add(this.#entry({ ...record, recovered: { state, validUntilMs: null } }, record.change, null))
    }
    this.ports.changed()
  }

  /** Another account, or none: what is unknown stays in the journal, and is looked up when its account is back. */
  signedOut(): void {
    this.#calls.clear()
    this.ports.changed()
  }

  /** The exchange can be reached again: what is unknown is looked up at once. */
  wake(): void {
    this.#calls.wake()
  }

  /** Sends a change of the user's. The same press twice is one press, and gets the first one's outcome. */
  run<T>(id: OrderLinkId, change: Change, sent: ChangeCall<T>): Promise<Outcome<T>> {
    const known = this.#calls.get(id)?.call.outcome
    // An id names one press of one kind, so its answer is of that kind.
    if (known != null) return known as Promise<Outcome<T>>
    const problem = channelProblem(this.ports, sent.priority) ?? sent.problem?.() ?? null
    if (problem !== null) return Promise.resolve(problem)
    const account = this.ports.session()?.account ?? ''
    if (!this.ports.bucket.take(account, sent.priority))
      return Promise.resolve(refusal('rateLimited', 'too many calls in a second'))
    if (this.changes().length >= CHANGES_MAX)
      return Promise.resolve(refusal('rateLimited', `more than ${CHANGES_MAX} changes have not ended`))
    const entry = this.#entry({ id, account, pressedAtMs: this.ports.clock.now() }, change, sent)
    this.#calls.add(entry)
    const outcome = entry.call.begin() as Promise<Outcome<T>>
    this.ports.changed()
    return outcome
  }

  /** @param sent `null` of a change that a former hub sent */
  #entry(start: CallStart, change: Change, sent: ChangeCall<unknown> | null): Entry {
    const { ports } = this
    const { calls } = ports.venue
    const isSecond = this.#isSecond.bind(this, change)
    const plan: CallPlan<unknown> = {
      diskMs: sent?.priority === 'cancel' ? CANCEL_DISK_MS : null,
      patienceMs: PATIENCE_MS,
      journal: () => this.#journal(entry),
      // A change of what is there already is as good late as soon: a cancel above all.
      validUntil: () => null,
      problem: () =>
        ports.session()?.account === call.account
          ? (channelProblem(ports, sent?.priority) ?? sent?.problem?.() ?? null)
          : WRONG_ACCOUNT,
      request: () => ({
        ...requestOf(sent),
        headers: calls.pressHeaders(call.id, null),
        isPressed: true,
        deadlineMs: ORDER_DEADLINE_MS,
      }),
      read(answer) {
        const outcome = readOutcome(answer, { calls, trace: ports.trace }, requestOf(sent).read)
        // A browser may send what got no answer once more by itself: the order tells whether this change was the one.
        if (outcome.kind === 'refused' && isSecond(calls.meaning(outcome.rejection))) return UNKNOWN
        return outcome.kind === 'refused'
          ? { ...outcome, rejection: inContext(change, outcome.rejection, calls.meaning(outcome.rejection)) }
          : outcome
      },
      prove: () => this.#prove(entry, sent),
      entered: (state) => this.#entered(entry, state),
      doubtTold: () => {
        this.#tell(entry, 'changeUnknown')
        ports.verify()
      },
    }
    const call = new JournalledCall<unknown>(ports, start, plan)
    const entry: Entry = { change, call }
    return entry
  }

  async #prove(entry: Entry, sent: ChangeCall<unknown> | null): Promise<Proof<unknown> | null> {
    const { change, call } = entry
    const proof = await proveChange(this.ports, {
      id: call.id,
      change,
      pressedAtMs: call.pressedAtMs,
      nowMs: this.ports.clock.now(),
    })
    if (proof === null || !call.isDoubted) return null
    // What a line that was down would have told of its end is lost: looked up, it is told from here.
    if ('order' in proof && proof.order !== undefined) this.ports.ended(proof.order)
    if (proof.kind === 'done') return { kind: 'done', value: sent?.proven(proof) }
    const { capabilities, calls } = this.ports.venue
    const { absence } = capabilities
    const meaning = proof.kind === 'refused' ? calls.meaning(proof.rejection) : null
    const world = { now: this.ports.clock.monotonic(), absence, isHeld: this.ports.isHeld, meaning }
    const rejection = refusedBy(entry, proof, this.#calls.values(), world)
    return rejection === null ? null : { kind: 'refused', rejection }
  }

  #entered(entry: Entry, state: CallState): void {
    if (!isEnded(state) || !entry.call.isDoubtTold) return
    // A tab that waits for the answer shows it itself; one that was told "unknown" hears the end as a toast.
    if (state === 'refused') this.#tell(entry, 'changeRefused')
    this.ports.verify()
  }

  #journal({ change, call: { id, account, pressedAtMs, state, endedAtMs, rejection } }: Entry): Promise<void> {
    const stored = storedState(state)
    const ending = endedAtMs === null ? null : { atMs: endedAtMs, orderId: orderIdOf(change), rejection }
    return this.ports.store.write('changes', {
      id,
      account,
      change,
      pressedAtMs,
      // What is not there was refused by then: nobody sends a change again.
      state: stored === 'notPlaced' ? 'refused' : stored,
      ending,
    })
  }

  /** Whether a refusal is what a change that was carried out is told when it comes again; settings keep their first answer. */
  #isSecond(change: Change, meaning: RefusalMeaning | null): boolean {
    if (change.kind === 'amend') return meaning === 'unchanged'
    if (change.kind !== 'cancel' || meaning !== 'orderGone') return false
    const { orderId } = change.order
    return orderId !== null && this.ports.orderById(orderId)?.status === 'canceled'
  }

  #tell({ change, call: { id, rejection } }: Entry, kind: 'changeUnknown' | 'changeRefused'): void {
    const orderId = change.kind === 'amend' || change.kind === 'cancel' ? change.order.orderId : null
    this.ports.notice({
      id: `${id}:${kind}`,
      kind,
      order: orderId === null ? null : this.ports.orderById(orderId),
      intent: null,
      rejection,
      timeMs: this.ports.clock.now(),
      change: change.kind,
    })
  }
}

function requestOf(sent: ChangeCall<unknown> | null): VenueCall<unknown> {
  assert(sent !== null, 'a change that a former hub sent is never sent again')
  return sent.call
}

const UNKNOWN = { kind: 'unknown' } as const

const WRONG_ACCOUNT = refusal('wrongAccount', 'another account is signed in')
