import type { Random } from '../../../src/base/random'
import { Exact } from '../../../src/domain/decimal'
import type { Execution } from '../../../src/domain/order/execution'
import type { Order } from '../../../src/domain/order/order'
import { isTerminal } from '../../../src/domain/order/order-status'
import { writeExecutionRows, writeOrderRow } from '../../../src/wire/push/account'
import { SPOT_LIST_ALL_PATH, SPOT_LIST_V3_PATH } from '../../../src/wire/rest/spot-lists'
import { writeBriefSymbolList } from '../../../src/wire/rest/brief-symbol-list'
import { writeExecution } from '../../../src/wire/shape/execution'
import { writeOrder } from '../../../src/wire/shape/order'
import { writeWallet } from '../../../src/wire/shape/wallet'
import { TWAP_LIST_PATH } from '../../../src/wire/rest/strategy'
import { sampleContracts } from '../sample-contracts'
import type { HttpAnswer, HttpRequest } from '../../../src/workers/hub/ports'
import type { FakeClock } from '../fakes'
import { ACCOUNT, execution, order, wallet } from '../scene'
import { IS_WEAKER, withoutSequences } from '../weaker-venue'
import { RECEIVE_WINDOW_HEADER, TIMESTAMP_HEADER } from '../../../src/workers/venue/sandbox/sandbox-venue'
import { ServedSocket } from './served-socket'

/** What may happen to the next order call. The first word is the way there, the second the way back. */
export const FAULTS = [
  'lost/-',
  'taken/lost',
  'late/lost',
  'late/ok',
  'taken/502',
  'lost/502',
  'cut/-',
  'late/cut',
] as const
export type Fault = (typeof FAULTS)[number]

/** A late request still lands before the time after which absence is proof. */
const LATE_MS = 9_000
const CALLS: ReadonlyMap<string, 'create' | 'replace' | 'cancel'> = new Map([
  ['/contract/v5/order/create', 'create'],
  ['/contract/v5/order/replace', 'replace'],
  ['/contract/v5/order/cancel', 'cancel'],
])

/** The judge of a walk: one account's ledger behind a network that can be made hostile. Time comes from the walk. */
export class LedgerExchange {
  readonly orders = new Map<string, Order>()
  readonly executions: Execution[] = []
  /** How often an order call with this id was sent, whether or not it arrived. */
  readonly sent = new Map<string, number>()
  /** Amends and cancels that were carried out, by id. */
  readonly applied = new Set<string>()
  /** Calls whose request is still on its way, by id. */
  readonly flying = new Set<string>()
  readonly sockets = new Set<ServedSocket>()
  readonly faults: Fault[] = []
  /** Private messages that will vanish, and that will come twice. */
  drops = 0
  repeats = 0
  isDown = false
  #seq = 100

  constructor(
    readonly clock: FakeClock,
    readonly random: Random,
  ) {}

  orderByLink(linkId: string): Order | null {
    for (const one of this.orders.values()) if (one.linkId === linkId) return one
    return null
  }

  openOrders(): readonly Order[] {
    return [...this.orders.values()].filter(({ status }) => !isTerminal(status))
  }

  /** A counterparty takes part of an order, or all that is left. */
  fill(target: Order, qty: string): void {
    const known = this.orders.get(target.id)
    if (known === undefined || isTerminal(known.status)) return
    const taken = Exact.min(new Exact(qty), new Exact(known.leavesQty))
    const filledQty = new Exact(known.filledQty).plus(taken)
    const leavesQty = new Exact(known.qty).minus(filledQty)
    const seq = ++this.#seq
    const done = execution({
      id: `e-${seq}`,
      orderId: known.id,
      orderLinkId: known.linkId,
      qty: taken.toFixed(),
      timeMs: this.clock.now(),
      seq,
    })
    this.executions.push(done)
    this.#change(known, {
      filledQty: filledQty.toFixed(),
      leavesQty: leavesQty.toFixed(),
      status: leavesQty.isZero() ? 'filled' : 'partiallyFilled',
      seq,
    })
    this.#push('user.execution', writeExecutionRows([done]))
  }

  cutSockets(): void {
    for (const socket of this.sockets) socket.end()
  }

  async request(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    const url = new URL(request.url)
    const call = CALLS.get(url.pathname)
    const body = request.body === null ? {} : (JSON.parse(request.body) as Record<string, unknown>)
    const tag = request.headers['client-tag'] ?? ''
    const untilMs = validUntil(request.headers)
    if (call !== undefined) this.sent.set(tag, (this.sent.get(tag) ?? 0) + 1)
    if (this.isDown) throw new TypeError('fetch failed')
    const [there, back] = (call === undefined ? 'taken/ok' : (this.faults.shift() ?? 'taken/ok')).split('/')
    if (there === 'cut') throw new TypeError('fetch failed')
    if (there === 'lost' && back !== '502') return hang(signal)
    let answer: HttpAnswer = BAD_GATEWAY
    if (there === 'late') {
      this.flying.add(tag)
      // What comes after its window does not land any more.
      if (untilMs !== null) this.clock.after(untilMs + 1 - this.clock.now(), () => this.flying.delete(tag))
      const landed = this.#sleep(this.random.int(1, LATE_MS)).then(() => {
        this.flying.delete(tag)
        answer = this.#answer(url, call, tag, body, untilMs)
      })
      if (back === 'cut') throw new TypeError('socket hang up')
      await landed
    } else {
      await this.#sleep(this.random.int(1, 30))
      if (there === 'taken') answer = this.#answer(url, call, tag, body, untilMs)
    }
    if (back === 'lost') return hang(signal)
    await this.#sleep(this.random.int(1, 30))
    if (this.isDown) throw new TypeError('fetch failed')
    return back === '502' ? BAD_GATEWAY : answer
  }

  #answer(
    url: URL,
    call: string | undefined,
    tag: string,
    body: Record<string, unknown>,
    untilMs: number | null,
  ): HttpAnswer {
    if (untilMs !== null && this.clock.now() > untilMs) return this.#refused(10_002)
    switch (call) {
      case 'create':
        return this.#create(tag, body)
      case 'replace':
        return this.#replace(tag, body)
      case 'cancel':
        return this.#cancel(tag, body)
      default:
        return this.#read(url)
    }
  }

  #create(linkId: string, body: Record<string, unknown>): HttpAnswer {
    const known = this.orderByLink(linkId)
    if (known !== null && IS_WEAKER) return this.#refused(110_072)
    if (known === null) {
      const seq = ++this.#seq
      const qty = new Exact(String(body['qtyX'])).div(1e8).toFixed()
      const made = order({
        id: `o-${seq}`,
        linkId,
        price: String(body['price']),
        qty,
        leavesQty: qty,
        seq,
        updatedAtMs: this.clock.now(),
      })
      this.orders.set(made.id, made)
      this.#push('user.order', [writeOrderRow(made, 'newed')])
    }
    const { id } = this.orderByLink(linkId)!
    return this.#ok({ orderId: id, orderLinkId: linkId, price: '' })
  }

  #replace(tag: string, body: Record<string, unknown>): HttpAnswer {
    const known = this.orders.get(String(body['orderId']))
    if (known === undefined || isTerminal(known.status)) return this.#refused(110_001)
    this.applied.add(tag)
    this.#change(known, { price: String(body['price']), seq: ++this.#seq }, 'replaced')
    return this.#ok({ orderId: known.id, orderLinkId: '', price: '' })
  }

  #cancel(tag: string, body: Record<string, unknown>): HttpAnswer {
    const known = this.orders.get(String(body['orderId']))
    if (known === undefined || isTerminal(known.status)) return this.#refused(110_001)
    this.applied.add(tag)
    const status = known.filledQty === '0' ? 'canceled' : 'partiallyFilledCanceled'
    this.#change(known, { status, leavesQty: '0', seq: ++this.#seq }, 'canceled')
    return this.#ok({ orderId: known.id, orderLinkId: '', price: '' })
  }

  #read(url: URL): HttpAnswer {
    const { searchParams: query } = url
    switch (url.pathname) {
      case '/sandbox/session':
        return this.#ok({ account: ACCOUNT, name: 'Paper', kind: 'uta2' })
      case '/user/private/ott':
        return this.#ok({ token: 'one-time' })
      case '/contract/v5/product/brief-symbol-list':
        return this.#ok(writeBriefSymbolList(sampleContracts(), 'v1', 0))
      case SPOT_LIST_ALL_PATH:
        return this.#ok({ quoteTokenSymbols: [], lastModifiedTime: '0' })
      case SPOT_LIST_V3_PATH:
        return this.#ok({ quoteTokenResult: [], version: 'v1' })
      case '/v5/order/realtime': {
        const [id, linkId] = [query.get('orderId'), query.get('orderLinkId')]
        const list =
          id === null && linkId === null
            ? this.openOrders()
            : [...this.orders.values()].filter((one) => one.id === id || one.linkId === linkId)
        return this.#ok({
          list: list.map((one) => writeOrder(one, 'v5')),
          nextPageCursor: '',
          seq: ++this.#seq,
          rowSeq: this.#seq,
        })
      }
      case '/v5/position/list':
        return this.#ok({ list: [], seq: this.#seq, rowSeq: this.#seq })
      case TWAP_LIST_PATH:
        return this.#ok({ list: [], seq: this.#seq })
      case '/v5/account/wallet-balance':
        return this.#ok({ list: [writeWallet(wallet())] })
      case '/v5/execution/list':
        return this.#ok({ list: this.executions.slice(-100).toReversed().map(writeExecution) })
      default:
        return { status: 404, isEmpty: true, body: undefined }
    }
  }

  #change(known: Order, change: object, action: 'replaced' | 'canceled' | 'filled' = 'filled'): void {
    const next = order({ ...known, ...change, updatedAtMs: this.clock.now() })
    this.orders.set(next.id, next)
    this.#push('user.order', [writeOrderRow(next, action)])
  }

  #push(topic: string, data: unknown): void {
    const isDropped = this.drops > 0
    if (isDropped) this.drops--
    const isRepeated = !isDropped && this.repeats > 0
    if (isRepeated) this.repeats--
    for (const socket of this.sockets) socket.push(topic, withoutSequences(data), { isDropped, isRepeated })
  }

  #ok(result: unknown): HttpAnswer {
    return this.#envelope(0, withoutSequences(result))
  }

  #refused(retCode: number): HttpAnswer {
    return this.#envelope(retCode, null)
  }

  #envelope(retCode: number, result: unknown): HttpAnswer {
    const body = { retCode, retMsg: retCode === 0 ? 'OK' : 'refused', result, retExtInfo: {}, time: this.clock.now() }
    return { status: 200, isEmpty: false, body }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.clock.after(ms, resolve))
  }
}

/** The time after which a call is refused, where its receive window says one. */
function validUntil(headers: HttpRequest['headers']): number | null {
  const [from, window] = [headers[TIMESTAMP_HEADER], headers[RECEIVE_WINDOW_HEADER]]
  return from === undefined || window === undefined ? null : Number(from) + Number(window)
}

const BAD_GATEWAY: HttpAnswer = { status: 502, isEmpty: false, body: undefined }

/** No answer, until whoever asked gives up. */
function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new TypeError('aborted'))))
}
