import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FIRST_STYLE } from '../../../../src/ui/chart/drawings/drawing-styles'
import { type Drawing } from '../../../../src/ui/chart/drawings/drawing'
import { DRAWING_KINDS, DRAWING_POINTS } from '../../../../src/ui/chart/drawings/drawing-kind'
import { apply, put, remove } from '../../../../src/ui/chart/drawings/drawing-commands'
import {
  drawingsOf,
  keptOf,
  merge,
  NO_DRAWINGS,
  parseDrawings,
  type DrawingSet,
} from '../../../../src/ui/chart/drawings/drawing-set'
import { drawingsName, keepDrawings } from '../../../../src/ui/chart/drawings/keep-drawings'
import { keptApart } from '../../../../src/ui/state/kept'
import { ChartStore } from '../../../../src/ui/chart/layout-store/chart-store'
import { signal } from '@preact/signals-react'

const SYMBOLS = Array.from({ length: 50 }, (_, at) => `COIN${at}USDT`)
const PER_SYMBOL = 200

function drawingOf(symbol: string, at: number): Drawing {
  const kind = DRAWING_KINDS[at % DRAWING_KINDS.length]!
  return {
    id: `${symbol}/${at}`,
    kind,
    points: Array.from({ length: DRAWING_POINTS[kind] }, (_, point) => ({
      timeMs: 1_760_000_000_000 + (at * 7 + point) * 60_000,
      price: 100 + at + point / 10,
    })),
    name: at % 9 === 0 ? `No. ${at}` : '',
    text: kind === 'text' ? `No. ${at}\nand more` : '',
    ...FIRST_STYLE,
    isLocked: at % 5 === 0,
    isHidden: at % 11 === 0,
    order: at,
  }
}

/** A browser's storage, as what survives a reload: copies of values. */
function browserOf() {
  const records = new Map<string, unknown>()
  return {
    records,
    read: async (key: string) => structuredClone(records.get(key)),
    save: async (key: string, value: unknown) => void records.set(key, structuredClone(value)),
    update: async (key: string, change: (kept: unknown) => unknown) => {
      records.set(key, structuredClone(change(structuredClone(records.get(key)))))
    },
  }
}

/** A tab's store for one account, whose delay is over at once when it is asked to. */
function tabOf(browser: ReturnType<typeof browserOf>) {
  const store = new ChartStore({ ...keptApart(), keepsChart: true }, () => () => {}, browser)
  // Offline nobody is known to be signed in: the account of the last visit is believed to be back.
  store.follow({ session: signal(null) }, () => {})
  return store
}

const NO_NEWS = { post: () => {}, listen: () => () => {} }

describe('200 drawings of each of 50 symbols', () => {
  test('survive two tabs that draw at once, and a start of the page without the exchange', async () => {
    const browser = browserOf()
    await browser.save('chart-owner', 'abcd')
    const tabs = [tabOf(browser), tabOf(browser)]
    await Promise.resolve()
    await Promise.resolve()
    for (const symbol of SYMBOLS)
      for (const [tab, store] of tabs.entries()) {
        const name = drawingsName(symbol)
        const kept = keepDrawings(name, store, NO_NEWS, () => ({ load: () => {}, receive: () => {} }))
        // One draws the even ones, the other the odd ones; neither knows of the other's.
        let set: DrawingSet = NO_DRAWINGS
        for (let at = tab; at < PER_SYMBOL; at += 2) set = apply(set, put(drawingOf(symbol, at)), `tab${tab}`).set
        kept.keep(set)
      }
    for (const store of tabs) store.flush()
    await new Promise((resolve) => setTimeout(resolve))

    const reloaded = tabOf(browser)
    await Promise.resolve()
    await Promise.resolve()
    for (const symbol of SYMBOLS) {
      const shown = drawingsOf(parseDrawings(await reloaded.read(drawingsName(symbol))))
      expect(shown).toEqual(Array.from({ length: PER_SYMBOL }, (_, at) => drawingOf(symbol, at)))
    }
  })

  test('none is lost and none doubled, whatever two tabs draw, change and delete, and however often they meet', () => {
    const start = put(...Array.from({ length: PER_SYMBOL }, (_, at) => drawingOf('A', at)))
    const step = fc.record({
      tab: fc.nat({ max: 1 }),
      what: fc.constantFrom('add', 'change', 'remove', 'meet', 'reload'),
      at: fc.nat({ max: PER_SYMBOL - 1 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const first = apply(NO_DRAWINGS, start, 'first').set
        const tabs: DrawingSet[] = [first, first]
        const removed = new Set<string>()
        const added = new Set<string>()
        for (const [index, { tab, what, at }] of steps.entries()) {
          const own = tabs[tab]!
          const id = `A/${at}`
          if (what === 'add') {
            added.add(`B/${index}`)
            tabs[tab] = apply(own, put(drawingOf('B', index)), `tab${tab}`).set
          } else if (what === 'change' && !removed.has(id))
            tabs[tab] = apply(own, put({ ...drawingOf('A', at), name: `${index}` }), `tab${tab}`).set
          else if (what === 'remove') {
            removed.add(id)
            tabs[tab] = apply(own, remove(id), `tab${tab}`).set
          } else if (what === 'meet') tabs[tab] = merge(own, tabs[1 - tab]!)
          else if (what === 'reload') tabs[tab] = parseDrawings(structuredClone(keptOf(own)))
        }
        const ids = drawingsOf(merge(tabs[0]!, tabs[1]!)).map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        for (let at = 0; at < PER_SYMBOL; at++) if (!removed.has(`A/${at}`)) expect(ids).toContain(`A/${at}`)
        for (const id of added) expect(ids).toContain(id)
      }),
      { numRuns: 50 },
    )
  })
})
