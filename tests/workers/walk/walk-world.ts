import { expect } from 'vitest'
import { createRandom } from '../../../src/base/random'
import type { Order, OrderId, OrderLinkId } from '../../../src/domain/order/order'
import { isTerminal } from '../../../src/domain/order/order-status'
import type { Price, Qty } from '../../../src/domain/decimal'
import { PROTOCOL_VERSION } from '../../../src/base/protocol-version'
import type { HubEvent } from '../../../src/workers/hub-events'
import type { OrderIntent, Outcome } from '../../../src/workers/presses'
import { createHub } from '../../../src/workers/hub/create-hub'
import type { HubPorts } from '../../../src/workers/hub/ports'
import type { TabSession } from '../../../src/workers/hub/tabs/tab-session'
import { FakeClock, FakeTabPort, FakeHubStore, fakeWorld, settle } from '../fakes'
import { ACCOUNT, BTC } from '../scene'
import { LedgerExchange } from './ledger-exchange'
import { ServedSocket } from './served-socket'

/** Long enough for every doubt to end once the network is well: a late landing, a proof of absence, a slow look-up. */
const CALM_MS = 45_000

/** A life of the hub: dead, it hears nothing and nothing of it leaves. */
class Life {
  isOver = false
  readonly ports: HubPorts

  constructor(exchange: LedgerExchange, store: FakeHubStore, epoch: string, seed: number) {
    const { clock } = exchange
    const random = createRandom(seed)
    this.ports = {
      ...fakeWorld({ store, clock }),
      epoch,
      random: () => random.next(),
      clock: {
        now: () => clock.now(),
        monotonic: () => clock.monotonic(),
        after: (ms, call) => clock.after(ms, () => void (this.isOver || call())),
      },
      transport: {
        request: async (request, signal) => {
          if (this.isOver) return forever()
          const answer = await exchange.request(request, signal).catch((error: unknown) => {
            if (this.isOver) return forever()
            throw error
          })
          return this.isOver ? forever() : answer
        },
        open: (url, events) =>
          new ServedSocket(exchange, url, {
            onOpen: () => void (this.isOver || events.onOpen()),
            onText: (text) => void (this.isOver || events.onText(text)),
            onUnreadable: (error) => void (this.isOver || events.onUnreadable(error)),
            onClose: (code) => void (this.isOver || events.onClose(code)),
          }),
      },
    }
  }
}

/** Asked a hundred times a step: the library's own `expect` notes and formats also what holds. */
function hold(isSo: boolean, law: string, id: string): void {
  if (!isSo) expect.fail(`${law}: ${id}`)
}

function forever(): Promise<never> {
  return new Promise(() => {})
}

/** A tab, the lives of its hub, and what it was told: everything that an invariant looks at. */
export class WalkWorld {
  readonly clock = new FakeClock()
  readonly exchange: LedgerExchange
  readonly store = new FakeHubStore()
  readonly presses = new Map<OrderLinkId, Outcome<OrderId> | null>()
  /** Changes by their id: the order meant. */
  readonly changes = new Map<OrderLinkId, OrderId>()
  readonly shown = new Map<OrderId, Order>()
  readonly fills = new Map<string, string>()
  /** Fills that the tab was told since its last whole list. */
  readonly #told = new Set<string>()
  #life: Life
  #tab: TabSession
  #port = new FakeTabPort()
  #read = 0
  #lives = 0
  #ids = 0

  constructor(private readonly seed: number) {
    this.exchange = new LedgerExchange(this.clock, createRandom(seed))
    ;[this.#life, this.#tab] = this.#begin()
  }

  async start(): Promise<void> {
    await this.#hello()
    await this.clock.advance(2_000)
  }

  /** The browser ends the hub without a word; the tab finds out and attaches to the next one. */
  async killHub(): Promise<void> {
    this.#life.isOver = true
    this.exchange.cutSockets()
    ;[this.#life, this.#tab] = this.#begin()
    this.#port = new FakeTabPort()
    this.#read = 0
    this.shown.clear()
    await this.#hello()
  }

  press(): void {
    const id = `press-${++this.#ids}` as OrderLinkId
    const intent: OrderIntent = {
      id,
      account: ACCOUNT,
      pressedAtMs: this.clock.now(),
      order: {
        symbol: BTC,
        side: 'buy',
        type: 'limit',
        price: '64000' as Price,
        qty: '0.03' as Qty,
        timeInForce: 'goodTillCancel',
        reduceOnly: false,
        closeOnTrigger: false,
        positionIdx: 0,
      },
    }
    this.presses.set(id, null)
    void this.#tab.placeOrder(intent).then((outcome) => this.presses.set(id, outcome))
  }

  cancel(order: Order): void {
    const id = this.#changeOf(order)
    void this.#tab.cancelOrder(id, { symbol: BTC, orderId: order.id, orderLinkId: null })
  }

  amend(order: Order): void {
    const id = this.#changeOf(order)
    const price = String(63_000 + this.#ids) as Price
    void this.#tab.amendOrder(id, { symbol: BTC, orderId: order.id, orderLinkId: null, price, qty: null })
  }

  async pass(ms: number): Promise<void> {
    await this.clock.advance(ms)
    await this.look()
  }

  /** After every step: nothing that was ever shown or said may contradict the ledger. */
  async look(): Promise<void> {
    await settle()
    for (const { events } of this.#port.batches.slice(this.#read)) for (const event of events) this.#see(event)
    this.#read = this.#port.batches.length
    const { exchange, store } = this
    for (const [id, times] of exchange.sent) hold(times === 1, 'I2: nothing is sent twice', id)
    for (const [id, outcome] of this.presses) {
      if (outcome?.kind === 'accepted')
        hold(exchange.orderByLink(id)?.id === outcome.value, 'I1: a press that was called accepted is its order', id)
      if (outcome?.kind === 'refused')
        hold(exchange.orderByLink(id) === null, 'I3: a press that was called refused has no order', id)
    }
    for (const [id, { state }] of store.intents) {
      if (state !== 'notPlaced') continue
      hold(exchange.orderByLink(id) === null, 'I2: a press that was called not placed has no order', id)
      hold(!exchange.flying.has(id), 'I2: a press that was called not placed cannot land', id)
    }
    for (const { id, state, ending } of store.changes.values()) {
      const isRefused = state === 'refused' && ending?.rejection?.reason !== 'overwritten'
      if (state === 'accepted') hold(this.#isDone(id), 'I3: a change that was called done is done', id)
      if (isRefused) hold(!exchange.applied.has(id), 'I3: a change that was called not done is not', id)
      // One that finds its order ended can land as late as it likes.
      const isOver = ending?.rejection?.reason === 'orderEnded'
      if (isRefused && !isOver) hold(!exchange.flying.has(id), 'I2: a change that was called not done cannot land', id)
    }
    for (const [id, qty] of this.fills)
      hold(exchange.executions.find((one) => one.id === id)?.qty === qty, "I8: a fill is the ledger's", id)
  }

  /** The network gets well, time passes, and the screen has to be the ledger. */
  async end(): Promise<void> {
    const { exchange } = this
    exchange.isDown = false
    exchange.faults.length = 0
    exchange.drops = 0
    await this.pass(CALM_MS)
    const last = this.#port.last('intents')
    expect(
      last.intents.filter(({ state }) => state === 'sending' || state === 'unknown'),
      'every press is known',
    ).toEqual([])
    expect(last.changes, 'every change is known').toEqual([])
    expect(this.#port.last('status').status.state).toBe('live')
    const open = (orders: Iterable<Order>): string[] =>
      [...orders]
        .filter(({ status }) => !isTerminal(status))
        .map((one) => `${one.id} ${one.type === 'limit' ? one.price : ''} ${one.filledQty}/${one.qty}`)
        .toSorted()
    expect(open(this.shown.values()), 'open orders').toEqual(open(exchange.orders.values()))
    expect([...this.fills.keys()].toSorted(), 'fills').toEqual(
      exchange.executions.map(({ id }) => id as string).toSorted(),
    )
    for (const { id, state } of this.store.changes.values()) {
      expect(['accepted', 'refused'], `${id} has ended`).toContain(state)
    }
    for (const [id, { state }] of this.store.intents) {
      const isThere = exchange.orderByLink(id) !== null
      expect([id, state === 'accepted'], 'the journal agrees with the ledger').toEqual([id, isThere])
    }
  }

  /** A cancel is done when the order is cancelled, by it or by another one. */
  #isDone(changeId: OrderLinkId): boolean {
    const { applied, orders } = this.exchange
    const status = orders.get(this.changes.get(changeId) ?? '')?.status
    return applied.has(changeId) || status === 'canceled' || status === 'partiallyFilledCanceled'
  }

  #begin(): [Life, TabSession] {
    const life = new Life(this.exchange, this.store, `epoch-${++this.#lives}`, this.seed + this.#lives)
    return [life, createHub(life.ports).connect()]
  }

  async #hello(): Promise<void> {
    const hello = {
      tabId: 'tab-1',
      protocol: PROTOCOL_VERSION,
      build: 'walk',
      lockName: 'lock',
      visible: true,
      view: 0,
    }
    await this.#tab.hello(hello, this.#port)
    await settle()
  }

  #changeOf(order: Order): OrderLinkId {
    const id = `change-${++this.#ids}` as OrderLinkId
    this.changes.set(id, order.id)
    return id
  }

  #see(event: HubEvent): void {
    if (event.type === 'orders') {
      if (event.isSnapshot) this.shown.clear()
      for (const order of event.orders) {
        const before = this.shown.get(order.id)
        if (before !== undefined && !event.isSnapshot) {
          hold(order.seq >= before.seq, 'I9: an order goes forward', order.id)
          hold(!isTerminal(before.status) || before.status === order.status, 'I9: an ended order stays ended', order.id)
        }
        this.shown.set(order.id, order)
      }
    }
    if (event.type !== 'executions') return
    if (event.isSnapshot) this.#told.clear()
    for (const { id, qty } of event.executions) {
      hold(!this.#told.has(id), 'I8: a fill is told once', id)
      this.#told.add(id)
      this.fills.set(id, qty)
    }
  }
}
