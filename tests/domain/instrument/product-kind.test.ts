import { describe, expect, it } from 'vitest'
import { spreadLegs, kindOfName } from '../../../src/domain/instrument/product-kind'
import { marketNames } from './market-names'

describe('symbolType', () => {
  it('knows every real name, given the category where a name is shared', () => {
    const wrong = marketNames()
      .map(({ symbol, type }) => ({
        symbol,
        type,
        found: kindOfName(symbol, type === 'spot' ? { category: 'spot' } : {}),
      }))
      .filter(({ type, found }) => type !== found)
    expect(wrong).toEqual([])
  })

  it.each([
    ['BTCUSDT', 'linearPerpetual'],
    ['10000000AIDOGEUSDT', 'linearPerpetual'],
    ['PERPUSDT', 'linearPerpetual'],
    ['BTCUSDT-03JUL26', 'linearFutures'],
    ['WC_BEL_IRN_USDT-21JUN26', 'linearFutures'],
    ['BTC-26DEC25', 'usdcFutures'],
    ['PERP_BTC', 'usdcFutures'],
    ['BTCUSDH26', 'inverseFutures'],
    ['BTCUSD0326', 'inverseFutures'],
    ['BTCUSD', 'inversePerpetual'],
    ['BTC-27MAR26-70000-P-USDT', 'usdtOption'],
    ['BTCPERP', 'usdcPerpetual'],
    ['BTC-30JUN23-100000-C', 'usdcOption'],
    ['SOLUSDT_SOL/USDT', 'spread'],
    ['BTCUSDT-26MAR27_BTCUSDT-25DEC26', 'spread'],
    ['BTCUSDT_BTCUSDT-26MAR27', 'spread'],
    ['BTCEUR', 'unknown'],
    ['USD', 'unknown'],
    ['', 'unknown'],
  ] as const)('%s is %s', (symbol, type) => {
    expect(kindOfName(symbol)).toBe(type)
  })

  it('asks the category where a name is shared, and the flag where a name says nothing', () => {
    expect(kindOfName('BTCUSDT', { category: 'spot' })).toBe('spot')
    expect(kindOfName('BTCUSDT', { isUniform: true })).toBe('uniform')
    // Rules 1 to 4 come before the flag.
    expect(kindOfName('BTCUSD', { isUniform: true })).toBe('inversePerpetual')
  })

  it('splits a spread into its legs', () => {
    expect(spreadLegs('SOLUSDT_SOL/USDT')).toEqual(['SOLUSDT', 'SOL/USDT'])
    expect(spreadLegs('WC_SCO_MAR_USDT-20JUN26')).toBeNull()
    expect(spreadLegs('PERP_BTCUSDT')).toBeNull()
  })
})
