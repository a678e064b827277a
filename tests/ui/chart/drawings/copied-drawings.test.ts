import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CopiedDrawings, parseCopied, pasted } from '../../../../src/ui/chart/drawings/copied-drawings'
import { parseDrawing, type Drawing } from '../../../../src/ui/chart/drawings/drawing'
import { DrawingsModel } from '../../../../src/ui/chart/drawings/drawings-model'

const BAR_MS = 60_000

function line(id: string, ...points: readonly (readonly [bar: number, price: number])[]): Drawing {
  const at = points.map(([bar, price]) => ({ timeMs: bar * BAR_MS, price }))
  return parseDrawing({ id, kind: 'trendLine', points: at, name: id })!
}

const view = (from: number, to: number, price: number) => [
  { timeMs: from * BAR_MS, price },
  { timeMs: to * BAR_MS, price },
]
const place = { symbol: 'BTCUSDT', barMs: BAR_MS, view: view(0, 100, 50), round: (price: number) => Math.round(price) }
const pointsOf = (drawings: readonly Drawing[]) =>
  drawings.flatMap(({ points }) => points.map(({ timeMs, price }) => [timeMs / BAR_MS, price]))

describe('copies', () => {
  test('stand three bars beside what was copied on its own chart', () => {
    const copied = { symbol: 'BTCUSDT', drawings: [line('a', [1, 10], [2, 20])] }
    expect(pointsOf(pasted(copied, place))).toEqual([
      [4, 10],
      [5, 20],
    ])
  })

  test('keep their shape in per cent around the prices in view on another one', () => {
    const copied = { symbol: 'ETHUSDT', drawings: [line('a', [1, 900], [2, 1000]), line('b', [3, 1100], [4, 1100])] }
    // The middle of 900 and 1100 is 1000, that in view 50: a twentieth of each.
    expect(pointsOf(pasted(copied, place))).toEqual([
      [1, 45],
      [2, 50],
      [3, 55],
      [4, 55],
    ])
    // Bars 1 to 4 are not in view from 100 to 200: their middle 2.5 goes to 150, 147.5 bars on, rounded to 148.
    const later = pasted(copied, { ...place, view: view(100, 200, 50) })
    expect(pointsOf(later).map(([bar]) => bar)).toEqual([149, 150, 151, 152])
  })

  test('without bars in view stay as they are', () => {
    const copied = { symbol: 'ETHUSDT', drawings: [line('a', [1, 900], [2, 1000])] }
    expect(pointsOf(pasted(copied, { ...place, view: [] }))).toEqual([
      [1, 900],
      [2, 1000],
    ])
  })

  test('are as many as were copied, of the same kinds, and one step to undo', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 1_000 })), { minLength: 1 }), (starts) => {
        let id = 0
        const model = new DrawingsModel({ keep: () => {}, keepOptions: () => {}, newId: () => `n${id++}`, tab: 'tab' })
        const drawings = starts.map(([bar, price], at) => line(`d${at}`, [bar, price], [bar + 1, price]))
        model.addCopies(pasted({ symbol: 'ETHUSDT', drawings }, place))
        expect(model.drawings.value.map(({ name }) => name)).toEqual(drawings.map(({ name }) => name))
        expect(model.chosen.value).toEqual(model.drawings.value)
        expect(new Set(model.drawings.value.map((one) => one.id)).size).toBe(starts.length)
        model.undo()
        expect(model.drawings.value).toEqual([])
      }),
    )
  })

  test('are read by another chart of the account, and here alone where nothing is kept', async () => {
    const records = new Map<string, unknown>()
    const store = {
      read: async (name: string) => structuredClone(records.get(name)),
      save: (name: string, value: unknown) => void records.set(name, structuredClone(value)),
      flush: () => {},
    }
    const [one, other] = [new CopiedDrawings('BTCUSDT', store), new CopiedDrawings('ETHUSDT', store)]
    expect(await other.read()).toBeNull()
    one.copy([])
    expect(await other.read()).toBeNull()
    one.copy([line('a', [1, 10], [2, 20])])
    expect(await other.read()).toMatchObject({ symbol: 'BTCUSDT', drawings: [{ id: 'a' }] })
    const alone = new CopiedDrawings('BTCUSDT', { ...store, read: async () => undefined })
    alone.copy([line('b', [1, 10], [2, 20])])
    expect(await alone.read()).toMatchObject({ drawings: [{ id: 'b' }] })
    alone.forget()
    expect(await alone.read()).toBeNull()
  })

  test.each([null, 7, {}, { symbol: 'BTCUSDT', drawings: [{}] }, { symbol: 1, drawings: [line('a', [1, 1], [2, 2])] }])(
    'that are none: %j',
    (stored) => expect(parseCopied(stored)).toBeNull(),
  )
})
