import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createRandom } from '../../../src/base/random'
import { Caller, openGateway, type TestGateway } from './lib/client'
import { START_MS } from './lib/fake-journal'
import { Signer } from './lib/signer'

/** A socket may ask a hundred times a second, and an account may trade as often. */
const MESSAGES_PER_SOCKET = 95
const SOCKETS = 10

const header = { 'X-BAPI-TIMESTAMP': String(START_MS), 'X-BAPI-RECV-WINDOW': '5000' }
const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '50000' }
const VALID = [
  { op: 'subscribe', args: ['orderbook.50.BTCUSDT', 'kline.1.BTCUSDT'], req_id: 'a' },
  { op: 'unsubscribe', args: ['tickers.BTCUSDT'] },
  { op: 'auth', args: ['key', START_MS + 1000, '0'.repeat(64)], req_id: 'b' },
  { op: 'order.create', header, args: [order], reqId: 'c' },
  { op: 'order.amend', header, args: [{ ...order, orderId: 'x' }], reqId: 'd' },
  {
    op: 'order.cancel-batch',
    header,
    args: [{ category: 'linear', request: [{ ...order, orderId: 'x' }] }],
    reqId: 'e',
  },
].map((one) => JSON.stringify(one))
const JUNK = ['{', '}', '[', ']', '"', ':', ',', 'null', '-1', '1e999', '""', '\\u0000', '__proto__', '0.01']

const random = createRandom(20)
const pick = <T>(list: readonly T[]): T => list[random.int(0, list.length - 1)]!

/** A valid message with one to four places cut out, doubled, or replaced. */
function mutated(): string {
  let text = pick(VALID)
  for (let i = random.int(1, 4); i > 0; i--) {
    const at = random.int(0, text.length)
    const cut = random.int(0, 3)
    text = text.slice(0, at) + pick([...JUNK, text.slice(at, at + cut).repeat(2)]) + text.slice(at + cut)
  }
  return text
}

let world: TestGateway
beforeEach(async () => {
  world = await openGateway()
})
afterEach(() => world.gateway.close())

/** Sends texts, then a ping. @returns all that was said before its pong */
async function converse(
  road: string,
  first: string | null,
  texts: readonly string[],
): Promise<Record<string, unknown>[]> {
  const socket = new WebSocket(`${world.base.replace('http', 'ws')}/v5/${road}`)
  const replies: Record<string, unknown>[] = []
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  const answered = new Promise<void>((resolve, reject) => {
    socket.on('close', () => reject(new Error('the socket was cut')))
    socket.on('message', (data) => {
      const reply = JSON.parse(String(data)) as Record<string, unknown>
      const id = reply['req_id'] ?? reply['reqId']
      if (id === 'last') resolve()
      // A pong overtakes orders that wait for the disk: a second one comes after their answers.
      else if (id === 'almost') socket.send('{"op":"ping","req_id":"last"}')
      else replies.push(reply)
    })
  })
  if (first !== null) socket.send(first)
  for (const text of texts) socket.send(text)
  socket.send('{"op":"ping","req_id":"almost"}')
  await answered
  socket.terminate()
  return replies
}

describe('v5 sockets under mutated messages', () => {
  it.each(['public/linear', 'private', 'trade'])('%s answers and changes nothing for who has no key', async (road) => {
    for (let i = 0; i < SOCKETS; i++) {
      await converse(road, null, Array.from({ length: MESSAGES_PER_SOCKET }, mutated))
    }
    expect(world.journal.inputs).toEqual([])
    expect(world.traces).toEqual([])
  })

  it('trade takes for a key exactly what it answers as taken', async () => {
    let taken = 0
    for (let i = 0; i < SOCKETS; i++) {
      const caller = new Caller(world.base)
      await caller.signIn()
      const signer = await Signer.of(caller, () => START_MS)
      const expires = START_MS + 1000
      const sign = createHmac('sha256', signer.apiSecret).update(`GET/realtime${expires}`).digest('hex')
      const login = JSON.stringify({ op: 'auth', args: [signer.apiKey, expires, sign] })
      const replies = await converse('trade', login, Array.from({ length: MESSAGES_PER_SOCKET }, mutated))
      taken += replies.filter((one) => one['op'] === 'order.create' && one['retCode'] === 0).length
    }
    const inputs = world.journal.inputs.filter(({ input }) => input.type === 'place')
    expect(taken).toBeGreaterThan(0)
    expect(inputs).toHaveLength(taken)
    expect(world.traces).toEqual([])
  })
})
