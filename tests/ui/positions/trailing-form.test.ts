import { describe, expect, test } from 'vitest'
import type { Price, Rate } from '../../../src/domain/decimal'
import { TrailingForm } from '../../../src/ui/positions/trailing-form'
import { deskOf, positionOf } from '../fixtures'

const formOn = (change: Parameters<typeof positionOf>[0] = {}) => new TrailingForm(positionOf(change), deskOf().market)

describe('trailing stop (semantics §2.5)', () => {
  test('by distance: the first stop is that far from the last price', () => {
    const form = formOn()
    form.distance.setText('500')
    // Last 60000.
    expect(form.firstStop.value).toBe('59500')
    expect(form.terms.value).toMatchObject({ trailing: { distance: '500', rate: null, activationPrice: null } })
  })

  test('by per cent: a short has its stop above, rounded away from the price', () => {
    const form = formOn({ side: 'sell' })
    form.setUnit('percent')
    form.setPercentText('0.33')
    form.activation.setText('59999.9')
    // 59999.9 · 1.0033 = 60197.89967, up to the tick.
    expect(form.firstStop.value).toBe('60197.9')
    expect(form.terms.value?.trailing).toEqual({ distance: null, rate: '0.0033', activationPrice: '59999.9' })
  })

  test.each([
    ['buy', '60000', 'activationSide'],
    ['buy', '60000.1', null],
    ['sell', '60000', 'activationSide'],
    ['sell', '59999.9', null],
  ] as const)('a %s activates at %s: %s', (side, activation, problem) => {
    const form = formOn({ side })
    form.distance.setText('500')
    form.activation.setText(activation)
    expect(form.problem.value).toBe(problem)
  })

  test('a distance reaches no further than the price itself', () => {
    const form = formOn()
    expect(form.problem.value).toBe('distanceMissing')
    form.distance.setText('60000')
    expect(form.problem.value).toBe('distanceTooLarge')
    form.setUnit('percent')
    form.setPercentText('100')
    expect(form.problem.value).toBe('percentTooLarge')
  })

  test.each(['0', '-500', '0.05'])(
    'a distance of %s is refused however its field is left, and never rounded up',
    (typed) => {
      const form = formOn()
      form.distance.setText(typed)
      form.distance.settle()
      expect([form.distance.text.value, form.distance.isLeft.value, form.terms.value]).toEqual([typed, true, null])
      // The tick of BTCUSDT is 0.1.
      expect(form.distance.problem.value).toEqual({ kind: 'belowMin', bound: '0.1' })
      // Of one above the tick further places are cut, as of any number (spec §5).
      form.distance.setText('0.15')
      form.distance.settle()
      expect(form.terms.value?.trailing).toMatchObject({ distance: '0.1' })
    },
  )

  test.each(['0', '-1', '59000'])(
    'an activation price of %s is told as that, and not as the distance from it',
    (typed) => {
      const form = formOn()
      form.distance.setText('60500')
      form.activation.setText(typed)
      form.activation.settle()
      expect([form.activation.text.value.replace(/\.0$/, ''), form.problem.value]).toEqual([typed, 'activationSide'])
    },
  )

  test('opens with what is in force', () => {
    const form = formOn({ trailingRate: '0.015' as Rate })
    expect([form.unit.value, form.percentText.value]).toEqual(['percent', '1.5'])
  })

  test('another distance keeps the activation price that is waited for, until it is taken out', () => {
    const { market } = deskOf()
    const form = new TrailingForm(positionOf({ trailingStop: '500' as Price }), market, '64500' as Price)
    expect([form.distance.text.value, form.activation.text.value]).toEqual(['500.0', '64500.0'])
    form.distance.setText('400')
    expect(form.terms.value?.trailing).toEqual({ distance: '400', rate: null, activationPrice: '64500' })
    form.activation.setText('')
    expect(form.terms.value?.trailing).toMatchObject({ activationPrice: null })
  })
})
