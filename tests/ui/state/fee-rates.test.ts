import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import type { Rate } from '../../../src/domain/decimal'
import type { FeeRates } from '../../../src/domain/account/fee-tier'
import type { Contract } from '../../../src/domain/instrument/contract'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { AccountModel } from '../../../src/ui/state/account-model'
import { followFeeRates, type OwnRates } from '../../../src/ui/state/fee-rates'
import type { Read } from '../../../src/workers/hub-api'
import { instrumentOf } from '../fixtures'

const BTCUSDT = 'BTCUSDT' as InstrumentSymbol
const INVERSE = instrumentOf({ symbol: 'BTCUSD' as InstrumentSymbol, kind: 'inversePerpetual' })

function scene(contracts: readonly Contract[] = [instrumentOf()]) {
  const account = new AccountModel()
  const asked: string[] = []
  const shown = signal(contracts)
  let own: OwnRates = new Map()
  let taker: string | null = '0.0003'
  const feeRates = async (symbol: InstrumentSymbol): Promise<Read<readonly FeeRates[]>> => {
    asked.push(symbol)
    if (taker === null) return { hasError: true, message: 'no', code: 10006 }
    const rates = { symbol, takerFeeRate: taker as Rate, makerFeeRate: '0' as Rate }
    return { hasError: false, value: [rates], asOfMs: 0, fromCache: false }
  }
  followFeeRates({ hub: { api: { feeRates } }, account, shown, take: (rates) => (own = rates) })
  return {
    account,
    asked,
    shown,
    signIn(name: string): void {
      account.apply({ type: 'session', session: { account: name, name, kind: 'uta2' } })
      account.apply({ type: 'orders', orders: [], isSnapshot: true })
    },
    answer: (next: string | null) => (taker = next),
    rate: () => own.get(BTCUSDT)?.takerFeeRate,
  }
}
const settle = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await Promise.resolve()
}

test('the account is asked what it pays, once for all contracts of a payoff', async () => {
  const one = scene([instrumentOf(), instrumentOf({ symbol: 'ETHUSDT' as InstrumentSymbol })])
  expect(one.asked).toEqual([])
  one.signIn('a')
  await settle()
  expect([one.asked, one.rate()]).toEqual([['BTCUSDT'], '0.0003'])
  one.shown.value = [...one.shown.value, INVERSE]
  await settle()
  expect(one.asked).toEqual(['BTCUSDT', 'BTCUSD'])
})

test('another account has rates of its own; the same one keeps them until newer ones have come', async () => {
  const one = scene()
  one.signIn('a')
  await settle()
  one.answer('0.0004')
  one.account.apply({ type: 'orders', orders: [], isSnapshot: true })
  expect(one.rate()).toBe('0.0003')
  await settle()
  expect(one.rate()).toBe('0.0004')
  one.answer(null)
  one.signIn('b')
  expect(one.rate()).toBeUndefined()
  await settle()
  // No answer: the list's rates stand, and nothing is asked in a loop.
  expect([one.rate(), one.asked.length]).toEqual([undefined, 4])
})
