import { connect, createServer, type Server, type Socket } from 'node:net'

/** Which conversation a connection carries, by its first line. */
export type Kind = 'public' | 'private' | 'http'

interface Pair {
  readonly down: Socket
  readonly up: Socket
  kind: Kind
  /** The newest request line. */
  asked: string
  /** Bytes are taken and thrown away; the connection itself looks healthy. */
  deafUp: boolean
  deafDown: boolean
  /** What becomes of the answer to the request that is out. */
  fate: 'gatewayAfter' | 'cutAfter' | 'slow' | null
  /** What is kept back of the exchange's bytes; `null` while they flow. */
  dammed: Buffer[] | null
}

/**
 * What may happen to one request. `request`: it vanishes; `answer`: it arrives and its answer vanishes; `gateway…`: a 502
 * stands in for the answer, with the request passed on or not; `cut…`: a reset does; `slow`: the answer takes its time.
 */
export type Loss = 'request' | 'answer' | 'gatewayBefore' | 'gatewayAfter' | 'cutBefore' | 'cutAfter' | 'slow'

/** Longer than anybody is promised an answer, shorter than a request lives. */
export const SLOW_MS = 4_000
const BAD_GATEWAY = 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

/**
 * A wire between browser and exchange that can be made bad: bytes that vanish while the connection stays, answers that
 * never arrive, resets, refused connections. Neither side can tell it from a network.
 */
export class FaultProxy {
  readonly #pairs = new Set<Pair>()
  readonly #losses: { readonly text: string; readonly what: Loss }[] = []
  readonly #silent = new Set<Kind>()
  readonly #answered: string[] = []
  readonly #asked: string[] = []
  #isRefusing = false
  #refusesCalls = false
  #garble: Parameters<FaultProxy['garble']>[0] = null
  /** Requests whose first line contains it are reset, until the wire is healed. */
  #barred: string | null = null
  /** How often a loss has struck. */
  struck = 0

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {}

  static async start(target: number): Promise<FaultProxy> {
    const server = createServer()
    const proxy = new FaultProxy(server, target)
    server.on('connection', (down) => proxy.#join(down))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return proxy
  }

  get origin(): string {
    const address = this.server.address()
    if (address === null || typeof address === 'string') throw new Error('the proxy is not listening')
    return `http://localhost:${address.port}`
  }

  /** The next request that contains the text reaches the exchange, and its answer never arrives. */
  loseAnswer(text: string): void {
    this.#losses.push({ text, what: 'answer' })
  }

  /** The next request that contains the text never reaches the exchange, and nobody says so. */
  loseRequest(text: string): void {
    this.#losses.push({ text, what: 'request' })
  }

  /** The next request that contains the text meets this. */
  spoil(text: string, what: Loss): void {
    this.#losses.push({ text, what })
  }

  /** Whoever asks for what contains the text is reset, however often. */
  bar(text: string): void {
    this.#barred = text
  }

  /** No byte passes any more in either direction, on connections that are there and on new ones. */
  silence(...kinds: readonly Kind[]): void {
    for (const kind of kinds) this.#silent.add(kind)
    for (const pair of this.#pairs) if (this.#silent.has(pair.kind)) pair.deafUp = pair.deafDown = true
  }

  /** Keeps what the exchange sends, in order, until it is released: then all of it comes at once. */
  dam(...kinds: readonly Kind[]): void {
    for (const pair of this.#pairs) if (kinds.includes(pair.kind)) pair.dammed ??= []
  }

  /** @returns bytes that were kept */
  release(): number {
    let bytes = 0
    for (const pair of this.#pairs) {
      for (const chunk of pair.dammed ?? []) {
        bytes += chunk.length
        pair.down.write(chunk)
      }
      pair.dammed = null
    }
    return bytes
  }

  /**
   * Changes what the exchange says on a market channel, until it is told to stop with `null`.
   * @param change gives a text of the same length, as the frame around it says how long it is
   */
  garble(what: { readonly pattern: RegExp; readonly change: (found: string) => string } | null): void {
    this.#garble = what
  }

  /** Ends connections: `reset` as a crashed router does it, `end` politely but without the protocol's own goodbye. */
  cut(how: 'reset' | 'end', ...kinds: readonly Kind[]): void {
    for (const { kind, down, up } of this.#pairs) {
      if (!kinds.includes(kind)) continue
      if (how === 'reset') down.resetAndDestroy()
      else down.end()
      up.destroy()
    }
  }

  /** Whoever connects from now on is reset at once. */
  refuse(): void {
    this.#isRefusing = true
  }

  /** Every call meets a reset, and the sockets that push go on. */
  refuseCalls(): void {
    this.#refusesCalls = true
    this.cut('reset', 'http')
  }

  /** Requests whose first line contains the text, answered or not. */
  asked(text: string): number {
    return this.#asked.filter((asked) => asked.includes(text)).length
  }

  /** Answers passed on to requests whose first line contains the text. */
  answered(text: string): number {
    return this.#answered.filter((asked) => asked.includes(text)).length
  }

  /** The wire is good again for new connections; what was swallowed stays swallowed. */
  heal(): void {
    this.#isRefusing = false
    this.#refusesCalls = false
    this.#barred = null
    this.#silent.clear()
    this.#losses.length = 0
  }

  async close(): Promise<void> {
    for (const { down, up } of this.#pairs) {
      down.destroy()
      up.destroy()
    }
    await new Promise((done) => this.server.close(done))
  }

  #join(down: Socket): void {
    down.on('error', () => down.destroy())
    if (this.#isRefusing) {
      down.resetAndDestroy()
      return
    }
    const up = connect(this.target, '127.0.0.1')
    const pair: Pair = { down, up, kind: 'http', asked: '', deafUp: false, deafDown: false, fate: null, dammed: null }
    this.#pairs.add(pair)
    up.on('error', () => down.destroy())
    up.on('close', () => down.destroy())
    down.on('close', () => {
      up.destroy()
      this.#pairs.delete(pair)
    })
    down.on('data', (bytes) => this.#up(pair, bytes))
    up.on('data', (bytes) => {
      if (pair.deafDown) return
      if (pair.dammed !== null) {
        pair.dammed.push(bytes)
        return
      }
      if (pair.fate !== null) {
        this.#answerLate(pair, bytes)
        return
      }
      down.write(pair.kind === 'public' ? this.#garbled(bytes) : bytes)
      if (bytes.toString('latin1', 0, 5) === 'HTTP/') this.#answered.push(pair.asked)
    })
  }

  #garbled(bytes: Buffer): Buffer {
    if (this.#garble === null) return bytes
    const { pattern, change } = this.#garble
    const text = bytes.toString('latin1').replaceAll(pattern, (found) => {
      this.struck++
      return change(found)
    })
    return Buffer.from(text, 'latin1')
  }

  #up(pair: Pair, bytes: Buffer): void {
    const text = bytes.toString('latin1')
    const asked = /^[A-Z]+ \S+/.exec(text)?.[0] ?? null
    if (asked !== null) this.#asked.push(asked)
    pair.asked = asked ?? pair.asked
    const socket = /^GET \/realtime_(public|private)/.exec(text)
    if (socket !== null) pair.kind = socket[1] as Kind
    if (this.#refusesCalls && pair.kind === 'http') {
      pair.down.resetAndDestroy()
      pair.up.destroy()
      return
    }
    if (this.#silent.has(pair.kind)) pair.deafUp = pair.deafDown = true
    if (this.#barred !== null && text.slice(0, text.indexOf('\r')).includes(this.#barred)) {
      this.struck++
      this.#strike(pair, 'cutBefore')
      return
    }
    const index = this.#losses.findIndex((loss) => text.includes(loss.text))
    if (index >= 0) {
      const [loss] = this.#losses.splice(index, 1)
      this.struck++
      if (loss !== undefined) this.#strike(pair, loss.what)
    }
    if (!pair.deafUp) pair.up.write(bytes)
  }

  #strike(pair: Pair, what: Loss): void {
    switch (what) {
      case 'request':
        pair.deafUp = pair.deafDown = true
        return
      case 'answer':
        pair.deafDown = true
        return
      case 'gatewayBefore':
        pair.deafUp = pair.deafDown = true
        pair.down.end(BAD_GATEWAY)
        return
      case 'cutBefore':
        pair.deafUp = pair.deafDown = true
        pair.down.resetAndDestroy()
        return
      default:
        pair.fate = what
    }
  }

  #answerLate(pair: Pair, bytes: Buffer): void {
    const { fate, down } = pair
    pair.fate = null
    if (fate === 'slow') {
      setTimeout(() => void (down.destroyed || down.write(bytes)), SLOW_MS)
      return
    }
    pair.deafDown = true
    if (fate === 'gatewayAfter') down.end(BAD_GATEWAY)
    else down.resetAndDestroy()
  }
}
