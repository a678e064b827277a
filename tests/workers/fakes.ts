import { builtInLists } from '../../scripts/lib/built-in-lists'
import type { Clock } from '../../src/base/clock'
import type { BatchAck, HubBatch, HubEvent, StorageKind } from '../../src/workers/hub-events'
import type {
  HttpAnswer,
  HttpRequest,
  HubPorts,
  Locks,
  Network,
  Socket,
  SocketEvents,
  TabPort,
  Transport,
} from '../../src/workers/hub/ports'
import { sandboxVenue } from '../../src/workers/venue/sandbox/sandbox-venue'
import { FIRST_ANSWER_PATH } from '../../src/wire/rest/first-answer'
import { asVenueGives, frameAsVenueGives, IS_WEAKER, VENUE_CAPABILITIES } from './weaker-venue'
import type { HubTerm, HubStore } from '../../src/workers/hub/store/hub-store'
import type {
  ChangeRecord,
  IntentRecord,
  Journal,
  Saved,
  SavedEntry,
  ReverseRecord,
  SavedInstruments,
  SavedPairs,
  SavedValues,
} from '../../src/workers/hub/store/stored-records'

/** Lets promises that are ready run; no real time passes. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 60; i++) await Promise.resolve()
}

interface Timer {
  readonly at: number
  readonly id: number
  readonly call: () => void
}

/** A clock that moves only when told, and runs what is due in order, letting promises settle in between. */
export class FakeClock implements Clock {
  #now = 1_700_000_000_000
  #monotonic = 0
  #ids = 0
  #timers: Timer[] = []

  /** Whole milliseconds, as `Date.now` has them, also after a wait that was none. */
  now(): number {
    return Math.round(this.#now)
  }

  monotonic(): number {
    return this.#monotonic
  }

  after(delayMs: number, call: () => void): () => void {
    const timer = { at: this.#monotonic + Math.max(0, delayMs), id: ++this.#ids, call }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  /** Moves on, running every timer at its time. */
  async advance(ms: number): Promise<void> {
    const end = this.#monotonic + ms
    await settle()
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.at - b.at || a.id - b.id)[0]
      if (next === undefined || next.at > end) break
      this.#move(next.at)
      this.#timers = this.#timers.filter((one) => one !== next)
      next.call()
      await settle()
    }
    this.#move(end)
  }

  /** The computer slept: time passed and nothing ran. */
  async sleep(ms: number): Promise<void> {
    this.#move(this.#monotonic + ms)
    await this.advance(0)
  }

  #move(to: number): void {
    if (to <= this.#monotonic) return
    this.#now += to - this.#monotonic
    this.#monotonic = to
  }
}

export class FakeSocket implements Socket {
  readonly sent: {
    readonly op: string
    readonly args?: readonly string[]
    readonly req_id: string
    from?: unknown
    term?: number
    profile?: string
  }[] = []
  isClosed = false
  /** The code that the hub closed it with; `null` for none. */
  closedWith: number | null | undefined

  constructor(
    readonly url: string,
    readonly events: SocketEvents,
  ) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as (typeof this.sent)[number])
  }

  close(code?: number): void {
    this.isClosed = true
    this.closedWith = code ?? null
  }

  open(): void {
    this.events.onOpen()
  }

  text(text: string): void {
    this.events.onText(frameAsVenueGives(text))
  }

  json(value: unknown): void {
    this.text(JSON.stringify(value))
  }

  drop(code = 1006): void {
    this.isClosed = true
    this.events.onClose(code)
  }

  asked(op: string): readonly string[] {
    return this.sent.filter((one) => one.op === op).flatMap((one) => one.args ?? [])
  }

  lastRequest(op: string): string {
    return this.sent.findLast((one) => one.op === op)?.req_id ?? ''
  }
}

type Handler = (request: HttpRequest & { readonly path: string; readonly query: URLSearchParams }) => unknown

/** A network of scripted answers: per path a function that returns the envelope's `result`, an answer, or never. */
export class FakeTransport implements Transport {
  readonly sockets: FakeSocket[] = []
  readonly requests: (HttpRequest & { readonly path: string; readonly query: URLSearchParams })[] = []
  readonly #handlers = new Map<string, Handler>()
  /** When set, sockets fail at once and calls reject. */
  isDown = false

  constructor(private readonly clock: Clock) {}

  on(path: string, handler: Handler): void {
    this.#handlers.set(path, handler)
  }

  /** What answers a path now, to be put behind another answer. */
  handler(path: string): Handler {
    const handler = this.#handlers.get(path)
    if (handler === undefined) throw new Error(`nothing answers ${path}`)
    return handler
  }

  async request(request: HttpRequest): Promise<HttpAnswer> {
    const url = new URL(request.url)
    const seen = { ...request, path: url.pathname, query: url.searchParams }
    this.requests.push(seen)
    if (this.isDown) throw new TypeError('fetch failed')
    const handler = this.#handlers.get(url.pathname)
    if (handler === undefined) return { status: 404, isEmpty: true, body: undefined }
    const isUnknownPath = IS_WEAKER && url.pathname === FIRST_ANSWER_PATH
    if (isUnknownPath) return { status: 404, isEmpty: true, body: undefined }
    const answer = await handler(seen)
    if (answer instanceof RawAnswer) return answer.answer
    return {
      status: 200,
      isEmpty: false,
      body: { retCode: 0, retMsg: 'OK', result: asVenueGives(answer), retExtInfo: {}, time: this.clock.now() },
    }
  }

  open(url: string, events: SocketEvents): Socket {
    const socket = new FakeSocket(url, events)
    this.sockets.push(socket)
    if (this.isDown) queueMicrotask(() => socket.drop())
    return socket
  }

  /** The newest socket of a channel. */
  socket(channel: 'public' | 'private'): FakeSocket {
    const socket = this.sockets.findLast((one) => one.url.includes(`realtime_${channel}`))
    if (socket === undefined) throw new Error(`no ${channel} socket was opened`)
    return socket
  }

  count(path: string): number {
    return this.requests.filter((one) => one.path === path).length
  }
}

/** An answer that is not a plain success. */
export class RawAnswer {
  constructor(readonly answer: HttpAnswer) {}

  static code(retCode: number, clock: Clock, extMap: object = {}): RawAnswer {
    const body = { retCode, retMsg: `code ${retCode}`, result: null, retExtInfo: extMap, time: clock.now() }
    return new RawAnswer({ status: 200, isEmpty: false, body })
  }

  static json(body: object): RawAnswer {
    return new RawAnswer({ status: 200, isEmpty: false, body })
  }

  static status(status: number): RawAnswer {
    return new RawAnswer({ status, isEmpty: false, body: undefined })
  }
}

export function never(): Promise<never> {
  return new Promise(() => {})
}

export class FakeLocks implements Locks {
  readonly #waiters = new Map<string, Set<() => void>>()

  whenFree(name: string, call: () => void): () => void {
    const waiters = this.#waiters.get(name) ?? new Set()
    waiters.add(call)
    this.#waiters.set(name, waiters)
    return () => waiters.delete(call)
  }

  /** The holder died. */
  free(name: string): void {
    for (const call of this.#waiters.get(name) ?? []) call()
  }
}

export class FakeNetwork implements Network {
  online = true
  #listener: () => void = () => {}

  isOnline(): boolean {
    return this.online
  }

  onChange(listener: () => void): void {
    this.#listener = listener
  }

  set(online: boolean): void {
    this.online = online
    this.#listener()
  }
}

export class FakeHubStore implements HubStore {
  terms = 0
  readonly intents = new Map<string, IntentRecord>()
  readonly changes = new Map<string, ChangeRecord>()
  readonly reverses = new Map<string, ReverseRecord>()
  readonly journal: { readonly [K in keyof Journal]: Map<string, Journal[K]> } = {
    intents: this.intents,
    changes: this.changes,
    reverses: this.reverses,
  }
  /** By kind and what it is of. */
  readonly saved = new Map<string, Saved<unknown>>()
  instruments: SavedInstruments | 'unreadable' | null = null
  pairs: SavedPairs | 'unreadable' | null = null
  /** When set, lists are not taken. */
  refusesLists = false
  /** When set, journal writes fail. */
  isFull = false
  /** Runs before a journal write settles, to look at the world at that moment. */
  onIntent: (record: IntentRecord) => void = () => {}

  kind(): StorageKind {
    return this.isFull ? 'failing' : 'disk'
  }

  async takeTerm(): Promise<HubTerm> {
    return { profile: 'profile-1', term: ++this.terms }
  }

  async write<K extends keyof Journal>(kind: K, record: Journal[K]): Promise<void> {
    if (kind === 'intents') this.onIntent(record as IntentRecord)
    if (this.isFull) throw new Error('QuotaExceededError')
    this.journal[kind].set(record.id, record)
  }

  async read<K extends keyof Journal>(kind: K): Promise<readonly Journal[K][]> {
    return [...this.journal[kind].values()]
  }

  async forgetOthers(account: string | null): Promise<void> {
    const kept = await this.readSaved('account', 'last')
    if (kept !== null && kept.value.session.account !== account) this.saved.delete('account/last')
    for (const [key, { value }] of this.saved)
      if (/^(lending|orders|executions|charges)\//.test(key) && (value as { account: string }).account !== account)
        this.saved.delete(key)
    for (const rows of Object.values(this.journal))
      for (const [id, row] of rows)
        if (row.account !== account && ['accepted', 'refused'].includes(row.state)) rows.delete(id)
  }

  async readSaved<K extends keyof SavedValues>(kind: K, of: string): Promise<Saved<SavedValues[K]> | null> {
    return (this.saved.get(`${kind}/${of}`) as Saved<SavedValues[K]> | undefined) ?? null
  }

  async writeSaved(entries: readonly SavedEntry[]): Promise<void> {
    for (const { kind, of, value, asOfMs } of entries) this.saved.set(`${kind}/${of}`, { value, asOfMs })
  }

  async readInstruments(): Promise<SavedInstruments | 'unreadable' | null> {
    return this.instruments
  }

  async writeInstruments(saved: SavedInstruments): Promise<boolean> {
    if (!this.refusesLists) this.instruments = saved
    return !this.refusesLists
  }

  async readPairs(): Promise<SavedPairs | 'unreadable' | null> {
    return this.pairs
  }

  async writePairs(saved: SavedPairs): Promise<boolean> {
    if (!this.refusesLists) this.pairs = saved
    return !this.refusesLists
  }
}

/** A tab's end of its port: keeps what came, acknowledges when told. */
export class FakeTabPort implements TabPort {
  readonly batches: HubBatch[] = []
  isClosed = false
  /** Whether every batch is acknowledged as soon as it comes. */
  isEager = true
  #listener: (ack: BatchAck) => void = () => {}

  send(batch: HubBatch): void {
    this.batches.push(batch)
    if (this.isEager) queueMicrotask(() => this.#listener({ ack: batch.seq }))
  }

  onAck(listener: (ack: BatchAck) => void): void {
    this.#listener = listener
  }

  close(): void {
    this.isClosed = true
  }

  ack(): void {
    const last = this.batches.at(-1)
    if (last !== undefined) this.#listener({ ack: last.seq })
  }

  events<T extends HubEvent['type']>(type: T): Extract<HubEvent, { type: T }>[] {
    return this.batches
      .flatMap((batch) => batch.events)
      .filter((event): event is Extract<HubEvent, { type: T }> => event.type === type)
  }

  last<T extends HubEvent['type']>(type: T): Extract<HubEvent, { type: T }> {
    const event = this.events(type).at(-1)
    if (event === undefined) throw new Error(`no ${type} event came`)
    return event
  }

  clear(): void {
    this.batches.length = 0
  }
}

export interface FakeWorld extends HubPorts {
  readonly clock: FakeClock
  readonly transport: FakeTransport
  readonly store: FakeHubStore
  readonly locks: FakeLocks
  readonly network: FakeNetwork
  readonly traces: string[]
}

export interface WorldOverrides {
  readonly store?: FakeHubStore
  readonly clock?: FakeClock
  readonly builtInLists?: () => Promise<unknown>
}

export function fakeWorld(overrides: WorldOverrides = {}): FakeWorld {
  const clock = overrides.clock ?? new FakeClock()
  const traces: string[] = []
  return {
    clock,
    turns: { soon: queueMicrotask, shortly: queueMicrotask },
    transport: new FakeTransport(clock),
    venue: sandboxVenue('ws://exchange.test', VENUE_CAPABILITIES),
    store: overrides.store ?? new FakeHubStore(),
    builtInLists: overrides.builtInLists ?? (async () => builtInLists('global')),
    locks: new FakeLocks(),
    network: new FakeNetwork(),
    config: {
      apiBase: 'http://exchange.test',
      wsBase: 'ws://exchange.test',
      build: 'test',
      language: 'en',
    },
    epoch: 'epoch-1',
    // The middle of the jitter: every wait in these tests is three quarters of its full length.
    random: () => 0.5,
    trace: (what, error) => traces.push(`${what}: ${String(error)}`),
    faults: () => [],
    heapBytes: () => null,
    traces,
  }
}
