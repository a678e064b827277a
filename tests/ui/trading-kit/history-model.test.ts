import { expect, test } from 'vitest'
import type { HistoryQuery, HistoryRows, Read } from '../../../src/workers/hub-api'
import { HistoryModel } from '../../../src/ui/trading-kit/history-model'
import { BTCUSDT } from '../fixtures'

const page = (rows: readonly number[], nextCursor: string | null): Read<HistoryRows<number>> => ({
  hasError: false,
  value: { rows, nextCursor },
  asOfMs: 5,
  fromCache: false,
})

test('pages are added one after the other by the cursor', async () => {
  const asked: HistoryQuery[] = []
  const answers = [page([1, 2], 'next'), page([3], null)]
  const model = new HistoryModel<number>(async (query) => {
    asked.push(query)
    return answers[asked.length - 1] ?? page([], null)
  })
  await model.load(BTCUSDT)
  expect(model.hasMore.value).toBe(true)
  await model.loadMore()
  expect(model.rows.value).toEqual([1, 2, 3])
  expect(model.hasMore.value).toBe(false)
  expect(asked.map((query) => query.cursor)).toEqual([null, 'next'])
})

test('a failure keeps the rows and asks for the same page again', async () => {
  const answers: Read<HistoryRows<number>>[] = [
    page([1], 'next'),
    { hasError: true, message: 'no network', code: null },
    page([2], null),
  ]
  const model = new HistoryModel<number>(async () => answers.shift() ?? page([], null))
  await model.load(null)
  await model.loadMore()
  expect(model.status.value).toBe('failed')
  expect(model.rows.value).toEqual([1])
  await model.loadMore()
  expect(model.rows.value).toEqual([1, 2])
})

test('an answer to a question that was replaced is dropped', async () => {
  const waiting: ((read: Read<HistoryRows<number>>) => void)[] = []
  const model = new HistoryModel<number>(() => new Promise((resolve) => waiting.push(resolve)))
  const first = model.load(null)
  const second = model.load(BTCUSDT)
  waiting[1]?.(page([2], null))
  waiting[0]?.(page([1], null))
  await Promise.all([first, second])
  expect(model.rows.value).toEqual([2])
})

test('rows from a snapshot on disk say when they were true', async () => {
  const model = new HistoryModel<number>(
    async () => ({ ...page([1], null), fromCache: true }) as Read<HistoryRows<number>>,
  )
  await model.load(null)
  expect(model.cachedAtMs.value).toBe(5)
})
