import { describe, expect, test, vi } from 'vitest'
import type { Money, Price, Qty } from '../../../../src/domain/decimal'
import type { Candle } from '../../../../src/domain/market/market'
import type { InstrumentSymbol } from '../../../../src/domain/order/order'
import { createHubDatafeed } from '../../../../src/ui/chart/port/hub-datafeed'
import type { HubLink } from '../../../../src/ui/hub-link/hub-link'
import type { Read } from '../../../../src/workers/hub-api'
import type { HubEvent } from '../../../../src/workers/hub-events'

const SYMBOL = 'BTCUSDT' as InstrumentSymbol
const MINUTE = 60_000

function candle(minute: number, close = '10'): Candle {
  const price = close as Price
  return {
    startMs: minute * MINUTE,
    endMs: minute * MINUTE + MINUTE - 1,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: '1' as Qty,
    turnover: '10' as Money,
    confirmed: true,
  }
}

function fakeHub(history: Read<readonly Candle[]>) {
  const listeners = new Set<(events: readonly HubEvent[]) => void>()
  const release = vi.fn()
  const hub = {
    api: { candles: async () => history } as unknown as HubLink['api'],
    watch: vi.fn(() => release),
    onEvents(listener: (events: readonly HubEvent[]) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return { hub, release, emit: (...events: HubEvent[]) => listeners.forEach((one) => one(events)) }
}

function candles(...list: Candle[]): HubEvent {
  return { type: 'candles', symbol: SYMBOL, interval: '1', source: 'last', candles: list }
}

const read = (list: readonly Candle[]): Read<readonly Candle[]> => ({
  hasError: false,
  value: list,
  asOfMs: 0,
  fromCache: false,
})

async function start(history: readonly Candle[]) {
  const { hub, release, emit } = fakeHub(read(history))
  const feed = createHubDatafeed(hub, () => null)
  await feed.history({ symbol: SYMBOL, resolution: '1', toMs: null, countBack: 2 })
  const listener = { onBars: vi.fn(), onReset: vi.fn() }
  const stop = feed.subscribe(SYMBOL, '1', listener)
  return { emit, listener, stop, release }
}

test('what was asked ahead while nobody answered is asked again, and its answer stands for the question', async () => {
  const { hub } = fakeHub({ hasError: false, value: [candle(1)], asOfMs: 0, fromCache: false })
  const read = (ahead: Promise<Read<readonly Candle[]>>) =>
    createHubDatafeed(
      hub,
      () => null,
      undefined,
      () => ahead,
    ).history({
      symbol: SYMBOL,
      resolution: '1',
      toMs: null,
      countBack: 1,
    })
  const early = { hasError: false as const, value: [candle(0)], asOfMs: 0, fromCache: false }
  expect((await read(Promise.resolve(early))).bars).toMatchObject([{ time: 0 }])
  const failed: Read<readonly Candle[]> = { hasError: true, code: -1, message: 'no answer' }
  expect((await read(Promise.resolve(failed))).bars).toMatchObject([{ time: MINUTE }])
  expect((await read(Promise.reject(new Error('the hub is gone')))).bars).toMatchObject([{ time: MINUTE }])
})

describe('the datafeed of the hub', () => {
  test('bars that were asked for ahead are not asked for again; what follows is', async () => {
    const { hub } = fakeHub(read([candle(1)]))
    const ahead = [Promise.resolve(read([candle(7), candle(8)]))]
    const feed = createHubDatafeed(
      hub,
      () => null,
      () => [],
      () => ahead.pop() ?? null,
    )
    const ask = () => feed.history({ symbol: SYMBOL, resolution: '1', toMs: null, countBack: 2 })
    expect((await ask()).bars.map(({ time }) => time / MINUTE)).toEqual([7, 8])
    expect((await ask()).bars.map(({ time }) => time / MINUTE)).toEqual([1])
  })

  test('many candles of one delivery are one push, in the newest state of each bar', async () => {
    const { emit, listener } = await start([candle(1), candle(2)])
    emit(candles(candle(2, '11')), candles(candle(2, '12')))
    expect(listener.onBars).toHaveBeenCalledTimes(1)
    expect(listener.onBars.mock.calls[0]?.[0]).toMatchObject([{ time: 2 * MINUTE, close: 12 }])
  })

  test('a bar older than the newest known one is not drawn', async () => {
    const { emit, listener } = await start([candle(1), candle(2)])
    emit(candles(candle(1)))
    expect(listener.onBars).not.toHaveBeenCalled()
  })

  test('a hole is asked about once and then believed', async () => {
    const { emit, listener } = await start([candle(1), candle(2)])
    emit(candles(candle(5)))
    expect(listener.onReset).toHaveBeenCalledTimes(1)
    expect(listener.onBars).not.toHaveBeenCalled()
    emit(candles(candle(5)))
    expect(listener.onReset).toHaveBeenCalledTimes(1)
    expect(listener.onBars).toHaveBeenCalledTimes(1)
  })

  test('the hub may say that bars are missing', async () => {
    const { emit, listener } = await start([candle(1)])
    emit({ type: 'candleReset', symbol: SYMBOL, interval: '1', source: 'last' })
    expect(listener.onReset).toHaveBeenCalledTimes(1)
  })

  test('other intervals and symbols are not this chart', async () => {
    const { emit, listener } = await start([candle(1)])
    emit({ type: 'candles', symbol: SYMBOL, interval: '5', source: 'last', candles: [candle(5)] })
    emit({ type: 'candles', symbol: SYMBOL, interval: '1', source: 'mark', candles: [candle(2)] })
    expect(listener.onBars).not.toHaveBeenCalled()
    expect(listener.onReset).not.toHaveBeenCalled()
  })

  test('letting go releases the stream and hears no more', async () => {
    const { emit, listener, stop, release } = await start([candle(1)])
    stop()
    emit(candles(candle(2)))
    expect(release).toHaveBeenCalledTimes(1)
    expect(listener.onBars).not.toHaveBeenCalled()
  })

  test('fewer bars than asked for means that history ends', async () => {
    const { hub } = fakeHub(read([candle(1)]))
    const feed = createHubDatafeed(hub, () => null)
    expect(await feed.history({ symbol: SYMBOL, resolution: '1', toMs: null, countBack: 2 })).toMatchObject({
      noMore: true,
    })
  })

  test('a read that failed is an error of the chart', async () => {
    const { hub } = fakeHub({ hasError: true, message: 'offline', code: null })
    const feed = createHubDatafeed(hub, () => null)
    await expect(feed.history({ symbol: SYMBOL, resolution: '1', toMs: null, countBack: 2 })).rejects.toThrow('offline')
  })
})
