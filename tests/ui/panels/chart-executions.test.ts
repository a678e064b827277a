import { expect, test, vi } from 'vitest'
import type { Money, Price, Qty, Rate } from '../../../src/domain/decimal'
import type { ExecId, Execution } from '../../../src/domain/order/execution'
import type { OrderId } from '../../../src/domain/order/order'
import type { HistoryQuery } from '../../../src/workers/hub-api'
import { chartExecutions } from '../../../src/ui/panels/chart-executions'
import { BTCUSDT, deskOf } from '../fixtures'

function execution(id: string, part: Partial<Execution> = {}): Execution {
  return {
    id: id as ExecId,
    orderId: 'o' as OrderId,
    orderLinkId: null,
    symbol: BTCUSDT,
    side: 'buy',
    price: '60000' as Price,
    qty: '0.1' as Qty,
    value: '6000' as Money,
    fee: '1' as Money,
    feeRate: '0.0005' as Rate,
    isMaker: false,
    execType: 'Trade',
    grossPnl: '0' as Money,
    closedQty: '0' as Qty,
    timeMs: 1,
    seq: 1,
    ...part,
  }
}

/** A history of so many pages of one fill each, and an account that is known. */
function scene(pages: number, rowOf: (page: number) => Execution = (page) => execution(`h${page}`)) {
  const desk = deskOf()
  const queries: HistoryQuery[] = []
  const hub = {
    api: {
      async executionHistory(query: HistoryQuery) {
        queries.push(query)
        const page = Number(query.cursor ?? 0)
        const nextCursor = page + 1 < pages ? String(page + 1) : null
        return { hasError: false, value: { rows: [rowOf(page)], nextCursor }, fromCache: false, asOfMs: 0 } as const
      },
    },
  }
  const source = chartExecutions({ ...desk, hub }, BTCUSDT)
  return { ...desk, ...source, queries, ids: () => source.executions().map((one) => one.id) }
}

test('four pages of the history are read and no more, of this contract', async () => {
  const { ids, queries, stop } = scene(9)
  await vi.waitFor(() => expect(ids()).toHaveLength(4))
  expect(queries.map(({ symbol, cursor }) => [symbol, cursor])).toEqual([
    [BTCUSDT, null],
    [BTCUSDT, '1'],
    [BTCUSDT, '2'],
    [BTCUSDT, '3'],
  ])
  stop()
})

test('a fill that comes live is there once; funding and other contracts are not', async () => {
  const { ids, send, stop } = scene(2, (page) => execution(`h${page}`, page === 1 ? { execType: 'Funding' } : {}))
  await vi.waitFor(() => expect(ids()).toEqual(['h0']))
  const other = execution('x', { symbol: 'ETHUSDT' as typeof BTCUSDT })
  send({
    type: 'executions',
    isSnapshot: false,
    executions: [execution('h0'), execution('live', { timeMs: 2 }), other],
  })
  expect(ids()).toEqual(['live', 'h0'])
  stop()
})

test('a chart that is gone reads nothing more', async () => {
  const { queries, send, stop, ids } = scene(1)
  await vi.waitFor(() => expect(ids()).toHaveLength(1))
  stop()
  send({ type: 'orders', isSnapshot: true, orders: [] })
  await Promise.resolve()
  expect(queries).toHaveLength(1)
})
