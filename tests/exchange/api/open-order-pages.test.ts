import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { position } from '../../workers/scene'
import { Caller, Listener, openGateway, type TestGateway } from './lib/client'

let world: TestGateway
let caller: Caller
beforeEach(async () => {
  world = await openGateway()
  caller = new Caller(world.base)
  await caller.signIn()
})
afterEach(() => world.gateway.close())

interface Page {
  readonly list: readonly { readonly orderId: string; readonly seq: number }[]
  readonly nextPageCursor: string
  readonly rowSeq: number
}

async function place(count: number): Promise<readonly string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price: '50000', qtyX: '10000000' }
    const body = { ...order, timeInForce: 'GoodTillCancel' }
    const { result } = await caller.post('/contract/v5/order/create', body, { 'client-tag': `press-${i}` })
    ids.push(String(result['orderId']))
  }
  return ids
}

async function page(cursor: string): Promise<Page> {
  const { result } = await caller.get(
    `/v5/order/realtime?category=all&limit=3${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
  )
  return result as unknown as Page
}

const cancel = (orderId: string) => caller.post('/contract/v5/order/cancel', { symbol: 'BTCUSDT', orderId })

describe('open orders, page by page', () => {
  test('an order that is gone between two pages, the last one given too, moves no other out of the list or into it twice', async () => {
    const placed = await place(8)
    const first = await page('')
    // The cursor's own order, and one that was given before it.
    await cancel(first.list[2]!.orderId)
    await cancel(first.list[0]!.orderId)
    const second = await page(first.nextPageCursor)
    const third = await page(second.nextPageCursor)
    const given = [first, second, third].flatMap(({ list }) => list.map(({ orderId }) => orderId))
    expect(given.toSorted()).toEqual(placed.toSorted())
    expect(third.nextPageCursor).toBe('')
  })

  test('a list says up to which `seq` of a row it is complete', async () => {
    await place(2)
    const { list, rowSeq } = await page('')
    expect(rowSeq).toBe(Math.max(...list.map(({ seq }) => seq)))
  })

  test('a cursor that is none is refused by its name', async () => {
    const answer = await caller.get('/v5/order/realtime?category=all&cursor=o-1')
    expect(answer).toMatchObject({ retCode: 10001, retExtInfo: { field: 'cursor' } })
  })
})

test('positions: one that is closed between two pages does not begin the list again', async () => {
  const [first, second, third] = ([0, 1, 2] as const).map((positionIdx) => position({ positionIdx }))
  world.journal.positionRows = [first!, second!, third!]
  const page = (await caller.get('/v5/position/list?category=all&limit=2')).result as { nextPageCursor: string }
  world.journal.positionRows = [first!, third!]
  const cursor = encodeURIComponent(page.nextPageCursor)
  const next = (await caller.get(`/v5/position/list?category=all&limit=2&cursor=${cursor}`)).result
  expect((next['list'] as { positionIdx: number }[]).map(({ positionIdx }) => positionIdx)).toEqual([2])
})

test('a heartbeat of a channel that is logged in names the newest sequence of each topic it follows', async () => {
  const listener = await Listener.open(world.base, 'private', caller.cookie)
  listener.send({ op: 'login', args: [await caller.oneTimeToken()], req_id: 'l' })
  await listener.next()
  listener.send({ op: 'subscribe', args: ['user.order', 'user.wallet'] })
  const snapshot = await listener.until((frame) => frame['topic'] === 'user.order')
  await place(2)
  const newest = (snapshot['seq'] as number) + 2
  // One is on its way already, perhaps; the one after the next comes after the orders.
  await listener.heartbeat(listener.heartbeats.length + 2)
  const seqs = listener.heartbeats.at(-1)!['seqs'] as Record<string, number>
  expect(Object.keys(seqs).toSorted()).toEqual(['user.order', 'user.wallet'])
  expect(seqs['user.order']).toBe(newest)
  listener.close()
})
