import { expect } from 'vitest'
import { both, narrows, shown, type Asked, type Call, type Proof } from './proofs'

const SWITCH = '/v5/account/set-collateral-switch'
const REPAY = '/v5/account/repay'
const BORROW = '/v5/account/borrow'
const MODE = '/v5/spot-margin-trade/switch-mode'
const LEVERAGE = '/v5/spot-margin-trade/set-leverage'
const REPAY_MODE = '/v5/spot-margin-trade/set-auto-repay-mode'
const NOTHING_OWED = 182102

/** What the account has said of a coin. */
async function isOn({ world }: Asked, caller: Awaited<ReturnType<Asked['world']['fresh']>>, coin: string) {
  const [row] = await world.all('/v5/account/collateral-info', { currency: coin }, caller)
  return row?.['collateralSwitch']
}

/** A value that no call takes, by the parameter's name. */
const refusedBy = (...values: readonly unknown[]): Proof =>
  shown('is refused by its name', async ({ world, path, base, name }) => {
    const caller = await world.fresh()
    for (const value of values)
      expect(await world.post(caller, path, { ...base, [name]: value })).toMatchObject({
        retCode: 10001,
        retExtInfo: { field: name },
      })
  })

/** Of a list of one coin, or of an answer that is of one. */
const ofOneCoin: Proof = shown('is the coin of the answer, or refused', async ({ world, path, name }) => {
  for (const coin of ['USDT', 'BTC'])
    expect((await world.get(path, { [name]: coin })).result).toMatchObject({ currency: coin })
  expect(await world.get(path, { [name]: 'NOPE' })).toMatchObject({ retCode: 10001, retExtInfo: { field: name } })
})

const owesNothing = (body: Readonly<Record<string, unknown>>): Proof =>
  shown('is taken, and nothing is owed', async ({ world, path }) => {
    expect(await world.post(await world.fresh(), path, body)).toMatchObject({ retCode: NOTHING_OWED })
  })

const namedIn = (value: string): Proof =>
  shown('is refused by its name', async ({ world, path, base, name }) => {
    expect(await world.get(path, { ...base, [name]: value })).toMatchObject({
      retCode: 10001,
      retExtInfo: { field: name },
    })
  })

/** Of every coin that is lent. */
async function repayModes(world: Asked['world'], caller: Awaited<ReturnType<Asked['world']['fresh']>>) {
  const { result } = await world.get('/v5/spot-margin-trade/get-auto-repay-mode', {}, caller)
  return new Set((result['data'] as { autoRepayMode: string }[]).map(({ autoRepayMode }) => autoRepayMode))
}

/** v5: both or neither, and thirty days at most. */
const bothTimes: Proof = shown('bounds the hours, with the other end', async ({ world, path, base, name }) => {
  const hour = 3_600_000
  const endTime = 1_763_000_000_000
  const asked = { ...base, startTime: String(endTime - 5 * hour), endTime: String(endTime) }
  const { list } = (await world.get(path, asked)).result
  const times = (list as { timestamp: number }[]).map(({ timestamp }) => timestamp)
  expect(times).toHaveLength(5)
  expect(times.every((time) => time % hour === 0 && time <= endTime && time >= endTime - 5 * hour)).toBe(true)
  const { [name]: _left, ...alone } = asked as Record<string, string>
  expect(await world.get(path, alone)).toMatchObject({ retCode: 10001, retExtInfo: { field: name } })
  const long = { ...asked, startTime: String(endTime - 31 * 24 * hour) }
  expect(await world.get(path, long)).toMatchObject({ retCode: 10001, retExtInfo: { field: 'endTime' } })
})

/** Calls of collateral and debts, with the parameters that their pages name. */
export const LENDING_TABLE: Readonly<Record<string, Call>> = {
  'GET /v5/account/collateral-info': {
    doc: 'account/collateral-info',
    parameters: { currency: narrows('currency', 'USDT', 'BTC') },
  },
  [`POST ${SWITCH}`]: {
    doc: 'account/set-collateral',
    with: { coin: 'BTC', collateralSwitch: 'ON' },
    parameters: {
      coin: both(
        shown('is the coin', async (asked) => {
          const caller = await asked.world.fresh()
          await asked.world.done(caller, SWITCH, { coin: 'ETH', collateralSwitch: 'ON' })
          expect([await isOn(asked, caller, 'ETH'), await isOn(asked, caller, 'BTC')]).toEqual([true, false])
        }),
        refusedBy('NOPE'),
      ),
      collateralSwitch: both(
        shown('is the switch', async (asked) => {
          const caller = await asked.world.fresh()
          for (const word of ['ON', 'OFF']) {
            await asked.world.done(caller, SWITCH, { coin: 'BTC', collateralSwitch: word })
            expect(await isOn(asked, caller, 'BTC')).toBe(word === 'ON')
          }
        }),
        refusedBy('MAYBE'),
      ),
    },
  },
  [`POST ${SWITCH}-batch`]: {
    doc: 'account/batch-set-collateral',
    parameters: {
      request: both(
        shown('switches each of them', async (asked) => {
          const caller = await asked.world.fresh()
          const request = [
            { coin: 'BTC', collateralSwitch: 'ON' },
            { coin: 'ETH', collateralSwitch: 'OFF' },
          ]
          expect(await asked.world.done(caller, `${SWITCH}-batch`, { request })).toEqual({ list: request })
          expect([await isOn(asked, caller, 'BTC'), await isOn(asked, caller, 'ETH')]).toEqual([true, false])
        }),
        refusedBy([], 'BTC'),
      ),
    },
  },
  'POST /v5/account/quick-repayment': {
    doc: 'account/repay-liability',
    parameters: { coin: owesNothing({ coin: 'USDT' }) },
  },
  [`POST ${REPAY}`]: {
    doc: 'account/repay',
    with: { coin: 'USDT' },
    parameters: {
      coin: both(
        owesNothing({ coin: 'USDT' }),
        shown('is needed with an amount', async ({ world, path }) => {
          expect(await world.post(await world.fresh(), path, { amount: '1' })).toMatchObject({
            retCode: 10001,
            retExtInfo: { field: 'coin' },
          })
        }),
      ),
      amount: both(owesNothing({ coin: 'USDT', amount: '1' }), refusedBy('much')),
      repaymentType: both(owesNothing({ repaymentType: 'ALL' }), refusedBy('FIXED')),
    },
  },
  [`POST ${BORROW}`]: {
    doc: 'account/borrow',
    with: { coin: 'USDT', amount: '10' },
    parameters: {
      coin: both(
        shown('is the coin that is owed', async ({ world }) => {
          const caller = await world.fresh()
          await world.done(caller, MODE, { spotMarginMode: '1' })
          expect(await world.done(caller, BORROW, { coin: 'USDT', amount: '10' })).toEqual({
            coin: 'USDT',
            amount: '10',
          })
          const [row] = await world.all('/v5/account/collateral-info', { currency: 'USDT' }, caller)
          expect(row?.['borrowAmount']).toBe('10')
        }),
        shown('is one that is lent', async ({ world, path }) => {
          const caller = await world.fresh()
          await world.done(caller, MODE, { spotMarginMode: '1' })
          expect(await world.post(caller, path, { coin: 'NOPE', amount: '1' })).toMatchObject({ retCode: 10001 })
        }),
      ),
      amount: both(
        shown('is at most what could be borrowed', async ({ world, path }) => {
          const caller = await world.fresh()
          await world.done(caller, MODE, { spotMarginMode: '1' })
          expect(await world.post(caller, path, { coin: 'USDT', amount: '250001' })).toMatchObject({
            retCode: 110007,
            retExtInfo: { field: 'amount' },
          })
        }),
        refusedBy('much'),
      ),
    },
  },
  'POST /v5/account/no-convert-repay': {
    doc: 'account/no-convert-repay',
    with: { coin: 'USDT' },
    parameters: {
      coin: both(
        owesNothing({ coin: 'USDT' }),
        shown('is the one coin that repays', async ({ world, path }) => {
          const caller = await world.fresh()
          await world.done(caller, MODE, { spotMarginMode: '1' })
          await world.done(caller, BORROW, { coin: 'USDT', amount: '10' })
          await world.done(caller, path, { coin: 'USDT' })
          const [row] = await world.all('/v5/account/collateral-info', { currency: 'USDT' }, caller)
          expect(row?.['borrowAmount']).toBe('0')
        }),
      ),
      amount: both(
        shown('is how much of it', async ({ world, path }) => {
          const caller = await world.fresh()
          await world.done(caller, MODE, { spotMarginMode: '1' })
          await world.done(caller, BORROW, { coin: 'USDT', amount: '10' })
          await world.done(caller, path, { coin: 'USDT', amount: '4' })
          const [row] = await world.all('/v5/account/collateral-info', { currency: 'USDT' }, caller)
          expect(row?.['borrowAmount']).toBe('6')
        }),
        refusedBy('much'),
      ),
      repaymentType: both(owesNothing({ coin: 'USDT', repaymentType: 'ALL' }), refusedBy('FIXED')),
    },
  },
  // No pair is listed here: `spot-margin.test.ts` has what it answers.
  'GET /v5/order/spot-borrow-check': {
    doc: 'order/spot-borrow-quota',
    with: { category: 'spot', symbol: 'BTCUSDT', side: 'Buy' },
    parameters: { category: namedIn('linear'), symbol: namedIn('NOPE'), side: namedIn('Up') },
  },
  'GET /v5/spot-margin-trade/interest-rate-history': {
    doc: 'spot-margin-uta/historical-interest',
    with: { currency: 'USDC' },
    parameters: {
      currency: shown('is the coin of the rows', async ({ world, path, name }) => {
        for (const coin of ['USDT', 'BTC']) {
          const { list } = (await world.get(path, { [name]: coin })).result
          expect(new Set((list as { currency: string }[]).map(({ currency }) => currency))).toEqual(new Set([coin]))
        }
        expect(await world.get(path, { [name]: 'NOPE' })).toMatchObject({ retCode: 10001, retExtInfo: { field: name } })
      }),
      vipLevel: shown('is the one level there is', async ({ world, path, base }) => {
        const rows = async (vipLevel: string) =>
          ((await world.get(path, { ...base, vipLevel })).result['list'] as unknown[]).length
        // A week of hours.
        expect([await rows('No VIP'), await rows('VIP-1')]).toEqual([168, 0])
      }),
      startTime: bothTimes,
      endTime: bothTimes,
    },
  },
  [`POST ${MODE}`]: {
    doc: 'spot-margin-uta/switch-mode',
    parameters: {
      spotMarginMode: both(
        shown('is the mode', async ({ world }) => {
          const caller = await world.fresh()
          for (const spotMarginMode of ['1', '0']) {
            expect(await world.done(caller, MODE, { spotMarginMode })).toEqual({ spotMarginMode })
            const state = await world.get('/v5/spot-margin-trade/state', {}, caller)
            expect(state.result['spotMarginMode']).toBe(spotMarginMode)
          }
        }),
        refusedBy('2'),
      ),
    },
  },
  [`POST ${LEVERAGE}`]: {
    doc: 'spot-margin-uta/set-leverage',
    with: { leverage: '3' },
    parameters: {
      leverage: both(
        shown('is the leverage of every coin', async ({ world }) => {
          const caller = await world.fresh()
          await world.done(caller, MODE, { spotMarginMode: '1' })
          await world.done(caller, LEVERAGE, { leverage: '3' })
          const rows = await world.all('/v5/spot-margin-trade/coinstate', {}, caller)
          expect(new Set(rows.map((row) => row['spotLeverage']))).toEqual(new Set(['3']))
          expect(await world.post(caller, LEVERAGE, { leverage: '11' })).toMatchObject({ retCode: 110013 })
        }),
        refusedBy('much'),
      ),
      currency: shown('is the one coin that it is of', async ({ world }) => {
        const caller = await world.fresh()
        await world.done(caller, MODE, { spotMarginMode: '1' })
        await world.done(caller, LEVERAGE, { leverage: '4', currency: 'BTC' })
        const rows = await world.all('/v5/spot-margin-trade/coinstate', {}, caller)
        expect(rows.filter((row) => row['spotLeverage'] === '4').map((row) => row['currency'])).toEqual(['BTC'])
      }),
    },
  },
  'GET /v5/spot-margin-trade/state': { doc: 'spot-margin-uta/status', parameters: {} },
  'GET /v5/spot-margin-trade/coinstate': {
    doc: 'spot-margin-uta/coinstate',
    parameters: { currency: narrows('currency', 'USDT', 'BTC') },
  },
  [`POST ${REPAY_MODE}`]: {
    doc: 'spot-margin-uta/set-auto-repay-mode',
    with: { autoRepayMode: '0' },
    parameters: {
      currency: both(
        shown('is the coin, or all', async ({ world }) => {
          const caller = await world.fresh()
          expect(await world.done(caller, REPAY_MODE, { currency: 'BTC', autoRepayMode: '0' })).toEqual({
            data: [{ currency: 'BTC', autoRepayMode: '0' }],
          })
          expect(await repayModes(world, caller)).toEqual(new Set(['0', '1']))
          await world.done(caller, REPAY_MODE, { autoRepayMode: '0' })
          expect(await repayModes(world, caller)).toEqual(new Set(['0']))
        }),
        refusedBy('NOPE'),
      ),
      autoRepayMode: both(
        shown('is the mode', async ({ world }) => {
          const caller = await world.fresh()
          expect(await repayModes(world, caller)).toEqual(new Set(['1']))
          for (const mode of ['0', '1']) {
            await world.done(caller, REPAY_MODE, { autoRepayMode: mode })
            expect(await repayModes(world, caller)).toEqual(new Set([mode]))
          }
        }),
        refusedBy('2', ''),
      ),
    },
  },
  'GET /v5/spot-margin-trade/get-auto-repay-mode': {
    doc: 'spot-margin-uta/get-auto-repay-mode',
    parameters: {
      currency: both(
        shown('narrows the list', async ({ world, path }) => {
          expect((await world.get(path, { currency: 'BTC' })).result).toEqual({
            data: [{ currency: 'BTC', autoRepayMode: '1' }],
          })
        }),
        namedIn('NOPE'),
      ),
    },
  },
  'GET /v5/spot-margin-trade/data': {
    doc: 'spot-margin-uta/vip-margin',
    parameters: {
      vipLevel: shown('is the one level there is', async ({ world, path }) => {
        const lists = async (vipLevel: string) =>
          (await world.get(path, { vipLevel })).result['vipCoinList'] as unknown[]
        expect([(await lists('No VIP')).length, (await lists('VIP-1')).length]).toEqual([1, 0])
      }),
      currency: shown('narrows the list', async ({ world, path }) => {
        const { result } = await world.get(path, { currency: 'BTC' })
        expect(result['vipCoinList']).toMatchObject([
          { vipLevel: 'No VIP', list: [{ currency: 'BTC', borrowable: true }] },
        ])
      }),
    },
  },
  'GET /v5/spot-margin-trade/collateral': {
    doc: 'spot-margin-uta/tier-collateral-ratio',
    parameters: {
      currency: both(
        shown('narrows the list', async ({ world, path }) => {
          const { result } = await world.get(path, { currency: 'ETH' })
          // 200 coins each at less and less, as the published tiers of BTC have it; beyond them nothing counts.
          const ratios = ['0.98', '0.95', '0.9', '0.85', '0.8', '0']
          const collateralRatioList = ratios.map((collateralRatio, at) => ({
            minQty: String(200 * at),
            maxQty: at === 5 ? '' : String(200 * (at + 1)),
            collateralRatio,
          }))
          expect(result).toEqual({ list: [{ currency: 'ETH', collateralRatioList }] })
        }),
        namedIn('NOPE'),
      ),
    },
  },
  'GET /v5/spot-margin-trade/max-borrowable': {
    doc: 'spot-margin-uta/max-borrowable',
    parameters: { currency: ofOneCoin },
  },
  'GET /v5/spot-margin-trade/repayment-available-amount': {
    doc: 'spot-margin-uta/repayment-available-amount',
    parameters: { currency: ofOneCoin },
  },
  'GET /v5/spot-margin-trade/position-tiers': {
    doc: 'spot-margin-uta/position-tiers',
    parameters: { currency: narrows('currency', 'USDT', 'BTC') },
  },
}
