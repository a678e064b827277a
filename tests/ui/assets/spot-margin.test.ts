import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signal } from '@preact/signals-react'
import * as fc from 'fast-check'
import { compare, type Leverage, type Money } from '../../../src/domain/decimal'
import type { LendingChange } from '../../../src/domain/account/lending'
import type { Wallet } from '../../../src/domain/account/wallet'
import { debtsKey, LendingModel, owedOf, soldFor, unlentOf } from '../../../src/ui/assets/lending-model'
import { LoanForm } from '../../../src/ui/assets/loan-form'
import { formatOwed, formatWhole } from '../../../src/ui/assets/owed-text'
import { i18n } from '../../../src/ui/i18n/instance'
import { outcomeText } from '../../../src/ui/trading-kit/refusals/outcome-text'
import { NodeHub } from '../../chaos/lib/node-hub'
import { RealGateway } from '../../exchange/api/lib/real-gateway'

const TICK_MS = 100
const LIVE_MS = 20_000
const HOUR_MS = 3_600_000

let world: RealGateway
let ticking: ReturnType<typeof setInterval>
let hub: NodeHub
let model: LendingModel

beforeAll(async () => {
  const words = (name: string): object =>
    JSON.parse(readFileSync(new URL(`../../../locales/en/${name}.json`, import.meta.url), 'utf8')) as object
  const en = { notices: words('notices'), trade: words('trade') }
  await i18n.init({ lng: 'en', resources: { en }, interpolation: { escapeValue: false } })
  world = await RealGateway.open({ families: ['spot'], stepMs: 0 })
  ticking = setInterval(() => void world.tick(), TICK_MS)
  hub = new NodeHub(`http://127.0.0.1:${world.port}`, 'spot-margin')
  await hub.start(LIVE_MS)
  model = new LendingModel(hub.tab)
}, 40_000)
afterAll(async () => {
  clearInterval(ticking)
  await hub.stop()
  await world.close()
})

/** As a program of the same browser would read it. */
async function rest(path: string): Promise<Record<string, unknown>> {
  const cookie = [...hub.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${hub.origin}${path}`, { headers: { cookie } })
  const { result } = (await answer.json()) as { readonly result: Record<string, unknown> }
  return result
}
const rows = (result: Record<string, unknown>) => result['list'] as Record<string, string | boolean>[]

async function change(one: LendingChange): Promise<string | null> {
  return outcomeText(await hub.tab.changeLending(one))
}

const wallet = (): Wallet | null => hub.port.events('wallet').at(-1)?.wallet ?? null

/** The hub's wallet follows the answer. */
async function walletShows(coin: string, owed: string): Promise<void> {
  await expect.poll(() => owedOf(wallet(), coin).owed, { timeout: 5_000 }).toBe(owed)
}

async function shownIsRest(): Promise<void> {
  await model.read()
  const lending = model.lending.value!
  const listed = rows(await rest('/v5/account/collateral-info'))
  expect(
    lending.coins.map((one) => [
      one.coin,
      one.borrowed,
      one.free,
      one.freeLimit,
      one.hourlyRate,
      one.limit,
      one.usage,
      one.collateralRatio,
      one.isCollateral,
    ]),
  ).toEqual(
    listed.map((row) =>
      [
        'currency borrowAmount freeBorrowAmount freeBorrowingLimit hourlyBorrowRate maxBorrowingAmount',
        'borrowUsageRate collateralRatio collateralSwitch',
      ]
        .join(' ')
        .split(' ')
        .map((field) => row[field]),
    ),
  )
  const tiered = rows(await rest('/v5/spot-margin-trade/collateral')) as unknown as readonly {
    readonly currency: string
    readonly collateralRatioList: readonly { readonly maxQty: string; readonly collateralRatio: string }[]
  }[]
  expect(lending.coins.map(({ coin, slices }) => [coin, slices])).toEqual(
    tiered.map(({ currency, collateralRatioList }) => [
      currency,
      collateralRatioList.map(({ maxQty, collateralRatio }) => ({
        upTo: maxQty === '' ? null : maxQty,
        ratio: collateralRatio,
      })),
    ]),
  )
  const modes = (await rest('/v5/spot-margin-trade/get-auto-repay-mode'))['data'] as Record<string, string>[]
  expect(lending.coins.map(({ coin, repaysItself }) => [coin, repaysItself ? '1' : '0'])).toEqual(
    modes.map(({ currency, autoRepayMode }) => [currency, autoRepayMode]),
  )
  const state = await rest('/v5/spot-margin-trade/state')
  expect(lending.isOn).toBe(state['spotMarginMode'] === '1')
  const [account] = rows(await rest('/v5/account/wallet-balance?accountType=UNIFIED')) as unknown as [
    { readonly coin: readonly Record<string, string>[] },
  ]
  for (const { coin, spotBorrow, accruedInterest } of account.coin)
    expect([coin, owedOf(wallet(), coin!)]).toEqual([
      coin,
      { owed: String(Number(spotBorrow) + Number(accruedInterest)), interest: accruedInterest },
    ])
}

describe('loans and collateral on the screen (issue 21.3)', () => {
  test('are what REST says, from the first look to the last repayment, and each refusal has words', async () => {
    await shownIsRest()
    expect(model.lending.value).toMatchObject({ isOn: false, mode: 'cross' })
    const five = '5' as Money
    expect(await change({ kind: 'borrow', coin: 'SOL', amount: five })).toBe('Spot margin is off. Turn it on first.')
    expect(await change({ kind: 'repay', coin: 'SOL', amount: null, withOthers: false })).toBe(
      'Nothing is owed of this coin.',
    )
    expect(await change({ kind: 'spotMargin', isOn: true })).toBeNull()
    await shownIsRest()
    expect(model.lending.value).toMatchObject({ isOn: true })
    const seven = '7' as Leverage
    expect(await change({ kind: 'borrowLeverage', coin: 'ETH', leverage: seven })).toBeNull()
    await model.read()
    expect(model.lending.value!.coins.filter(({ leverage }) => leverage === seven).map(({ coin }) => coin)).toEqual([
      'ETH',
    ])
    const before = debtsKey(wallet())
    expect(await change({ kind: 'borrow', coin: 'SOL', amount: five })).toBeNull()
    await walletShows('SOL', '5')
    expect(debtsKey(wallet())).not.toBe(before)
    await shownIsRest()
    const room = await hub.tab.lendingRoom('SOL')
    const most = await rest('/v5/spot-margin-trade/max-borrowable?currency=SOL')
    const free = await rest('/v5/spot-margin-trade/repayment-available-amount?currency=SOL')
    expect(room).toMatchObject({ value: { repayable: free['lossLessRepaymentAmount'] } })
    // The market moves between the two reads: what is left of the limit binds, 1,000 − 5.
    expect(most['maxLoan']).toBe('995')
    expect(room).toMatchObject({ value: { borrowable: '995' } })
    const tooMuch = await hub.tab.changeLending({ kind: 'borrow', coin: 'SOL', amount: '996' as Money })
    expect(tooMuch).toMatchObject({ kind: 'refused', rejection: { code: 110007, ext: { available: '995' } } })
    expect(await change({ kind: 'spotMargin', isOn: false })).toBe('Repay what is owed first.')
    expect(await change({ kind: 'collateral', coin: 'USDT', isOn: false })).toBe(
      'This coin always counts as collateral.',
    )
    expect(await change({ kind: 'collateral', coin: 'ETH', isOn: false })).toBeNull()
    expect(await change({ kind: 'autoRepay', coin: 'SOL', isOn: false })).toBeNull()
    await shownIsRest()
    const coinOf = (coin: string) => model.lending.value!.coins.find((one) => one.coin === coin)
    expect([coinOf('ETH')?.isCollateral, coinOf('SOL')?.repaysItself]).toEqual([false, false])
    // Two hours of interest: 5 × 0.0000065 = 0.0000325, twice.
    await world.advance(HOUR_MS)
    await world.advance(HOUR_MS)
    await walletShows('SOL', '5.000065')
    await shownIsRest()
    const charges = await hub.tab.loanCharges({ limit: 50, cursor: null })
    const history = rows(await rest('/v5/account/borrow-history'))
    expect(history).toHaveLength(2)
    expect(charges).toMatchObject({
      value: {
        rows: history.map((row) => ({
          coin: row['currency'],
          timeMs: Number(row['createdTime']),
          interest: row['borrowCost'],
          hourlyRate: row['hourlyBorrowRate'],
          borrowed: row['borrowAmount'],
          bearing: row['InterestBearingBorrowSize'],
        })),
        nextCursor: null,
      },
    })
    expect(formatWhole(history[0]!['borrowCost'] as Money, 'SOL')).toBe('0.00003250')
    expect(await change({ kind: 'repay', coin: 'SOL', amount: '1' as Money, withOthers: false })).toBeNull()
    await walletShows('SOL', '4.000065')
    expect(await change({ kind: 'repay', coin: 'SOL', amount: null, withOthers: true })).toBeNull()
    await walletShows('SOL', '0')
    await shownIsRest()
    expect(await change({ kind: 'collateral', coin: 'ETH', isOn: true })).toBeNull()
    expect(await change({ kind: 'spotMargin', isOn: false })).toBeNull()
    await shownIsRest()
  }, 60_000)
})

test('other coins that repay are those held and not owed, in the order of the list', () => {
  const coin = (name: string, walletBalance: string, lent = '0') => ({
    coin: name,
    walletBalance,
    lending: { lent, interest: '0' },
  })
  const coins = [coin('ETH', '2'), coin('BTC', '1'), coin('USDC', '0'), coin('SOL', '5', '1'), coin('USDT', '3', '9')]
  const listed = ['USDT', 'USDC', 'BTC', 'ETH', 'SOL'].map((name) => ({ coin: name }))
  // USDT is the debt, of USDC there is nothing, SOL is owed itself.
  expect(soldFor('USDT', listed, { coins } as unknown as Wallet)).toEqual(['BTC', 'ETH'])
})

test.each([
  // Half a unit of the fourth place is rounded; an hour's interest of a small debt is not nothing.
  ['1234.56789', 'USDT', '1,234.5679'],
  ['0.00001234', 'USDT', '0.00001234'],
  ['0.12345678', 'BTC', '0.12345678'],
])('in a table %s %s owed stands as %s', (amount, coin, text) => {
  expect(formatOwed(amount as Money, coin)).toBe(text)
})

describe('an amount that is borrowed or repaid', () => {
  const formOf = (max: string | null) => new LoanForm(signal(max as Money | null))

  test('all of it is what there is, also of what is added meanwhile; typing makes it an amount again', () => {
    const form = formOf('5.000065')
    form.fillMax()
    expect([form.text.value, form.isAll.value, form.amount.value]).toEqual(['5.000065', true, '5.000065'])
    form.setText('5')
    expect([form.isAll.value, form.amount.value]).toEqual([false, '5'])
  })

  test('an amount is above zero, at most what there is, and has the places of a balance', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 2_000 }), fc.integer({ min: 0, max: 1_000 }), (typed, max) => {
        const form = formOf(String(max))
        form.setText(String(typed))
        const isGood = typed > 0 && typed <= max
        expect(form.amount.value).toBe(isGood ? String(typed) : null)
        expect(form.problem.value).toBe(isGood ? null : typed > 0 ? 'overMax' : 'notPositive')
      }),
    )
    const form = formOf('1')
    form.setText('0.1234567891')
    form.settle()
    expect(form.amount.value).toBe('0.12345678')
    expect(compare(form.amount.value!, '1' as Money)).toBe(-1)
  })

  test('while nobody knows the most, the exchange decides', () => {
    const form = formOf(null)
    form.setText('7')
    form.fillMax()
    expect([form.amount.value, form.problem.value]).toEqual(['7', null])
  })
})

test('what is borrowed beyond what was lent has a reason beside it, and what profits take off has none', () => {
  // 12.5 − (10 lent) = 2.5; interest is owed beside both.
  const lending = { borrowed: '12.5', lent: '10', interest: '0.25', isCollateral: true }
  const owing = { coins: [{ coin: 'SOL', lending }] } as unknown as Wallet
  expect(unlentOf(owing, 'SOL', '12.5' as Money)).toBe('2.5')
  expect(unlentOf(owing, 'SOL', '9' as Money)).toBe('0')
  // Nothing was lent of another coin.
  expect(unlentOf(owing, 'USDC', '3' as Money)).toBe('3')
})
