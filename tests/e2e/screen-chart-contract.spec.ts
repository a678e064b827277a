import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { rolldown } from 'rolldown'
import { styleNames } from '../../scripts/lib/style-names.mjs'

const PAGE = resolve(import.meta.dirname, '../pages/chart-contract/page.ts')

test('the embedded engine keeps the contract of the chart port, and drawings their bars while older ones are read', async ({
  page,
}) => {
  const bundle = await rolldown({ input: PAGE, platform: 'browser', logLevel: 'warn', plugins: [styleNames()] })
  const { output } = await bundle.generate({ format: 'iife' })
  await page.addScriptTag({ content: output[0].code })
  expect(await page.evaluate(() => globalThis.chartContract)).toEqual([])
})
