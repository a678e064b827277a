import { expect, test, vi } from 'vitest'
import { askSnapshot, offerSnapshot, snapshotFile } from '../../../src/ui/state/snapshot-hand-over'

const taken = (symbol: string) => ({
  picture: new Blob(['picture'], { type: 'image/png' }),
  symbol,
  interval: '30m',
  takenAtMs: 1_000,
})

test('a picture goes to the page that has its name, also when that is reloaded, and to no other', async () => {
  const first = offerSnapshot(taken('BTCUSDT'))
  const second = offerSnapshot(taken('ETHUSDT'))
  for (const id of [first, first]) expect((await askSnapshot(id))?.symbol).toBe('BTCUSDT')
  const given = await askSnapshot(second)
  expect([given?.symbol, await given?.picture.text()]).toEqual(['ETHUSDT', 'picture'])
})

test('a tab hands out its ten newest pictures; of an older one nothing comes', async () => {
  const ids = Array.from({ length: 11 }, (_, at) => offerSnapshot(taken(`S${at}`)))
  expect((await askSnapshot(ids[1]!))?.symbol).toBe('S1')
  vi.useFakeTimers()
  const gone = askSnapshot(ids[0]!)
  await vi.advanceTimersByTimeAsync(3_000)
  vi.useRealTimers()
  expect(await gone).toBeNull()
})

test('the file of a pair has no slash in its name', () => {
  expect(snapshotFile({ symbol: 'BTC/USDT', interval: '1D' })).toBe('BTC-USDT-1D.png')
})
