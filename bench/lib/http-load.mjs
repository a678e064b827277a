// Keep-alive HTTP over bare sockets: a request is one prepared text, an answer is counted once all of it came. It costs
// a tenth of `fetch`, so that what is measured is the server.
import { connect } from 'node:net'

/** @typedef {{ status: number, head: string, body: string }} Answer */

const HEAD_END = '\r\n\r\n'

/** One connection: sends a request, resolves with the answer's status and body. */
export class Line {
  /** @type {{ resolve: (answer: Answer) => void, reject: (error: Error) => void } | null} */
  #pending = null
  #received = ''

  /** @param {import('node:net').Socket} socket */
  constructor(socket) {
    this.socket = socket
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    // Text, for the encoding that was set.
    socket.on('data', (text) => this.#receive(String(text)))
    socket.on('error', (error) => this.#pending?.reject(error))
    socket.on('close', () => this.#pending?.reject(new Error('the server closed the connection')))
  }

  /**
   * @param {string} request
   * @returns {Promise<Answer>}
   */
  ask(request) {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject }
      this.socket.write(request, 'latin1')
    })
  }

  /** @param {string} text */
  #receive(text) {
    this.#received += text
    const head = this.#received.indexOf(HEAD_END)
    if (head < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received)
    if (length === null) throw new Error(`an answer without a length: ${this.#received.slice(0, head)}`)
    const end = head + HEAD_END.length + Number(length[1])
    if (this.#received.length < end) return
    const answer = {
      status: Number(this.#received.slice(9, 12)),
      head: this.#received.slice(0, head),
      body: this.#received.slice(head + HEAD_END.length, end),
    }
    this.#received = this.#received.slice(end)
    const pending = this.#pending
    this.#pending = null
    pending?.resolve(answer)
  }
}

/**
 * @param {string} origin
 * @param {number} count
 * @returns {Promise<Line[]>} so many open connections to an origin
 */
export function openLines(origin, count) {
  const { hostname, port } = new URL(origin)
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const socket = connect(Number(port), hostname, () => resolve(new Line(socket)))
          socket.once('error', reject)
        }),
    ),
  )
}

/**
 * Sends every request once, each line its next one as soon as the last was answered.
 * @param {readonly Line[]} lines
 * @param {() => string | null} next the next request, `null` when there are no more
 * @param {(answer: Answer) => void} check called with each answer; throws where it is not as it should be
 */
export async function send(lines, next, check) {
  /** @type {number[]} in ms */
  const delays = []
  const startedAt = performance.now()
  await Promise.all(
    lines.map(async (line) => {
      for (let request = next(); request !== null; request = next()) {
        const askedAt = performance.now()
        const answer = await line.ask(request)
        delays.push(performance.now() - askedAt)
        check(answer)
      }
    }),
  )
  return { delays, perSecond: (delays.length * 1000) / (performance.now() - startedAt) }
}
