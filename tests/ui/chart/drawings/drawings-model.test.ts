import { describe, expect, test } from 'vitest'
import { pressDrawingKey, type DrawingKey } from '../../../../src/ui/chart/drawings/drawing-keys'
import type { DrawingSet } from '../../../../src/ui/chart/drawings/drawing-set'
import { DrawingsModel, type DrawingOptions } from '../../../../src/ui/chart/drawings/drawings-model'
import { planOf } from '../../../../src/ui/chart/drawings/plan-of'
import { keepDrawings } from '../../../../src/ui/chart/drawings/keep-drawings'

const POINTS = [
  { timeMs: 60_000, price: 100 },
  { timeMs: 120_000, price: 101 },
]

function modelOf(tab = 'tab', keep: (set: DrawingSet) => void = () => {}) {
  let id = 0
  const options: DrawingOptions[] = []
  const model = new DrawingsModel({
    keep,
    keepOptions: (one) => options.push(one),
    newId: () => `${tab}${++id}`,
    tab,
  })
  return { model, options }
}

const key = (name: string, part: Partial<DrawingKey> = {}): DrawingKey => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...part,
})
const STEPS = {
  barMs: 60_000,
  tick: 0.5,
  round: (price: number) => Math.round(price * 2) / 2,
  copy: () => {},
  paste: () => {},
}

describe('drawing', () => {
  test('ends with the drawing chosen, and goes on where the tool is to stay', () => {
    const { model, options } = modelOf()
    model.choose('trendLine')
    model.add('trendLine', POINTS)
    expect([model.tool.value, model.selected.value?.id]).toEqual([null, 'tab1'])
    model.setOptions({ staysInDrawing: true })
    expect(options).toEqual([{ magnet: 'off', staysInDrawing: true }])
    model.choose('ray')
    expect(model.selected.value).toBeNull()
    model.add('ray', POINTS)
    expect([model.tool.value, model.selected.value]).toEqual(['ray', null])
    // The later one lies above.
    expect(model.drawings.value.map((one) => one.kind)).toEqual(['trendLine', 'ray'])
  })

  test('with too few points is none', () => {
    const { model } = modelOf()
    model.add('trendLine', POINTS.slice(1))
    expect(model.drawings.value).toEqual([])
    expect(model.canUndo.value).toBe(false)
  })

  test('all are locked, hidden and deleted in one step each', () => {
    const { model } = modelOf()
    for (let i = 0; i < 3; i++) model.add('ray', POINTS)
    model.changeAll({ isLocked: true })
    model.changeAll({ isHidden: true })
    model.removeAll()
    expect(model.drawings.value).toEqual([])
    expect(model.selected.value).toBeNull()
    model.undo()
    expect(model.drawings.value.map((one) => [one.isLocked, one.isHidden])).toEqual([1, 2, 3].map(() => [true, true]))
    model.undo()
    model.undo()
    expect(model.drawings.value.map((one) => [one.isLocked, one.isHidden])).toEqual([1, 2, 3].map(() => [false, false]))
    model.redo()
    expect(model.drawings.value.every((one) => one.isLocked)).toBe(true)
  })

  test('a text is typed as soon as it stands, until it is let go, and is no longer called by its old words', () => {
    const { model } = modelOf()
    model.choose('text')
    model.add('text', POINTS.slice(1))
    expect(model.edited.value?.id).toBe('tab1')
    model.say('tab1', 'One\ntwo')
    model.select(null)
    expect(model.edited.value).toBeNull()
    model.edit('tab1')
    model.change('tab1', { name: 'One\ntwo' })
    model.say('tab1', 'Three')
    expect(model.drawings.value).toMatchObject([{ text: 'Three', name: '' }])
    model.change('tab1', { isLocked: true })
    model.endEdit()
    model.edit('tab1')
    expect(model.edited.value).toBeNull()
    model.add('ray', POINTS)
    model.edit('tab2')
    expect(model.edited.value).toBeNull()
  })

  test('lets go of the one that is meant alone', () => {
    const { model } = modelOf()
    model.add('ray', POINTS)
    model.add('ray', POINTS)
    model.deselect('tab1')
    expect(model.selected.value?.id).toBe('tab2')
    model.deselect('tab2')
    expect(model.selected.value).toBeNull()
  })
})

describe('several at once', () => {
  test('are chosen with Shift or all together, and changed, moved and deleted in one step each', () => {
    const { model } = modelOf()
    for (let i = 0; i < 4; i++) model.add('trendLine', POINTS)
    model.change('tab4', { isHidden: true })
    model.selectAll()
    expect(model.chosen.value.map(({ id }) => id)).toEqual(['tab1', 'tab2', 'tab3'])
    // Of several there is no single one.
    expect(model.selected.value).toBeNull()
    model.toggle('tab2')
    model.changeMany(['tab1', 'tab3'], { tone: 'red' })
    pressDrawingKey(model, key('ArrowUp'), STEPS)
    const drawn = () => model.drawings.value.map(({ tone, points }) => [tone, points[0]?.price])
    // 100 and one tick of 0.5.
    expect(drawn()).toEqual([
      ['red', 100.5],
      ['blue', 100],
      ['red', 100.5],
      ['blue', 100],
    ])
    model.change('tab3', { isLocked: true })
    pressDrawingKey(model, key('Delete'), STEPS)
    expect(model.drawings.value.map(({ id }) => id)).toEqual(['tab2', 'tab3', 'tab4'])
    for (let i = 0; i < 4; i++) model.undo()
    expect(drawn()).toEqual([
      ['blue', 100],
      ['blue', 100],
      ['blue', 100],
      ['blue', 100],
    ])
    model.deselect('tab2')
    expect(model.chosen.value).toHaveLength(2)
    model.deselect('tab1')
    expect(model.chosen.value).toEqual([])
  })

  test('go with the one that is dragged as a whole, and stay where one of its points is dragged', () => {
    const { model } = modelOf()
    for (let i = 0; i < 3; i++) model.add('trendLine', POINTS)
    model.change('tab3', { isLocked: true })
    model.selectAll()
    // A bar later and one and a half lower, by hand.
    model.take(
      'tab1',
      [
        { timeMs: 120_000, price: 98.5 },
        { timeMs: 180_000, price: 99.5 },
      ],
      STEPS.round,
    )
    const starts = () => model.drawings.value.map(({ points }) => points.map(({ price }) => price))
    expect(starts()).toEqual([
      [98.5, 99.5],
      [98.5, 99.5],
      [100, 101],
    ])
    model.take(
      'tab1',
      [
        { timeMs: 120_000, price: 90 },
        { timeMs: 180_000, price: 99.5 },
      ],
      STEPS.round,
    )
    expect(starts()).toEqual([
      [90, 99.5],
      [98.5, 99.5],
      [100, 101],
    ])
    model.undo()
    model.undo()
    expect(starts()).toEqual([
      [100, 101],
      [100, 101],
      [100, 101],
    ])
    // One that was not chosen is, alone.
    model.select('tab2')
    model.take(
      'tab1',
      [
        { timeMs: 0, price: 1 },
        { timeMs: 60_000, price: 2 },
      ],
      STEPS.round,
    )
    expect(model.selected.value?.id).toBe('tab1')
    expect(starts()[1]).toEqual([100, 101])
  })

  test('with Ctrl: A chooses all, C and X copy, V pastes; without a drawing C and X are the page’s own', () => {
    const { model } = modelOf()
    const done: string[] = []
    const chart = { ...STEPS, copy: () => done.push('copy'), paste: () => done.push('paste') }
    const press = (name: string) => pressDrawingKey(model, key(name, { ctrlKey: true }), chart)
    expect([press('c'), press('x'), press('b')]).toEqual([false, false, false])
    model.add('ray', POINTS)
    model.add('ray', POINTS)
    for (const name of ['a', 'c', 'v', 'x']) expect(press(name)).toBe(true)
    expect(done).toEqual(['copy', 'paste', 'copy'])
    expect(model.drawings.value).toEqual([])
    model.undo()
    expect(model.drawings.value).toHaveLength(2)
  })
})

describe('keys', () => {
  test('arrows move the chosen drawing by a bar or a tick, ten with Shift', () => {
    const { model } = modelOf()
    model.add('trendLine', POINTS)
    for (const one of [key('ArrowRight'), key('ArrowUp'), key('ArrowDown', { shiftKey: true })])
      expect(pressDrawingKey(model, one, STEPS)).toBe(true)
    // One bar later, 0.5 up, ten times 0.5 down.
    expect(model.drawings.value[0]?.points).toEqual([
      { timeMs: 120_000, price: 95.5 },
      { timeMs: 180_000, price: 96.5 },
    ])
  })

  test('Delete removes it, Ctrl+Z brings it back, Ctrl+Shift+Z removes it again', () => {
    const { model } = modelOf()
    model.add('trendLine', POINTS)
    pressDrawingKey(model, key('Delete'), STEPS)
    expect(model.drawings.value).toEqual([])
    pressDrawingKey(model, key('z', { ctrlKey: true }), STEPS)
    expect(model.drawings.value).toHaveLength(1)
    pressDrawingKey(model, key('Z', { metaKey: true, shiftKey: true }), STEPS)
    expect(model.drawings.value).toEqual([])
  })

  test('letters that come before the field of a new text are in it', () => {
    const { model } = modelOf()
    expect(pressDrawingKey(model, key('B'), STEPS)).toBe(false)
    model.choose('text')
    model.add('text', POINTS.slice(1))
    for (const one of ['B', 'u', 'y', ' ', '1']) expect(pressDrawingKey(model, key(one), STEPS)).toBe(true)
    expect(model.typedAhead).toBe('Buy 1')
    // The field has them: nothing is given twice, and nothing to the next text.
    model.forgetTypedAhead()
    expect(model.typedAhead).toBe('')
    pressDrawingKey(model, key('x'), STEPS)
    model.endEdit()
    expect(model.typedAhead).toBe('')
  })

  test('a locked one stays where it is', () => {
    const { model } = modelOf()
    model.add('trendLine', POINTS)
    model.change('tab1', { isLocked: true })
    for (const one of ['ArrowLeft', 'Delete']) pressDrawingKey(model, key(one), STEPS)
    expect(model.drawings.value[0]?.points).toEqual(POINTS)
  })

  test('Escape lets the tool or the drawing go; what means nothing here is left to the page', () => {
    const { model } = modelOf()
    expect(pressDrawingKey(model, key('Escape'), STEPS)).toBe(false)
    expect(pressDrawingKey(model, key('ArrowLeft'), STEPS)).toBe(false)
    expect(pressDrawingKey(model, key('Delete'), STEPS)).toBe(false)
    model.choose('ray')
    expect(pressDrawingKey(model, key('Escape'), STEPS)).toBe(true)
    expect(model.tool.value).toBeNull()
    model.add('trendLine', POINTS)
    expect(pressDrawingKey(model, key('ArrowLeft', { altKey: true }), STEPS)).toBe(false)
    expect(pressDrawingKey(model, key('Escape'), STEPS)).toBe(true)
    expect(model.selected.value).toBeNull()
  })
})

test('a position that was drawn is a plan in the instrument’s decimals; other drawings are none', () => {
  const { model } = modelOf()
  const points = [100.1, 101.5, 99.7].map((price, i) => ({ timeMs: i, price: price + 1e-9 }))
  model.add('shortPosition', points)
  model.add('trendLine', POINTS)
  const [drawn, line] = model.drawings.value
  expect(planOf(drawn!, 1)).toEqual({ side: 'sell', entry: '100.1', target: '101.5', stop: '99.7' })
  expect(planOf(line!, 1)).toBeNull()
})

describe('what is kept', () => {
  /** One browser with several tabs: a record, and news of it that reach the other tabs. */
  function browser() {
    let record: unknown
    const listeners = new Set<(key: string) => void>()
    return {
      tab(name: string) {
        const own = new Set<(key: string) => void>()
        const store = {
          keyOf: (one: string) => `${one}/anna`,
          read: async () => record,
          takeParts: () => [],
          update: (_: string, change: (kept: unknown) => unknown, done: () => void) => {
            record = structuredClone(change(record))
            done()
          },
        }
        const news = {
          post: (key: string) => [...listeners].filter((one) => !own.has(one)).forEach((one) => one(key)),
          listen(onKey: (key: string) => void) {
            listeners.add(onKey)
            own.add(onKey)
            return () => listeners.delete(onKey)
          },
        }
        const kept = keepDrawings('drawings/BTCUSDT', store, news, () => model)
        const { model } = modelOf(name, (set) => kept.keep(set))
        kept.follow()
        return { model, load: () => kept.load() }
      },
    }
  }

  test('by two tabs at once has the drawings of both, in either tab and after a reload', async () => {
    const one = browser()
    const [first, second] = [one.tab('a'), one.tab('b')]
    first.model.add('ray', POINTS)
    second.model.add('trendLine', POINTS)
    await Promise.resolve()
    await Promise.resolve()
    const reloaded = one.tab('c')
    await reloaded.load()
    for (const { model } of [first, second, reloaded])
      expect(model.drawings.value.map((each) => each.id).toSorted()).toEqual(['a1', 'b1'])
    // What one deletes is gone in the other, and stays gone.
    second.model.remove('a1')
    await Promise.resolve()
    await Promise.resolve()
    expect(first.model.drawings.value.map((each) => each.id)).toEqual(['b1'])
    first.model.add('ray', POINTS)
    await reloaded.load()
    expect(reloaded.model.drawings.value.map((each) => each.id).toSorted()).toEqual(['a2', 'b1'])
    expect(reloaded.model.canUndo.value).toBe(false)
  })
})
