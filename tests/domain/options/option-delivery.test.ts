import { describe, expect, test } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import { settlementOf } from '../../../src/domain/options/option-delivery'

describe('the price at which an option was settled', () => {
  test.each([
    // 744.2 beyond the strike, each on its own side of it.
    ['BTC-26NOV26-60000-C-USDT', '744.2', '60744.2'],
    ['BTC-26NOV26-60000-P-USDT', '744.2', '59255.8'],
    ['SOL-26NOV26-142.5-P', '0.05', '142.45'],
    // What paid nothing does not say where it settled; a future has no strike.
    ['BTC-26NOV26-60000-C-USDT', '0', null],
    ['BTC-26NOV26', '60744.2', null],
  ])('%s that paid %s', (symbol, payoff, settlement) => {
    expect(settlementOf(symbol, payoff as Price)).toBe(settlement)
  })
})
