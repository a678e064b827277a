import { describe, expect, it } from 'vitest'
import type { CoinBalance, CoinDebt, Wallet } from '../../../src/domain/account/wallet'
import type { Money } from '../../../src/domain/decimal'
import { parseWallet, writeWallet } from '../../../src/wire/shape/wallet'
import { writeV5Wallet } from '../../../src/wire/v5/account-rows'

const money = (text: string): Money => text as Money
const DEBT: CoinDebt = { borrowed: money('12'), lent: money('10'), interest: money('0.5'), isCollateral: true }
const COIN: CoinBalance = {
  coin: 'USDT',
  walletBalance: money('3'),
  unrealisedPnl: money('-1.5'),
  equity: money('-9'),
  available: money('0'),
  positionInitialMargin: money('0'),
  orderInitialMargin: money('0'),
  locked: money('0'),
  maintenanceMargin: money('0'),
  cumRealisedPnl: money('0'),
  usdValue: money('-9'),
}
const walletOf = (coins: readonly CoinBalance[]): Wallet => ({
  accountType: 'uta2',
  totalEquity: money('-9'),
  totalWalletBalance: money('3'),
  totalMarginBalance: money('-9'),
  totalAvailable: money('0'),
  totalUnrealisedPnl: money('-1.5'),
  totalInitialMargin: money('0'),
  totalMaintenanceMargin: money('0'),
  initialMarginRate: null,
  maintenanceMarginRate: null,
  coins,
  seq: 7,
})
const read = (row: object): Wallet => parseWallet(row as never)

describe('the row of a wallet', () => {
  it('says what is owed of a coin, by v5’s names', () => {
    expect(writeWallet(walletOf([{ ...COIN, lending: DEBT }])).coin).toMatchObject([
      { borrowAmount: '12', spotBorrow: '10', accruedInterest: '0.5', collateralSwitch: true },
    ])
  })

  it('is read back as it was, with debts and without', () => {
    for (const wallet of [walletOf([COIN]), walletOf([{ ...COIN, lending: DEBT }])]) {
      expect(read(writeWallet(wallet))).toEqual(wallet)
    }
  })

  it('is no longer where each coin stands by itself', () => {
    expect(Object.keys(writeWallet(walletOf([COIN])).coin[0]!)).not.toContain('spotBorrow')
  })

  it('is the same in v5’s list, which says of every account that nothing is owed', () => {
    expect(read(writeV5Wallet(walletOf([{ ...COIN, lending: DEBT }]))).coins[0]!.lending).toEqual(DEBT)
    expect(read(writeV5Wallet(walletOf([COIN]))).coins[0]!.lending).toEqual({
      borrowed: '0',
      lent: '0',
      interest: '0',
      isCollateral: true,
    })
  })
})
