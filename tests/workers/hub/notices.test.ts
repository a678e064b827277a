import { describe, expect, test } from 'vitest'
import type { Money, Price, Qty, Rate } from '../../../src/domain/decimal'
import type { ExecId, Execution } from '../../../src/domain/order/execution'
import type { InstrumentSymbol, OrderId } from '../../../src/domain/order/order'
import type { Notice } from '../../../src/workers/hub-events'
import { Notices } from '../../../src/workers/hub/account/notices'
import { orderOf } from '../../ui/fixtures'

function told(...news: readonly Parameters<Notices['orderNews']>[]): readonly Notice['kind'][] {
  const kinds: Notice['kind'][] = []
  const notices = new Notices((notice) => kinds.push(notice.kind))
  for (const one of news) notices.orderNews(...one)
  return kinds
}

describe('toasts of guards', () => {
  const trailing = orderOf('t', { status: 'untriggered', stopOrderType: 'trailingStop', stopPrice: '59500' as Price })

  test('a trailing stop that moves tells nothing, an amended conditional order does', () => {
    const conditional = orderOf('c', { status: 'untriggered', stopOrderType: 'stop' })
    expect(told([trailing, 'replaced'], [conditional, 'replaced'])).toEqual(['orderAmended'])
  })

  test('one that waits since its fill would liquidate the rest tells it when it begins to, and not again', () => {
    const held = { ...trailing, isHeldBack: true, seq: 2 } as const
    expect(told([held, 'replaced', trailing], [{ ...held, seq: 3 }, 'replaced', held])).toEqual(['orderHeldBack'])
    // It moved on with a better price, and came to stand still once more.
    const again = { ...held, seq: 5 }
    expect(told([held, 'replaced', trailing], [trailing, 'replaced', held], [again, 'replaced', trailing])).toEqual([
      'orderHeldBack',
      'orderHeldBack',
    ])
  })

  test('a guard that goes with its position tells nothing, one that the trader cancels does', () => {
    const gone = { ...trailing, status: 'deactivated' } as const
    expect(told([{ ...gone, cancelType: 'CancelByTpSlTsClear' }, 'canceled'])).toEqual([])
    expect(told([{ ...gone, cancelType: 'CancelByUser' }, 'canceled'])).toEqual(['orderCanceled'])
  })
})

describe('only what somebody asked for is told as an amendment', () => {
  const spotTrailing = orderOf('t', {
    status: 'untriggered',
    stopOrderType: 'stop',
    planType: 'trailingStop',
    stopPrice: '59500' as Price,
    triggerPrice: '59500' as Price,
    seq: 1,
  })

  test('a pair’s trailing stop that moves tells nothing, a new quantity of it does', () => {
    const moved = { ...spotTrailing, stopPrice: '59600' as Price, triggerPrice: '59600' as Price, seq: 2 }
    const larger = { ...moved, qty: '0.3' as Qty, seq: 3 }
    expect(told([moved, 'replaced', spotTrailing])).toEqual([])
    // The order was read anew meanwhile: how it was is not known.
    expect(told([moved, 'replaced'])).toEqual([])
    expect(told([larger, 'replaced', moved])).toEqual(['orderAmended'])
  })

  const leg = (id: string, pair: string) =>
    orderOf(id, { status: 'untriggered', stopOrderType: 'stop', planType: 'oco', pairOrderId: pair as OrderId })

  test('the leg that holds the amount from now on tells nothing', () => {
    const left = { ...leg('b', 'a'), pairOrderId: null, seq: 2 }
    expect(told([left, 'replaced', leg('b', 'a')])).toEqual([])
  })

  test('a new quantity of both legs is told once, of the leg that it was asked of', () => {
    const [a, b] = [leg('a', 'b'), leg('b', 'a')]
    const larger = (one: typeof a) => ({ ...one, qty: '0.3' as Qty, seq: 2 })
    const orders: (Notice['order'] | undefined)[] = []
    const notices = new Notices(
      ({ order }) => orders.push(order),
      (id) => larger(id === a.id ? a : b),
    )
    notices.orderNews(larger(b), 'replaced', b)
    notices.orderNews(larger(a), 'replaced', a)
    expect(orders.map((order) => order?.id)).toEqual(['b'])
  })

  test('both legs that one cancel ends are told once, with each other', () => {
    const gone = (id: string, pair: string) =>
      ({ ...leg(id, pair), status: 'deactivated', cancelType: 'CancelByUser', seq: 5 }) as const
    const seen: Notice[] = []
    const [a, b] = [gone('a', 'b'), gone('b', 'a')]
    const notices = new Notices(
      (notice) => seen.push(notice),
      (id) => ({ a, b })[String(id)] ?? leg('d', 'c'),
    )
    notices.orderNews(a, 'canceled', leg('a', 'b'))
    notices.orderNews(b, 'canceled', leg('b', 'a'))
    expect(seen.map(({ order, pair }) => [order?.id, pair?.id])).toEqual([['a', 'b']])
    // One alone: the other one is still open.
    const alone = { ...gone('c', 'd'), seq: 6 }
    notices.orderNews(alone, 'canceled', leg('c', 'd'))
    expect(seen.map(({ order, pair }) => [order?.id, pair?.id])).toEqual([
      ['a', 'b'],
      ['c', undefined],
    ])
  })

  test('legs that grow with the fills of their order tell nothing, one that is amended does', () => {
    const brought = orderOf('l', {
      status: 'untriggered',
      planType: 'takeProfitStopLoss',
      qty: '0.1' as Qty,
      parentOrderId: 'p' as OrderId,
    })
    const grown = { ...brought, qty: '0.2' as Qty, seq: 7 }
    const parent = orderOf('p', { status: 'partiallyFilled', seq: 7 })
    const seqs: (number | undefined)[] = []
    const notices = new Notices(
      ({ order }) => seqs.push(order?.seq),
      () => parent,
    )
    notices.orderNews(grown, 'replaced', brought)
    notices.orderNews({ ...grown, seq: 8 }, 'replaced', brought)
    expect(seqs).toEqual([8])
  })

  test('another margin rate at which a position closes is told', () => {
    const rate = orderOf('r', { status: 'untriggered', stopOrderType: 'mmRateClose' })
    expect(told([rate, 'replaced'])).toEqual(['orderAmended'])
    // The quantity that it closes follows the position by itself.
    expect(told([{ ...rate, qty: '0.07' as Qty }, 'replaced', rate])).toEqual([])
    expect(told([{ ...rate, mmRate: '0.6' as Rate }, 'replaced', rate])).toEqual(['orderAmended'])
  })
})

test('a delivery is told once, a fill is told by its order', () => {
  const kinds: Notice['kind'][] = []
  const notices = new Notices((notice) => kinds.push(notice.kind))
  for (const execType of ['Delivery', 'Delivery', 'Trade', 'Funding', 'Settle'])
    notices.executionNews({ ...EXECUTION, id: `e-${execType}` as ExecId, execType })
  expect(kinds).toEqual(['delivered'])
})

const EXECUTION: Execution = {
  id: 'e' as ExecId,
  orderId: '' as OrderId,
  orderLinkId: null,
  symbol: 'BTC-26NOV26-60000-C-USDT' as InstrumentSymbol,
  side: 'sell',
  price: '744.2' as Price,
  qty: '0.3' as Qty,
  value: '223.26' as Money,
  fee: '0' as Money,
  feeRate: '0' as Rate,
  isMaker: false,
  execType: 'Delivery',
  grossPnl: '100' as Money,
  closedQty: '0.3' as Qty,
  timeMs: 1,
  seq: 1,
}
