import { connect, createServer, type Server, type Socket } from 'node:net'

/** A wire between browser and exchange that keeps what the browser says, and hears what it must not be told. */
export class WireTap {
  readonly #sockets = new Set<Socket>()
  #sent = ''
  /** Whether the exchange set a cookie. */
  hasSetCookie = false

  private constructor(private readonly server: Server) {}

  static async start(target: number): Promise<WireTap> {
    const server = createServer()
    const tap = new WireTap(server)
    server.on('connection', (down) => tap.#join(down, connect(target, '127.0.0.1')))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return tap
  }

  get origin(): string {
    const address = this.server.address()
    if (address === null || typeof address === 'string') throw new Error('the wire is not listening')
    return `http://localhost:${address.port}`
  }

  /** All values of a request's header, in the order of the first time that they were sent. */
  header(name: string): readonly string[] {
    return [...new Set([...this.#sent.matchAll(new RegExp(`^${name}: (.*)\\r$`, 'gim'))].map(([, value]) => value!))]
  }

  /** What was asked for: addresses of all requests. */
  addresses(): string {
    return [...this.#sent.matchAll(/^(?:GET|POST|DELETE|HEAD) (\S+) HTTP/gm)].map(([, address]) => address).join('\n')
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((done) => this.server.close(done))
  }

  #join(down: Socket, up: Socket): void {
    for (const [one, other] of [
      [down, up],
      [up, down],
    ] as const) {
      this.#sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        other.destroy()
        this.#sockets.delete(one)
      })
    }
    down.on('data', (bytes) => {
      this.#sent += bytes.toString('latin1')
      up.write(bytes)
    })
    up.on('data', (bytes) => {
      if (/^set-cookie:/im.test(bytes.toString('latin1'))) this.hasSetCookie = true
      down.write(bytes)
    })
  }
}
