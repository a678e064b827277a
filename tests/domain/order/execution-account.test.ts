import { describe, expect, test } from 'vitest'
import type { Execution } from '../../../src/domain/order/execution'
import { executionAccount } from '../../../src/domain/order/execution-account'

const execution = (change: Partial<Record<keyof Execution, unknown>>): Execution =>
  ({
    side: 'buy',
    execType: 'Trade',
    fee: '0',
    feeRate: '0.0001',
    grossPnl: '0',
    closedQty: '0',
    qty: '2',
    ...change,
  }) as Execution

describe('an execution as its account sees it (semantics.md §2.1, execType; §1.6, funding)', () => {
  test.each([
    // A long pays at a positive rate, so what arrives as a fee of 12.5 is −12.5 to the account.
    ['a long that pays funding', { execType: 'Funding', side: 'buy', fee: '12.5' }, 'long', '-12.5'],
    ['a short that receives it', { execType: 'Funding', side: 'sell', fee: '-12.5' }, 'short', '12.5'],
    ['funding of nothing', { execType: 'Funding', side: 'sell', fee: '0' }, 'short', '0'],
    ['a settled loss', { execType: 'Settle', side: 'buy', grossPnl: '-3' }, 'long', '-3'],
  ])('%s: signed, and no fee', (_, change, position, amount) => {
    expect(executionAccount(execution(change))).toMatchObject({ position, amount, fee: null })
  })

  test.each([
    ['Delivery', 'delivery'],
    ['BustTrade', 'liquidation'],
    ['AdlTrade', 'autoDeleveraging'],
  ])('%s sells what was long, for a fee of its own', (execType, kind) => {
    const row = execution({ execType, side: 'sell', closedQty: '2', grossPnl: '40', fee: '1' })
    expect(executionAccount(row)).toEqual({ kind, position: 'long', amount: '40', fee: '1' })
  })

  test('a trade has a side and no position; what only opened has no result', () => {
    expect(executionAccount(execution({ fee: '1' }))).toEqual({ kind: 'trade', position: null, amount: null, fee: '1' })
    const closing = execution({ closedQty: '1', grossPnl: '-4', fee: '1' })
    expect(executionAccount(closing)).toMatchObject({ position: null, amount: '-4' })
  })

  test('what a later exchange may call otherwise is read like a trade', () => {
    expect(executionAccount(execution({ execType: 'MoonTrade' })).kind).toBe('other')
  })
})
