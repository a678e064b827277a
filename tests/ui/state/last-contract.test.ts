import { describe, expect, test, vi } from 'vitest'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { CatalogueModel } from '../../../src/ui/state/catalogue-model'
import { keptApart, type Kept } from '../../../src/ui/state/kept'
import { LastContract } from '../../../src/ui/state/last-contract'
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

async function open(kept: Kept, catalogue = new CatalogueModel()): Promise<LastContract> {
  const last = new LastContract(kept, catalogue, browser)
  await vi.waitFor(() => expect(last.isRead.value).toBe(true))
  return last
}

describe('the contract that was looked at last (issue 19.7)', () => {
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

  test.each(['', 'https://evil.example', '../markets', 'BTC-27SEP24-50000-C', 'BTC/USDT', 7, null, { a: 1 }])(
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
})
