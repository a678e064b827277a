import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONNECTION_LIMITS } from '../../../../../exchange/host/node/http/connection-limits'
import { RawSocket } from '../../../hostile/lib/raw-socket'
import { openGateway, type TestGateway } from '../../../api/lib/client'

/** reliability.md §6.1, 28, ten times as strict, so that a test need not wait ten seconds. */
const LIMITS = { connectionsMax: 4, requestMaxMs: 1_000, requestCheckMs: 100, answerMaxMs: 1_000 }

let world: TestGateway
let visitors: Visitor[]
beforeEach(async () => {
  world = await openGateway({ connectionLimits: LIMITS })
  visitors = []
})
afterEach(async () => {
  for (const one of visitors) one.socket.destroy()
  await world.gateway.close()
})

interface Visitor {
  readonly socket: Socket
  /** Everything that came back, once the exchange is done with the connection. */
  readonly ended: Promise<string>
}

/** Never closes its own side. */
function visit(bytes: string): Promise<Visitor> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect({ port: world.gateway.port, host: '127.0.0.1', allowHalfOpen: true })
    const ended = new Promise<string>((end) => {
      socket.on('data', (chunk) => (text += String(chunk)))
      socket.on('end', () => end(text))
      socket.on('close', () => end(text))
      socket.on('error', () => undefined)
    })
    const visitor = { socket, ended }
    visitors.push(visitor)
    socket.on('connect', () => {
      socket.write(bytes)
      resolve(visitor)
    })
  })
}

const headOf = (path: string, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${world.gateway.port}\r\nX-Requested-With: test\r\n${more}`
const BODY = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n'

/** On a connection of its own that is closed again, so that it does not count. */
async function isServed(): Promise<boolean> {
  const response = await fetch(`${world.base}/healthz`, { headers: { connection: 'close' } })
  await response.text()
  return response.status === 200
}

/** Says a letter every so often, until the exchange is done with it. */
async function dribble(visitor: Visitor, letters: string): Promise<string> {
  const timer = setInterval(() => visitor.socket.writable && visitor.socket.write(letters), 50)
  const text = await visitor.ended
  clearInterval(timer)
  return text
}

describe('a request that does not come to its end (reliability.md §6.1, 28)', () => {
  it('is 408 within ten seconds', () => {
    expect(CONNECTION_LIMITS.requestMaxMs + CONNECTION_LIMITS.requestCheckMs).toBeLessThan(10_000)
  })

  it('is 408 when nothing is said, when the head dribbles, and when the body does; others are served meanwhile', async () => {
    const silent = await visit('')
    const head = await visit(headOf('/sandbox/session', 'X-Slow: '))
    const body = await visit(headOf('/sandbox/session', BODY))
    const cut = Promise.all([silent.ended, dribble(head, 'a'), dribble(body, ' ')])
    expect(await isServed()).toBe(true)
    for (const answer of await cut) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
      expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
    }
    expect(world.journal.inputs.filter(({ input }) => input.type === 'openAccount')).toEqual([])
    // A body that breaks off is no fault of ours.
    body.socket.destroy()
    for (let i = 0; i < 3; i++) await isServed()
    expect(world.traces).toEqual([])
  })

  it('does not hold its place either when it never closes its side', async () => {
    const slow = await Promise.all([visit(''), visit(''), visit(''), visit('')])
    await Promise.all(slow.map(({ ended }) => ended))
    await expect.poll(isServed, { timeout: 5_000 }).toBe(true)
  })
})

describe('more connections than there may be', () => {
  it('are closed without a word; those that are there are served, and a place that is free is given again', async () => {
    const held = await Promise.all([visit(''), visit(''), visit(''), visit('')])
    const over = await visit('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(await over.ended).toBe('')
    held[0]!.socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${world.gateway.port}\r\nConnection: close\r\n\r\n`)
    expect(await held[0]!.ended).toMatch(/^HTTP\/1\.1 200 /)
    held[0]!.socket.end()
    await expect.poll(() => isServed().catch(() => false), { timeout: 5_000 }).toBe(true)
  })
})

describe('an answer that nobody reads', () => {
  it('is given up, and the connection with it', async () => {
    // Only the reading is limited here: no request could be too slow before the test is.
    const patient = await openGateway({ connectionLimits: { requestMaxMs: 600_000, answerMaxMs: 1_000 } })
    const deaf = connect({ port: patient.gateway.port, host: '127.0.0.1' })
    deaf.pause()
    deaf.on('error', () => undefined)
    const cut = new Promise((resolve) => deaf.on('close', resolve))
    // Pipelined reads of a list, until the kernel takes no more of what comes back.
    const ask = `GET /contract/v5/product/brief-symbol-list HTTP/1.1\r\nHost: 127.0.0.1:${patient.gateway.port}\r\n\r\n`
    const timer = setInterval(() => deaf.writable && deaf.write(ask.repeat(2_000)), 20)
    await cut
    clearInterval(timer)
    expect((await fetch(`${patient.base}/healthz`)).status).toBe(200)
    expect(patient.traces).toEqual([])
    await patient.gateway.close()
  }, 20_000)
})

describe('a socket that was upgraded', () => {
  it('is not counted as a request, however long it lives', async () => {
    const socket = await RawSocket.open(world.gateway.port, '/realtime_public?v=2')
    // Heartbeats come each second: three of them are three times what a request has.
    let beats = 0
    expect(await socket.until((one) => one.payload.includes('"heartbeat"') && ++beats === 3)).not.toBeNull()
    socket.socket.destroy()
  })
})
