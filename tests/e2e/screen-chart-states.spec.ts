import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { rolldown } from 'rolldown'
import { styleNames } from '../../scripts/lib/style-names.mjs'
import { CHART_TYPES } from '../../src/ui/chart/port/chart-port'
import type { Content, Drawn } from '../pages/chart-states/drawn'

const ROOT = resolve(import.meta.dirname, '../..')
const REFERENCE = join(ROOT, 'tests/data/chart-states.jsonl')
/** A folder for pictures of all states: they are looked at, and the reference is written anew. */
const PICTURES = process.env['HALYARD_CHART_PICTURES']
const CONTENTS: readonly Content[] = ['bars', 'lines', 'drawings', 'both']

test('in both themes every type of bars, kind of line and drawing is drawn as its reference has it @long', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const input = join(ROOT, 'tests/pages/chart-states/page.ts')
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'warn', plugins: [styleNames()] })
  const { output } = await bundle.generate({ format: 'iife' })
  await page.setViewportSize({ width: 940, height: 540 })
  await page.addStyleTag({ path: join(ROOT, 'src/ui/theme/tokens.css') })
  await page.addScriptTag({ content: output[0].code })
  const states: Record<string, Drawn> = {}
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((one) => chartStates.open(one), theme)
    for (const type of CHART_TYPES)
      for (const content of CONTENTS) {
        const name = `${theme} ${type} ${content}`
        states[name] = await page.evaluate(([a, b]) => chartStates.draw(a, b), [type, content] as const)
        if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name.replaceAll(' ', '-')}.png`) })
      }
  }
  // A theme is other colours and nothing else: as many shapes, and the same words.
  for (const [name, dark] of Object.entries(states)) {
    if (!name.startsWith('dark')) continue
    const light = states[name.replace('dark', 'light')]!
    expect(words(light), name).toEqual(words(dark))
    expect(light.labels.length, name).toBe(dark.labels.length)
  }
  if (PICTURES !== undefined) writeFileSync(REFERENCE, lineByLine(states))
  const rows = readFileSync(REFERENCE, 'utf8').trimEnd().split('\n')
  const reference = Object.fromEntries(
    rows.map((row) => {
      const { state, ...drawn } = JSON.parse(row) as Drawn & { readonly state: string }
      return [state, drawn] as const
    }),
  )
  expect(Object.keys(states)).toEqual(Object.keys(reference))
  for (const [name, drawn] of Object.entries(states)) expect.soft(drawn, name).toEqual(reference[name])
})

/** Texts without their colours. */
function words({ texts }: Drawn): readonly string[] {
  return texts.map((text) => text.replace(/^(?:#\w+|rgba?\([^)]*\)) /, '')).toSorted()
}

/** A state a line, so that a change shows which are another. */
function lineByLine(states: Readonly<Record<string, Drawn>>): string {
  return Object.entries(states)
    .map(([state, drawn]) => `${JSON.stringify({ state, ...drawn })}\n`)
    .join('')
}
