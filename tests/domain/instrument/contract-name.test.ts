import { describe, expect, test } from 'vitest'
import { readContractName } from '../../../src/domain/instrument/contract-name'

describe('what a contract’s name says of it', () => {
  test.each([
    ['BTCUSDT', 'linearPerpetual', 'BTC', 'USDT'],
    ['1000PEPEUSDT', 'linearPerpetual', '1000PEPE', 'USDT'],
    ['BTCUSDT-27NOV26', 'linearFutures', 'BTC', 'USDT'],
    ['ETH-4DEC26', 'usdcFutures', 'ETH', 'USDC'],
    ['ETHPERP', 'usdcPerpetual', 'ETH', 'USDC'],
    ['ETHUSD', 'inversePerpetual', 'ETH', 'ETH'],
    ['BTCUSDZ26', 'inverseFutures', 'BTC', 'BTC'],
    ['BTC-27NOV26-60000-C', 'usdcOption', 'BTC', 'USDC'],
    ['SOL-4DEC26-152.5-P-USDT', 'usdtOption', 'SOL', 'USDT'],
  ])('%s is a %s of %s and settles in %s', (symbol, kind, baseCoin, settleCoin) => {
    expect(readContractName(symbol)).toEqual({ symbol, kind, baseCoin, settleCoin })
  })

  test.each(['', 'USDT', 'BTC', 'BTC/USDT', 'BTC-27NOV26-60000', 'BTC-27NOV26-60000-C-USDC', 'btcusdt'])(
    '%s is no contract',
    (symbol) => {
      expect(readContractName(symbol)).toBeNull()
    },
  )
})
