import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  LAYOUT_SETS,
  layoutsOf,
  merge,
  NO_LAYOUTS,
  VERSIONS_MAX,
  type LayoutSet,
} from '../../../../src/ui/chart/layouts/layout-set'
import { LayoutsModel } from '../../../../src/ui/chart/layouts/layouts-model'
import { CANDLE_INTERVALS } from '../../../../src/domain/market/market'
import { layoutOf } from './layouts'

/** A tab with its layouts, and what it stored last. */
function tabOf(tab: string) {
  let ids = 0
  let stored: LayoutSet = NO_LAYOUTS
  let shown = layoutOf()
  let isRefusing = false
  const model = new LayoutsModel({
    capture: async () => shown,
    show: async (layout) => {
      shown = layout
      return !isRefusing
    },
    drawings: () => [],
    addDrawings: () => {},
    keep: (set) => (stored = set),
    newId: () => `${tab}${ids++}`,
    nowMs: () => ids,
    tab,
  })
  return {
    model,
    stored: () => stored,
    show: (layout: typeof shown) => (shown = layout),
    shown: () => shown,
    refuse: () => (isRefusing = true),
  }
}

const names = (set: LayoutSet): readonly string[] => layoutsOf(set).map(({ name }) => name)

const steps = fc.array(
  fc.record({
    tab: fc.nat({ max: 1 }),
    what: fc.constantFrom('save', 'save', 'remove', 'rename', 'undo', 'meet'),
    name: fc.constantFrom('Swing', 'Scalp', 'Week'),
  }),
  { maxLength: 40 },
)

/** What was saved of each tab by any step, whatever came after it. */
async function play(taken: readonly { tab: number; what: string; name: string }[]) {
  const tabs = [tabOf('a'), tabOf('b')]
  let saves = 0
  for (const { tab, what, name } of taken) {
    const own = tabs[tab]!
    const known = own.model.layouts.peek().find((one) => one.name === name)
    if (what === 'save') {
      own.show(layoutOf({ resolution: CANDLE_INTERVALS[saves++ % CANDLE_INTERVALS.length]! }))
      await own.model.save(name)
    } else if (what === 'remove' && known !== undefined) own.model.remove(known.id)
    else if (what === 'rename' && known !== undefined) own.model.rename(known.id, `${name}+`)
    else if (what === 'undo') own.model.undo()
    else if (what === 'meet') own.model.receive(tabs[1 - tab]!.stored())
  }
  return tabs
}

describe('layouts of two tabs at once', () => {
  test('are the same whoever merges what, how often, and in which order', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const [a, b] = (await play(taken)).map((tab) => tab.stored()) as [LayoutSet, LayoutSet]
        const both = merge(a, b)
        expect(layoutsOf(merge(b, a))).toEqual(layoutsOf(both))
        expect(layoutsOf(merge(merge(both, a), b))).toEqual(layoutsOf(both))
        expect(layoutsOf(merge(both, both))).toEqual(layoutsOf(both))
        expect(layoutsOf(LAYOUT_SETS.parse(structuredClone(LAYOUT_SETS.keptOf(both))))).toEqual(layoutsOf(both))
      }),
    )
  })

  test('none is lost and none doubled: one that a tab has and nobody deleted is in what both make', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const played = await play(taken.filter(({ what }) => what !== 'remove' && what !== 'undo'))
        const sets = played.map((tab) => tab.stored())
        const both = layoutsOf(merge(sets[0]!, sets[1]!))
        const ids = both.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const set of sets) for (const { id } of layoutsOf(set)) expect(ids).toContain(id)
        for (const { versions } of both) {
          expect(versions.length).toBeLessThanOrEqual(VERSIONS_MAX)
          expect(new Set(versions.map(({ id }) => id)).size).toBe(versions.length)
        }
      }),
    )
  })

  test('what one deletes stays deleted, unless the other saved it after it knew of that', async () => {
    const [a, b] = [tabOf('a'), tabOf('b')]
    await a.model.save('Swing')
    b.model.receive(a.stored())
    a.model.remove(a.model.layouts.value[0]!.id)
    expect(names(merge(a.stored(), b.stored()))).toEqual([])
    a.model.undo()
    expect(names(merge(a.stored(), b.stored()))).toEqual(['Swing'])
  })
})

describe('versions of a layout', () => {
  test('are the last ten, newest first, whichever tab saved them', async () => {
    const [a, b] = [tabOf('a'), tabOf('b')]
    for (let at = 0; at < 12; at++) {
      const [own, other] = at % 2 === 0 ? [a, b] : [b, a]
      own.model.receive(other.stored())
      own.show(layoutOf({ resolution: CANDLE_INTERVALS[at]! }))
      expect(await own.model.save('Swing')).toBeNull()
    }
    const [swing] = layoutsOf(merge(a.stored(), b.stored()))
    expect(swing?.versions.map(({ layout }) => layout.charts[0]?.settings.resolution)).toEqual(
      CANDLE_INTERVALS.slice(2, 12).toReversed(),
    )
  })

  test('saving, renaming, opening and deleting are undone, and undoing loses no version', async () => {
    const { model, show, shown } = tabOf('a')
    show(layoutOf({ resolution: '1' }))
    await model.save('Swing')
    show(layoutOf({ resolution: '5' }))
    await model.save('Swing')
    const [swing] = model.layouts.value
    await model.open(swing!.id, swing!.versions[1]!.id)
    expect(shown().charts[0]?.settings.resolution).toBe('1')
    model.undo()
    expect(shown().charts[0]?.settings.resolution).toBe('5')
    model.rename(swing!.id, 'Week')
    model.remove(swing!.id)
    expect(model.layouts.value).toEqual([])
    model.undo()
    model.undo()
    expect(model.layouts.value.map(({ name, versions }) => [name, versions.length])).toEqual([['Swing', 2]])
    model.undo()
    const resolutions = model.layouts.value[0]!.versions.map(({ layout }) => layout.charts[0]!.settings.resolution)
    expect(resolutions).toEqual(['1', '5', '1'])
    model.undo()
    expect(model.layouts.value).toEqual([])
    expect(model.canUndo.value).toBe(false)
  })

  test('a name is needed, and there is an end of them', async () => {
    const { model } = tabOf('a')
    expect(await model.save('  ')).toBe('noName')
    for (let at = 0; at < 50; at++) expect(await model.save(`L${at}`)).toBeNull()
    expect(await model.save('L50')).toBe('tooMany')
    expect(await model.save('L49')).toBeNull()
  })

  test('has what was drawn in an engine of its own, in every version, and undoing an opening brings back what was there', async () => {
    const { model, show, shown, refuse } = tabOf('a')
    const drawn = (own: string | null) => ({
      ...layoutOf(),
      engine: 'tv' as const,
      charts: [{ ...layoutOf().charts[0]!, own }],
    })
    for (const own of ['{"of":"Monday"}', '{"of":"Tuesday"}']) {
      show(drawn(own))
      expect(await model.save('Swing')).toBeNull()
    }
    const [swing] = model.layouts.value
    expect(swing!.versions.map(({ layout }) => layout.charts[0]!.own)).toEqual(['{"of":"Tuesday"}', '{"of":"Monday"}'])
    show(drawn('{"of":"today"}'))
    expect(await model.open(swing!.id)).toMatchObject({ isWhole: true })
    expect(shown().charts[0]!.own).toBe('{"of":"Tuesday"}')
    model.undo()
    expect(shown().charts[0]!.own).toBe('{"of":"today"}')
    refuse()
    expect(await model.open(swing!.id)).toMatchObject({ isWhole: false })
    // More than fits into a file of four.
    show(drawn(`{"of":"${'x'.repeat(500_000)}"}`))
    expect(await model.save('Swing')).toBe('tooLarge')
    expect(model.layouts.value[0]!.versions).toHaveLength(2)
  })
})
