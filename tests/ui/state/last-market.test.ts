import { describe, expect, test, vi } from 'vitest'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { CatalogueModel } from '../../../src/ui/state/catalogue-model'
import { keptApart, type Kept } from '../../../src/ui/state/kept'
import { LastMarket } from '../../../src/ui/state/last-market'
import { instrumentOf } from '../fixtures'

const store = new Map<string, unknown>()
const browser = {
  read: (key: string) => Promise.resolve(store.get(key)),
  save: (key: string, value: unknown) => Promise.resolve(void store.set(key, value)),
}

const ETH = 'ETHUSDT' as InstrumentSymbol
const SOL = 'SOLUSDT' as InstrumentSymbol

function catalogueOf(...rows: readonly (readonly [symbol: string, status: 'trading' | 'closed'])[]): CatalogueModel {
  const catalogue = new CatalogueModel()
  const instruments = rows.map(([symbol, status]) => instrumentOf({ symbol: symbol as InstrumentSymbol, status }))
  catalogue.apply({
    type: 'instruments',
    status: 'resolved',
    versionInForce: null,
    instruments,
    confirmed: true,
    asOfMs: 1,
  })
  return catalogue
}

/** A new tab of the browser. */
const tab = (): Kept => ({ ...keptApart(), keepsChart: true })

async function open(kept: Kept, catalogue = new CatalogueModel()): Promise<LastMarket> {
  const last = new LastMarket(kept, catalogue, browser)
  await vi.waitFor(() => expect(last.isRead.value).toBe(true))
  return last
}

describe('the market that was looked at last (issue 19.7)', () => {
  test('a browser that has seen none begins with the first', async () => {
    store.clear()
    expect((await open(tab())).symbol.value).toBe('BTCUSDT')
  })

  test('a tab goes by its own, through a reload; a new tab by the one of the browser', async () => {
    store.clear()
    const [here, there] = [tab(), tab()]
    const mine = await open(here)
    mine.visit(ETH)
    expect(mine.symbol.value).toBe('ETHUSDT')
    const other = await open(there)
    expect(other.symbol.value).toBe('ETHUSDT')
    other.visit(SOL)
    expect(mine.symbol.value).toBe('ETHUSDT')
    expect((await open(here)).symbol.value).toBe('ETHUSDT')
    expect((await open(tab())).symbol.value).toBe('SOLUSDT')
  })

  test('contracts are remembered newest first, once each, eight of them, and what another tab saw is among them', async () => {
    store.clear()
    const [here, there] = [tab(), { ...tab() }]
    const shared: Kept = { ...there, local: here.local }
    const [mine, other] = [await open(here), await open(shared)]
    mine.visit(ETH)
    other.visit(SOL)
    mine.visit('BTCUSDT' as InstrumentSymbol)
    mine.visit(ETH)
    expect(mine.recent.value).toEqual(['ETHUSDT', 'BTCUSDT', 'SOLUSDT'])
    for (let i = 0; i < 9; i++) mine.visit(`A${i}USDT` as InstrumentSymbol)
    expect((await open(shared)).recent.value).toHaveLength(8)
    // Storage may hold anything.
    here.local.setItem('halyard.recent-contracts', '<b> BTCUSDT ../x')
    expect((await open(here)).recent.value).toEqual(['BTCUSDT'])
  })

  test('one that is delisted or unknown is passed over, and stands again when it is listed again', async () => {
    store.clear()
    store.set('last-contract', 'SOLUSDT')
    const kept = tab()
    const catalogue = catalogueOf(['BTCUSDT', 'trading'], ['SOLUSDT', 'trading'], ['ETHUSDT', 'closed'])
    const last = await open(kept, catalogue)
    last.visit(ETH)
    // The tab's is closed: the browser's is the next.
    expect(last.symbol.value).toBe('SOLUSDT')
    const instruments = [instrumentOf()]
    catalogue.apply({
      type: 'instruments',
      status: 'resolved',
      versionInForce: null,
      instruments,
      confirmed: true,
      asOfMs: 2,
    })
    expect(last.symbol.value).toBe('BTCUSDT')
    catalogue.apply({
      type: 'instruments',
      status: 'resolved',
      versionInForce: null,
      instruments: [instrumentOf({ symbol: ETH })],
      confirmed: true,
      asOfMs: 3,
    })
    expect(last.symbol.value).toBe('ETHUSDT')
  })

  test.each(['', 'https://evil.example', '../markets', 'BTC-27SEP24-50000-C', 'BTC/', 7, null, { a: 1 }])(
    'storage that holds %j leads nowhere else',
    async (stored) => {
      store.clear()
      store.set('last-contract', stored)
      expect((await open(tab())).symbol.value).toBe('BTCUSDT')
    },
  )

  test('a recording that plays keeps its contract to itself', async () => {
    store.clear()
    const last = await open(keptApart())
    last.visit(ETH)
    expect(last.symbol.value).toBe('ETHUSDT')
    expect(store.size).toBe(0)
  })

  test('pairs and all others have one each: the newest of both is where the logo leads', async () => {
    store.clear()
    const here = tab()
    const last = await open(here)
    last.visit(ETH)
    last.visit('SOL/USDT' as InstrumentSymbol)
    expect([last.symbol.value, last.derivative.value, last.pair.value]).toEqual(['SOL/USDT', 'ETHUSDT', 'SOL/USDT'])
    last.visit(SOL)
    const again = await open(tab())
    expect([again.symbol.value, again.derivative.value, again.pair.value]).toEqual(['SOLUSDT', 'SOLUSDT', 'SOL/USDT'])
    expect((await open({ ...here, keepsChart: false })).pair.value).toBe('SOL/USDT')
  })

  test('a spread has one of its own, and derivatives lead to no option and no spread', async () => {
    store.clear()
    const last = await open(tab())
    expect(last.spread.value).toBe('BTCUSDT_BTC/USDT')
    for (const symbol of ['ETHUSDT', 'BTC-25DEC26-64000-C-USDT', 'SOLUSDT_SOL/USDT'])
      last.visit(symbol as InstrumentSymbol)
    expect([last.symbol.value, last.derivative.value, last.spread.value]).toEqual([
      'SOLUSDT_SOL/USDT',
      'ETHUSDT',
      'SOLUSDT_SOL/USDT',
    ])
  })

  test('an option is gone back to until it ends', async () => {
    store.clear()
    const option = 'BTC-25DEC26-64000-C-USDT' as InstrumentSymbol
    const here = tab()
    ;(await open(here)).visit(ETH)
    ;(await open(here)).visit(option)
    const at = (nowMs: number) => new LastMarket(here, new CatalogueModel(), browser, () => nowMs).symbol.value
    // Options end at 08:00 UTC.
    expect(at(Date.UTC(2026, 11, 25, 7, 59))).toBe(option)
    expect(at(Date.UTC(2026, 11, 25, 8))).toBe('ETHUSDT')
  })
})
