import { connect, type Socket } from 'node:net'

/** One keep-alive connection, one call at a time: the order of arrival is the order of the run. */
export class HttpLine {
  #socket: Socket | null = null
  #buffer: Buffer = Buffer.alloc(0)
  #settle: { resolve: (answer: HttpAnswer) => void; reject: (error: Error) => void } | null = null

  constructor(private readonly port: number) {}

  call(method: 'GET' | 'POST', path: string, headers: string, body: string): Promise<HttpAnswer> {
    const socket = this.#open()
    const length = method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: localhost:${this.port}\r\n${headers}${length}\r\n${body}`)
    })
  }

  close(): void {
    this.#socket?.destroy()
  }

  #open(): Socket {
    if (this.#socket !== null && !this.#socket.destroyed) return this.#socket
    const socket = connect({ host: '127.0.0.1', port: this.port, noDelay: true })
    this.#socket = socket
    this.#buffer = Buffer.alloc(0)
    const failed = (why: string) => {
      this.#settle?.reject(new Error(why))
      this.#settle = null
    }
    socket.on('data', (chunk: Buffer) => {
      this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk])
      this.#read()
    })
    socket.on('error', (error) => failed(error.message))
    socket.on('close', () => failed('the exchange closed the connection'))
    return socket
  }

  #read(): void {
    const end = this.#buffer.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#buffer.toString('latin1', 0, end)
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? Number.NaN)
    if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`)
    if (this.#buffer.length < end + 4 + length) return
    const text = this.#buffer.toString('utf8', end + 4, end + 4 + length)
    this.#buffer = this.#buffer.subarray(end + 4 + length)
    const settle = this.#settle
    this.#settle = null
    settle?.resolve({
      status: Number(head.slice(9, 12)),
      text,
      cookies: [...head.matchAll(/^set-cookie: *([^;\r\n]+)/gim)].map(([, cookie]) => cookie!),
    })
  }
}

export interface HttpAnswer {
  readonly status: number
  readonly text: string
  readonly cookies: readonly string[]
}
