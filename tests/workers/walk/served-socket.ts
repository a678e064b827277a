import type { Socket, SocketEvents } from '../../../src/workers/hub/ports'
import type { LedgerExchange } from './ledger-exchange'

/** One of the exchange's sockets: answers log-in and subscriptions by itself, beats, and numbers what it pushes. */
export class ServedSocket implements Socket {
  readonly #isPrivate: boolean
  readonly #topics = new Set<string>()
  readonly #seqs = new Map<string, number>()
  #counter = 0
  #isOver = false

  constructor(
    private readonly exchange: LedgerExchange,
    url: string,
    private readonly events: SocketEvents,
  ) {
    this.#isPrivate = url.includes('realtime_private')
    exchange.clock.after(exchange.random.int(1, 30), () => {
      if (this.#isOver) return
      if (exchange.isDown) {
        this.end()
        return
      }
      exchange.sockets.add(this)
      events.onOpen()
      this.#beat()
    })
  }

  send(text: string): void {
    const request = JSON.parse(text) as { op: string; args?: readonly string[]; req_id: string }
    this.#later(() => {
      if (request.op === 'subscribe') for (const topic of request.args ?? []) this.#topics.add(topic)
      if (request.op === 'ping') {
        this.#say({ op: 'pong', args: ['0'], req_id: request.req_id, conn_id: 'c' })
        return
      }
      this.#say({ op: request.op, success: true, ret_msg: '', req_id: request.req_id, conn_id: 'c', args: [] })
      if (request.op === 'subscribe' && !this.#isPrivate)
        this.#say({
          topic: 'public.symbol.notify',
          type: 'snapshot',
          ts: this.exchange.clock.now(),
          seq: 1,
          data: { symbol: '', version: 'v1' },
        })
    })
  }

  close(): void {
    this.#isOver = true
    this.exchange.sockets.delete(this)
  }

  /** The line is cut. */
  end(): void {
    if (this.#isOver) return
    this.close()
    this.events.onClose(1006)
  }

  push(topic: string, data: unknown, fate: { readonly isDropped: boolean; readonly isRepeated: boolean }): void {
    if (!this.#topics.has(topic)) return
    const seq = (this.#seqs.get(topic) ?? 0) + 1
    this.#seqs.set(topic, seq)
    if (fate.isDropped) return
    const message = { topic, type: 'delta', ts: this.exchange.clock.now(), seq, data }
    this.#later(() => this.#say(message))
    if (fate.isRepeated) this.#later(() => this.#say(message))
  }

  #beat(): void {
    if (this.#isOver) return
    this.#say({ op: 'heartbeat', counter: ++this.#counter, ts: this.exchange.clock.now() })
    this.exchange.clock.after(1_000, () => this.#beat())
  }

  #later(call: () => void): void {
    // In order, as on a stream: every message takes the same while.
    this.exchange.clock.after(5, () => {
      if (!this.#isOver) call()
    })
  }

  #say(message: unknown): void {
    this.events.onText(JSON.stringify(message))
  }
}
