// Keep-alive HTTP over bare sockets: a request is one prepared text, an answer is counted once all of it came. It costs
// a tenth of `fetch`, so that what is measured is the server.
import { connect } from 'node:net'

const HEAD_END = '\r\n\r\n'

/** One connection: sends a request, resolves with the answer's status and body. */
class Line {
  #pending = null
  #said = ''

  constructor(socket) {
    this.socket = socket
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (text) => this.#hear(text))
    socket.on('error', (error) => this.#pending?.reject(error))
    socket.on('close', () => this.#pending?.reject(new Error('the server closed the connection')))
  }

  ask(request) {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject }
      this.socket.write(request, 'latin1')
    })
  }

  #hear(text) {
    this.#said += text
    const head = this.#said.indexOf(HEAD_END)
    if (head < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#said)
    if (length === null) throw new Error(`an answer without a length: ${this.#said.slice(0, head)}`)
    const end = head + HEAD_END.length + Number(length[1])
    if (this.#said.length < end) return
    const answer = {
      status: Number(this.#said.slice(9, 12)),
      head: this.#said.slice(0, head),
      body: this.#said.slice(head + HEAD_END.length, end),
    }
    this.#said = this.#said.slice(end)
    const { resolve } = this.#pending
    this.#pending = null
    resolve(answer)
  }
}

/** @returns so many open connections to an origin */
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
 * @param next the next request, `null` when there are no more
 * @param check told each answer
 */
export async function send(lines, next, check) {
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
