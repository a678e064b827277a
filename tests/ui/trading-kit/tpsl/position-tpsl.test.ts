import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../../src/domain/decimal'
import type { InstrumentSymbol, OrderId } from '../../../../src/domain/order/order'
import { guardKinds, partialSets, reducingOrders, sortSets } from '../../../../src/ui/trading-kit/position-guards'
import { PositionTpSl } from '../../../../src/ui/trading-kit/tpsl/position-tpsl'
import { deskOf, orderOf, positionOf } from '../../fixtures'

const ports = {
  prefs: { load: () => ({ input: 'roi', by: 'last' }) as const, save() {} },
  hasRoi: true,
  slippageOf: () => null,
}
const guarded = positionOf({ takeProfit: '61000' as Price, stopLoss: '59000' as Price, tpSlMode: 'full' })

const guard = (
  id: string,
  kind: 'partialTakeProfit' | 'partialStopLoss' | 'mmRateClose',
  price: string,
  pair: string | null,
) =>
  orderOf(id, {
    side: 'sell',
    status: 'untriggered',
    stopOrderType: kind,
    triggerPrice: price as Price,
    triggerBy: 'last',
    pairOrderId: pair as OrderId | null,
    qty: '0.2' as Qty,
  })

describe('the whole position (semantics §2.4)', () => {
  test('opens with what is in force, and sends only what differs', () => {
    const model = new PositionTpSl(guarded, deskOf().market, 'full', null, ports)
    expect(model.form.takeProfit.price.text.value).toBe('61000.0')
    expect(model.terms.value).toBeNull()
    model.form.takeProfit.price.setText('62000')
    expect(model.terms.value).toMatchObject({
      mode: 'full',
      takeProfit: { price: '62000' },
      stopLoss: null,
      tpSize: null,
    })
  })

  test('the slippage that is in force is shown, and a change of it alone is a change', () => {
    const inForce = { ...ports, slippageOf: () => ({ unit: 'percent', value: '0.05' }) as never }
    const model = new PositionTpSl(guarded, deskOf().market, 'full', null, inForce)
    expect(model.form.stopLoss.isBounded.value).toBe(true)
    expect(model.terms.value).toBeNull()
    model.form.stopLoss.setBounded(false)
    expect(model.terms.value).toMatchObject({ takeProfit: null, stopLoss: { price: '59000', slippage: null } })
  })

  test('an emptied leg is taken away with a price of zero', () => {
    const model = new PositionTpSl(guarded, deskOf().market, 'full', null, ports)
    model.form.stopLoss.clear()
    expect(model.terms.value).toMatchObject({ takeProfit: null, stopLoss: { price: '0' } })
  })

  test('nothing goes out while one leg is wrong', () => {
    const model = new PositionTpSl(positionOf(), deskOf().market, 'full', null, ports)
    model.form.takeProfit.price.setText('61000')
    model.form.stopLoss.price.setText('60500')
    expect(model.terms.value).toBeNull()
  })
})

describe('a partial set', () => {
  test('has a quantity on the lot, at most the position', () => {
    const model = new PositionTpSl(positionOf(), deskOf().market, 'partial', null, ports)
    model.form.takeProfit.price.setText('61000')
    model.setQtyText('')
    expect(model.qtyProblem.value).toBe('slTips1')
    model.setQtyText('0.501')
    expect(model.qtyProblem.value).toBe('tpSlQtyOver')
    model.setQtyText('0.2')
    expect(model.terms.value).toMatchObject({ mode: 'partial', tpSize: '0.2', slSize: '0.2', tpOrderId: null })
    // Half of the position's 0.5.
    model.setPercent(50)
    expect(model.qtyText.value).toBe('0.250')
  })

  test('a changed set names both of its orders, so that it stays one', () => {
    const orders = [guard('tp', 'partialTakeProfit', '61000', 'sl'), guard('sl', 'partialStopLoss', '59000', 'tp')]
    const [set] = partialSets(positionOf(), orders)
    const model = new PositionTpSl(positionOf(), deskOf().market, 'partial', set ?? null, ports)
    model.form.takeProfit.price.setText('62000')
    expect(model.terms.value).toMatchObject({
      tpOrderId: 'tp',
      slOrderId: 'sl',
      takeProfit: { price: '62000' },
      stopLoss: { price: '59000' },
    })
  })

  test('sets are found by their links and sorted by time or price (spec §2)', () => {
    const orders = [
      guard('a', 'partialTakeProfit', '63000', 'b'),
      guard('b', 'partialStopLoss', '58000', 'a'),
      { ...guard('c', 'partialStopLoss', '57000', null), createdAtMs: 9 },
      orderOf('other'),
    ]
    const sets = partialSets(positionOf(), orders)
    expect(sets.map(({ takeProfit, stopLoss }) => [takeProfit?.id, stopLoss?.id])).toEqual([
      ['a', 'b'],
      [undefined, 'c'],
    ])
    expect(sortSets(sets, 'time').map(({ id }) => id)).toEqual(['c', 'a'])
    expect(sortSets(sets, 'stopLoss').map(({ id }) => id)).toEqual(['c', 'a'])
    expect(sortSets(sets, 'takeProfit').map(({ id }) => id)).toEqual(['a', 'c'])
  })
})

describe('what ends with a position', () => {
  test('is named by kind, whatever the number of its orders; nothing where nothing guards it', () => {
    const set = [guard('a', 'partialTakeProfit', '63000', 'b'), guard('b', 'partialStopLoss', '58000', 'a')]
    expect(guardKinds(positionOf(), [orderOf('other')])).toEqual([])
    expect(guardKinds(positionOf(), set)).toEqual(['tpSl'])
    expect(guardKinds(positionOf({ stopLoss: '59000' as Price, trailingStop: '500' as Price }), [])).toEqual([
      'tpSl',
      'trailingStop',
    ])
    expect(guardKinds(positionOf(), [guard('r', 'mmRateClose', '', null)])).toEqual(['rateClose'])
  })

  test('are its reduce-only orders in the book, and neither those that wait nor those of another position', () => {
    // `positionOf` is a long: what reduces it sells.
    const reduces = { side: 'sell', reduceOnly: true, status: 'new' } as const
    const orders = [
      orderOf('target', reduces),
      orderOf('half', { ...reduces, status: 'partiallyFilled' }),
      orderOf('waits', { ...reduces, status: 'untriggered', stopOrderType: 'stop' }),
      orderOf('opens', { ...reduces, reduceOnly: false }),
      orderOf('short', { ...reduces, side: 'buy' }),
      orderOf('hedged', { ...reduces, positionIdx: 1 }),
      orderOf('elsewhere', { ...reduces, symbol: 'ETHUSDT' as InstrumentSymbol }),
    ]
    expect(reducingOrders(positionOf(), orders).map(({ id }) => id)).toEqual(['target', 'half'])
  })
})
