import { connect, type Socket } from 'node:net'

export interface HttpAnswer {
  readonly status: number
  readonly body: string
}

/** One kept-alive HTTP connection that sends bytes as they are given: quicker than fetch, and it mends nothing. */
export class HttpLine {
  #socket: Socket | null = null
  #bytes: Buffer = Buffer.alloc(0)
  #answer: ((answer: HttpAnswer | null) => void) | null = null

  constructor(private readonly port: number) {}

  /** @returns the answer, `null` when the connection ended without one */
  ask(request: Buffer): Promise<HttpAnswer | null> {
    const socket = this.#socket ?? this.#open()
    return new Promise((resolve) => {
      this.#answer = resolve
      socket.write(request)
    })
  }

  /** Sends what need not be a request and no more. @returns all that came back */
  static once(port: number, bytes: Buffer): Promise<string> {
    return new Promise((resolve) => {
      let text = ''
      const socket = connect({ port, host: '127.0.0.1' }, () => socket.end(bytes))
      socket.on('data', (chunk) => (text += chunk.toString('latin1')))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(text))
    })
  }

  close(): void {
    this.#socket?.destroy()
  }

  #open(): Socket {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true })
    this.#socket = socket
    this.#bytes = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
      this.#read()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (this.#socket !== socket) return
      this.#socket = null
      this.#settle(null)
    })
    return socket
  }

  #read(): void {
    const end = this.#bytes.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#bytes.toString('latin1', 0, end)
    const declared = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    const length = Number(declared ?? 0)
    if (this.#bytes.length < end + 4 + length) return
    const body = this.#bytes.toString('utf8', end + 4, end + 4 + length)
    this.#bytes = this.#bytes.subarray(end + 4 + length)
    // The other side will not read what is sent after this; or it says in pieces, and they are of no use here.
    if (declared === undefined || /\r\nconnection: close/i.test(head)) {
      this.#socket?.destroy()
      this.#socket = null
    }
    this.#settle({ status: Number(head.slice(9, 12)), body })
  }

  #settle(answer: HttpAnswer | null): void {
    const settle = this.#answer
    this.#answer = null
    settle?.(answer)
  }
}

/** A request, its headers as given. */
export function httpRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer | string = '',
): Buffer {
  const bytes = Buffer.from(body)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = method === 'GET' ? '' : `content-length: ${bytes.length}\r\n`
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n`), bytes])
}
