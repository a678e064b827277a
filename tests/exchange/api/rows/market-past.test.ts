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
    // Newest first, without a hole: the present step, the one it jumped over is none, the start's, and those before.
    expect(times.slice(0, 2)).toEqual([START_MS + 2 * STEP_MS, START_MS])
    expect(times.slice(1)).toEqual(times.slice(1).map((_, i) => START_MS - i * STEP_MS))
    const years = await page(`${INTEREST}&endTime=${START_MS - 400 * 24 * HOUR_MS}&limit=1`)
    expect(Number(years.list[0]!['openInterest'])).toBeGreaterThan(0)
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
