import { describe, expect, it } from 'vitest'
import type { Qty, Rate } from '../../../../src/domain/decimal'
import { ofType, place, USDT } from '../engine-fixture'
import { COIN, pair, PAIR } from '../spot-fixture'
import { COINS, lendingDesk } from './lending-fixture'

/** Published for BTC by Bybit (Assets & Collateral Value Ratio List, UTA). */
const BTC_TIERS = [
  ['10', '0.98'],
  ['20', '0.95'],
  ['30', '0.9'],
  ['40', '0.85'],
  ['50', '0.8'],
] as const

/** Fay has coins of one kind alone. */
function withBitcoin(amountE8: number, coins = COINS) {
  const desk = lendingDesk(coins)
  desk.ok({ type: 'openAccount', account: 'fay', role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
  desk.ok({ type: 'credit', account: 'fay', coin: 'BTC', amountE8 })
  return desk
}

describe('coins as collateral: marginal slices', () => {
  it('count each slice at its own ratio: 35 BTC as 32.55', () => {
    const tiers = BTC_TIERS.map(([upTo, ratio]) => ({ upTo: upTo as Qty, ratio: ratio as Rate }))
    const desk = withBitcoin(
      35 * COIN,
      COINS.map((one) => (one.coin === 'BTC' ? { ...one, tiers } : one)),
    )
    desk.ok({ type: 'setCollateral', account: 'fay', coins: ['BTC'], isOn: true })
    // 10 × 0.98 + 10 × 0.95 + 10 × 0.9 + 5 × 0.85 = 32.55.
    expect(desk.coin('fay', 'BTC').collateralUsdE8).toBe(1_627_500 * USDT)
  })

  it('back no contract of another coin until their account says so', () => {
    const desk = withBitcoin(COIN)
    expect(desk.refused(place('fay'))).toMatchObject({ kind: 'insufficientBalance' })
    desk.ok({ type: 'setCollateral', account: 'fay', coins: ['BTC'], isOn: true })
    desk.order(place('fay'))
    expect(desk.engine.balances('fay').map(({ coin }) => coin)).toContain('USDT')
    expect(desk.lending('fay').figures?.equityE8).toBe(47_500 * USDT)
  })

  it('carry a loss of contracts as a debt, and are given up for it only when they do not carry it', () => {
    const desk = withBitcoin(COIN)
    desk.ok({ type: 'setCollateral', account: 'fay', coins: ['BTC'], isOn: true })
    desk.order(place('bob', { side: 'sell', lots: 1_000 }))
    desk.order(place('fay', { lots: 1_000 }))
    // The fee of 27.5 USDT is owed from the first moment.
    expect(desk.coin('fay', 'USDT').lentE8).toBe(2_750_000_000)
    desk.price(40_000)
    expect(desk.engine.positions('fay')).toHaveLength(1)
    // 38,000 − 10,027.5 at 40,000; at 25,000 less than nothing is left.
    const { events } = desk.price(25_000)
    expect(ofType(events, 'liquidation').length + desk.engine.positions('fay').length).toBeGreaterThan(0)
    for (const { sumE8, creditedE8 } of desk.engine.conservation()) expect(sumE8).toBe(creditedE8)
    expect(desk.wallet('fay', 'USDT')).toBeGreaterThanOrEqual(0)
  })

  it('stay on while what they back needs them, and while something is owed', () => {
    const desk = withBitcoin(COIN)
    desk.ok({ type: 'setCollateral', account: 'fay', coins: ['BTC'], isOn: true })
    desk.order(place('fay'))
    expect(desk.refused({ type: 'setCollateral', account: 'fay', coins: ['BTC'], isOn: false })).toEqual({
      kind: 'switchRefused',
      why: 'margin',
    })
    expect(desk.refused({ type: 'setCollateral', account: 'fay', coins: ['USDT'], isOn: false })).toEqual({
      kind: 'switchRefused',
      why: 'fixed',
    })
    expect(desk.refused({ type: 'setCollateral', account: 'fay', coins: ['EOS'], isOn: true })).toEqual({
      kind: 'unknownCollateral',
      coin: 'EOS',
    })
    desk.order(pair('ann', { lots: 400, isLeverage: true }))
    expect(desk.refused({ type: 'setSpotMargin', account: 'ann', isOn: false })).toEqual({
      kind: 'switchRefused',
      why: 'debts',
    })
    expect(desk.refused({ type: 'setMarginMode', account: 'ann', mode: 'isolated' })).toMatchObject({
      reasons: [
        { kind: 'owed', symbol: null, coin: 'USDT' },
        { kind: 'spotMarginOn', symbol: null },
      ],
    })
  })

  it('go back to each its own with spot margin off', () => {
    const desk = lendingDesk()
    desk.ok({ type: 'setSpotMargin', account: 'ann', isOn: false })
    expect(desk.lending('ann')).toMatchObject({ lends: false, figures: null })
  })
})

describe('the liquidation of spot margin (semantics.md §1.5)', () => {
  /** 0.95 BTC for 47,500, of which 37,500 are owed; the fee leaves 0.94905 BTC. */
  function mostBorrowed() {
    const desk = lendingDesk()
    desk.order(pair('bob', { side: 'sell', lots: 950 }))
    desk.order(pair('ann', { lots: 950, isLeverage: true }))
    return desk
  }

  it('begins where the equity is below Σ MM, and repays until Σ MM is 90 % of it', () => {
    const desk = mostBorrowed()
    // 0.94905 × 95 % × 43,260 − 37,500 = 1,503.1…; 4 % of 37,500 are 1,500.
    expect(ofType(desk.price(43_260).events, 'loan')).toEqual([])
    const { events } = desk.price(43_250)
    expect(ofType(events, 'loan').map(({ coin, move, cause }) => [coin, move, cause])).toEqual([
      ['BTC', 'convertOut', 'liquidation'],
      ['USDT', 'convertIn', 'liquidation'],
      ['USDT', 'repay', undefined],
    ])
    const { equityE8, maintenanceE8 } = desk.lending('ann').figures!
    expect(maintenanceE8).toBeLessThanOrEqual(0.9 * equityE8)
    expect(maintenanceE8).toBeGreaterThan(0)
    for (const { sumE8, creditedE8 } of desk.engine.conservation()) expect(sumE8).toBe(creditedE8)
  })

  it('cancels what could raise the risk first, which alone may be enough', () => {
    const desk = mostBorrowed()
    desk.ok({ type: 'credit', account: 'ann', coin: 'USDT', amountE8: 1_000 * USDT })
    // What was credited has repaid as much; an order of 0.1 BTC borrows it anew.
    const { id } = desk.order(pair('ann', { side: 'buy', lots: 10, ticks: 490_000, isLeverage: true }))
    desk.price(30_000)
    expect(desk.engine.findOrder('ann', { orderId: id })?.status).toBe('canceled')
  })

  it('ends with nothing owed where nothing is left: the insurance pool pays the rest', () => {
    const desk = mostBorrowed()
    const before = desk.engine.insurancePool('USDT').balanceE8
    const { events } = desk.price(30_000)
    expect(ofType(events, 'credit')).toMatchObject([{ account: 'ann', coin: 'USDT' }])
    expect(desk.coin('ann', 'USDT')).toMatchObject({ lentE8: 0, borrowedE8: 0 })
    expect(desk.wallet('ann', 'BTC')).toBe(0)
    // 0.94905 × 30,000 / 1.001 = 28,443.05… of 37,500 were got for the bitcoin.
    expect((before - desk.engine.insurancePool('USDT').balanceE8) / USDT).toBeCloseTo(37_500 - 28_443.057, 2)
    for (const { sumE8, creditedE8 } of desk.engine.conservation()) expect(sumE8).toBe(creditedE8)
    expect(desk.engine.openOrders('ann', PAIR.symbol)).toEqual([])
  })
})
