import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import type { ListedMarket } from '../../../src/domain/instrument/market-type'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { MarketsModel } from '../../../src/ui/markets/markets-model'
import type { App } from '../../../src/ui/state/app-context'
import { ConnectionModel } from '../../../src/ui/state/connection-model'
import { keptApart } from '../../../src/ui/state/kept'
import { liveClock } from '../../../src/ui/state/clock'
import { instrumentOf } from '../fixtures'

const coin = (base: string, tags?: readonly string[]): ListedMarket =>
  instrumentOf({ symbol: `${base}USDT` as InstrumentSymbol, baseCoin: base, ...(tags !== undefined && { tags }) })

function listOf(...markets: readonly ListedMarket[]): MarketsModel {
  const catalogue = { markets: signal(markets), tickers: { current: signal(0), peek: () => null } }
  return new MarketsModel({
    catalogue,
    connection: new ConnectionModel(),
    kept: keptApart(),
    clock: liveClock,
  } as unknown as App)
}

const shown = (model: MarketsModel): readonly string[] =>
  model.rows.value.map(({ instrument }) => instrument.baseCoin).toSorted()

test('a list is told which kinds of coins it has, and shows those of one', () => {
  const model = listOf(coin('BTC', ['Layer 1']), coin('UNI', ['DeFi']), coin('CRV', ['DeFi']), coin('NEW'))
  expect(model.tags.value).toEqual(['DeFi', 'Layer 1'])
  model.chooseTag('DeFi')
  expect(shown(model)).toEqual(['CRV', 'UNI'])
  model.chooseTag(null)
  expect(shown(model)).toEqual(['BTC', 'CRV', 'NEW', 'UNI'])
})

test('a kind that another list had hides nothing of one that has none of it', () => {
  const model = listOf(coin('BTC', ['Layer 1']), coin('UNI', ['DeFi']))
  model.chooseTag('DeFi')
  model.chooseKind('favourites')
  expect(model.tag.value).toBeNull()
  model.chooseKind('usdt')
  expect(shown(model)).toEqual(['UNI'])
})
