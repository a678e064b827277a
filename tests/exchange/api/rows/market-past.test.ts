import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

type Row = Readonly<Record<string, string>>

const STEP_MS = 300_000
const HOUR_MS = 3_600_000
/** Just before the world of these tests begins: a boundary of every funding interval. */
const START_MS = 1_800_000_000_000

let world: RealGateway
let caller: Caller
beforeAll(async () => {
  world = await RealGateway.open()
  caller = await world.caller()
}, 60_000)
afterAll(() => world.close())

async function page(path: string): Promise<{ readonly list: readonly Row[]; readonly next: string }> {
  const answer = await caller.get(path)
  expect(answer.retCode, path).toBe(0)
  return { list: answer.result['list'] as Row[], next: (answer.result['nextPageCursor'] as string | undefined) ?? '' }
}

const INTEREST = '/v5/market/open-interest?category=linear&symbol=BTCUSDT&intervalTime=5min'
const FUNDING = '/v5/market/funding/history?category=linear&symbol=BTCUSDT'

describe('/v5/market/open-interest', () => {
  it('goes on from what is recorded to before the first start, page by page, each step once', async () => {
    await world.advance(2 * STEP_MS)
    await world.tick(20)
    const times: number[] = []
    let cursor = ''
    for (let pages = 0; pages < 3; pages++) {
      const { list, next } = await page(`${INTEREST}&limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`)
      expect(list).toHaveLength(4)
      times.push(...list.map((one) => Number(one['timestamp'])))
      cursor = next
    }
    // Newest first, without a hole: the one that the clock jumped over, and those before the start, too.
    expect(times).toEqual(times.map((_, i) => START_MS + (2 - i) * STEP_MS))
    const years = await page(`${INTEREST}&endTime=${START_MS - 400 * 24 * HOUR_MS}&limit=1`)
    expect(Number(years.list[0]!['openInterest'])).toBeGreaterThan(0)
  })

  it('leads up to the ticker: half a per cent from one step to the next, over the first start', async () => {
    const { list } = await page(`${INTEREST}&limit=200`)
    const ticker = (await caller.get('/v5/market/tickers?category=linear&symbol=BTCUSDT')).result['list'] as Row[]
    const figures = [ticker[0]!['openInterest'], ...list.map((one) => one['openInterest'])].map(Number)
    for (const [at, figure] of figures.slice(1).entries())
      expect(Math.abs(figures[at]! / figure - 1)).toBeLessThan(0.005)
  })

  it('forgets nothing with a restart, and reads over a line that a crash cut off', async () => {
    const before = await page(`${INTEREST}&startTime=${START_MS}`)
    await world.restart(() => appendFileSync(join(world.folder, 'open-interest.log'), '17999'))
    await world.tick(3)
    expect(await page(`${INTEREST}&startTime=${START_MS}`)).toEqual(before)
    expect(readFileSync(join(world.folder, 'open-interest.log'), 'utf8')).not.toMatch(/^17999/m)
  })

  it('refuses a cursor that is none of its own', async () => {
    expect((await caller.get(`${INTEREST}&cursor=x`)).retCode).toBe(10001)
  })
})

describe('/v5/market/account-ratio', () => {
  const RATIO = '/v5/market/account-ratio?category=linear&symbol=BTCUSDT&period=1h'

  it('has a row for each step, before the first start too, page by page', async () => {
    const { list, next } = await page(`${RATIO}&limit=3`)
    const [newest] = list
    const lastMs = Number(newest!['timestamp'])
    expect(lastMs % HOUR_MS).toBe(0)
    expect(list.map((one) => Number(one['timestamp']))).toEqual([0, 1, 2].map((n) => lastMs - n * HOUR_MS))
    for (const { buyRatio, sellRatio } of list) expect(Number(buyRatio) + Number(sellRatio)).toBeCloseTo(1, 10)
    const more = await page(`${RATIO}&limit=3&cursor=${next}`)
    expect(Number(more.list[0]!['timestamp'])).toBe(lastMs - 3 * HOUR_MS)
    const year = await page(`${RATIO}&endTime=${START_MS - 365 * 24 * HOUR_MS}&limit=1`)
    expect(Number(year.list[0]!['buyRatio'])).toBeGreaterThan(0.2)
    expect((await page(`${RATIO}&startTime=${lastMs}`)).list).toEqual([newest])
  })
})

describe('/v5/market/funding/history', () => {
  it('has a simulated one for each interval before the first start, and the paid ones before those', async () => {
    await world.advance(8 * HOUR_MS)
    await world.tick(40)
    const { list } = await page(FUNDING)
    expect(list).toHaveLength(200)
    const times = list.map((one) => Number(one['fundingRateTimestamp']))
    // The first is settled by now, dated by the boundary of its interval; those behind it were never paid.
    expect(times).toEqual(times.map((_, i) => START_MS + (1 - i) * 8 * HOUR_MS))
    const upTo = await page(`${FUNDING}&endTime=${START_MS + 8 * HOUR_MS}&limit=1`)
    expect(upTo.list).toEqual(list.slice(0, 1))
    expect((await page(`${FUNDING}&endTime=${START_MS + 8 * HOUR_MS - 1}&limit=1`)).list).toEqual(list.slice(1, 2))
    const ended = await page(`${FUNDING}&endTime=${START_MS - 1}&limit=3`)
    expect(ended.list).toEqual(list.slice(2, 5))
    const begun = await page(`${FUNDING}&startTime=${START_MS}`)
    expect(begun.list).toEqual(list.slice(0, 2))
  })
})
