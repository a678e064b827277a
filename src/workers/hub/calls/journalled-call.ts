import type { Clock } from '../../../base/clock'
import type { OrderLinkId } from '../../../domain/order/order'
import type { HubSession } from '../../hub-events'
import type { Outcome, Rejection } from '../../presses'
import type { RestCall } from '../../venue/venue-http'
import type { CallResult, RestClient } from '../rest-client'
import { isEnded, NEXT_CALL_STATE, storedState, type CallEvent, type CallState } from './call-states'
import { lookUpPauseMs, type Doubt } from './order-look-up'
import { ANSWER_MS, refusal, type Refusal } from './order-outcome'

const UNKNOWN = { kind: 'unknown' } as const

export interface CallPorts {
  readonly clock: Clock
  readonly rest: Pick<RestClient, 'call' | 'serverNow'>
  readonly trace: (what: string, error: unknown) => void
  readonly session: () => HubSession | null
  /** Settles once this hub has its term: nothing that changes money leaves before. */
  readonly termTaken: () => Promise<unknown>
  /** What the tabs show of calls changed. */
  readonly changed: () => void
}

/** What a look-up says for certain. */
export type Proof<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly rejection: Rejection }
  | { readonly kind: 'absent' }

/** What one kind of call sends, what proves how it ended, and what is said of it. */
export interface CallPlan<T> {
  /** How long the first write may take before the call leaves without it, ms; `null`: it never does (D3). */
  readonly diskMs: number | null
  /** How long a doubt may last before it is told, ms. */
  readonly patienceMs: number
  /** Writes the call down as it stands. Rejects when it is not kept. */
  journal(): Promise<void>
  /** Exchange time after which the exchange refuses what leaves now; `null` where it would take it at any time. */
  validUntil(): number | null
  /** Why nothing may leave now; `null` when it may. */
  problem(): Refusal | null
  request(validUntilMs: number | null): RestCall
  read(answer: CallResult): Outcome<T>
  /** Asks the exchange what became of it. @returns `null` while that cannot be told */
  prove(): Promise<Proof<T> | null>
  /** The call entered a state, and the journal has been given it. */
  entered(state: CallState, before: CallState): void
  /** The answer to a request was dealt with. */
  answered?(answer: CallResult): void
  /** The doubt has lasted: whoever waits is told "unknown". */
  doubtTold(): void
}

export interface CallStart {
  readonly id: OrderLinkId
  readonly account: string
  readonly pressedAtMs: number
  /** Of a call that a former hub instance left. */
  readonly recovered?: { readonly state: CallState; readonly validUntilMs: number | null }
}

/**
 * A call that changes money, from its press to its end: written down, sent once, and then accepted, refused or unknown
 * (decisions 9). The states are those of `NEXT_CALL_STATE`, and this does what each of them asks for.
 */
export class JournalledCall<T> implements Doubt {
  readonly id: OrderLinkId
  readonly account: string
  readonly pressedAtMs: number
  requestEndedAt: number | null = null
  validUntilMs: number | null = null
  absentAtSeq: number | null = null
  lookUps = 0
  /** Why it is refused. */
  rejection: Rejection | null = null
  /** What it was accepted with; missing before that, and where only a look-up of a recovered call told. */
  value: T | undefined = undefined
  /** Local time of its end, ms. */
  endedAtMs: number | null = null
  /** Whether somebody was told "unknown", and so has to be told the end. */
  isDoubtTold = false
  /** The outcome of the newest press; `null` of a recovered call. */
  outcome: Promise<Outcome<T>> | null = null
  #state: CallState
  /** Counts the user's own sendings: a refusal of an earlier one says nothing of the newest. */
  #sendings = 0
  #isStopped = false
  /** Whether its request is out, and an answer to it waited for. */
  #isOut = false
  #resolve: (outcome: Outcome<T>) => void = () => {}
  #cancelLookUp: (() => void) | null = null

  constructor(
    private readonly ports: CallPorts,
    { id, account, pressedAtMs, recovered }: CallStart,
    private readonly plan: CallPlan<T>,
  ) {
    this.id = id
    this.account = account
    this.pressedAtMs = pressedAtMs
    this.#state = recovered?.state ?? 'journalling'
    if (recovered === undefined) return
    this.validUntilMs = recovered.validUntilMs
    this.requestEndedAt = ports.clock.monotonic()
    this.isDoubtTold = this.#state === 'unknown'
    if (this.#state === 'unknown') this.#lookUpSoon()
  }

  get state(): CallState {
    return this.#state
  }

  /** Whether a look-up may still decide it. */
  get isDoubted(): boolean {
    return this.#state === 'unknown' && !this.#isStopped
  }

  /** A new call leaves. */
  begin(): Promise<Outcome<T>> {
    this.outcome = new Promise((resolve) => (this.#resolve = resolve))
    void this.#leave()
    return this.outcome
  }

  /** The user sends what is absent once more, under the same id. */
  again(): Promise<Outcome<T>> {
    if (!this.#step('pressedAgain')) return Promise.resolve(UNKNOWN)
    this.requestEndedAt = null
    this.absentAtSeq = null
    this.lookUps = 0
    this.isDoubtTold = false
    return this.begin()
  }

  /** What bears this call's id exists. */
  seen(value: T): void {
    this.#step('seen', { value })
  }

  /** The user does not want what is absent any more. */
  giveUp(rejection: Rejection): void {
    this.#step('givenUp', { rejection })
  }

  /** The exchange can be reached again: what is unknown is looked up at once. */
  wake(): void {
    if (this.#state !== 'unknown') return
    this.lookUps = 0
    this.#lookUpSoon()
  }

  /** Its account is gone: what is unknown stays in the journal, to be looked up when the account is back. */
  stop(): void {
    this.#isStopped = true
    this.#cancelLookUp?.()
    this.#cancelLookUp = null
  }

  async #leave(): Promise<void> {
    const { plan } = this
    const sending = ++this.#sendings
    this.validUntilMs = plan.validUntil()
    if (!(await this.#isRecorded())) {
      this.#step('notRecorded', refusal('cannotRecord', 'nothing was sent: it cannot be recorded'))
      return
    }
    // The world may have changed while the disk turned; nothing has left yet, so a refusal is still the truth.
    const problem = plan.problem()
    if (problem !== null) {
      this.#step('barred', problem)
      return
    }
    if (!this.#step('recorded')) return
    this.#isOut = true
    const cancel = this.ports.clock.after(ANSWER_MS, () => this.#answerLost())
    const answer = await this.ports.rest.call(plan.request(this.validUntilMs))
    cancel()
    this.#isOut = false
    const isNewest = sending === this.#sendings
    if (isNewest) this.requestEndedAt = this.ports.clock.monotonic()
    const outcome = plan.read(answer)
    if (outcome.kind === 'accepted') this.#step('answeredYes', { value: outcome.value })
    else if (isNewest && outcome.kind === 'refused') this.#step('answeredNo', outcome)
    else if (isNewest) this.#step('answerLost')
    plan.answered?.(answer)
    this.#settle()
  }

  #answerLost(): void {
    this.#isOut = false
    if (!this.#step('answerLost')) this.#settle()
  }

  /** @returns whether the call may leave */
  async #isRecorded(): Promise<boolean> {
    const { diskMs } = this.plan
    const written = this.plan.journal().then(
      () => true,
      (error: unknown) => {
        this.ports.trace('journal', error)
        return false
      },
    )
    if (diskMs === null) {
      if (!(await written)) return false
    } else await Promise.race([written, new Promise<void>((resolve) => this.ports.clock.after(diskMs, resolve))])
    try {
      await this.ports.termTaken()
      return true
    } catch (error) {
      this.ports.trace('term', error)
      return false
    }
  }

  /** @returns whether the event counts in the state of now */
  #step(event: CallEvent, what: { readonly value?: T; readonly rejection?: Rejection } = {}): boolean {
    const before = this.#state
    const state = NEXT_CALL_STATE[before][event]
    if (state === undefined) return false
    this.#state = state
    this.rejection = what.rejection ?? null
    if (what.value !== undefined) this.value = what.value
    if (isEnded(state)) {
      this.#cancelLookUp?.()
      this.#cancelLookUp = null
      this.endedAtMs = this.ports.clock.now()
    }
    // The first write decides whether it may leave; later ones only spare a look-up after a restart.
    if (state !== 'journalling' && state !== 'sent')
      this.plan.journal().catch((error: unknown) => this.ports.trace('journal', error))
    if (storedState(state) !== storedState(before)) this.ports.changed()
    this.plan.entered(state, before)
    if (state === 'unknown') this.#doubt()
    // Faster than its answer, which may have more to say.
    else if (event !== 'seen' || !this.#isOut) this.#settle()
    return true
  }

  /** Tells whoever waits how it ended. */
  #settle(): void {
    if (this.#state === 'accepted')
      this.#resolve(this.value === undefined ? UNKNOWN : { kind: 'accepted', value: this.value })
    else if (this.#state === 'refused' && this.rejection !== null)
      this.#resolve({ kind: 'refused', rejection: this.rejection })
  }

  #doubt(): void {
    this.#lookUpSoon()
    const tell = (): void => {
      if (isEnded(this.#state)) return
      this.isDoubtTold = true
      this.plan.doubtTold()
      this.#resolve(UNKNOWN)
    }
    if (this.plan.patienceMs === 0) tell()
    else this.ports.clock.after(this.plan.patienceMs, tell)
  }

  #lookUpSoon(): void {
    this.#cancelLookUp?.()
    const now = { monotonic: this.ports.clock.monotonic(), exchange: this.ports.rest.serverNow() }
    this.#cancelLookUp = this.ports.clock.after(lookUpPauseMs(this, now), () => {
      this.#cancelLookUp = null
      void this.#lookUp()
    })
  }

  async #lookUp(): Promise<void> {
    // Another account's cookie would answer "absent" about an order that is not its own.
    if (!this.isDoubted || this.ports.session()?.account !== this.account) return
    this.lookUps++
    const proof = await this.plan.prove()
    // An answer was faster, or the account left.
    if (!this.isDoubted) return
    if (proof === null) this.#lookUpSoon()
    else if (proof.kind === 'done') this.#step('provenDone', proof)
    else if (proof.kind === 'refused') this.#step('provenRefused', proof)
    else this.#step('provenAbsent')
  }
}
