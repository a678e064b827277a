import { signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import type { Leverage, Price, Qty } from '../../../../src/domain/decimal'
import type { Side } from '../../../../src/domain/order/order'
import { TpSlForm } from '../../../../src/ui/trading-kit/tpsl/tpsl-form'
import type { TpSlContext } from '../../../../src/ui/trading-kit/tpsl/tpsl-leg-form'
import type { PrefsStore, TpSlPrefs } from '../../../../src/ui/trading-kit/tpsl/tpsl-prefs'
import { instrumentOf } from '../../fixtures'

const contextOf = (side: Side, change: Partial<TpSlContext> = {}): TpSlContext => ({
  instrument: instrumentOf(),
  side,
  entryPrice: '60000' as Price,
  leverage: '10' as Leverage,
  qty: '0.5' as Qty,
  reference: () => '60000' as Price,
  scene: 'position',
  hasRoi: true,
  ...change,
})

function formOn(context: TpSlContext, prefs: TpSlPrefs = { input: 'roi', by: 'last' }) {
  const saved: TpSlPrefs[] = []
  const store: PrefsStore = { load: () => prefs, save: (_leg, next) => saved.push(next) }
  return { form: new TpSlForm(signal(context), store), saved }
}

describe('a leg is its price, or what it gains', () => {
  test('a gain typed becomes a price on the tick, and stays as typed', () => {
    const { form } = formOn(contextOf('buy', { entryPrice: '60001.3' as Price }))
    form.takeProfit.setTargetText('10')
    // 60001.3 · 1.01 = 60601.313, to the nearest 0.1.
    expect(form.takeProfit.price.text.value).toBe('60601.3')
    expect(form.takeProfit.targetText.value).toBe('10')
  })

  test('a price typed tells the gain, and a stop-loss counts its loss', () => {
    const { form } = formOn(contextOf('sell'))
    form.stopLoss.price.setText('61200')
    // A short that closes 2 % above at 10× loses 20 % of its margin, which is 600 USDT of half a bitcoin.
    expect(form.stopLoss.targetText.value).toBe('20.00')
    expect(form.stopLoss.pnl.value).toBe('-600')
    form.stopLoss.setInput('percent')
    expect(form.stopLoss.targetText.value).toBe('2.00')
  })

  test('no loss of more than 99.9 per cent of the price can be sent (spec §5 "Max percent")', () => {
    const { form } = formOn(contextOf('buy'), { input: 'percent', by: 'last' })
    form.stopLoss.setTargetText('99.9')
    expect(form.stopLoss.price.text.value).toBe('60.0')
    // No key is dropped (decisions 40): the text stays, and the leg is wrong until it is another one.
    form.stopLoss.setTargetText('100')
    expect(form.stopLoss.targetText.value).toBe('100')
    expect(form.stopLoss.problem.value).toBe('slTargetInvalid')
    expect(form.termsFor(form.context.peek())).toBeNull()
  })

  test.each(['1e5', '-5'])('a target of %j takes no leg away: it is wrong (decisions 40)', (typed) => {
    const { form } = formOn(contextOf('buy'), { input: 'percent', by: 'last' })
    form.takeProfit.setTargetText(typed)
    expect(form.takeProfit.targetText.value).toBe(typed)
    expect(form.isEmpty.value).toBe(false)
    expect(form.takeProfit.problem.value).toBe('tpTargetInvalid')
  })

  test('portfolio margin has no ROI and no slider (spec §6)', () => {
    const { form } = formOn(contextOf('buy', { hasRoi: false }))
    expect(form.takeProfit.input.value).toBe('percent')
    expect(form.takeProfit.slider.value).toBeNull()
  })

  test('basis and unit are remembered per leg', () => {
    const { form, saved } = formOn(contextOf('buy'))
    form.stopLoss.setBy('mark')
    form.stopLoss.setInput('pnl')
    expect(saved.at(-1)).toEqual({ input: 'pnl', by: 'mark' })
  })
})

describe('what stands in the way (spec §5 "TP/SL")', () => {
  test('a gain of nothing that is typed is asked for again, and no leg is left out without a word', () => {
    const { form } = formOn(contextOf('buy'))
    form.takeProfit.setTargetText('0')
    expect([form.takeProfit.problem.value, form.takeProfit.isEmpty.value]).toEqual(['tpTargetInvalid', false])
    form.takeProfit.setTargetText('')
    expect([form.takeProfit.problem.value, form.takeProfit.isEmpty.value]).toEqual([null, true])
  })

  test.each<[Side, 'takeProfit' | 'stopLoss', string, string | null]>([
    ['buy', 'takeProfit', '60000', 'tpPosPriceTooLow'],
    ['buy', 'takeProfit', '60000.1', null],
    ['buy', 'stopLoss', '60000', 'slPosPriceTooHigh'],
    ['buy', 'stopLoss', '59999.9', null],
    ['sell', 'takeProfit', '60000', 'tpPosPriceTooHigh'],
    ['sell', 'takeProfit', '59999.9', null],
    ['sell', 'stopLoss', '60000', 'slPosPriceTooLow'],
    ['sell', 'stopLoss', '60000.1', null],
    ['buy', 'takeProfit', '0', 'takeProfitOver'],
    ['buy', 'takeProfit', '2000000', 'tpPriceInvalid'],
  ])('%s %s %s: %s', (side, leg, price, problem) => {
    const { form } = formOn(contextOf(side))
    form[leg].price.setText(price)
    expect(form[leg].problem.value).toBe(problem)
  })

  test('an order names the same four without "Pos"', () => {
    const { form } = formOn(contextOf('buy', { scene: 'order' }))
    form.takeProfit.price.setText('59000')
    expect(form.takeProfit.problem.value).toBe('tpPriceTooLow')
  })

  test('a limit leg needs its limit price, and the whole position closes at market only (spec §4)', () => {
    const { form } = formOn(contextOf('buy'))
    form.setMode('partial')
    form.takeProfit.price.setText('61000')
    form.takeProfit.setOrderType('limit')
    expect(form.takeProfit.limit.text.value).toBe('61000.0')
    form.takeProfit.limit.setText('')
    expect(form.takeProfit.problem.value).toBe('tpLimitPriceEmpty')
    form.setMode('full')
    expect(form.terms.value).toMatchObject({
      mode: 'full',
      takeProfit: { price: '61000', orderType: 'market', limitPrice: null },
      stopLoss: null,
    })
  })
})

describe('slippage of a leg (decisions 23)', () => {
  const terms = (form: TpSlForm) => form.terms.value?.takeProfit?.slippage

  test('is asked for only where it is switched on, first with the second preset of spec §9', () => {
    const { form } = formOn(contextOf('buy'))
    form.takeProfit.price.setText('61000')
    expect(terms(form)).toBeNull()
    form.takeProfit.setBounded(true)
    expect(terms(form)).toEqual({ unit: 'percent', value: '0.02' })
    form.takeProfit.slippage.choose({ unit: 'tick', value: '100' as never })
    expect(terms(form)).toEqual({ unit: 'tick', value: '100' })
  })

  test('a leg at a limit price has that for a bound', () => {
    const { form } = formOn(contextOf('buy'))
    form.setMode('partial')
    form.takeProfit.price.setText('61000')
    form.takeProfit.setBounded(true)
    form.takeProfit.setOrderType('limit')
    expect(form.terms.value?.takeProfit).toMatchObject({ limitPrice: '61000', slippage: null })
  })
})
