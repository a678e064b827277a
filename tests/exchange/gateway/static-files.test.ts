import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StaticFiles } from '../../../exchange/gateway/http/static-files'

let folder = ''
let files: StaticFiles

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-static-'))
  await writeFile(join(folder, 'a.js'), 'a')
  await writeFile(join(folder, 'b.js'), 'b')
  files = new StaticFiles(folder, () => null)
})
afterEach(() => rm(folder, { recursive: true }))

const statusOf = async (path: string): Promise<number> =>
  (await files.answer(path, new Headers(), false))?.status ?? 404

test('files that are asked for together, first after a start, are all found', async () => {
  expect(await Promise.all(['/a.js', '/b.js', '/a.js', '/c.js'].map(statusOf))).toEqual([200, 200, 200, 404])
})

test('a name under /assets that is no file is 404, never the start page; a page of the app is the start page (S4)', async () => {
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  files = new StaticFiles(folder, () => '<!doctype html>')
  for (const path of ['/assets/gone-1a2b3c4d.js', '/gone.css', '/sw.js.map', '/nothing'])
    expect(await statusOf(path), path).toBe(404)
  const page = await files.answer('/trade/usdt/BTCUSDT', new Headers(), false)
  expect(page?.headers.get('content-type')).toContain('text/html')
})

test('a file that went away is missing, not a fault', async () => {
  expect(await statusOf('/a.js')).toBe(200)
  await rm(join(folder, 'a.js'))
  expect(await statusOf('/a.js')).toBe(404)
})
