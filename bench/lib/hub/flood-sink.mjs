/** More than this in our own buffer: a flat-out sender waits. */
const AHEAD_MAX = 256 * 1024
const AT_ONCE = 100
const SEQ_START = 10_000_000

/**
 * @typedef {object} Frame a finished WebSocket frame, and where the numbers are that a sender writes anew
 * @property {Buffer} bytes
 * @property {number} ts
 * @property {number} seq
 * @property {number} u
 * @property {number} cts
 *
 * @typedef {{ snapshot: Frame, frames: readonly Frame[], meanBytes: number }} Flood
 */

/**
 * @param {ReturnType<typeof import('./flood-frames').makeFlood>} texts
 * @returns {Flood}
 */
export function encodeFlood({ snapshot, deltas }) {
  const frames = deltas.map(encode)
  const bytes = frames.reduce((sum, frame) => sum + frame.bytes.length, 0)
  return { snapshot: encode(snapshot), frames, meanBytes: bytes / frames.length }
}

/**
 * @param {string} text
 * @returns {Frame}
 */
function encode(text) {
  const payload = Buffer.from(text, 'latin1')
  if (payload.length < 126 || payload.length > 65_535) throw new Error(`a frame of ${payload.length} bytes`)
  const head = Buffer.from([0x81, 126, payload.length >> 8, payload.length & 255])
  /** @param {string} name */
  const after = (name) => head.length + text.lastIndexOf(name) + name.length
  return {
    bytes: Buffer.concat([head, payload]),
    ts: after('"ts":'),
    seq: after('"seq":'),
    u: after('"u":'),
    cts: after('"cts":'),
  }
}

/** One subscriber of the flooded topic: where it is in the ring, and the numbers of its stream. */
export class Sink {
  sent = 0
  /** Most bytes that waited in this process: what the reader did not take in time. */
  waitedBytes = 0
  updateId = SEQ_START
  #at = 0

  /**
   * @param {import('node:stream').Duplex} socket
   * @param {Flood} flood
   */
  constructor(socket, flood) {
    this.socket = socket
    this.flood = flood
  }

  /** Counts from now on. */
  reset() {
    this.sent = 0
    this.waitedBytes = 0
  }

  /** What a subscription begins with: the book as the ring's first delta finds it. */
  begin() {
    this.#at = 0
    const { snapshot } = this.flood
    const bytes = Buffer.from(snapshot.bytes)
    this.#number(bytes, 0, snapshot)
    this.socket.write(bytes)
  }

  /** @param {number} count */
  send(count) {
    if (count <= 0 || this.socket.destroyed) return
    const { frames } = this.flood
    let size = 0
    for (let n = 0; n < count; n++) size += frameAt(frames, this.#at + n).bytes.length
    const bytes = Buffer.allocUnsafe(size)
    let at = 0
    for (let n = 0; n < count; n++) {
      const frame = frameAt(frames, this.#at)
      frame.bytes.copy(bytes, at)
      this.updateId++
      this.#number(bytes, at, frame)
      at += frame.bytes.length
      this.#at = (this.#at + 1) % frames.length
    }
    this.sent += count
    this.socket.write(bytes)
    this.waitedBytes = Math.max(this.waitedBytes, this.socket.writableLength)
  }

  /**
   * As fast as the reader takes it.
   * @param {number} messages
   */
  async sendAll(messages) {
    while (this.sent < messages && !this.socket.destroyed) {
      this.send(Math.min(AT_ONCE, messages - this.sent))
      if (this.socket.writableLength > AHEAD_MAX) await new Promise((done) => this.socket.once('drain', done))
    }
  }

  /**
   * @param {Buffer} bytes
   * @param {number} from
   * @param {Frame} frame
   */
  #number(bytes, from, frame) {
    const now = Date.now()
    digits(bytes, from + frame.ts, 13, now)
    digits(bytes, from + frame.cts, 13, now)
    digits(bytes, from + frame.seq, 8, this.updateId)
    digits(bytes, from + frame.u, 8, this.updateId)
  }
}

/**
 * @param {readonly Frame[]} frames a ring
 * @param {number} at
 */
function frameAt(frames, at) {
  const frame = frames[at % frames.length]
  if (frame === undefined) throw new Error('a flood without frames')
  return frame
}

/**
 * @param {Buffer} bytes
 * @param {number} at
 * @param {number} width
 * @param {number} value
 */
function digits(bytes, at, width, value) {
  let rest = value
  for (let n = at + width - 1; n >= at; n--) {
    const next = Math.floor(rest / 10)
    bytes[n] = 48 + rest - next * 10
    rest = next
  }
}
