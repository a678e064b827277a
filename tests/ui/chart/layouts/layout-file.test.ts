import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Drawing } from '../../../../src/ui/chart/drawings/drawing'
import { readLayoutFile, writeLayoutFile } from '../../../../src/ui/chart/layouts/layout-file'
import { newStudy } from '../../../../src/ui/chart/studies/study'
import { layoutOf, layouts } from './layouts'

const line: Drawing = {
  id: 'd1',
  kind: 'horizontalLine',
  points: [{ timeMs: 1_700_000_000_000, price: 64_000.5 }],
  text: '',
  name: '',
  shownOn: null,
  tone: 'amber',
  width: 2,
  dash: 'solid',
  fill: 15,
  fontSize: 11,
  levels: null,
  isLocked: false,
  isHidden: true,
  order: 3,
}

test('what was exported comes back as it was', () => {
  fc.assert(
    fc.property(layouts, fc.string({ minLength: 1, maxLength: 40 }), (layout, name) => {
      fc.pre(name.trim() === name)
      const file = { name, layout, drawings: [{ symbol: 'BTCUSDT', drawings: [line] }] }
      expect(readLayoutFile(writeLayoutFile(file))).toEqual({ ok: true, value: file })
    }),
  )
})

describe('a file that is not taken', () => {
  const good = JSON.parse(
    writeLayoutFile({
      name: 'Swing',
      layout: {
        ...layoutOf(),
        charts: [...layoutOf().charts, { ...layoutOf().charts[0]!, studies: [newStudy('ema', 'e', [])] }],
      },
      drawings: [{ symbol: 'BTCUSDT', drawings: [line, { ...line, id: 'd2' }] }],
    }),
  ) as Record<string, unknown>

  /** The good file with another value at a path. */
  function withValue(path: string, value: unknown): string {
    const file = structuredClone(good)
    const keys = path.split(/[.[\]]+/).filter((key) => key !== '')
    let at = file
    for (const key of keys.slice(0, -1)) at = at[key] as Record<string, unknown>
    at[keys.at(-1)!] = value
    return JSON.stringify(file)
  }

  test.each([
    ['name', ''],
    ['engine', 'other'],
    ['theme', 'pink'],
    ['charts', []],
    ['charts[1].settings.resolution', '7'],
    ['charts[0].settings.timezone', 'Mars/Olympus'],
    ['charts[0].settings.grid.count', 9],
    ['charts[0].settings.colour', 'red'],
    ['charts[1].studies[0].width', 7],
    ['charts[1].studies[0]', { name: 'unknown' }],
    ['charts[0].own', { charts: [] }],
    ['charts[0].own', '{"charts":'],
    ['charts[0].own', '[]'],
    ['charts[0].own', `{"of":"${'x'.repeat(500_000)}"}`],
    ['drawings[0].symbol', 4],
    ['drawings[0].drawings[1].tone', 'pink'],
    ['drawings[0].drawings[1]', { ...line, points: [] }],
    ['drawings', null],
  ])('names its field: %s', (field, value) => {
    expect(readLayoutFile(withValue(field, value))).toEqual({ ok: false, error: { kind: 'field', field } })
  })

  test('is no JSON, no layout, of a newer version, or too large', () => {
    const problem = (text: string): unknown => {
      const read = readLayoutFile(text)
      return read.ok ? null : read.error
    }
    expect(problem('{"format":')).toEqual({ kind: 'notJson' })
    expect(problem('{"format":"other"}')).toEqual({ kind: 'notLayout' })
    expect(problem('[]')).toEqual({ kind: 'notLayout' })
    expect(problem(withValue('version', 2))).toEqual({ kind: 'newer', version: 2 })
    expect(problem(' '.repeat(4_000_001))).toEqual({ kind: 'tooLarge' })
    expect(problem(JSON.stringify(good))).toBeNull()
  })

  test('of before has nothing of an engine of its own', () => {
    const before = JSON.parse(
      JSON.stringify(good, (key, value: unknown) => (key === 'own' ? undefined : value)),
    ) as object
    const read = readLayoutFile(JSON.stringify(before))
    expect(read.ok && read.value.layout.charts.map(({ own }) => own)).toEqual([null, null])
  })

  test('never throws, whatever it holds', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('charts', 'drawings', 'name', 'engine', 'version'), (json, key) => {
        readLayoutFile(json)
        readLayoutFile(withValue(key, JSON.parse(json)))
      }),
    )
  })
})
