import { describe, expect, test } from 'vitest'
import type { Leverage, Price } from '../../../../src/domain/decimal'
import { OrderTpSl } from '../../../../src/ui/trading-kit/tpsl/order-tpsl'
import { deskOf, orderOf } from '../../fixtures'

const ports = {
  prefs: { load: () => ({ input: 'roi', by: 'last' }) as const, save() {} },
  hasRoi: true,
  leverage: '10' as Leverage,
}

describe('take-profit and stop-loss of an open order (spec §2, scene ORDER)', () => {
  test('lie beyond its own price, not the market', () => {
    // A buy at 60000 whose take-profit lies above it, wherever the market is.
    const model = new OrderTpSl(orderOf('a'), deskOf().market, ports)
    model.form.takeProfit.price.setText('60000')
    expect(model.form.takeProfit.problem.value).toBe('tpPriceTooLow')
    model.form.takeProfit.setTargetText('10')
    // 10 % of the margin at 10× is 1 % of the price.
    expect(model.terms.value).toMatchObject({ mode: 'full', takeProfit: { price: '60600' }, stopLoss: null })
  })

  test('what it carries is shown, and only what differs is sent', () => {
    const order = orderOf('a', { takeProfit: '61000' as Price, stopLoss: '59000' as Price, tpSlMode: 'full' })
    const model = new OrderTpSl(order, deskOf().market, ports)
    expect(model.terms.value).toBeNull()
    model.form.stopLoss.clear()
    expect(model.terms.value).toMatchObject({ takeProfit: null, stopLoss: { price: '0' } })
  })
})
