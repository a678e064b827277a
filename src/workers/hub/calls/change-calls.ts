import type { PositionReference } from '../../../domain/position/position-settings'
import type { Clock } from '../../../base/clock'
import type { OrderLinkId } from '../../../domain/order/order'
import { CLIENT_TAG_HEADER } from '../../../wire/rest/create-order'
import type { Notice } from '../../hub-events'
import type { Change, ChangeState, Outcome, Rejection } from '../../presses'
import type { AccountBuckets } from './account-buckets'
import { orderIdOf, symbolOf, type ChangeCall } from './change-call'
import { proveChange, type ChangeProof, type ProofPorts } from './change-proof'
import { inContext, refusedBy, type Doubted } from './change-verdict'
import { channelProblem, type GatePorts } from './order-gate'
import { lookUpPauseMs } from './order-look-up'
import { ANSWER_MS, ORDER_DEADLINE_MS, readOutcome, refusal } from './order-outcome'
import type { HubStore } from '../store/hub-store'
import type { ChangeRecord } from '../store/stored-records'

const UNKNOWN = { kind: 'unknown' } as const
/** After so much doubt the tab hears "unknown"; the looking goes on. */
const PATIENCE_MS = 1_750
/** A way out does not wait longer than this for the disk; every other change does (D3). */
const CANCEL_DISK_MS = 250
/** Changes that have not ended, at most: more than the exchange would take from one account in ten seconds. */
export const CHANGES_MAX = 1_000

export interface ChangePorts extends GatePorts, ProofPorts {
  readonly clock: Clock
  readonly store: HubStore
  readonly bucket: AccountBuckets
  readonly termTaken: () => Promise<unknown>
  /** Whether a position has a size, as far as is known. */
  readonly isHeld: (position: PositionReference) => boolean
  readonly verify: () => void
  readonly changed: () => void
  readonly notice: (notice: Notice) => void
}

interface Entry extends Doubted {
  readonly account: string
  state: ChangeRecord['state']
  /** Whether a tab was told "unknown", and so has to be told the end. */
  isDoubtTold: boolean
  requestEndedAt: number | null
  lookUps: number
  cancelLookUp: (() => void) | null
  /** Told what a look-up proved. */
  proven: (proof: ChangeProof | Rejection) => void
  answer: Promise<unknown> | null
}

/**
 * Presses that change what is there already, on their way: orders (`order-change-calls.ts`), and what guards and carries
 * positions (`position-calls.ts`). Journalled, sent once and never a second time; without an answer they are unknown, and
 * looked up until the exchange's own state says how they ended, over the deaths of the hub (decisions 9, O10, O12).
 */
export class ChangeCalls {
  readonly #entries = new Map<OrderLinkId, Entry>()

  constructor(private readonly ports: ChangePorts) {}

  /** Those of the signed-in account that have not ended, oldest first. */
  changes(): readonly ChangeState[] {
    const account = this.ports.session()?.account
    return [...this.#entries.values()].flatMap(({ id, change, pressedAtMs, state, account: of }) =>
      of === account && (state === 'sending' || state === 'unknown') ? [{ id, change, pressedAtMs, state }] : [],
    )
  }

  /** After a start: changes that a former hub left unfinished are unknown, and looked up. Nothing is sent. */
  async recover(): Promise<void> {
    for (const record of await this.ports.store.read('changes')) {
      const isEnded = record.state === 'refused' || record.state === 'accepted'
      // An amend that took its place may have overwritten one that is still unknown.
      const mayOverwrite = record.state === 'accepted' && record.change.kind === 'amend'
      if (this.#entries.has(record.id) || (isEnded && !mayOverwrite)) continue
      const entry = this.#entry(record.id, record.change, record.account, record.pressedAtMs)
      entry.state = isEnded ? record.state : 'unknown'
      if (isEnded) continue
      entry.isDoubtTold = true
      entry.requestEndedAt = this.ports.clock.monotonic()
      this.#lookUpSoon(entry)
    }
    this.ports.changed()
  }

  /** Another account, or none: what is unknown stays in the journal, and is looked up when its account is back. */
  signedOut(): void {
    for (const entry of this.#entries.values()) entry.cancelLookUp?.()
    this.#entries.clear()
    this.ports.changed()
  }

  /** The exchange can be reached again: what is unknown is looked up at once. */
  wake(): void {
    for (const entry of this.#entries.values()) {
      if (entry.state !== 'unknown') continue
      entry.lookUps = 0
      this.#lookUpSoon(entry)
    }
  }

  /** Sends a change of the user's. The same press twice is one press, and gets the first one's outcome. */
  run<T>(id: OrderLinkId, change: Change, call: ChangeCall<T>): Promise<Outcome<T>> {
    const known = this.#entries.get(id)?.answer
    // An id names one press of one kind, so its answer is of that kind.
    if (known != null) return known as Promise<Outcome<T>>
    const problem = channelProblem(this.ports) ?? call.problem?.() ?? null
    if (problem !== null) return Promise.resolve(problem)
    const account = this.ports.session()?.account ?? ''
    if (!this.ports.bucket.take(account, call.priority))
      return Promise.resolve(refusal('rateLimited', 'too many calls in a second'))
    if (this.changes().length >= CHANGES_MAX)
      return Promise.resolve(refusal('rateLimited', `more than ${CHANGES_MAX} changes have not ended`))
    const entry = this.#entry(id, change, account, this.ports.clock.now())
    const answer = this.#run(entry, call)
    entry.answer = answer
    this.ports.changed()
    return answer
  }

  #entry(id: OrderLinkId, change: Change, account: string, pressedAtMs: number): Entry {
    const entry: Entry = {
      id,
      account,
      change,
      pressedAtMs,
      state: 'sending',
      isDoubtTold: false,
      requestEndedAt: null,
      // A change of what is there already is as good late as soon: a cancel above all.
      validUntilMs: null,
      absentAtSeq: null,
      lookUps: 0,
      cancelLookUp: null,
      proven: () => {},
      answer: null,
    }
    this.#entries.set(id, entry)
    for (const [old, { state }] of this.#entries) {
      if (this.#entries.size <= CHANGES_MAX) break
      if (state === 'accepted' || state === 'refused') this.#entries.delete(old)
    }
    return entry
  }

  async #run<T>(entry: Entry, call: ChangeCall<T>): Promise<Outcome<T>> {
    if (!(await this.#isRecorded(entry, call.priority))) {
      const refused = refusal('cannotRecord', 'the change was not sent: it cannot be recorded')
      this.#end(entry, 'refused', refused.rejection)
      return refused
    }
    await this.ports.termTaken()
    // Nothing has left yet, so a refusal is still the truth.
    const isOwn = this.ports.session()?.account === entry.account
    const problem = isOwn ? (channelProblem(this.ports) ?? call.problem?.() ?? null) : WRONG_ACCOUNT
    if (problem !== null) {
      this.#end(entry, 'refused', problem.rejection)
      return problem
    }
    const proven = new Promise<Outcome<T>>((resolve) => {
      entry.proven = (proof) =>
        resolve(
          'reason' in proof
            ? { kind: 'refused', rejection: proof }
            : proof.kind === 'done'
              ? { kind: 'accepted', value: call.proven(proof) }
              : UNKNOWN,
        )
    })
    const answered = this.#send(entry, call)
    const first = await Promise.race([answered, this.#pause(ANSWER_MS)])
    if (first !== undefined && first.kind !== 'unknown') return first
    // Unknown, or slow: the exchange's own state says what became of it. An answer that still comes is as good.
    this.#doubt(entry)
    const late = answered.then((outcome) => (outcome.kind === 'unknown' ? proven : outcome))
    const outcome = await Promise.race([proven, late, this.#pause(PATIENCE_MS)])
    if (outcome !== undefined) return outcome
    entry.isDoubtTold = true
    this.#tell(entry, 'changeUnknown', null)
    this.ports.verify()
    return UNKNOWN
  }

  async #send<T>(entry: Entry, call: ChangeCall<T>): Promise<Outcome<T>> {
    const answer = await this.ports.rest.call({
      method: 'POST',
      path: call.path,
      body: call.body,
      symbol: symbolOf(entry.change),
      headers: { [CLIENT_TAG_HEADER]: entry.id },
      deadlineMs: ORDER_DEADLINE_MS,
    })
    entry.requestEndedAt = this.ports.clock.monotonic()
    const outcome = readOutcome(answer, this.ports.trace, call.read)
    if (outcome.kind === 'accepted') this.#end(entry, 'accepted', null)
    if (outcome.kind !== 'refused') return outcome
    const rejection = inContext(entry.change, outcome.rejection)
    this.#end(entry, 'refused', rejection)
    return { kind: 'refused', rejection }
  }

  /** @returns whether the change may leave */
  async #isRecorded(entry: Entry, priority: 'order' | 'cancel'): Promise<boolean> {
    const written = this.#journal(entry, null).then(
      () => true,
      (error: unknown) => {
        this.ports.trace('journal', error)
        return false
      },
    )
    if (priority === 'order') return written
    await Promise.race([written, this.#pause(CANCEL_DISK_MS)])
    return true
  }

  #doubt(entry: Entry): void {
    if (entry.state !== 'sending') return
    entry.state = 'unknown'
    this.#journal(entry, null).catch((error: unknown) => this.ports.trace('journal', error))
    this.ports.changed()
    this.#lookUpSoon(entry)
  }

  #lookUpSoon(entry: Entry): void {
    entry.cancelLookUp?.()
    const now = { monotonic: this.ports.clock.monotonic(), exchange: this.ports.rest.serverNow() }
    const pauseMs = lookUpPauseMs(entry, now)
    entry.cancelLookUp = this.ports.clock.after(pauseMs, () => {
      entry.cancelLookUp = null
      void this.#lookUp(entry)
    })
  }

  async #lookUp(entry: Entry): Promise<void> {
    // Another account's cookie would answer "absent" about an order that is not its own.
    if (entry.state !== 'unknown' || this.ports.session()?.account !== entry.account) return
    entry.lookUps++
    const proof = await proveChange(this.ports, entry)
    // An answer was faster, or the account left.
    if (entry.state !== 'unknown' || this.#entries.get(entry.id) !== entry) return
    const rejection =
      proof === null
        ? null
        : refusedBy(entry, proof, this.#entries.values(), {
            now: this.ports.clock.monotonic(),
            isHeld: this.ports.isHeld,
          })
    if (proof?.kind === 'done') {
      this.#end(entry, 'accepted', null)
      entry.proven(proof)
    } else if (rejection !== null) {
      this.#end(entry, 'refused', rejection)
      entry.proven(rejection)
    } else this.#lookUpSoon(entry)
  }

  #end(entry: Entry, state: 'accepted' | 'refused', rejection: Rejection | null): void {
    if (entry.state === 'accepted' || entry.state === 'refused') return
    entry.cancelLookUp?.()
    entry.cancelLookUp = null
    entry.state = state
    this.#journal(entry, rejection).catch((error: unknown) => this.ports.trace('journal', error))
    // A tab that waits for the answer shows it itself; one that was told "unknown" hears the end as a toast.
    if (entry.isDoubtTold && rejection !== null) this.#tell(entry, 'changeRefused', rejection)
    if (entry.isDoubtTold) this.ports.verify()
    this.ports.changed()
  }

  #journal({ id, account, change, pressedAtMs, state }: Entry, rejection: Rejection | null): Promise<void> {
    const orderId = orderIdOf(change)
    const isEnded = state === 'accepted' || state === 'refused'
    const ending = isEnded ? { atMs: this.ports.clock.now(), orderId, rejection } : null
    return this.ports.store.write('changes', { id, account, change, pressedAtMs, state, ending })
  }

  #tell({ id, change }: Entry, kind: 'changeUnknown' | 'changeRefused', rejection: Rejection | null): void {
    this.ports.notice({
      id: `${id}:${kind}`,
      kind,
      order: null,
      intent: null,
      rejection,
      timeMs: this.ports.clock.now(),
      change: change.kind,
    })
  }

  #pause(ms: number): Promise<undefined> {
    return new Promise((resolve) => this.ports.clock.after(ms, () => resolve(undefined)))
  }
}

const WRONG_ACCOUNT = refusal('wrongAccount', 'another account is signed in')
