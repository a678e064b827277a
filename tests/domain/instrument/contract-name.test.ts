import { describe, expect, test } from 'vitest'
import { readContractName } from '../../../src/domain/instrument/contract-name'

describe('what a contract’s name says of it', () => {
  test.each([
    ['BTCUSDT', 'LinearPerpetual', 'BTC', 'USDT'],
    ['1000PEPEUSDT', 'LinearPerpetual', '1000PEPE', 'USDT'],
    ['BTCUSDT-27NOV26', 'LinearFutures', 'BTC', 'USDT'],
    ['ETH-4DEC26', 'UsdcFutures', 'ETH', 'USDC'],
    ['ETHPERP', 'UsdcPerpetual', 'ETH', 'USDC'],
    ['ETHUSD', 'InversePerpetual', 'ETH', 'ETH'],
    ['BTCUSDZ26', 'InverseFutures', 'BTC', 'BTC'],
  ])('%s is a %s of %s and settles in %s', (symbol, contractType, baseCoin, settleCoin) => {
    expect(readContractName(symbol)).toEqual({ symbol, contractType, baseCoin, settleCoin })
  })

  test.each(['', 'USDT', 'BTC', 'BTC/USDT', 'BTC-27NOV26-60000-C', 'btcusdt'])('%s is no contract', (symbol) => {
    expect(readContractName(symbol)).toBeNull()
  })
})
