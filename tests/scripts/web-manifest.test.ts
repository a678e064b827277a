import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isAppRoute } from '../../exchange/host/node/http/app-routes'
import { SCREENSHOTS, WEB_MANIFEST } from '../../scripts/lib/web-manifest.mjs'

const ROOT = resolve(import.meta.dirname, '../..')

/** Width and height of a PNG: eight bytes of signature, then the first chunk's length, name, width and height. */
function sizeOf(file: string): string {
  const bytes = readFileSync(file)
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

test('has what an install asks for: a name, a start, a display, and icons of 192 and 512 pixels', () => {
  const { name, start_url: start, display, icons = [] } = WEB_MANIFEST
  expect(name).toBe('Halyard')
  expect(isAppRoute(start ?? '')).toBe(true)
  expect(display).toBe('standalone')
  for (const { src, sizes, type } of icons) {
    const file = resolve(ROOT, `public${src}`)
    if (type === 'image/png') expect([src, sizeOf(file)]).toEqual([src, sizes])
  }
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
})

test('every address that it leads to is a page of the app', () => {
  const { shortcuts = [], share_target: share, protocol_handlers: protocols = [] } = WEB_MANIFEST
  const urls = [...shortcuts.map(({ url }) => url), share?.action ?? '', ...protocols.map(({ url }) => url)]
  for (const url of urls) expect([url, isAppRoute(url.split('?')[0] ?? '')]).toEqual([url, true])
})

test('its pictures have the sizes that it says, one wide and one narrow, and no more than half a megabyte together', () => {
  const files = SCREENSHOTS.map(({ file }) => resolve(ROOT, 'docs/screenshots', file))
  expect(files.map(sizeOf)).toEqual(SCREENSHOTS.map(({ sizes }) => sizes))
  expect(SCREENSHOTS.map(({ form_factor: form }) => form).toSorted()).toEqual(['narrow', 'wide'])
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(500_000)
})
