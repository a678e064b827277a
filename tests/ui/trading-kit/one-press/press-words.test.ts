import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { Price, Qty } from '../../../../src/domain/decimal'
import type { OrderId } from '../../../../src/domain/order/order'
import { i18n } from '../../../../src/ui/i18n/instance'
import { NoticeModel } from '../../../../src/ui/state/notice-model'
import { lastPressText, pressWord } from '../../../../src/ui/trading-kit/one-press/press-words'
import { QuickOrders, type QuickOrder } from '../../../../src/ui/trading-kit/one-press/quick-orders'
import { BTCUSDT, deskOf, positionOf } from '../../fixtures'

beforeAll(async () => {
  const file = new URL('../../../../locales/en/ladder.json', import.meta.url)
  const ladder = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  await i18n.init({ lng: 'en', resources: { en: { ladder } }, interpolation: { escapeValue: false } })
})

/** A signed-in account in hedge mode with a long of 0.5, or in one-way mode. */
function deskIn(mode: 'oneWay' | 'hedge') {
  const desk = deskOf()
  const indexes = mode === 'hedge' ? ([1, 2] as const) : ([0] as const)
  const positions = indexes.map((positionIdx) =>
    positionOf(positionIdx === 2 ? { positionIdx, side: null, size: '0' as Qty } : { positionIdx }),
  )
  desk.send({ type: 'positions', isSnapshot: true, positions })
  return desk
}

/** What the last line says of an order that was pressed. */
async function said(mode: 'oneWay' | 'hedge', change: Partial<QuickOrder>): Promise<string | null> {
  const desk = deskIn(mode)
  const orders = new QuickOrders({
    app: { ...desk, notices: new NoticeModel() },
    place: async () => ({ kind: 'accepted', value: 'o' as OrderId }),
    actions: { amend: async () => null },
    now: () => 1,
    monotonic: () => 1,
  })
  const order = { side: 'sell', type: 'limit', price: '60010' as Price, qty: '0.01' as Qty, ...change } as const
  await orders.send(desk.market, { timeInForce: 'goodTillCancel', reduceOnly: false, ...order })
  const last = orders.last.peek()
  return last === null ? null : lastPressText(last, { qty: '0.010', price: '60,010.0' })
}

test('in hedge mode a press says which position it opens, whatever is held (issue 23.6)', () => {
  const { account } = deskIn('hedge')
  expect([pressWord(account, BTCUSDT, 'buy'), pressWord(account, BTCUSDT, 'sell')]).toEqual(['openLong', 'openShort'])
  const oneWay = deskIn('oneWay').account
  expect([pressWord(oneWay, BTCUSDT, 'buy'), pressWord(oneWay, BTCUSDT, 'sell')]).toEqual(['buy', 'sell'])
})

test('the line of the last press says what it opened or closed', async () => {
  // A sale beside an open long opens a short; the key that closes the long sells, too.
  expect(await said('hedge', {})).toBe('Open short 0.010 at 60,010.0: placed')
  expect(await said('hedge', { reduceOnly: true })).toBe('Close long 0.010 at 60,010.0: placed')
  expect(await said('oneWay', {})).toBe('Sell 0.010 at 60,010.0: placed')
})
