import { expect, test } from 'vitest'
import { openSandbox } from '../../conformance/lib/sandbox'
import { num } from '../../laws/lib/numbers'
import type { ExecutionRow, TransactionRow } from '../../laws/lib/statement'
import { faultsOf, type AccountLog } from './account-log'
import type { Listed } from './listed'
import { runRoundTrips } from './round-trips'

/** A slice of what `npm run round-trips` takes whole: every so many, and two of each kind, of which a day may list a dozen. */
const EACH = 23
const LEAST = 2

test('decisions 25: some of every kind are bought and sold back, and the log sums to the ledger to the last unit', async () => {
  const sandbox = await openSandbox(['option', 'spot', 'leveragedToken', 'spread'])
  const met = new Map<Listed['kind'], number>()
  try {
    const { traded, faults } = await runRoundTrips({
      port: Number(new URL(sandbox.http).port),
      dataDir: sandbox.dataDir,
      wants: ({ kind }, place) => {
        const before = met.get(kind) ?? 0
        met.set(kind, before + 1)
        return before < LEAST || place % EACH === 0
      },
    })
    expect(faults).toEqual([])
    for (const kind of ['contract', 'option', 'spot', 'spread'] as const)
      expect(traded.get(kind), kind).toBeGreaterThan(0)
  } finally {
    await sandbox.close()
  }
})

const BTC_USDT: Listed = {
  symbol: 'BTCUSDT',
  kind: 'contract',
  isInverse: false,
  baseCoin: 'BTC',
  settleCoin: 'USDT',
  qty: num('0.01'),
  lot: num('0.001'),
  tick: '0.1',
}

/** 0.01 BTC for 100 dollars a coin and back for 110: values of 1 and 1.1, fees of 0.1 % of them, 0.0979 are left. */
const LOG: AccountLog = {
  fills: [
    { execId: 'a', symbol: 'BTCUSDT', price: '100', qty: '0.01' },
    { execId: 'b', symbol: 'BTCUSDT', price: '110', qty: '0.01' },
  ],
  executions: [execution('a', 'Buy', '100', '1', '0.001'), execution('b', 'Sell', '110', '1.1', '0.0011')],
  transactions: [
    transaction('c', { type: 'TRANSFER_IN', change: '5', cashBalance: '5', symbol: '' }),
    transaction('a', { change: '-0.001', cashBalance: '4.999' }),
    transaction('b', { change: '0.0989', cashBalance: '5.0979' }),
  ],
  balances: new Map([['USDT', '5.0979']]),
}
const GIVEN = new Map([['USDT', num('5')]])

function execution(execId: string, side: 'Buy' | 'Sell', execPrice: string, execValue: string, execFee: string) {
  const row = { execId, side, execPrice, execValue, execFee, execQty: '0.01', feeRate: '0.001', symbol: 'BTCUSDT' }
  return { ...row, execType: 'Trade' } as ExecutionRow
}

function transaction(id: string, row: Partial<TransactionRow>): TransactionRow {
  return { id, tradeId: id, symbol: 'BTCUSDT', type: 'TRADE', currency: 'USDT', ...row } as TransactionRow
}

test('a log that agrees has no faults', () => {
  expect(faultsOf(LOG, [BTC_USDT], GIVEN)).toEqual([])
})

test.each<[string, Partial<AccountLog>]>([
  ['a price of the ledger', { fills: [{ ...LOG.fills[0]!, price: '100.1' }, LOG.fills[1]!] }],
  ['a fill that is nobody’s', { fills: [...LOG.fills, { ...LOG.fills[0]!, execId: 'z' }] }],
  ['a fill that is missing', { fills: LOG.fills.slice(1) }],
  ['a fee by another rate', { executions: [{ ...LOG.executions[0]!, execFee: '0.00100001' }, LOG.executions[1]!] }],
  ['a change of one unit', { transactions: changed(1, { change: '-0.00100001' }) }],
  ['a balance that does not follow', { transactions: changed(2, { cashBalance: '5.09790001' }) }],
  ['a wallet of one unit more', { balances: new Map([['USDT', '5.09790001']]) }],
  ['money that nobody gave', { transactions: changed(0, { change: '6' }) }],
])('%s is found', (_what, spoiled) => {
  expect(faultsOf({ ...LOG, ...spoiled }, [BTC_USDT], GIVEN)).not.toEqual([])
})

function changed(place: number, row: Partial<TransactionRow>): readonly TransactionRow[] {
  return LOG.transactions.map((one, at) => (at === place ? { ...one, ...row } : one))
}
