import { expect, test } from 'vitest'
import type { Money, Price } from '../../../../src/domain/decimal'
import help from '../../../../locales/en/help.json'
import { positionHelpValues, TABLE_TERMS } from '../../../../src/ui/trading-kit/help/table-help'
import { instrumentOf, positionOf } from '../../fixtures'

test('the terms of the table of positions are told by the numbers that stand in it (issue 23.9)', () => {
  const position = positionOf({ realisedPnl: '-16.5' as Money, breakEvenPrice: '60066.1' as Price })
  // 0.5 · 60,600 = 30,300; 0.5 · 600 = 300. Margin: 30,000 ÷ 10 + 0.055 % of 27,000 = 3,014.85, of which 300 are 9.95 %.
  expect(positionHelpValues(position, instrumentOf(), '60600' as Price)).toEqual({
    size: '0.500 BTC',
    value: '30,300.00 USDT',
    // A decimal more than the tick: with half a BTC a cent of the result is two cents of the price.
    entry: '60,000.00',
    mark: '60,600.0',
    pnl: '+300.00 USDT',
    roi: '+9.95%',
    liquidation: '--',
    breakEven: '60,066.1',
    realised: '−16.50 USDT',
    initial: '3,000.00 USDT',
    maintenance: '150.00 USDT',
  })
})

test('every column that a table explains has its words', () => {
  for (const [table, terms] of Object.entries(TABLE_TERMS)) {
    const words = (help as unknown as Record<string, Record<string, { name?: string; text?: string }>>)[table]
    expect([table, Object.keys(words ?? {}).toSorted()]).toEqual([table, [...terms].toSorted()])
    for (const { name, text } of Object.values(words ?? {})) expect([name, text]).not.toContain(undefined)
  }
})
