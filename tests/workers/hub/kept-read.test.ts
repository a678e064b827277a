import { expect, test } from 'vitest'
import { keptRead } from '../../../src/workers/hub/account/kept-read'
import type { HistoryRows, Read } from '../../../src/workers/hub-api'
import type { InstrumentSymbol, Order } from '../../../src/domain/order/order'
import { FakeHubStore } from '../fakes'
import { BTC, order } from '../scene'

type Rows = Read<HistoryRows<Order>>

const page = (id: string, asOfMs: number): Rows => ({
  hasError: false,
  value: { rows: [order({ id })], nextCursor: 'older' },
  asOfMs,
  fromCache: false,
})
const GONE: Rows = { hasError: true, message: 'network', code: null }
const REFUSED: Rows = { hasError: true, message: 'no', code: 10_003 }

function scene() {
  const store = new FakeHubStore()
  const state = { account: 'ann' as string | null }
  const read = (of: string | null, answer: Rows | Promise<Rows>) =>
    keptRead(store, () => state.account, 'orders', of, Promise.resolve(answer))
  return { store, state, read }
}

test('without an answer the last one is given, as old as it is, of the same market alone', async () => {
  const { read } = scene()
  expect(await read('all', page('a', 5))).toEqual(page('a', 5))
  await read(BTC, page('b', 7))
  for (let i = 0; i < 2; i++) expect(await read('all', GONE)).toEqual({ ...page('a', 5), fromCache: true })
  expect(await read(BTC, GONE)).toEqual({ ...page('b', 7), fromCache: true })
  expect(await read('ETHUSDT', GONE)).toEqual(GONE)
  // What no table shows is neither kept nor given.
  expect(await read(null, GONE)).toEqual(GONE)
  // Read anew, it takes the place of the former as a whole.
  await read('all', page('c', 9))
  expect(await read('all', GONE)).toEqual({ ...page('c', 9), fromCache: true })
})

test('a market that was never read by itself has its rows of the page of all, as old as that is', async () => {
  const { store, state } = scene()
  const wider = {
    of: 'all',
    narrow: (all: HistoryRows<Order>) => ({ ...all, rows: all.rows.filter(({ symbol }) => symbol === BTC) }),
  }
  const read = (of: string, answer: Rows, within = of === 'all' ? null : wider) =>
    keptRead(store, () => state.account, 'orders', of, Promise.resolve(answer), within)
  const eth = order({ id: 'e', symbol: 'ETHUSDT' as InstrumentSymbol })
  const whole = { rows: [order({ id: 'a' }), eth, order({ id: 'b' })], nextCursor: 'older' }
  await read('all', { hasError: false, value: whole, asOfMs: 5, fromCache: false })
  const found = await read(BTC, GONE)
  expect(found).toMatchObject({ asOfMs: 5, fromCache: true, value: { nextCursor: 'older' } })
  expect(found.hasError ? [] : found.value.rows.map(({ id }) => id)).toEqual(['a', 'b'])
  // What was read of it by itself comes first, and nothing of another account at all.
  await read(BTC, page('c', 3))
  expect(await read(BTC, GONE)).toEqual({ ...page('c', 3), fromCache: true })
  state.account = 'bob'
  expect(await read(BTC, GONE)).toEqual(GONE)
})

test('a refusal gives nothing, and neither does another account, or none (I12)', async () => {
  const { state, read } = scene()
  await read('all', page('a', 5))
  expect(await read('all', REFUSED)).toEqual(REFUSED)
  for (const next of ['bob', null]) {
    state.account = next
    expect(await read('all', GONE)).toEqual(GONE)
  }
  state.account = 'ann'
  expect(await read('all', GONE)).toMatchObject({ fromCache: true })
})

test('an answer that comes after its account was left is not put on disk, nor are its rows taken from there (I12)', async () => {
  const { store, state, read } = scene()
  let answer: (rows: Rows) => void = () => {}
  const late = read('all', new Promise((resolve) => (answer = resolve)))
  state.account = null
  answer(page('a', 5))
  await late
  expect(store.saved.size).toBe(0)
  state.account = 'ann'
  await read('all', page('a', 5))
  const leaving = read('all', GONE)
  // It changes while the disk is read.
  await Promise.resolve()
  state.account = 'bob'
  expect(await leaving).toEqual(GONE)
})
