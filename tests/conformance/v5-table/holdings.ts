import { expect } from 'vitest'
import {
  answers,
  both,
  limits,
  narrows,
  only,
  pages,
  refused,
  shown,
  since,
  until,
  type Call,
  type Proof,
} from './proofs'
import { rowsOf, type Row } from './world'

const LINEAR = { category: 'linear' } as const

const ofHolder = (accepts: 'memberId' | 'toMemberId'): Proof =>
  shown('is the account’s own, or refused by its name', async ({ world, path, base }) => {
    const { result } = await world.get(path, base)
    expect(await world.get(path, { ...base, [accepts]: String(result['memberId']) })).toMatchObject({ retCode: 0 })
    expect(await world.get(path, { ...base, [accepts]: '1' })).toMatchObject({
      retCode: 10001,
      retExtInfo: { field: accepts },
    })
  })

/** v5 leaves a field empty until it is asked for. */
const fills = (field: string, balanceOf: (result: Row) => Row): Proof =>
  shown(`fills ${field}`, async ({ world, path, base, name }) => {
    for (const [value, filled] of [
      [0, false],
      [1, true],
    ] as const) {
      const { result } = await world.get(path, { ...base, [name]: value })
      expect(balanceOf(result)[field] !== '').toBe(filled)
    }
    expect(await world.get(path, { ...base, [name]: 2 })).toMatchObject({ retExtInfo: { field: name } })
  })

/** What an account holds and is, with the parameters that the pages name. */
export const HOLDINGS_TABLE: Readonly<Record<string, Call>> = {
  'GET /v5/asset/coin-greeks': {
    doc: 'account/coin-greeks',
    with: {},
    parameters: {
      // No options are listed here: `options.test.ts` holds some.
      baseCoin: shown('is a coin', async ({ world, path }) => {
        expect((await world.get(path, { baseCoin: 'BTC' })).result).toEqual({ list: [] })
        expect(await world.get(path, { baseCoin: 'B'.repeat(21) })).toMatchObject({ retExtInfo: { field: 'baseCoin' } })
      }),
    },
  },
  'GET /v5/asset/portfolio-margin': {
    doc: 'asset/portfolio-margin',
    with: {},
    parameters: {
      // Of this account nothing is margined so: `portfolio-margin.test.ts` has one of which it is.
      baseCoin: shown('is a coin', async ({ world, path }) => {
        expect((await world.get(path, { baseCoin: 'BTC' })).result).toMatchObject({ assetPnlRange: [] })
        expect(await world.get(path, { baseCoin: 'B'.repeat(21) })).toMatchObject({ retExtInfo: { field: 'baseCoin' } })
      }),
    },
  },
  'GET /v5/asset/delivery-record': {
    doc: 'asset/delivery',
    with: LINEAR,
    parameters: {
      category: shown('chooses the rows', async ({ world, path }) => {
        expect((await world.all(path, { category: 'linear' })).length).toBeGreaterThan(1)
        for (const category of ['inverse', 'option']) expect(await world.all(path, { category })).toEqual([])
        expect(await world.get(path, { category: 'futures' })).toMatchObject({ retExtInfo: { field: 'category' } })
      }),
      symbol: shown('narrows the list', async ({ world, path, base }) => {
        for (const row of await world.all(path, base))
          expect(await world.all(path, { ...base, symbol: String(row['symbol']) })).toEqual([row])
      }),
      startTime: shown('begins the list', async ({ world, path, base }) => {
        const whole = await world.all(path, base)
        const newest = Number(whole[0]!['deliveryTime'])
        expect(await world.all(path, { ...base, startTime: newest })).toEqual(
          whole.filter((row) => Number(row['deliveryTime']) >= newest),
        )
        expect(await world.all(path, { ...base, startTime: newest + 1 })).toEqual([])
      }),
      endTime: shown('ends the list', async ({ world, path, base }) => {
        const whole = await world.all(path, base)
        const oldest = Number(whole.at(-1)!['deliveryTime'])
        expect(await world.all(path, { ...base, endTime: oldest })).toEqual(
          whole.filter((row) => Number(row['deliveryTime']) <= oldest),
        )
        expect(await world.all(path, { ...base, endTime: oldest - 1 })).toEqual([])
      }),
      expDate: shown('is the day in the contract’s name', async ({ world, path, base }) => {
        const whole = await world.all(path, base)
        const day = String(whole[0]!['symbol']).split('-')[1]!
        expect(await world.all(path, { ...base, expDate: day })).toEqual(
          whole.filter(({ symbol }) => String(symbol).endsWith(day)),
        )
        expect(await world.all(path, { ...base, expDate: '01JAN01' })).toEqual([])
      }),
      limit: limits(50),
      cursor: pages(),
    },
  },
  'GET /v5/asset/settlement-record': {
    doc: 'asset/settlement',
    with: LINEAR,
    parameters: {
      category: shown('chooses the rows', async ({ world, path }) => {
        expect((await world.all(path, { category: 'linear' })).length).toBeGreaterThan(1)
        expect(await world.all(path, { category: 'inverse' })).toEqual([])
      }),
      symbol: narrows('symbol', 'BTCPERP', 'ETHPERP'),
      startTime: since('createdTime'),
      endTime: until('createdTime'),
      limit: limits(50),
      cursor: pages(),
    },
  },
  'GET /v5/asset/transfer/query-account-coins-balance': {
    doc: 'asset/balance/all-balance',
    parameters: {
      memberId: ofHolder('memberId'),
      accountType: only(['UNIFIED'], 'FUND', 'SPOT'),
      coin: narrows('coin', 'USDT', 'BTC'),
      withBonus: fills('bonus', (result) => (result['balance'] as Row[])[0]!),
    },
  },
  'GET /v5/asset/transfer/query-account-coin-balance': {
    doc: 'asset/balance/account-coin-balance',
    with: { coin: 'USDT' },
    parameters: {
      memberId: ofHolder('memberId'),
      toMemberId: ofHolder('toMemberId'),
      accountType: only(['UNIFIED'], 'FUND', 'SPOT'),
      toAccountType: only(['UNIFIED'], 'FUND'),
      coin: both(
        answers('names the coin', ({ result }) => (result['balance'] as Row)['coin'], { USDT: 'USDT', BTC: 'BTC' }),
        refused('NOPE'),
      ),
      withBonus: fills('bonus', (result) => result['balance'] as Row),
      withTransferSafeAmount: fills('transferSafeAmount', (result) => result['balance'] as Row),
      withLtvTransferSafeAmount: fills('ltvTransferSafeAmount', (result) => result['balance'] as Row),
    },
  },
  'GET /v5/asset/coin/query-info': {
    doc: 'asset/coin-info',
    parameters: { coin: narrows('coin', 'USDT', 'BTC') },
  },
  'GET /v5/user/query-api': { doc: 'user/apikey-info', parameters: {} },
  'GET /v5/user/get-member-type': {
    doc: 'user/wallet-type',
    parameters: {
      memberIds: shown('finds the account’s own among them', async ({ world, path }) => {
        const own = rowsOf(await world.get(path))
        const uid = String(own[0]!['uid'])
        expect(rowsOf(await world.get(path, { memberIds: `1,${uid}` }))).toEqual(own)
        expect(rowsOf(await world.get(path, { memberIds: '1' }))).toEqual([])
      }),
    },
  },
}
