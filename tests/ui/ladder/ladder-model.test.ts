import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { OrderId } from '../../../src/domain/order/order'
import { pickedPrice } from '../../../src/ui/state/picked-price'
import { FIRST_GROUP } from '../../../src/ui/state/link-group'
import { ladderKey } from '../../../src/ui/ladder/ladder-keys'
import { BTCUSDT, intentOf, orderOf, positionOf } from '../fixtures'
import { ladderScene } from './scene'

const atPrice = (id: string, side: 'buy' | 'sell', price: string) => ({
  ...orderOf(id, { side }),
  type: 'limit' as const,
  price: price as Price,
})

function rowAt(scene: ReturnType<typeof ladderScene>, ticks: number) {
  return scene.model.rows.peek()?.rows.find((row) => row.ticks === ticks)
}

describe('rows of the ladder', () => {
  test('are one tick apart around the market, highest first, with the sizes of the book and their sums', () => {
    const scene = ladderScene({ count: 5 })
    // Best bid 600,000 and best ask 600,001 ticks: the middle rounds up, two rows above it and two below.
    expect(scene.prices()).toEqual([600_003, 600_002, 600_001, 600_000, 599_999])
    // Levels have 1, 2, 3 … lots away from the market.
    expect(rowAt(scene, 600_003)).toMatchObject({ bid: null, ask: { lots: 3, total: 6 } })
    expect(rowAt(scene, 599_999)).toMatchObject({ bid: { lots: 2, total: 3 }, ask: null })
    expect(scene.model.rows.peek()?.maxTotal).toBe(6)
  })

  test('a coarser step keeps the market in the middle and takes the sizes of its own view alone', () => {
    const scene = ladderScene({ count: 5 })
    scene.model.setGroup(10)
    expect(scene.prices()).toEqual([600_020, 600_010, 600_000, 599_990, 599_980])
    expect(rowAt(scene, 600_000)).toMatchObject({ bid: null, ask: null })
    scene.market(600_000)
    expect(rowAt(scene, 600_000)).toMatchObject({ bid: { lots: 1 } })
  })

  test('no row has a price of nothing', () => {
    const scene = ladderScene({ count: 21, bidTicks: 5 })
    expect(scene.prices().at(-1)).toBe(1)
    scene.model.window.scroll(-50)
    expect(scene.prices().at(-1)).toBe(1)
  })

  test('where the trader went to look elsewhere the rows stay, until they are centred or the market comes there', () => {
    const scene = ladderScene()
    scene.model.window.scroll(-30)
    scene.market(600_002)
    expect(scene.prices()[0]).toBe(599_981)
    expect(scene.model.marketBeyond.peek()).toBe('above')
    scene.model.centre()
    expect([scene.prices()[10], scene.model.marketBeyond.peek()]).toEqual([600_003, null])
    scene.model.window.scroll(-30)
    // It is met in the middle of the rows, and followed from there on.
    scene.market(599_972)
    scene.market(600_100)
    expect(scene.prices()).toContain(600_100)
  })

  test('own orders stand in their rows with what is left of them; what waits for a trigger is none of them', () => {
    const scene = ladderScene()
    scene.desk.send({
      type: 'orders',
      isSnapshot: true,
      orders: [
        atPrice('a', 'buy', '59999.9'),
        atPrice('b', 'buy', '59999.9'),
        { ...atPrice('c', 'sell', '60000.5'), leavesQty: '0.05' as Qty },
        { ...atPrice('d', 'sell', '60000.6'), status: 'untriggered' },
      ],
    })
    expect(rowAt(scene, 599_999)?.ownBuy).toEqual({ orders: ['a', 'b'], qty: '0.4', count: 2, isPending: false })
    expect(rowAt(scene, 600_005)?.ownSell).toMatchObject({ orders: ['c'], qty: '0.05' })
    expect(rowAt(scene, 600_006)?.ownSell).toBeNull()
  })

  test('in rows of several ticks a bid goes down to its row and an ask up', () => {
    const scene = ladderScene()
    scene.model.setGroup(10)
    scene.desk.send({
      type: 'orders',
      isSnapshot: true,
      orders: [atPrice('a', 'buy', '59999.9'), atPrice('b', 'sell', '60000.1')],
    })
    expect(rowAt(scene, 599_990)?.ownBuy?.orders).toEqual(['a'])
    expect(rowAt(scene, 600_010)?.ownSell?.orders).toEqual(['b'])
  })

  test('a press on its way stands in its row and cannot be taken hold of', () => {
    const scene = ladderScene()
    const intent = intentOf('i', 'sending')
    const order = { ...intent.order, type: 'limit' as const, price: '59999.8' as Price }
    scene.desk.send({ type: 'intents', intents: [{ ...intent, order }], changes: [], reverses: [] })
    expect(rowAt(scene, 599_998)?.ownBuy).toEqual({ orders: [], qty: '0.01', count: 1, isPending: true })
  })

  test('a row says what the position would have made there', () => {
    const scene = ladderScene({ count: 5 })
    scene.desk.send({
      type: 'positions',
      isSnapshot: true,
      positions: [positionOf({ entryPrice: '60000.1' as Price, value: '30000.05' as never })],
    })
    // 0.5 × (60000.3 − 60000.1) = 0.1 and 0.5 × (59999.9 − 60000.1) = −0.1.
    expect(scene.model.pnls.peek().get(600_003)).toBe('0.1')
    expect(scene.model.pnls.peek().get(599_999)).toBe('-0.1')
    expect([...scene.model.entryRows.peek()]).toEqual([600_001])
  })
})

describe('presses', () => {
  test('disarmed, a press sends nothing: its price goes to the ticket', () => {
    const scene = ladderScene({ isArmed: false })
    scene.model.down({ kind: 'cell', side: 'buy', ticks: 599_995 }, { atMs: 0, isTouch: false })
    scene.model.up(50)
    expect(scene.sent).toEqual([])
    expect(pickedPrice(FIRST_GROUP).peek()).toMatchObject({ symbol: BTCUSDT, price: '59999.5' })
  })

  test('disarmed, own orders are neither cancelled nor moved', () => {
    const scene = ladderScene({ isArmed: false })
    scene.desk.send({ type: 'orders', isSnapshot: true, orders: [atPrice('a', 'buy', '59999.9')] })
    const own = { kind: 'own', side: 'buy', ticks: 599_999, orders: ['a' as OrderId] } as const
    scene.model.down(own, { atMs: 0, isTouch: false })
    scene.model.up(50)
    scene.model.key({ kind: 'cancel' }, 599_999)
    scene.model.key({ kind: 'carry' }, 599_999)
    expect([scene.cancelled, scene.moved, scene.model.carried.peek()]).toEqual([[], [], null])
  })

  test('a press on an own order cancels it; dragged to another row it goes to that price; let go outside it stays', () => {
    const scene = ladderScene()
    scene.desk.send({ type: 'orders', isSnapshot: true, orders: [atPrice('a', 'buy', '59999.9')] })
    const own = { kind: 'own', side: 'buy', ticks: 599_999, orders: ['a' as OrderId] } as const
    scene.model.down(own, { atMs: 0, isTouch: false })
    scene.model.press.over(null)
    scene.model.up(50)
    expect([scene.cancelled, scene.moved]).toEqual([[], []])
    scene.model.down(own, { atMs: 100, isTouch: false })
    scene.model.press.over({ kind: 'row', ticks: 599_996 })
    scene.model.up(300)
    expect(scene.moved).toEqual([{ id: 'a', price: '59999.6' }])
    scene.model.down(own, { atMs: 400, isTouch: false })
    scene.model.up(450)
    expect(scene.cancelled).toEqual(['a'])
  })

  test('what ends the session or the sight of the page disarms, and what was taken along stays where it was', () => {
    const scene = ladderScene()
    scene.desk.send({ type: 'orders', isSnapshot: true, orders: [atPrice('a', 'buy', '59999.9')] })
    scene.model.key({ kind: 'carry' }, 599_999)
    expect(scene.model.carried.peek()).toMatchObject({ orders: ['a'], fromTicks: 599_999 })
    let look = (): void => {}
    const page = {
      hidden: true,
      addEventListener: (_: string, seen: () => void) => (look = seen),
      removeEventListener() {},
    }
    scene.arming.followSight(page as unknown as Document)
    look()
    expect([scene.arming.isArmed.peek(), scene.model.carried.peek()]).toEqual([false, null])
    scene.arming.arm()
    scene.desk.send({ type: 'session', session: null })
    expect([scene.arming.isArmed.peek(), scene.arming.arm()]).toEqual([false, false])
  })
})

describe('keys', () => {
  const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false }
  const at = { page: 20, isCarrying: false }

  test('Enter buys and Shift+Enter sells at the row, once for as long as the key is down', () => {
    expect(ladderKey({ ...plain, key: 'Enter' }, at)).toEqual({ kind: 'place', side: 'buy' })
    expect(ladderKey({ ...plain, key: 'Enter', shiftKey: true }, at)).toEqual({ kind: 'place', side: 'sell' })
    expect(ladderKey({ ...plain, key: 'Enter', repeat: true }, at)).toBe('again')
    expect(ladderKey({ ...plain, key: 'ArrowUp', repeat: true }, at)).toEqual({ kind: 'go', rows: 1 })
    expect(ladderKey({ ...plain, key: 'Enter', ctrlKey: true }, at)).toBeNull()
    expect(ladderKey({ ...plain, key: 'q' }, at)).toBeNull()
  })

  test('a row with the focus: arrows go on past the edge, Delete cancels, Space takes along and Enter puts down', () => {
    const scene = ladderScene({ count: 5 })
    scene.desk.send({ type: 'orders', isSnapshot: true, orders: [atPrice('a', 'buy', '59999.9')] })
    scene.model.focus(599_999)
    scene.model.key({ kind: 'go', rows: -1 }, 599_999)
    expect(scene.model.focused.peek()).toBe(599_998)
    expect(scene.prices().at(-1)).toBe(599_998)
    // The market goes away; with the focus in it the ladder waits.
    scene.market(600_400)
    expect(scene.prices().at(-1)).toBe(599_998)
    scene.model.key({ kind: 'carry' }, 599_999)
    scene.model.key({ kind: 'go', rows: -2 }, 599_999)
    scene.model.key({ kind: 'carry' }, 599_997)
    expect(scene.moved).toEqual([{ id: 'a', price: '59999.7' }])
    scene.model.key({ kind: 'place', side: 'sell' }, 600_001)
    expect(scene.sent).toMatchObject([{ side: 'sell', price: '60000.1' }])
    scene.model.key({ kind: 'cancel' }, 599_999)
    expect(scene.cancelled).toEqual(['a'])
    scene.model.key({ kind: 'centre' }, 599_999)
    expect(scene.model.focused.peek()).toBe(scene.model.middle.peek())
  })
})
