import { describe, expect, test } from 'vitest'
import type { HistoryQuery, HistoryRows, Read } from '../../../src/workers/hub-api'
import { HistoryModel, PAGE_ROWS } from '../../../src/ui/trading-kit/history-model'
import { BTCUSDT } from '../fixtures'

interface Row {
  readonly id: string
}
const rowsOf = (ids: readonly number[]): readonly Row[] => ids.map((id) => ({ id: String(id) }))
/** As a table shows them. */
const ids = (model: HistoryModel<Row>): readonly number[] => model.rows.value.map(({ id }) => Number(id))

const page = (rows: readonly number[], nextCursor: string | null): Read<HistoryRows<Row>> => ({
  hasError: false,
  value: { rows: rowsOf(rows), nextCursor },
  asOfMs: 5,
  fromCache: false,
})

test('pages are added one after the other by the cursor', async () => {
  const asked: HistoryQuery[] = []
  const answers = [page([1, 2], 'next'), page([3], null)]
  const model = new HistoryModel<Row>(async (query) => {
    asked.push(query)
    return answers[asked.length - 1] ?? page([], null)
  })
  await model.load(BTCUSDT)
  expect(model.hasMore.value).toBe(true)
  await model.loadMore()
  expect(ids(model)).toEqual([1, 2, 3])
  expect(model.hasMore.value).toBe(false)
  expect(asked.map((query) => query.cursor)).toEqual([null, 'next'])
})

test('a failure keeps the rows and asks for the same page again', async () => {
  const answers: Read<HistoryRows<Row>>[] = [
    page([1], 'next'),
    { hasError: true, message: 'no network', code: null },
    page([2], null),
  ]
  const model = new HistoryModel<Row>(async () => answers.shift() ?? page([], null))
  await model.load(null)
  await model.loadMore()
  expect(model.status.value).toBe('failed')
  expect(ids(model)).toEqual([1])
  await model.loadMore()
  expect(ids(model)).toEqual([1, 2])
})

test('an answer to a question that was replaced is dropped', async () => {
  const waiting: ((read: Read<HistoryRows<Row>>) => void)[] = []
  const model = new HistoryModel<Row>(() => new Promise((resolve) => waiting.push(resolve)))
  const first = model.load(null)
  const second = model.load(BTCUSDT)
  waiting[1]?.(page([2], null))
  waiting[0]?.(page([1], null))
  await Promise.all([first, second])
  expect(ids(model)).toEqual([2])
})

test('rows from a snapshot on disk say when they were true', async () => {
  const model = new HistoryModel<Row>(async () => ({ ...page([1], null), fromCache: true }) as Read<HistoryRows<Row>>)
  await model.load(null)
  expect(model.cachedAtMs.value).toBe(5)
})

test('rows from disk are replaced as a whole: none of now goes among them or below them', async () => {
  const kept = (rows: readonly number[]) => ({ ...page(rows, 'older'), fromCache: true }) as Read<HistoryRows<Row>>
  const many = Array.from({ length: PAGE_ROWS + 1 }, (_, i) => 100 - i)
  const asked: HistoryQuery[] = []
  const answers = [kept(many), kept(many), page([101, 100], 'next'), page([99], null)]
  const model = new HistoryModel<Row>(async (query) => {
    asked.push(query)
    return answers.shift() ?? page([], null)
  })
  await model.load(null)
  // More of them is the first page anew, which has no answer yet.
  await model.loadMore()
  expect(ids(model)).toEqual(many)
  await model.catchUp()
  expect(ids(model)).toEqual([101, 100])
  expect(model.cachedAtMs.value).toBeNull()
  await model.loadMore()
  expect(ids(model)).toEqual([101, 100, 99])
  expect(asked.map(({ cursor, isKept }) => [cursor, isKept])).toEqual([
    [null, true],
    [null, true],
    [null, true],
    ['next', true],
  ])
})

describe('after a time without a connection', () => {
  /** `to` down to 1. */
  const down = (from: number, to: number): readonly number[] =>
    Array.from({ length: from - to + 1 }, (_, i) => from - i)
  let answers: Read<HistoryRows<Row>>[] = []
  const asked: HistoryQuery[] = []
  const make = (): HistoryModel<Row> =>
    new HistoryModel<Row>(async (query) => {
      asked.push(query)
      return answers.shift() ?? page([], null)
    })

  test('what is new stands above, and the pages below stay with their cursor', async () => {
    answers = [page(down(100, 51), 'to-50'), page(down(50, 1), 'end'), page(down(102, 53), 'to-52'), page([0], null)]
    const model = make()
    await model.load(null)
    await model.loadMore()
    await model.catchUp()
    expect(ids(model)).toEqual(down(102, 1))
    await model.loadMore()
    expect(ids(model)).toEqual(down(102, 0))
    expect(asked.at(-1)?.cursor).toBe('end')
  })

  test('where more was missed than a page holds, the list begins anew: a gap is not shown as none', async () => {
    answers = [page(down(100, 51), 'to-50'), page(down(50, 1), null), page(down(300, 251), 'to-250')]
    const model = make()
    await model.load(null)
    await model.loadMore()
    await model.catchUp()
    expect(ids(model)).toEqual(down(300, 251))
    expect(model.hasMore.value).toBe(true)
  })

  test('what the exchange does not list any more goes from a first page', async () => {
    answers = [page([3, 2, 1], null), page([1], null)]
    const model = make()
    await model.load(null)
    await model.catchUp()
    expect(ids(model)).toEqual([1])
    expect(PAGE_ROWS).toBe(50)
  })

  test('a failure leaves what is shown, and one from before is tried again', async () => {
    const failure = { hasError: true, message: 'no network', code: null } as const
    answers = [page([1], null), failure]
    const model = make()
    await model.load(null)
    await model.catchUp()
    expect(ids(model)).toEqual([1])
    expect(model.status.value).toBe('ready')
    answers = [failure, page([2, 1], null)]
    await model.load(null)
    expect(model.status.value).toBe('failed')
    await model.catchUp()
    expect(ids(model)).toEqual([2, 1])
  })
})
