import { signal } from '@preact/signals-react'
import type { Price, Rate } from '../../src/domain/decimal'
import type { Contract } from '../../src/domain/instrument/contract'
import type { Ticker } from '../../src/domain/market/market'
import type { InstrumentSymbol } from '../../src/domain/order/order'
import { findMarkets } from '../../src/ui/markets/find-markets'
import { MarketsModel } from '../../src/ui/markets/markets-model'
import type { App } from '../../src/ui/state/app-context'
import { CatalogueModel } from '../../src/ui/state/catalogue-model'
import { keptApart } from '../../src/ui/state/kept'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Names of the length that real ones have: AAA0USDT and so on. */
function nameOf(at: number): string {
  const letter = (power: number): string => LETTERS[Math.floor(at / 26 ** power) % 26] ?? 'A'
  return `${letter(2)}${letter(0)}${letter(1)}${at % 10}USDT`
}

/** A list of so many markets as the page has it, filled by the hub's own events. */
export function createList(count: number): {
  /** Three letters typed one after the other. @returns how many were found */
  search(letters: string): number
  /** The same in the list of the page, which is ordered besides. */
  searchList(letters: string): number
  /** Prices of some markets move, as one batch brings them. */
  tick(step: number, moved: number): void
  /** The list is ordered anew. @returns its length */
  order(): number
} {
  const catalogue = new CatalogueModel()
  const instruments = Array.from({ length: count }, (_, at) => contractOf(at))
  catalogue.apply({
    type: 'instruments',
    status: 'resolved',
    versionInForce: null,
    instruments,
    confirmed: true,
    asOfMs: 0,
  })
  const app = {
    catalogue,
    connection: { isMarketLive: signal(true), status: signal(null) },
    kept: keptApart(),
    clock: { ticking: signal(0), nowMs: () => 0 },
  } as unknown as App
  const model = new MarketsModel(app)
  const wish = { kind: 'all', recent: [], favourites: new Set<InstrumentSymbol>() } as const
  const tick = (step: number, moved: number): void => {
    for (let i = 0; i < moved; i++) {
      const at = (step * moved + i) % count
      catalogue.apply({ type: 'ticker', ticker: tickerOf(at, step), stale: false })
    }
  }
  tick(0, count)
  return {
    tick,
    search(letters) {
      let found = 0
      for (let end = 1; end <= letters.length; end++)
        found += findMarkets(catalogue.instruments.value.values(), { ...wish, query: letters.slice(0, end) }, 40).length
      return found
    },
    searchList(letters) {
      let found = 0
      for (let end = 1; end <= letters.length; end++) {
        model.search(letters.slice(0, end))
        found += model.rows.value.length
      }
      model.search('')
      return found
    },
    order() {
      model.sample()
      return model.rows.value.length
    },
  }
}

function contractOf(at: number): Contract {
  const symbol = nameOf(at)
  return {
    symbol,
    displayName: symbol,
    kind: 'linearPerpetual',
    status: 'trading',
    baseCoin: symbol.slice(0, -4),
    quoteCoin: 'USDT',
    settleCoin: 'USDT',
    tickSize: '0.1',
    indexSort: at,
    launchTimeMs: 0,
    funding: { intervalMinutes: 480, upperRate: '0.00375', lowerRate: '-0.00375' },
  } as unknown as Contract
}

function tickerOf(at: number, step: number): Ticker {
  return {
    symbol: nameOf(at) as InstrumentSymbol,
    lastPrice: String(100 + ((at * 7 + step) % 900)) as Price,
    price24hChange: String(((at * 13 + step) % 200) / 1000 - 0.1) as Rate,
    turnover24h: String(1_000 * ((at * 31 + step) % 100_000)),
    openInterestValue: '1000000',
    fundingRate: '0.0001',
    nextFundingTimeMs: 0,
  } as unknown as Ticker
}
