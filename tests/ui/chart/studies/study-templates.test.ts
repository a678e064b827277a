import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newStudy } from '../../../../src/ui/chart/studies/study'
import { parseTemplates, StudyTemplates, TEMPLATES_MAX } from '../../../../src/ui/chart/studies/study-templates'

/** What is kept, and tabs that write to it a while after they were told to. */
function browser() {
  let kept: unknown
  let ids = 0
  const open = () => {
    let waiting: { change: (kept: unknown) => unknown; done: () => void } | null = null
    const tab = new StudyTemplates({
      // Of two changes the newer one holds, as the store has it.
      update: (change, done) => (waiting = { change, done }),
      newId: () => `t${++ids}`,
    })
    tab.load(structuredClone(kept))
    const flush = (): void => {
      if (waiting === null) return
      kept = structuredClone(waiting.change(structuredClone(kept)))
      waiting.done()
      waiting = null
    }
    return { tab, flush, reload: () => tab.load(structuredClone(kept)) }
  }
  return { open, names: () => parseTemplates(kept).map(({ name }) => name) }
}

const ema = newStudy('ema', 'a', [])
const rsi = newStudy('rsi', 'b', [])

test('what two tabs save and delete at once is all kept', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ at: fc.nat(1), name: fc.constantFrom('A', 'B', 'C', 'D'), does: fc.constantFrom('save', 'flush') }),
      ),
      (steps) => {
        const { open, names } = browser()
        const tabs = [open(), open()]
        const saved = new Set<string>()
        for (const { at, name, does } of steps) {
          if (does === 'flush') tabs[at]!.flush()
          else {
            // A tab has names of its own: nobody replaces another one's.
            tabs[at]!.tab.save(`${name}${at}`, [ema])
            saved.add(`${name}${at}`)
          }
        }
        for (const { flush } of tabs) flush()
        expect(new Set(names())).toEqual(saved)
        expect(names().length).toBe(saved.size)
      },
    ),
  )
})

test('a template is used as often as one likes, and deleted for good', () => {
  const { open, names } = browser()
  const { tab, flush, reload } = open()
  expect(tab.save('  ', [ema])).toBe(false)
  expect(tab.save('Nothing', [])).toBe(false)
  expect(tab.save(' Trend ', [ema, { ...rsi, values: { length: 7 } }])).toBe(true)
  flush()
  reload()
  const [template] = tab.templates.value
  expect(template!.name).toBe('Trend')
  const [first, second] = [tab.studiesOf(template!.id), tab.studiesOf(template!.id)]
  expect(first.map(({ name, values }) => [name, values])).toEqual([
    ['ema', {}],
    ['rsi', { length: 7 }],
  ])
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(4)
  // The same name again takes its place.
  tab.save('Trend', [rsi])
  expect(tab.templates.value.map(({ name }) => name)).toEqual(['Trend'])
  tab.remove(tab.templates.value[0]!.id)
  flush()
  expect(names()).toEqual([])
})

test('there is room for so many, and what is odd is left out', () => {
  const { open } = browser()
  const { tab } = open()
  for (let at = 0; at < TEMPLATES_MAX; at++) expect(tab.save(`N${at}`, [ema])).toBe(true)
  expect(tab.save('One more', [ema])).toBe(false)
  expect(tab.save('N3', [rsi])).toBe(true)
  expect(parseTemplates([null, { id: 'x', name: '', studies: [ema] }, { id: 'y', name: 'Y', studies: [7] }])).toEqual(
    [],
  )
})
