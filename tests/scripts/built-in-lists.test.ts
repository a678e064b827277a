import { describe, expect, test } from 'vitest'
import { BUILT_IN_REGIONS, builtInLists } from '../../scripts/lib/built-in-lists'
import { parseBriefSymbolList } from '../../src/wire/rest/brief-symbol-list'
import { parseSpotList } from '../../src/wire/rest/spot-lists'

const contractsOf = (region: 'global' | 'eu') => parseBriefSymbolList(builtInLists(region).contracts)
const symbolsOf = (region: 'global' | 'eu', kind: string): readonly string[] =>
  contractsOf(region)
    .instruments.filter((one) => one.kind === kind)
    .map(({ symbol }) => symbol)

describe('the built-in lists (spec §9, "Fallback list")', () => {
  test('are the specified ones: five inverse, about thirty linear, six USDC perpetuals', () => {
    expect(symbolsOf('global', 'inversePerpetual').toSorted()).toEqual([
      'BTCUSD',
      'DOTUSD',
      'EOSUSD',
      'ETHUSD',
      'XRPUSD',
    ])
    expect(symbolsOf('global', 'usdcPerpetual').toSorted()).toEqual([
      'ADAPERP',
      'AVAXPERP',
      'BTCPERP',
      'ETHPERP',
      'SOLPERP',
      'XRPPERP',
    ])
    const linear = symbolsOf('global', 'linearPerpetual')
    expect(linear.length).toBeGreaterThanOrEqual(30)
    expect(linear.length).toBeLessThanOrEqual(32)
    expect(linear).toContain('BTCUSDT')
    expect(contractsOf('global').instruments).toHaveLength(5 + 6 + linear.length)
  })

  test('in the EU the one USDC perpetual is that of BTC', () => {
    expect(symbolsOf('eu', 'usdcPerpetual')).toEqual(['BTCPERP'])
    expect(symbolsOf('eu', 'linearPerpetual')).toEqual(symbolsOf('global', 'linearPerpetual'))
  })

  test.each(BUILT_IN_REGIONS)('every row is read by the app as the exchange’s own: %s', (region) => {
    expect(contractsOf(region).refused).toEqual([])
    const spot = parseSpotList(builtInLists(region).spot, 'v3')
    expect(spot.refused).toEqual([])
    expect(spot.groups.flatMap(({ pairs }) => pairs.map(({ symbol }) => symbol))).toEqual(['BTC/USDT', 'ETH/USDT'])
  })
})
