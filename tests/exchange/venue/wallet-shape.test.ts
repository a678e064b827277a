import { describe, expect, test } from 'vitest'
import type { EngineBalance } from '../../../exchange/engine/records/position-records'
import type { AccountLending } from '../../../exchange/engine/lending/lending-info'
import { withLending } from '../../../exchange/venue/lending-shapes'
import { toWallet } from '../../../exchange/venue/wallet-shape'

const ONE = 100_000_000

/** A coin with so much in the wallet, in whole coins; nothing else. */
function row(coin: string, wallet: number, change: Partial<EngineBalance> = {}): EngineBalance {
  return {
    coin,
    walletE8: wallet * ONE,
    unrealisedE8: 0,
    paidValueE8: 0,
    positionMarginE8: 0,
    orderMarginE8: 0,
    lockedE8: 0,
    maintenanceE8: 0,
    availableE8: wallet * ONE,
    cumRealisedE8: 0,
    ...change,
  }
}

/** A bitcoin is 60,000 dollars. */
const price = (coin: string): bigint => (coin === 'BTC' ? 60_000n : 1n) * BigInt(ONE)
const walletOf = (...rows: EngineBalance[]) => toWallet('uta2', rows, price, 1)

/** 600 less 500 of a loss back 100 of maintenance margin: that is its liquidation. */
const AT_THE_END = row('USDT', 600, {
  unrealisedE8: -500 * ONE,
  positionMarginE8: 250 * ONE,
  maintenanceE8: 100 * ONE,
  availableE8: 0,
})

describe('the totals of an account whose coins stand alone', () => {
  test('have a maintenance rate of 1 where a coin is liquidated, whatever else there is', () => {
    for (const others of [[], [row('BTC', 2)], [row('USDC', 5_000), row('BTC', 2)]])
      expect(walletOf(AT_THE_END, ...others)).toMatchObject({ maintenanceMarginRate: '1', initialMarginRate: '2.5' })
  })

  test('have the rate of the coin that is nearest to it', () => {
    // A tenth of a bitcoin against two.
    const inverse = row('BTC', 2, { positionMarginE8: ONE / 5, maintenanceE8: ONE / 10, availableE8: 1.8 * ONE })
    expect(walletOf(row('USDT', 600), inverse)).toMatchObject({
      initialMarginRate: '0.1',
      maintenanceMarginRate: '0.05',
    })
    expect(walletOf(AT_THE_END, inverse)).toMatchObject({ initialMarginRate: '2.5', maintenanceMarginRate: '1' })
  })

  test('count no coin that backs nothing', () => {
    // 100 + 5,000; the bitcoins are equity alone.
    expect(walletOf(AT_THE_END, row('USDC', 5_000), row('BTC', 2))).toMatchObject({
      totalEquity: '125100',
      totalMarginBalance: '5100',
      totalAvailable: '5000',
    })
    // A contract stands on the bitcoins: 2 × 60,000, of which 1.8 are free.
    const inverse = row('BTC', 2, { positionMarginE8: ONE / 5, maintenanceE8: ONE / 10, availableE8: 1.8 * ONE })
    expect(walletOf(row('USDT', 600), inverse)).toMatchObject({
      totalMarginBalance: '120600',
      totalAvailable: '108600',
    })
  })

  test('have no rate where nothing is left behind a margin, and 0 where nothing stands on it', () => {
    const gone = row('USDT', 600, {
      unrealisedE8: -600 * ONE,
      positionMarginE8: ONE,
      maintenanceE8: ONE,
      availableE8: 0,
    })
    expect(walletOf(gone, row('USDC', 1))).toMatchObject({ initialMarginRate: null, maintenanceMarginRate: null })
    expect(walletOf(row('USDT', 600))).toMatchObject({ initialMarginRate: '0', maintenanceMarginRate: '0' })
  })
})

describe('what can be withdrawn of a coin', () => {
  test('is no gain on paper, and nothing that an order of a pair holds back', () => {
    // 100 + 40 of a gain − 10 of margin: 130 are free for orders, 100 leave the account; with 30 locked, 70.
    const won = { unrealisedE8: 40 * ONE, positionMarginE8: 10 * ONE }
    expect(walletOf(row('USDT', 100, { ...won, availableE8: 130 * ONE })).coins).toMatchObject([
      { available: '130', withdrawable: '100' },
    ])
    const locked = { ...won, lockedE8: 30 * ONE, availableE8: 100 * ONE }
    expect(walletOf(row('USDT', 100, locked)).coins).toMatchObject([{ available: '100', withdrawable: '70' }])
    expect(walletOf(row('USDT', 100)).coins[0]).not.toHaveProperty('withdrawable')
  })
})

test('dollars of a coin that is owed are by its index, however little its result is', () => {
  const ether = (): bigint => 238_746_000_000n
  const wallet = toWallet('uta2', [row('ETH', 0, { unrealisedE8: -27, availableE8: 0 })], ether, 1)
  const owed = {
    coin: 'ETH',
    isCollateral: true,
    isSwitchedOn: true,
    leverageE2: 500,
    repaymentMode: 'auto',
    borrowedE8: 1_300_000_257,
    lossE8: 27,
    lentE8: 1_300_000_000,
    interestE8: 230,
    repayableE8: 0,
    availableToBorrowE8: 0,
    collateralUsdE8: null,
  } as const
  const figures = { equityE8: 0, initialE8: 0, maintenanceE8: 0, availableE8: 0 }
  const lending: AccountLending = { lends: true, hedgesSpot: false, figures, coins: [owed] }
  // −13.00000257 × 2,387.46 = −31,036.986135772…; of the result alone, −0.00064461, no rate can be read.
  expect(withLending(wallet, lending, ether)).toMatchObject({
    totalEquity: '-31036.98613577',
    coins: [{ equity: '-13.00000257', usdValue: '-31036.98613577' }],
  })
})
