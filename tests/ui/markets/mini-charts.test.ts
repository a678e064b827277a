import { expect, test } from 'vitest'
import type { Candle } from '../../../src/domain/market/market'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { MiniCharts, miniLine } from '../../../src/ui/markets/mini-charts'
import type { CandleRange, Read } from '../../../src/workers/hub-api'

const symbol = (name: string): InstrumentSymbol => name as InstrumentSymbol

function reads() {
  const asked: { readonly range: CandleRange; readonly answer: (closes: readonly string[] | null) => void }[] = []
  const candles = (range: CandleRange): Promise<Read<readonly Candle[]>> =>
    new Promise((resolve) => {
      asked.push({
        range,
        answer: (closes) =>
          resolve(
            closes === null
              ? { hasError: true, message: 'away', code: null }
              : {
                  hasError: false,
                  value: closes.map((close, at) => ({ close, startMs: at }) as unknown as Candle),
                  asOfMs: 0,
                  fromCache: false,
                },
          ),
      })
    })
  return { asked, candles }
}

const settled = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await Promise.resolve()
}

test('four reads are on their way at most; a row that left before its turn is not read, the newest wish goes first', async () => {
  const { asked, candles } = reads()
  const charts = new MiniCharts({ candles }, () => 0)
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) charts.want(symbol(name))
  expect(asked.map(({ range }) => range.symbol)).toEqual(['A', 'B', 'C', 'D'])
  charts.unwant(symbol('F'))
  asked[0]?.answer(['1', '2'])
  await settled()
  expect(asked.map(({ range }) => range.symbol)).toEqual(['A', 'B', 'C', 'D', 'G'])
  expect(charts.of(symbol('A')).value).toEqual([1, 2])
})

test('a picture is read again when it is half an hour old, and one that failed at the next sight', async () => {
  const { asked, candles } = reads()
  let nowMs = 0
  const charts = new MiniCharts({ candles }, () => nowMs)
  charts.want(symbol('A'))
  asked[0]?.answer(null)
  await settled()
  charts.want(symbol('A'))
  expect(asked).toHaveLength(2)
  asked[1]?.answer(['1', '2'])
  await settled()
  nowMs = 1_799_999
  charts.want(symbol('A'))
  expect(asked).toHaveLength(2)
  nowMs = 1_800_000
  charts.want(symbol('A'))
  expect(asked).toHaveLength(3)
})

test('the line spans its box from the lowest to the highest price', () => {
  // Three points over 10 px: at 0, 5 and 10. The lowest price is at the bottom (20), the highest at the top (0).
  expect(miniLine([100, 90, 110], { width: 10, height: 20 })).toEqual({ path: 'M0 10L5 20L10 0', openY: 10 })
  expect(miniLine([5, 5], { width: 10, height: 20 })).toEqual({ path: 'M0 10L10 10', openY: 10 })
  expect(miniLine([5], { width: 10, height: 20 })).toBeNull()
})
