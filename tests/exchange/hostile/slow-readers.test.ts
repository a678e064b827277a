import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VenueEvent } from '../../../exchange/venue/venue-port'
import { Caller, Listener, openGateway, type TestGateway } from '../api/lib/client'
import { OPCODE, RawSocket } from './lib/raw-socket'

let world: TestGateway
let caller: Caller
let account: string
beforeAll(async () => {
  world = await openGateway()
  caller = new Caller(world.base)
  account = await caller.signIn()
})
afterAll(() => world.gateway.close())

/** A private message of about 64 KiB: an order whose id is that long. */
function longNews(i: number): VenueEvent {
  const [order] = [...world.journal.orders.values()]
  return { type: 'order', account, order: { ...order!, id: `${i}-${'x'.repeat(65_000)}` as never }, action: 'newed' }
}

test('reliability.md §6.1, 27: a client that stops reading is cut with a reason, its memory bounded, and who reads misses nothing', async () => {
  await caller.post('/v5/order/create', {
    category: 'linear',
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    qty: '0.01',
    price: '50000',
  })
  const reader = await Listener.open(world.base, 'private', caller.cookie)
  reader.send({ op: 'login', args: [await caller.oneTimeToken()] })
  reader.send({ op: 'subscribe', args: ['user.order'], req_id: 's' })
  await reader.until((one) => one['req_id'] === 's')
  const deaf = await RawSocket.open(world.gateway.port, '/realtime_private?v=2', { Cookie: caller.cookie })
  deaf.say(JSON.stringify({ op: 'login', args: [await caller.oneTimeToken()] }))
  deaf.say('{"op":"subscribe","args":["user.order"],"req_id":"s"}')
  await deaf.until((one) => one.payload.includes('"req_id":"s"'))
  deaf.socket.pause()

  // 26 MB of news, the kernel's buffers and our 8 MiB several times over.
  const count = 400
  const received = reader.until((one) => JSON.stringify(one.data ?? '').includes(`"${count - 1}-x`))
  for (let i = 0; i < count; i++) {
    world.journal.emit([longNews(i)])
    if (i % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await received
  const news = reader.frames.filter((one) => one['type'] === 'delta').map((one) => one['seq'] as number)
  // Gap-free: private messages are never left out.
  expect(news.map((seq) => seq - news[0]!)).toEqual(Array.from({ length: count }, (_, i) => i))

  deaf.socket.resume()
  expect(await deaf.ended).toEqual({ code: 1013, reason: 'too slow to be told everything; resume by sequence' })
  const bytes = deaf.frames
    .filter((one) => one.opcode === OPCODE.text)
    .reduce((sum, one) => sum + one.payload.length, 0)
  expect(bytes).toBeLessThan(count * 65_000)
  reader.close()
})
