import { afterEach, expect } from 'vitest'
import type { InstrumentSymbol, OrderLinkId } from '../../../src/domain/order/order'
import { attachHub } from '../../../src/ui/hub-link/attach'
import type { HubLink } from '../../../src/ui/hub-link/hub-link'
import type { HubWorker } from '../../../src/ui/hub-link/hub-worker'
import type { Page } from '../../../src/ui/hub-link/page'
import type { TabHello, Watch } from '../../../src/workers/hub-api'
import type { BatchAck, HubBatch, HubEvent } from '../../../src/workers/hub-events'
import { FakeClock, FakeLocks, never } from '../../workers/fakes'

export const BTC = 'BTCUSDT' as InstrumentSymbol
export const TICKER: Watch = { topic: { kind: 'ticker', symbol: BTC } }
export const NOTHING: HubEvent = { type: 'intents', intents: [], changes: [], reverses: [] }
export const INTENT = { id: 'press-1' as OrderLinkId, account: 'a', pressedAtMs: 0, order: {} } as never

export class FakePage implements Page {
  isSupported = true
  visible = true
  readonly locks = new FakeLocks()
  readonly held = new Set<string>()
  readonly frames: (() => void)[] = []
  leave: () => void = () => {}
  comeBack: () => void = () => {}
  freeze: (isFrozen: boolean) => void = () => {}
  /** A press of the mouse or of a key begins; with `false` it began before this page could see it. */
  press: (isSeen?: boolean) => void = () => {}
  /** And ends. */
  release: () => void = () => {}
  /** Waits for the next frame to be painted. */
  readonly unpainted: (() => void)[] = []
  setVisible: (visible: boolean) => void = () => {}
  /** Shared by the tabs of a profile. */
  shared = 0
  generationRaised: () => void = () => {}
  /** Whether a hub was there before this page, and is. */
  hasFoundHub = false
  #ids = 0

  constructor(readonly clock: FakeClock) {}

  now = (): number => this.clock.now()
  monotonic = (): number => this.clock.monotonic()
  isVisible = (): boolean => this.visible
  isBeginning = (): boolean => false
  pauses = (): boolean => false
  afterPause = (call: () => void): void => call()
  isKeyUnpainted = (): boolean => false
  whenIdle(call: () => void): void {
    this.after(0, call)
  }
  onVisibility(listener: (visible: boolean) => void): void {
    this.setVisible = (visible) => {
      this.visible = visible
      listener(visible)
    }
  }
  onLeave(listener: () => void): void {
    this.leave = listener
  }
  onReturn(listener: () => void): void {
    this.comeBack = listener
  }
  onFreeze(listener: (isFrozen: boolean) => void): void {
    this.freeze = listener
  }
  onPress(began: (isSeen: boolean) => void, ended: () => void): void {
    this.press = (isSeen = true) => began(isSeen)
    this.release = ended
  }
  afterPaint(call: () => void): void {
    this.unpainted.push(call)
  }
  nextFrame(call: () => void): void {
    if (this.visible) this.frames.push(call)
    else call()
  }
  after(delayMs: number, call: () => void): () => void {
    return this.clock.after(delayMs, call)
  }
  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.clock.after(delayMs, resolve))
  }
  newId(): string {
    return `id-${++this.#ids}`
  }
  async holdLock(name: string): Promise<() => void> {
    this.held.add(name)
    return () => this.held.delete(name)
  }
  whenLockFree(name: string, call: () => void): () => void {
    return this.locks.whenFree(name, call)
  }
  generation = (): number => this.shared
  raiseGeneration(generation: number): void {
    this.shared = generation
  }
  isFoundHubHeld = (): Promise<boolean> => Promise.resolve(this.hasFoundHub)
  onGeneration(listener: () => void): void {
    this.generationRaised = listener
  }
  paint(): void {
    // What is asked for while a frame is made is in the next one.
    const painted = this.unpainted.splice(0)
    for (const frame of this.frames.splice(0)) frame()
    for (const call of painted) call()
  }
}

/** A hub of which each answer can be taken away. */
export class FakeHub {
  readonly hellos: TabHello[] = []
  readonly watches: (readonly Watch[])[] = []
  readonly goodbyes: string[] = []
  readonly visible: boolean[] = []
  readonly acks: number[] = []
  /** The page's views that it was asked for, and those that it was said to be drawn. */
  readonly views: number[] = []
  readonly drawn: number[] = []
  canceled = 0
  /** What the answer to a hello waits for. */
  welcomeAfter: Promise<void> = Promise.resolve()
  port: MessagePort | null = null
  isDeaf = false
  hangs = false
  /** What it answers to a ping besides; a hub of an older build says nothing. */
  isKnown: boolean | undefined = undefined
  placed = 0
  seq = 0

  constructor(
    readonly epoch: string,
    readonly generation: number,
  ) {}

  worker(): HubWorker {
    const api = {
      hello: (hello: TabHello, port: MessagePort) => {
        this.hellos.push(hello)
        this.views.push(hello.view)
        if (this.isDeaf) return never()
        this.port = port
        port.addEventListener('message', ({ data }: MessageEvent<BatchAck>) => this.acks.push(data.ack))
        port.start()
        return this.welcomeAfter.then(() => ({ ok: true, epoch: this.epoch, build: 'b', session: null }))
      },
      goodbye: async (tabId: string) => {
        this.goodbyes.push(tabId)
      },
      setVisible: async (_: string, visible: boolean, view: number) => {
        this.visible.push(visible)
        this.views.push(view)
      },
      drawn: async (_: string, view: number) => {
        this.drawn.push(view)
      },
      watch: async (_: string, watches: readonly Watch[]) => {
        this.watches.push(watches)
      },
      ping: () => (this.hangs ? never() : Promise.resolve({ epoch: this.epoch, isKnown: this.isKnown })),
      placeOrder: () => {
        this.placed++
        return never()
      },
      cancelOrder: () => {
        this.canceled++
        return never()
      },
      candles: () => Promise.resolve({ hasError: false, value: [], asOfMs: 1, fromCache: false }),
    }
    const { hello, ...rest } = api
    return {
      api: rest as unknown as HubWorker['api'],
      hello: hello as HubWorker['hello'],
      onError() {},
      close: () => this.port?.close(),
    }
  }

  /** @param view of the page that the hub knew when it made the batch */
  say(events: readonly HubEvent[], epoch = this.epoch, view = this.views.at(-1) ?? 0): void {
    const batch: HubBatch = { epoch, seq: ++this.seq, view, events }
    this.port?.postMessage(batch, [])
  }
}

/** The hub that is opened next never answers. */
export function deafen(hubs: FakeHub[]): void {
  const push = hubs.push.bind(hubs)
  hubs.push = (hub) => {
    hub.isDeaf = true
    hubs.push = push
    return push(hub)
  }
}

const open: HubLink[] = []
afterEach(() => {
  for (const link of open.splice(0)) link.dispose()
})

export function setUp(
  options: {
    readonly isSupported?: boolean
    readonly deaf?: number
    /** As the page's first script asks; the test then says when the page begins to listen. */
    readonly early?: readonly Watch[]
  } = {},
) {
  const clock = new FakeClock()
  const page = new FakePage(clock)
  page.isSupported = options.isSupported ?? true
  const hubs: FakeHub[] = []
  const openWorker = (generation: number): HubWorker => {
    const hub = new FakeHub(`epoch-${hubs.length + 1}`, generation)
    hub.isDeaf = hubs.length < (options.deaf ?? 0)
    hubs.push(hub)
    return hub.worker()
  }
  const link = attachHub({
    build: 'b',
    page,
    openWorker,
    ...(options.early === undefined ? {} : { early: options.early }),
  })
  open.push(link)
  const seen: HubEvent[] = []
  const listen = (): void => void link.onEvents((events) => seen.push(...events))
  if (options.early === undefined) listen()
  const hub = (): FakeHub => {
    const last = hubs.at(-1)
    if (last === undefined) throw new Error('no worker was opened')
    return last
  }
  /** Waits for a message that is on its way through a real port. */
  const until = async (isSo: () => boolean): Promise<void> => {
    for (let i = 0; i < 1_000 && !isSo(); i++) await new Promise((resolve) => setImmediate(resolve))
    expect(isSo()).toBe(true)
  }
  /** The hub speaks, the page paints. */
  const hear = async (): Promise<void> => {
    const before = page.frames.length
    hub().say([NOTHING])
    await until(() => page.frames.length > before)
    page.paint()
  }
  return { clock, page, hubs, hub, link, seen, listen, until, hear }
}
