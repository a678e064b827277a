import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'

export type Channel = 'public' | 'private'

interface Pair {
  readonly channel: Channel
  readonly down: WebSocket
  readonly raw: Duplex
}

/** What the partner does with what passes; each says what is passed on in its place, `null` nothing. */
export interface Oddities {
  /** A message of the exchange. */
  said?: (channel: Channel, text: string) => string | null
  /** A message of the hub, to look at. */
  asked?: (channel: Channel, text: string) => void
  /** A whole answer over HTTP. */
  answered?: (path: string, body: string) => string
  /** A closing with this code is a broken line instead. */
  swallows?: number
}

/** Stands between browser and exchange, speaks both protocols, and is not to be trusted: a proxy, a clone, an attacker. */
export class OddPartner {
  does: Oddities = {}
  readonly #pairs = new Set<Pair>()
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  /** Sockets that were opened, by channel. */
  readonly opened = { public: 0, private: 0 }

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {}

  static async start(target: number): Promise<OddPartner> {
    const server = createServer()
    const partner = new OddPartner(server, target)
    server.on('request', (asked, answer) => partner.#pass(asked, answer))
    server.on('upgrade', (asked, socket, head) => partner.#join(asked, socket, head))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return partner
  }

  get origin(): string {
    const address = this.server.address()
    if (address === null || typeof address === 'string') throw new Error('the partner is not listening')
    return `http://localhost:${address.port}`
  }

  /** Says something of its own to the hub, as text or as bytes. */
  say(channel: Channel, message: string | Buffer): void {
    for (const pair of this.#pairs) if (pair.channel === channel) pair.down.send(message)
  }

  async close(): Promise<void> {
    for (const { raw } of this.#pairs) raw.destroy()
    this.server.closeAllConnections()
    await new Promise((done) => this.server.close(done))
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const up = request({
      host: '127.0.0.1',
      port: this.target,
      method: asked.method,
      path: asked.url,
      headers: { ...asked.headers, 'accept-encoding': 'identity' },
    })
    up.on('error', () => answer.destroy())
    up.on('response', (from) => {
      const { answered } = this.does
      if (answered === undefined || !String(from.headers['content-type']).includes('json')) {
        answer.writeHead(from.statusCode ?? 502, from.headers)
        from.pipe(answer)
        return
      }
      const chunks: Buffer[] = []
      from.on('data', (chunk: Buffer) => chunks.push(chunk))
      from.on('end', () => {
        const body = Buffer.from(answered(asked.url ?? '', Buffer.concat(chunks).toString()))
        answer.writeHead(from.statusCode ?? 502, { ...from.headers, 'content-length': body.length })
        answer.end(body)
      })
    })
    asked.pipe(up)
  }

  #join(asked: IncomingMessage, raw: Duplex, head: Buffer): void {
    const channel: Channel = asked.url?.includes('realtime_private') === true ? 'private' : 'public'
    const { origin = '', cookie = '', host = '' } = asked.headers
    const up = new WebSocket(`ws://127.0.0.1:${this.target}${asked.url}`, {
      headers: { origin, cookie, host },
      perMessageDeflate: false,
    })
    const early: string[] = []
    this.#sockets.handleUpgrade(asked, raw, head, (down) => {
      this.opened[channel]++
      const pair: Pair = { channel, down, raw }
      this.#pairs.add(pair)
      const end = (): void => {
        this.#pairs.delete(pair)
        down.terminate()
        up.terminate()
      }
      down.on('message', (data: Buffer) => {
        const text = data.toString()
        this.does.asked?.(channel, text)
        if (up.readyState === WebSocket.OPEN) up.send(text)
        else early.push(text)
      })
      up.on('open', () => {
        for (const text of early.splice(0)) up.send(text)
      })
      up.on('message', (data: Buffer) => {
        const text = data.toString()
        const passed = this.does.said === undefined ? text : this.does.said(channel, text)
        if (passed !== null && down.readyState === WebSocket.OPEN) down.send(passed)
      })
      up.on('close', (code) => {
        if (code === this.does.swallows || code < 3_000) end()
        else down.close(code)
      })
      down.on('close', end)
      up.on('error', end)
      down.on('error', end)
    })
  }
}
