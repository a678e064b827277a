import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Caller } from '../api/lib/client'
import { RealGateway } from '../api/lib/real-gateway'
import { FAMILIES, type FrameCase } from './lib/frame-cases'
import { frame, OPCODE, RawSocket } from './lib/raw-socket'
import { stateHash } from './lib/world'

/** One of the house's sockets and one of v5's of each kind. */
const ROADS = ['/realtime_public?v=2', '/v5/trade', '/realtime_private?v=2', '/v5/public/linear']
/** Connections at a time. */
const AT_ONCE = 16
const FAMILY_NAMES = Object.keys(FAMILIES)

let world: RealGateway
let before: { readonly state: string; readonly seq: number }
/** It is told to go at the start and does not. */
let stubborn: RawSocket
beforeAll(async () => {
  world = await RealGateway.open()
  const trader = await world.caller()
  const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '50000' }
  expect((await trader.post('/v5/order/create', order)).retCode).toBe(0)
  stubborn = await RawSocket.open(world.port, ROADS[0]!)
  stubborn.write(frame({ opcode: OPCODE.text, masked: false }))
  before = { state: stateHash(world.journal), seq: world.journal.durableSeq() }
}, 120_000)
afterAll(() => world.close())

/** @returns what came of the case, `null` when it is what had to come */
async function play({ writes, outcome }: FrameCase, road: string): Promise<string | null> {
  const socket = await RawSocket.open(world.port, road)
  if (!socket.handshake.startsWith('HTTP/1.1 101')) return `the handshake was answered ${socket.handshake.slice(0, 40)}`
  for (const bytes of writes) socket.write(bytes)
  if (typeof outcome === 'number') {
    const closing = await socket.until((one) => one.opcode === OPCODE.close)
    const { code, reason } = closing === null ? await socket.ended : socket.ending
    socket.close()
    return code === outcome ? null : `closed with ${code} ${reason}`
  }
  if (outcome === 'cut') {
    const { code } = await socket.ended
    return code === null ? null : `closed with ${code}`
  }
  socket.say('{"op":"ping","req_id":"after"}')
  const pong = await socket.until((one) => isAnswerTo(one.payload, 'after'))
  socket.close()
  if (pong === null) return `closed with ${JSON.stringify(await socket.ended)}`
  const said = socket.frames.filter((one) => one.opcode === OPCODE.text && one !== pong)
  const answers = said.map((one) => String(one.payload)).filter((one) => !one.includes('"heartbeat"'))
  if (outcome === 'answered') return answers.length > 0 && answers.every(isRefusal) ? null : `said ${answers.join()}`
  return answers.length === 0 ? null : `said ${answers.join()}`
}

function isAnswerTo(payload: Buffer, id: string): boolean {
  return payload.includes(`"${id}"`)
}

/** `success` false in both dialects' streams, a code on the trading socket. */
function isRefusal(text: string): boolean {
  const answer = JSON.parse(text) as { success?: boolean; retCode?: number }
  return answer.success === false || (answer.retCode !== undefined && answer.retCode !== 0)
}

test('there are 600 hostile frames at least, each a case of its own', () => {
  const names = Object.values(FAMILIES).flatMap((family) => family.map((one) => one.name))
  expect(new Set(names).size).toBeGreaterThanOrEqual(600)
})

describe.each(ROADS)('X4: hostile frames on %s', (road) => {
  test.each(FAMILY_NAMES)('%s end as RFC 6455 and our bounds say', async (family) => {
    const faults: string[] = []
    const left = [...FAMILIES[family]!]
    const worker = async (): Promise<void> => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) {
        const fault = await play(one, road)
        if (fault !== null) faults.push(`${one.name}: expected ${one.outcome}, ${fault}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    expect(faults).toEqual([])
  })
})

describe('X4: handshakes', () => {
  test.each([
    ['no extension', {}],
    ['an offer of compression', { 'Sec-WebSocket-Extensions': 'permessage-deflate' }],
    [
      'an offer with every parameter',
      {
        'Sec-WebSocket-Extensions':
          'permessage-deflate; client_max_window_bits; server_max_window_bits=8; server_no_context_takeover',
      },
    ],
    ['an offer that is no grammar', { 'Sec-WebSocket-Extensions': ';;=,"' }],
    [
      '5,000 offers',
      { 'Sec-WebSocket-Extensions': Array.from({ length: 500 }, () => 'permessage-deflate').join(', ') },
    ],
  ])('with %s open without compression', async (_what, headers) => {
    const socket = await RawSocket.open(world.port, ROADS[0]!, headers)
    expect(socket.handshake).toMatch(/^HTTP\/1.1 101 /)
    expect(socket.handshake.toLowerCase()).not.toContain('sec-websocket-extensions')
    socket.close()
  })

  test.each([
    ['version 0', { 'Sec-WebSocket-Version': '0' }, 400],
    ['version 12', { 'Sec-WebSocket-Version': '12' }, 400],
    ['a version that is a word', { 'Sec-WebSocket-Version': 'x' }, 400],
    ['a key too short', { 'Sec-WebSocket-Key': 'c2hvcnQ=' }, 400],
    ['a key too long', { 'Sec-WebSocket-Key': 'x'.repeat(2000) }, 400],
    ['an upgrade to something else', { Upgrade: 'h2c' }, 400],
    ['a foreign origin', { Origin: 'http://evil.example' }, 403],
    ['a foreign host', { Host: 'evil.example' }, 403],
  ])('with %s are refused', async (_what, headers, status) => {
    const socket = await RawSocket.open(world.port, ROADS[0]!, headers)
    expect(socket.handshake).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    socket.close()
  })
})

test('after all of them the exchange answers, holds what it held, and nothing broke inside', async () => {
  const caller = new Caller(`http://127.0.0.1:${world.port}`)
  expect((await caller.get('/v5/market/time')).retCode).toBe(0)
  expect(world.traces).toEqual([])
  expect(stateHash(world.journal)).toBe(before.state)
  expect(world.journal.durableSeq()).toBe(before.seq)
})

test('a client that does not answer the close is cut all the same', async () => {
  expect(await stubborn.ended).toMatchObject({ code: 1002 })
})

test('a hostile text is read in no time, whatever stands in it', async () => {
  // 64 KiB of quotes without an end took two seconds and more of everybody's time.
  const socket = await RawSocket.open(world.port, ROADS[1]!)
  const startedAt = performance.now()
  for (let i = 0; i < 20; i++) socket.say(`"${'\\"'.repeat(32_000)}`)
  socket.say('{"op":"ping","req_id":"after"}')
  expect(await socket.until((one) => isAnswerTo(one.payload, 'after'))).not.toBeNull()
  socket.close()
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})
