import { Standstill } from '../../base/standstill'
import { Unreadable } from '../../base/unreadable'
import type { ChannelStatus, FeedState } from '../hub-events'
import type { ConnectionEvent, ConnectionEventName } from '../venue/connection-events'
import type { VenueRequest } from '../venue/venue-messages'
import { Backoff } from './backoff'
import { ChannelData } from './channel-data'
import type { ChannelOwner, ChannelPorts } from './channel-ports'
import { NEXT_STATE, type ChannelEvent } from './channel-states'
import {
  SILENCE_MS,
  GIVE_UP_MS,
  LAG_MS,
  PING_MS,
  PROBE_MS,
  OPEN_DEADLINE_MS,
  WATCHDOG_MS,
  TIME_JUMP_MS,
} from './channel-times'
import { Heartbeats } from './heartbeats'
import type { Socket } from './ports'

/** One socket with its state machine: connecting, silence, back-off, pings. What flows on it is its owner's business. */
export class Channel {
  #state: FeedState = 'connecting'
  #isOvertaken = false
  #socket: Socket | null = null
  #isOpen = false
  #isStarted = false
  readonly #backoff = new Backoff()
  /** Since when the socket has been whole; `null` before it was. */
  #wholeAt: number | null = null
  #openedAt = 0
  #heardAt = 0
  #pingedAt = 0
  /** The ping that is not answered yet. */
  #ping: { readonly id: string | null; readonly sentAt: number } | null = null
  readonly #beats = new Heartbeats()
  #isLate = false
  #cancelRetry: (() => void) | null = null
  #cancelWatchdog: (() => void) | null = null
  #checkedAt = 0
  readonly #standstill: Standstill
  /** It stood still, and the exchange has not answered yet what it was asked after that. */
  #isDoubted = false
  #requests = 0
  #reconnects = 0
  #latencyMs: number | null = null
  readonly data: ChannelData
  /** Frames that could not be read. */
  dropped = 0

  constructor(
    readonly name: ConnectionEvent['channel'],
    private readonly url: string,
    private readonly ports: ChannelPorts,
    private readonly owner: ChannelOwner,
  ) {
    this.#standstill = new Standstill(ports.clock)
    this.data = new ChannelData(ports)
  }

  get state(): FeedState {
    // Asked before anything was heard: a press, perhaps, that is the first thing after the standstill.
    return this.#state === 'live' && this.#stoodStill() ? 'stale' : this.#state
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Whether a later hub of this browser has it: then it is in use elsewhere only until a tab comes back to this one. */
  get isOvertaken(): boolean {
    return this.#isOvertaken
  }

  status(): ChannelStatus {
    return {
      state: this.state,
      ...this.data.status(),
      reconnects: this.#reconnects,
      latencyMs: this.#latencyMs,
    }
  }

  start(): void {
    // In use elsewhere: only the user's word starts it again (decisions 20).
    if (this.#isStarted || this.#state === 'elsewhere') return
    this.#isStarted = true
    this.#checkedAt = this.ports.clock.monotonic()
    this.#standstill.note()
    this.#connect()
    this.#watch(WATCHDOG_MS)
  }

  /** Closes for good, or until `start`. */
  stop(): void {
    this.#isStarted = false
    this.#cancelRetry?.()
    this.#cancelRetry = null
    this.#cancelWatchdog?.()
    this.#cancelWatchdog = null
    this.#drop()
    if (this.#state !== 'elsewhere') this.#enter('connecting')
  }

  /** Nobody needs the channel for now: its socket closes, and `start` opens another. */
  pause(): void {
    if (!this.#isStarted) return
    this.#emit('close')
    this.stop()
    this.owner.onLost()
  }

  /** Something changed for the better (online, tab visible): no need to sit out the back-off. */
  wake(): void {
    if (!this.#isStarted || this.#state === 'elsewhere') return
    if (this.#cancelRetry !== null) {
      this.#cancelRetry()
      this.#cancelRetry = null
      this.#backoff.hurry()
      this.#emit('reconnect')
      this.#connect()
    }
  }

  takeOver(): void {
    if (this.#state !== 'elsewhere') return
    this.#isOvertaken = false
    this.#dispatch('takenBack')
    this.#backoff.reset()
    this.#isStarted = false
    this.start()
  }

  /** @returns the request's id, or `null` when there is no open socket to put it on */
  send(request: VenueRequest): string | null {
    if (!this.#isOpen || this.#socket === null) return null
    const id = String(++this.#requests)
    this.#socket.send(this.ports.messages.write(request, id))
    return id
  }

  /** Something on this channel is no longer whole; `settle` ends it. */
  noteGap(): void {
    this.#dispatch('gap')
  }

  /** Called by the owner when it may have become whole. */
  settle(): void {
    if (this.#state !== 'resync' || !this.owner.isSynced()) return
    this.#wholeAt ??= this.ports.clock.monotonic()
    this.#dispatch('synced')
  }

  /** Gives the socket up and tries again after a back-off; for owners that cannot go on (no token, no answer). */
  restart(): void {
    if (this.#isStarted && this.#socket !== null) this.#lose('failed')
  }

  #connect(): void {
    this.#beats.reset()
    this.#isLate = false
    this.#wholeAt = null
    this.#openedAt = this.ports.clock.monotonic()
    this.#emit('connect')
    try {
      const socket = this.ports.transport.open(this.url, {
        onOpen: () => {
          if (this.#socket !== socket) return
          this.#isOpen = true
          this.#emit('connected')
          this.#heardAt = this.ports.clock.monotonic()
          this.#dispatch('opened')
          this.#sendPing()
          this.owner.onOpen()
          this.settle()
        },
        onText: (text) => {
          if (this.#socket === socket) this.#receive(text)
        },
        onUnreadable: (error) => {
          if (this.#socket === socket) this.#refuse(error)
        },
        onClose: (code) => {
          if (this.#socket !== socket) return
          const reason = this.ports.messages.closeReason(code)
          if (reason === 'overtaken') this.#overtaken()
          else if (reason === 'closeByOther') this.#taken()
          else this.#lose(this.#isOpen ? 'closed' : 'failed')
        },
      })
      this.#socket = socket
    } catch (error) {
      this.ports.trace('socket', error)
      this.#lose('failed')
    }
  }

  #receive(text: string): void {
    this.#heardAt = this.ports.clock.monotonic()
    if (this.#stoodStill()) this.#doubt()
    this.#hear()
    if (this.#state === 'live') this.data.wholeAtMs = this.ports.clock.now()
    try {
      if (this.owner.onFrame(text)) return
      const message = this.ports.messages.read(text)
      switch (message.kind) {
        case 'push':
          this.owner.onPush(message.message)
          break
        case 'reply':
          this.owner.onReply(message.reply)
          break
        case 'heartbeat':
          if (this.#beats.count(message.counter)) this.owner.onHeartbeatGap()
          if (message.seqs.size > 0) this.owner.onLastSeqs(message.seqs)
          if (this.#beats.hasTime) this.#noteLag(this.#beats.lagMs(this.#heardAt, message))
          break
        case 'pong':
          this.#answered(message.id)
          break
        case 'closeByOther':
          if (message.isOvertaken) this.#overtaken()
          else this.#taken()
          break
      }
    } catch (error) {
      this.#refuse(error)
      if (!(error instanceof Unreadable)) throw error
    }
  }

  /**
   * Nobody can say what a frame was that cannot be read, so nothing that is known may be called whole after it: another
   * socket begins with everything anew.
   */
  #refuse(error: unknown): void {
    this.dropped++
    this.#emit('error')
    this.ports.trace('frame', error)
    if (this.#socket !== null) this.#lose('closed', this.ports.messages.unreadableCode)
  }

  /** A burst fills the way to here: what arrives is whole, in order, and old. */
  #noteLag(lagMs: number): void {
    const wasLate = this.#isLate
    this.#isLate = lagMs >= LAG_MS
    if (this.#isLate) {
      this.#dispatch('silent')
      // The answer comes behind whatever fills the way: prompt, it shows that nothing does.
      this.#sendPing()
    } else if (wasLate) this.#hear()
  }

  #answered(id: string): void {
    // A partner that names no request answers the only ping there is.
    if (this.#ping === null || (id !== '' && id !== this.#ping.id)) return
    const tookMs = this.ports.clock.monotonic() - this.#ping.sentAt
    this.#latencyMs = tookMs
    this.#ping = null
    this.#isDoubted = false
    if (this.#isLate && tookMs < LAG_MS) this.#beats.disprove()
    else if (this.#beats.hasTime) {
      this.#hear()
      return
    }
    this.#noteLag(tookMs)
  }

  #stoodStill(): boolean {
    return this.#isOpen && this.#standstill.wasOne()
  }

  /** What waited in the socket is whole, in order, and old: the answer to a ping comes behind all of it. */
  #doubt(): void {
    this.#standstill.note()
    this.#isDoubted = true
    this.#dispatch('silent')
    // An answer to an earlier one may be among what waited.
    this.#ping = null
    this.#sendPing()
  }

  /** Something came, and in time: what was silent is caught up with. */
  #hear(): void {
    if (this.#state !== 'stale' || this.#isLate || this.#isDoubted) return
    this.#dispatch('heard')
    this.settle()
  }

  #taken(): void {
    this.#emit('close_by_other')
    this.#dispatch('taken')
    this.stop()
    this.owner.onLost()
  }

  #overtaken(): void {
    this.#isOvertaken = true
    this.#taken()
  }

  #lose(event: 'closed' | 'failed', code?: number): void {
    this.#backoff.lost(this.#wholeAt === null ? null : this.ports.clock.monotonic() - this.#wholeAt, this.#isOpen)
    this.#emit(this.#isOpen ? 'close' : 'open_error')
    this.#drop(code)
    this.#reconnects++
    this.#dispatch(event)
    this.owner.onLost()
    if (!this.#isStarted) return
    const delayMs = this.#backoff.nextMs(this.ports.isWatched(), this.ports.random())
    this.#cancelRetry?.()
    this.#cancelRetry = this.ports.clock.after(delayMs, () => {
      this.#cancelRetry = null
      this.#emit('reconnect')
      this.#connect()
    })
  }

  #drop(code?: number): void {
    const socket = this.#socket
    this.#socket = null
    this.#isOpen = false
    this.#wholeAt = null
    this.#ping = null
    this.#isDoubted = false
    socket?.close(code)
  }

  #watch(delayMs: number): void {
    this.#cancelWatchdog = this.ports.clock.after(delayMs, () => {
      const now = this.ports.clock.monotonic()
      const jumped = now - this.#checkedAt > TIME_JUMP_MS
      if (this.#stoodStill() && !jumped) this.#doubt()
      this.#checkedAt = now
      this.#standstill.note()
      if (jumped) {
        if (this.#socket !== null && this.#state !== 'elsewhere') this.#lose('closed')
        this.wake()
      } else this.#check(now)
      if (!this.#isStarted) return
      const silentMs = this.#isOpen ? now - this.#heardAt : 0
      const untilMs = [PROBE_MS - silentMs, SILENCE_MS - silentMs].filter((ms) => ms > 0)
      this.#watch(Math.min(WATCHDOG_MS, ...untilMs))
    })
  }

  #check(now: number): void {
    if (this.#socket === null) return
    if (!this.#isOpen) {
      if (now - this.#openedAt >= OPEN_DEADLINE_MS) this.#lose('failed')
      return
    }
    const silentMs = now - this.#heardAt
    if (silentMs >= SILENCE_MS && !this.ports.network.isOnline()) this.#lose('failed')
    else if (silentMs >= GIVE_UP_MS) this.#lose('closed')
    else if (silentMs >= SILENCE_MS) this.#dispatch('silent')
    else if (silentMs >= PROBE_MS || now - this.#pingedAt >= this.#beats.pingMs) this.#sendPing()
  }

  /** One at a time: a second one would take the first one's answer for its own. */
  #sendPing(): void {
    const sentAt = this.ports.clock.monotonic()
    if (this.#ping !== null && sentAt - this.#ping.sentAt < PING_MS) return
    this.#pingedAt = sentAt
    this.#ping = { id: this.send({ op: 'ping' }), sentAt }
  }

  #emit(name: ConnectionEventName): void {
    this.ports.event({ atMs: this.ports.clock.now(), channel: this.name, name })
  }

  #dispatch(event: ChannelEvent): void {
    const next = NEXT_STATE[this.#state][event]
    if (next !== undefined) this.#enter(next)
  }

  #enter(state: FeedState): void {
    if (state === this.#state) return
    if (state === 'stale') this.#emit('heart_error')
    else if (this.#state === 'stale' && state === 'resync') this.#emit('heart_back')
    this.#state = state
    if (state === 'live') this.data.wholeAtMs = this.ports.clock.now()
    this.owner.onState(state)
  }
}
