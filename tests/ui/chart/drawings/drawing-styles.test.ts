import { expect, test } from 'vitest'
import { CANDLE_INTERVALS } from '../../../../src/domain/market/market'
import { isSeenOn, parseDrawing, parseIntervals } from '../../../../src/ui/chart/drawings/drawing'
import {
  DrawingStylesModel,
  FIRST_STYLE,
  NO_STYLES,
  parseStyles,
  TEMPLATES_MAX,
  withTemplate,
  type DrawingStyle,
} from '../../../../src/ui/chart/drawings/drawing-styles'

const RED: DrawingStyle = {
  tone: 'red',
  width: 3,
  dash: 'solid',
  fill: 15,
  fontSize: 11,
  levels: null,
  shownOn: ['60'],
}

/** A browser with several tabs: each change is made to what is there. */
function browser() {
  let kept: unknown
  let id = 0
  return () =>
    new DrawingStylesModel(
      {
        read: async () => structuredClone(kept),
        update: (_, change, done) => {
          kept = structuredClone(change(kept))
          done()
        },
        flush: () => {},
      },
      () => `t${id++}`,
    )
}

test('a style is saved under a name for its kind, and two tabs lose none of them', async () => {
  const tab = browser()
  const [one, other] = [tab(), tab()]
  one.save('ray', ' Support ', RED)
  other.save('ray', 'Resistance', FIRST_STYLE)
  other.save('ray', ' ', RED)
  await one.load()
  expect(one.styles.value.templates.map(({ name, style }) => [name, style.tone])).toEqual([
    ['Support', 'red'],
    ['Resistance', 'blue'],
  ])
  // The same name of the same kind is the same style, of another kind another.
  one.save('ray', 'Support', { ...RED, tone: 'green' })
  one.save('text', 'Support', RED)
  expect(one.styles.value.templates.map(({ kind, style }) => [kind, style.tone])).toEqual([
    ['ray', 'blue'],
    ['ray', 'green'],
    ['text', 'red'],
  ])
  one.remove(one.styles.value.templates[0]!.id)
  await other.load()
  expect(other.styles.value.templates).toHaveLength(2)
})

test('new drawings of a kind look as was last chosen for it, until they shall look as at first', async () => {
  const tab = browser()
  const model = tab()
  // Of a drawing no more than its style is kept.
  model.setDefault('ray', { ...parseDrawing({ id: 'a', kind: 'text', points: [{ timeMs: 1, price: 1 }] })!, ...RED })
  const reloaded = tab()
  await reloaded.load()
  expect([reloaded.of('ray'), reloaded.of('text')]).toEqual([RED, FIRST_STYLE])
  reloaded.setDefault('ray', null)
  expect(reloaded.of('ray')).toEqual(FIRST_STYLE)
})

test('what is stored wrongly is left out, and there is an end to it', () => {
  const good = { id: 'a', kind: 'ray', name: 'Good', style: RED }
  const wrong = [
    null,
    {},
    { ...good, kind: 'line' },
    { ...good, name: '' },
    { ...good, style: { tone: 'pink', width: 1 } },
  ]
  expect(parseStyles({ defaults: { ray: RED, text: 7, line: RED }, templates: [...wrong, good] })).toEqual({
    defaults: { ray: RED },
    templates: [good],
  })
  for (const none of [null, 7, {}, { templates: {} }]) expect(parseStyles(none)).toEqual(NO_STYLES)
  let styles = NO_STYLES
  for (let i = 0; i <= TEMPLATES_MAX; i++)
    styles = withTemplate(styles, { id: `${i}`, kind: 'ray', name: `${i}`, style: RED })
  expect([styles.templates.length, styles.templates[0]?.id]).toEqual([TEMPLATES_MAX, '1'])
})

test('a drawing is seen on its intervals alone, on all where none is named, and nowhere while it is hidden', () => {
  const drawing = parseDrawing({ id: 'a', kind: 'text', points: [{ timeMs: 1, price: 1 }], shownOn: ['60', '5', 'x'] })!
  // By their length, however they were stored.
  expect(drawing.shownOn).toEqual(['5', '60'])
  expect([isSeenOn(drawing, '5'), isSeenOn(drawing, '15')]).toEqual([true, false])
  expect(isSeenOn({ ...drawing, isHidden: true }, '5')).toBe(false)
  expect(isSeenOn({ ...drawing, shownOn: null }, '15')).toBe(true)
  for (const all of [[], ['x'], CANDLE_INTERVALS, 7]) expect(parseIntervals(all)).toBeNull()
})
