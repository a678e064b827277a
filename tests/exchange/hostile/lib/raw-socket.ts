import { connect, type Socket } from 'node:net'

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

export interface FrameParts {
  readonly opcode: number
  readonly payload?: Buffer | string
  /** Last frame of its message; true when left out. */
  readonly fin?: boolean
  /** The three reserved bits as a number, 4 being RSV1 (a compressed message). */
  readonly rsv?: number
  /** Clients must mask (RFC 6455, 5.3). */
  readonly masked?: boolean
  readonly mask?: readonly [number, number, number, number]
  /** What the header says instead of the payload's own length. */
  readonly declared?: bigint
  /** Bytes of the length field: 0 (in the second byte), 2 or 8; the shortest when left out. */
  readonly lengthBytes?: 0 | 2 | 8
}

/** One frame of a client (RFC 6455, 5.2), right or wrong as it is asked for. */
export function frame(parts: FrameParts): Buffer {
  const { opcode, fin = true, rsv = 0, masked = true, mask = [0x37, 0xfa, 0x21, 0x3d] } = parts
  const payload = Buffer.from(parts.payload ?? '')
  const length = parts.declared ?? BigInt(payload.length)
  const lengthBytes = parts.lengthBytes ?? (length < 126n ? 0 : length < 65_536n ? 2 : 8)
  const head = Buffer.alloc(2 + lengthBytes + (masked ? 4 : 0))
  head[0] = (fin ? 0x80 : 0) | (rsv << 4) | opcode
  head[1] = (masked ? 0x80 : 0) | (lengthBytes === 0 ? Number(length & 0x7fn) : lengthBytes === 2 ? 126 : 127)
  if (lengthBytes === 2) head.writeUInt16BE(Number(length & 0xffffn), 2)
  if (lengthBytes === 8) head.writeBigUInt64BE(length, 2)
  if (!masked) return Buffer.concat([head, payload])
  Buffer.from(mask).copy(head, 2 + lengthBytes)
  return Buffer.concat([head, Buffer.from(payload.map((byte, i) => byte ^ mask[i % 4]!))])
}

/** How a connection ended: the code of the server's close frame, `null` where it was cut without one. */
export interface Ending {
  readonly code: number | null
  readonly reason: string
}

export interface ServerFrame {
  readonly opcode: number
  readonly payload: Buffer
}

/**
 * A WebSocket client on a bare TCP socket: it sends bytes as they are given, which `ws` would refuse to, and reads the
 * server's frames. It answers nothing by itself, no ping and no close.
 */
export class RawSocket {
  readonly frames: ServerFrame[] = []
  /** Settles when the server is done with this connection. */
  readonly ended: Promise<Ending>
  #rest: Buffer
  #ending: Ending = { code: null, reason: '' }
  #wake: () => void = () => undefined
  #isGone = false

  private constructor(
    readonly socket: Socket,
    /** The answer to the handshake, without its last empty line. */
    readonly handshake: string,
    rest: Buffer,
  ) {
    this.#rest = rest
    this.ended = new Promise((resolve) => {
      const end = (): void => {
        this.#isGone = true
        resolve(this.#ending)
        this.#wake()
      }
      socket.on('close', end)
      // What is sent into a connection that was cut comes back as a reset; `close` follows.
      socket.on('error', () => undefined)
    })
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    this.#read(Buffer.alloc(0))
  }

  /** @param target path and query; @param headers beyond those of a right handshake, or instead of them */
  static open(port: number, target: string, headers: Readonly<Record<string, string>> = {}): Promise<RawSocket> {
    const all = {
      Host: `127.0.0.1:${port}`,
      Origin: `http://127.0.0.1:${port}`,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () =>
        socket.write(`GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
      )
      let text = Buffer.alloc(0)
      const listen = (chunk: Buffer): void => {
        text = Buffer.concat([text, chunk])
        const end = text.indexOf('\r\n\r\n')
        if (end < 0) return
        socket.off('data', listen)
        resolve(new RawSocket(socket, text.toString('latin1', 0, end), text.subarray(end + 4)))
      }
      socket.on('data', listen)
      socket.on('error', reject)
    })
  }

  /** As far as it is known by now. */
  get ending(): Ending {
    return this.#ending
  }

  write(bytes: Buffer): void {
    if (!this.#isGone) this.socket.write(bytes)
  }

  say(text: string): void {
    this.write(frame({ opcode: OPCODE.text, payload: text }))
  }

  /** @returns the first frame that fits, come or still to come; `null` when the connection ends without one */
  async until(fits: (one: ServerFrame) => boolean): Promise<ServerFrame | null> {
    for (let at = 0; ; at++) {
      while (at >= this.frames.length) {
        if (this.#isGone) return null
        await new Promise<void>((resolve) => (this.#wake = resolve))
      }
      if (fits(this.frames[at]!)) return this.frames[at]!
    }
  }

  close(): void {
    this.socket.destroy()
  }

  #read(chunk: Buffer): void {
    let bytes = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const taken = readFrame(bytes)
      if (taken === null) break
      bytes = bytes.subarray(taken.size)
      this.frames.push(taken.frame)
      const { opcode, payload } = taken.frame
      if (opcode === OPCODE.close)
        this.#ending = {
          code: payload.length >= 2 ? payload.readUInt16BE(0) : 1005,
          reason: payload.toString('utf8', 2),
        }
    }
    this.#rest = bytes
    this.#wake()
  }
}

/** @returns `null` where the frame is not whole yet. Servers do not mask. */
function readFrame(bytes: Buffer): { readonly frame: ServerFrame; readonly size: number } | null {
  if (bytes.length < 2) return null
  const short = bytes[1]! & 0x7f
  const head = short === 127 ? 10 : short === 126 ? 4 : 2
  if (bytes.length < head) return null
  const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short
  if (bytes.length < head + length) return null
  return { frame: { opcode: bytes[0]! & 0x0f, payload: bytes.subarray(head, head + length) }, size: head + length }
}
