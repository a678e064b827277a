import { expect, test } from 'vitest'
import { SymbolNotifySource } from '../../../../../exchange/api/feeds/native/symbol-notify-source'
import type { InstrumentList } from '../../../../../exchange/api/calls/shared/instrument-lists'
import type { Instrument } from '../../../../../src/domain/instrument/instrument'
import { parseSymbolNotify } from '../../../../../src/wire/push/symbol-notify'

const named = (kind: Instrument['kind'], symbol: string): Instrument => ({ kind, symbol }) as Instrument
const FUTURES = ['BTCUSDT-27NOV26', 'ETHUSDT-27NOV26'].map((symbol) => named('linearFutures', symbol))

function open(versions: Partial<Record<InstrumentList, string>>): SymbolNotifySource {
  return new SymbolNotifySource('public.symbol.notify', (list) => versions[list] ?? null)
}

test('one contract that changed is named, several at once are not: the whole list is asked for then (I17)', () => {
  const versions = { contract: 'v1' }
  const source = open(versions)
  expect(source.advance()).toBeNull()
  versions.contract = 'v2'
  source.add(FUTURES[0]!)
  source.add(FUTURES[0]!)
  expect(source.advance()).toEqual({ symbol: 'BTCUSDT-27NOV26', version: 'v2' })
  expect(source.advance()).toBeNull()
  versions.contract = 'v3'
  for (const future of FUTURES) source.add(future)
  // No name and a version that the reader does not have: what it has is no longer in force.
  expect(source.advance()).toEqual({ symbol: '', version: 'v3' })
  expect(source.advance()).toBeNull()
})

test('540 options that change in one step are one short message, and no news of contracts', () => {
  const source = open({ contract: 'c', option: 'o2', spot: 's', spread: 'p' })
  for (let strike = 0; strike < 540; strike++) source.add(named('usdcOption', `BTC-27NOV26-${strike}-C`))
  const data = source.advance()
  expect(data).toEqual({ symbol: '', version: 'c', lists: { option: { symbol: '', version: 'o2' } } })
  // What the hub takes of it: the version of contracts that it has already.
  expect(parseSymbolNotify(data)).toEqual({
    symbol: null,
    version: 'c',
    spotVersion: null,
    optionVersion: 'o2',
    spreadVersion: null,
  })
  expect(source.advance()).toBeNull()
})

test('a pair and a spread that change are named in their own lists, beside a contract', () => {
  const source = open({ contract: 'c2', option: 'o', spot: 's2', spread: 'p2' })
  source.add(named('spot', 'BTC/USDT'))
  source.add(named('spread', 'BTCUSDT_BTC/USDT'))
  source.add(named('linearPerpetual', 'BTCUSDT'))
  const data = source.advance()
  expect(parseSymbolNotify(data)).toEqual({
    symbol: 'BTCUSDT',
    version: 'c2',
    spotVersion: 's2',
    optionVersion: null,
    spreadVersion: 'p2',
  })
  expect(data).toEqual({
    symbol: 'BTCUSDT',
    version: 'c2',
    lists: {
      spot: { symbol: 'BTC/USDT', version: 's2' },
      spread: { symbol: 'BTCUSDT_BTC/USDT', version: 'p2' },
    },
  })
})

test('a snapshot says the version of every list that has rows', () => {
  expect(open({ contract: 'c', spot: 's' }).state()).toEqual({
    symbol: '',
    version: 'c',
    lists: { spot: { symbol: '', version: 's' } },
  })
  expect(open({ contract: 'c' }).state()).toEqual({ symbol: '', version: 'c' })
})
