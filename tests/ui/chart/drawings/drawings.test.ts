import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FIRST_STYLE } from '../../../../src/ui/chart/drawings/drawing-styles'
import { byOrder, DRAWINGS_MAX, parseDrawing, type Drawing } from '../../../../src/ui/chart/drawings/drawing'
import { DRAWING_KINDS, DRAWING_POINTS } from '../../../../src/ui/chart/drawings/drawing-kind'
import {
  apply,
  put,
  remove,
  removeAll,
  reorder,
  type DrawingCommand,
} from '../../../../src/ui/chart/drawings/drawing-commands'
import {
  EMPTY_HISTORY,
  perform,
  receive,
  redo,
  undo,
  type DrawingHistory,
} from '../../../../src/ui/chart/drawings/drawing-history'
import {
  drawingsOf,
  keptOf,
  merge,
  NO_DRAWINGS,
  parseDrawings,
  type DrawingSet,
} from '../../../../src/ui/chart/drawings/drawing-set'

function drawing(id: string, part: Partial<Drawing> = {}): Drawing {
  const kind = part.kind ?? 'trendLine'
  const points = Array.from({ length: DRAWING_POINTS[kind] }, (_, i) => ({ timeMs: 1_000 + i, price: 100 + i }))
  return {
    id,
    kind,
    points,
    name: '',
    text: '',
    ...FIRST_STYLE,
    isLocked: false,
    isHidden: false,
    order: 0,
    ...part,
  }
}

const IDS = ['a', 'b', 'c', 'd'] as const
const anyDrawing = fc
  .record({
    id: fc.constantFrom(...IDS),
    name: fc.constantFrom('', 'x', 'y'),
    order: fc.nat(5),
    isHidden: fc.boolean(),
  })
  .map(({ id, ...part }) => drawing(id, part))

type Act =
  | { readonly kind: 'put'; readonly drawings: readonly Drawing[] }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'reorder'; readonly id: string; readonly direction: 1 | -1 }
  | { readonly kind: 'removeAll' | 'undo' | 'redo' }

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), drawings: fc.array(anyDrawing, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom(...IDS) }),
  fc.record({
    kind: fc.constant('reorder' as const),
    id: fc.constantFrom(...IDS),
    direction: fc.constantFrom(1 as const, -1 as const),
  }),
  fc.record({ kind: fc.constantFrom('removeAll' as const, 'undo' as const, 'redo' as const) }),
)

function commandOf(set: DrawingSet, one: Exclude<Act, { kind: 'undo' | 'redo' }> | Act): DrawingCommand {
  if (one.kind === 'put') return put(...one.drawings)
  if (one.kind === 'remove') return remove(one.id)
  if (one.kind === 'reorder') return reorder(set, one.id, one.direction)
  return removeAll(set)
}

function act1(history: DrawingHistory, one: Act, tab: string): DrawingHistory {
  if (one.kind === 'undo') return undo(history, tab)
  if (one.kind === 'redo') return redo(history, tab)
  return perform(history, commandOf(history.set, one), tab)
}

describe('a command', () => {
  test('and its inverse leave what was there', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), act, (before, last) => {
        const { set } = before.reduce((history, one) => act1(history, one, 'tab'), EMPTY_HISTORY)
        const done = apply(set, commandOf(set, last), 'tab')
        const undone = apply(done.set, done.inverse, 'tab')
        expect(drawingsOf(undone.set)).toEqual(drawingsOf(set))
        // And the inverse of the inverse does it again.
        expect(drawingsOf(apply(undone.set, undone.inverse, 'tab').set)).toEqual(drawingsOf(done.set))
      }),
    )
  })

  test('everything that was done is undone step by step, and done again', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
        const states = [EMPTY_HISTORY]
        for (const one of acts) {
          if (one.kind === 'undo' || one.kind === 'redo') continue
          const next = act1(states.at(-1)!, one, 'tab')
          if (next !== states.at(-1)) states.push(next)
        }
        let history = states.at(-1)!
        for (const state of states.toReversed().slice(1)) {
          history = undo(history, 'tab')
          expect(drawingsOf(history.set)).toEqual(drawingsOf(state.set))
        }
        expect(undo(history, 'tab')).toBe(history)
        for (const state of states.slice(1)) {
          history = redo(history, 'tab')
          expect(drawingsOf(history.set)).toEqual(drawingsOf(state.set))
        }
        expect(redo(history, 'tab')).toBe(history)
      }),
    )
  })

  test('"delete all" is one entry', () => {
    const drawn = perform(EMPTY_HISTORY, put(drawing('a'), drawing('b'), drawing('c')), 'tab')
    const emptied = perform(drawn, removeAll(drawn.set), 'tab')
    expect(drawingsOf(emptied.set)).toEqual([])
    expect(emptied.undos).toHaveLength(2)
    expect(drawingsOf(undo(emptied, 'tab').set)).toHaveLength(3)
  })

  test('moves a drawing one place and no further', () => {
    const ids = (set: DrawingSet) => drawingsOf(set).map((one) => one.id)
    let { set } = apply(NO_DRAWINGS, put(drawing('a'), drawing('b'), drawing('c')), 'tab')
    for (const [id, direction, wanted] of [
      ['a', 1, ['b', 'a', 'c']],
      ['a', 1, ['b', 'c', 'a']],
      ['a', 1, ['b', 'c', 'a']],
      ['c', -1, ['c', 'b', 'a']],
      ['c', -1, ['c', 'b', 'a']],
    ] as const) {
      set = apply(set, reorder(set, id, direction), 'tab').set
      expect(ids(set)).toEqual(wanted)
    }
  })
})

describe('two tabs', () => {
  const tabs = ['one', 'two'] as const
  /** Both begin with the same drawings, and merge now and then. */
  const shared = fc.array(fc.oneof(fc.tuple(fc.constantFrom(...tabs), act), fc.constant('merge' as const)), {
    maxLength: 30,
  })

  function play(steps: readonly (readonly [(typeof tabs)[number], Act] | 'merge')[]) {
    const histories = { one: EMPTY_HISTORY, two: EMPTY_HISTORY }
    for (const step of steps) {
      if (step === 'merge') histories.one = receive(histories.one, histories.two.set)
      else histories[step[0]] = act1(histories[step[0]], step[1], step[0])
    }
    return histories
  }

  test('have the same in the end, whoever merges, how often, and in which order', () => {
    fc.assert(
      fc.property(shared, (steps) => {
        const { one, two } = play(steps)
        const merged = merge(one.set, two.set)
        const other = merge(two.set, one.set)
        expect(drawingsOf(other)).toEqual(drawingsOf(merged))
        expect(merge(merged, one.set)).toEqual(merged)
        expect(drawingsOf(merge(merge(one.set, merged), two.set))).toEqual(drawingsOf(merged))
      }),
    )
  })

  test('lose no drawing and double none: what one has and the other did not delete is there once', () => {
    fc.assert(
      fc.property(shared, (steps) => {
        const { one, two } = play(steps)
        const merged = drawingsOf(merge(one.set, two.set))
        const ids = merged.map((each) => each.id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const [mine, other] of [
          [one.set, two.set],
          [two.set, one.set],
        ] as const) {
          for (const each of drawingsOf(mine)) {
            const theirs = other.get(each.id)
            const wasDeleted = theirs !== undefined && theirs.drawing === null
            if (!wasDeleted) expect(ids).toContain(each.id)
          }
        }
        // Nothing comes from nowhere.
        for (const id of ids) expect([one.set.get(id)?.drawing, two.set.get(id)?.drawing].some(Boolean)).toBe(true)
      }),
    )
  })

  test('a drawing that one deletes and another changed before is gone, and comes back with "undo"', () => {
    const both = perform(EMPTY_HISTORY, put(drawing('a')), 'one')
    const other = perform(receive(EMPTY_HISTORY, both.set), put(drawing('a', { name: 'x' })), 'two')
    const deleting = perform(receive(both, other.set), remove('a'), 'one')
    const after = receive(other, deleting.set)
    expect(drawingsOf(after.set)).toEqual([])
    const restored = undo(deleting, 'one')
    expect(drawingsOf(receive(after, restored.set).set)).toMatchObject([{ id: 'a', name: 'x' }])
  })
})

describe('what is stored', () => {
  test('comes back as it was', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 15 }), (acts) => {
        const { set } = acts.reduce((history, one) => act1(history, one, 'tab'), EMPTY_HISTORY)
        expect(parseDrawings(structuredClone(keptOf(set)))).toEqual(set)
      }),
    )
  })

  test.each(DRAWING_KINDS)('%s has its points', (kind) => {
    const one = drawing('a', { kind })
    expect(parseDrawing(structuredClone(one))).toEqual(one)
    if (kind !== 'brush') expect(parseDrawing({ ...one, points: [...one.points, one.points[0]] })).toBeNull()
    expect(parseDrawing({ ...one, points: one.points.map(() => ({ timeMs: 1, price: Number.NaN })) })).toBeNull()
  })

  test('of a hand has as many points as it took, a text as many letters as fit, and an older text its name', () => {
    const way = (length: number) => Array.from({ length }, (_, at) => ({ timeMs: at, price: at }))
    expect(parseDrawing(drawing('a', { kind: 'brush', points: way(400) }))?.points).toHaveLength(400)
    for (const length of [1, 401])
      expect(parseDrawing({ ...drawing('a', { kind: 'brush' }), points: way(length) })).toBeNull()
    expect(parseDrawing({ ...drawing('a', { kind: 'text' }), text: 'x'.repeat(501) })?.text).toHaveLength(500)
    const { text: _, ...older } = drawing('a', { kind: 'callout', name: 'Breakout' })
    expect(parseDrawing(older)?.text).toBe('Breakout')
    expect(parseDrawing({ ...older, kind: 'rectangle' })?.text).toBe('')
  })

  test.each([undefined, null, 7, {}, { entries: {} }, { entries: [null, [], ['a', 1, 'tab', { id: 'b' }]] }])(
    'wrongly is nothing: %j',
    (stored) => {
      expect(parseDrawings(stored)).toEqual(new Map())
    },
  )

  test('is bounded: the oldest drawings go', () => {
    let history = EMPTY_HISTORY
    for (let i = 0; i <= DRAWINGS_MAX; i++) history = perform(history, put(drawing(`d${i}`)), 'tab')
    expect(history.set.size).toBe(DRAWINGS_MAX)
    expect(history.set.has('d0')).toBe(false)
    expect(history.set.has('d1')).toBe(true)
  })

  test('lies one above the other in one order everywhere', () => {
    const drawings = [drawing('b'), drawing('a'), drawing('c', { order: -1 })]
    expect(drawings.toSorted(byOrder).map((one) => one.id)).toEqual(['c', 'a', 'b'])
  })
})
