import { describe, expect, it } from 'vitest'
import { restoreEngine } from '../../../../exchange/engine/create-engine'
import { BTC, USDT } from '../engine-fixture'
import { COIN, pair, PAIR } from '../spot-fixture'
import { COINS, lendingDesk, type LendingDesk } from './lending-fixture'

const mode = (to: 'auto' | 'manual', coin: string | null = 'USDT') =>
  ({ type: 'setRepaymentMode', account: 'ann', coin, mode: to }) as const
const cancel = (orderId: string) =>
  ({ type: 'cancel', account: 'ann', symbol: PAIR.symbol, orderId, linkId: null }) as const

function conserved({ engine }: LendingDesk): void {
  for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
}

describe('repayment by hand (v5 set-auto-repay-mode)', () => {
  it('leaves what a cancel frees, and what it is owed, until it is repaid by hand', () => {
    const desk = lendingDesk()
    desk.ok(mode('manual'))
    expect(desk.coin('ann', 'USDT').repaymentMode).toBe('manual')
    // 20,000 of which 10,000 are there.
    const { id } = desk.order(pair('ann', { lots: 400, isLeverage: true }))
    desk.ok(cancel(id))
    expect(desk.wallet('ann', 'USDT')).toBe(20_000 * USDT)
    expect(desk.coin('ann', 'USDT')).toMatchObject({ lentE8: 10_000 * USDT, borrowedE8: 10_000 * USDT })
    // Its margin is that of the debt: 20 and 4 %; the equity is what was there before.
    expect(desk.lending('ann').figures).toMatchObject({
      equityE8: 10_000 * USDT,
      initialE8: 2_000 * USDT,
      maintenanceE8: 400 * USDT,
    })
    desk.ok({ type: 'repay', account: 'ann', coin: 'USDT', amountE8: 4_000 * USDT })
    expect(desk.coin('ann', 'USDT').lentE8).toBe(6_000 * USDT)
    conserved(desk)
  })

  it('keeps what is bought of a coin that was sold short, and repays it once it is automatic again', () => {
    const desk = lendingDesk()
    desk.ok(mode('manual', 'BTC'))
    desk.order(pair('bob', { lots: 100 }))
    desk.order(pair('ann', { side: 'sell', lots: 100, isLeverage: true }))
    desk.order(pair('bob', { side: 'sell', lots: 50 }))
    desk.order(pair('ann', { lots: 50 }))
    // 0.05 less the fee of 0.1 %.
    expect(desk.wallet('ann', 'BTC')).toBe(4_995_000)
    expect(desk.coin('ann', 'BTC').lentE8).toBe(COIN / 10)
    desk.ok(mode('auto', null))
    expect(desk.wallet('ann', 'BTC')).toBe(0)
    expect(desk.coin('ann', 'BTC')).toMatchObject({ lentE8: COIN / 10 - 4_995_000, repaymentMode: 'auto' })
    conserved(desk)
  })

  it('takes debts that are there with it', () => {
    const desk = lendingDesk()
    const { id } = desk.order(pair('ann', { lots: 400, isLeverage: true }))
    desk.ok(mode('manual'))
    desk.ok(cancel(id))
    expect(desk.coin('ann', 'USDT').lentE8).toBe(10_000 * USDT)
    conserved(desk)
  })

  it('is what a preview reckons with', () => {
    const desk = lendingDesk()
    desk.order(pair('bob', { lots: 100 }))
    desk.ok(mode('manual', 'BTC'))
    const order = pair('ann', { side: 'sell', lots: 100, isLeverage: true })
    const preview = desk.engine.preview(order)!
    desk.order(order)
    const owed = preview.lending!.coins.find(({ coin }) => coin === 'BTC')
    expect(owed).toEqual(desk.coin('ann', 'BTC'))
  })

  it('is refused of a coin that is not lent, and with isolated margin', () => {
    const desk = lendingDesk()
    expect(desk.refused(mode('manual', 'EOS'))).toEqual({ kind: 'unknownCollateral', coin: 'EOS' })
    desk.ok({ type: 'setMarginMode', account: 'bob', mode: 'isolated' })
    expect(desk.refused({ ...mode('manual'), account: 'bob' })).toEqual({ kind: 'crossOnly' })
  })

  it('is the same after a restart', () => {
    const desk = lendingDesk()
    desk.ok(mode('manual'))
    const { id } = desk.order(pair('ann', { lots: 400, isLeverage: true }))
    const again = restoreEngine([BTC, PAIR], JSON.parse(JSON.stringify(desk.engine.snapshot())), COINS)
    expect(again.lending('ann')).toEqual(desk.engine.lending('ann'))
    desk.ok(cancel(id))
    again.handle(cancel(id), 9_999)
    expect(again.lending('ann')).toEqual(desk.engine.lending('ann'))
  })
})
