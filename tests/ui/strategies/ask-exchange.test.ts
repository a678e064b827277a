import { effect } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Money, Qty, Rate } from '../../../src/domain/decimal'
import type { NewOrder } from '../../../src/domain/order/new-order'
import { askExchange } from '../../../src/ui/strategies/ask-exchange'
import { StrategyForm } from '../../../src/ui/strategies/strategy-form'
import type { App } from '../../../src/ui/state/app-context'
import { ASK_AFTER_MS } from '../../../src/ui/trading-kit/ticket/order-check'
import { deskOf, tickerOf } from '../fixtures'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The exchange says that an order costs 12 and may be 3 at most. */
function asking(kind: 'uta2' | 'pm') {
  const desk = deskOf()
  desk.send({ type: 'session', session: { account: 'acc', name: 'paper', kind } })
  const asked: NewOrder[] = []
  const foretell = async (order: NewOrder) => {
    asked.push(order)
    const rates = { initialBefore: null, initialAfter: '0.1' as Rate, maintenanceBefore: null, maintenanceAfter: null }
    return { hasError: false, value: { rates, cost: '12' as Money, most: '3' as Qty } }
  }
  const form = new StrategyForm(desk.market, {
    app: desk,
    open: () => Promise.resolve({ kind: 'accepted', value: 's-1' }),
    drafts: { load: () => null, save: () => {} },
    start: { qtyText: '', priceText: '', reduceOnly: false },
    now: () => 1000,
    monotonic: () => 1000,
  })
  const stop = askExchange(form, { account: desk.account, hub: { api: { foretell } } } as unknown as App)
  return { desk, form, asked, stop }
}

test('with portfolio margin a TWAP is asked about as one market order, and shows what the exchange says of it', async () => {
  const { desk, form, asked, stop } = asking('pm')
  form.setQtyText('0.05')
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect(asked).toHaveLength(2)
  expect(asked[0]).toMatchObject({ side: 'buy', type: 'market', price: null, qty: '0.05', reduceOnly: false })
  expect(form.outlook.told.value?.sides.buy).toMatchObject({ cost: '12', rates: { initialAfter: '0.1' } })
  expect(form.outlook.figures.buy.value.cost).toBe('12')
  // A market that moves asks nothing anew, and what was said stays.
  desk.send({ type: 'ticker', ticker: tickerOf('60100'), stale: false })
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect(asked).toHaveLength(2)
  expect(form.outlook.told.value?.sides.buy).not.toBeNull()
  stop()
  expect(form.outlook.told.value).toBeNull()
})

test('an iceberg is asked about as its limit order, and the slider is a share of the largest', async () => {
  const { form, asked, stop } = asking('pm')
  const shown: number[] = []
  const end = effect(() => void shown.push(form.percent.value))
  form.setKind('iceberg')
  form.setQtyText('1.5')
  form.price.setText('60500')
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect(asked.at(-1)).toMatchObject({ side: 'sell', type: 'limit', price: '60500', qty: '1.5' })
  // 1.5 of 3.
  expect(shown.at(-1)).toBe(50)
  form.setPercent(100)
  expect(form.qtyText.value).toBe('3.000')
  end()
  stop()
})

test('where the page reckons it itself, nothing is asked', async () => {
  const { form, asked, stop } = asking('uta2')
  form.setQtyText('0.05')
  await vi.advanceTimersByTimeAsync(10 * ASK_AFTER_MS)
  expect(asked).toEqual([])
  stop()
})

test('an iceberg above the largest order is asked about with the order that is held first', async () => {
  const { form, asked, stop } = asking('pm')
  form.setKind('iceberg')
  // A limit order has 1,190 at most.
  form.setQtyText('2000')
  form.setShowText('0.5')
  form.price.setText('60500')
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect(asked.filter(({ qty }) => qty !== '0.001')).toMatchObject([{ qty: '0.5' }, { qty: '0.5' }])
  expect(form.held.figures.sell.value.cost).toBe('12')
  stop()
})

test('of an iceberg its shown part is held, and its figures are those of that order', () => {
  const { form, stop } = asking('uta2')
  form.setKind('iceberg')
  form.setQtyText('0.5')
  form.setShowText('0.1')
  form.price.setText('60000')
  // 6,000 at 10× is 600 of margin; 3.3 to open, 6,000 · 0.9 · 0.00055 = 2.97 to close. All of it is five times that.
  expect(form.held.figures.buy.value.cost).toBe('606.27')
  expect(form.outlook.figures.buy.value.cost).toBe('3031.35')
  stop()
})
