import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SCAN_GAP_MS, StaticFiles } from '../../../../../exchange/host/node/http/static-files'

// The real one, counted: the folder of these tests has none below it, so that a scan is one call.
vi.mock(import('node:fs/promises'), async (importOriginal) => {
  const real = await importOriginal()
  return { ...real, readdir: vi.fn(real.readdir) as unknown as typeof real.readdir }
})
const scans = vi.mocked(readdir)

let folder = ''
let files: StaticFiles

beforeEach(async () => {
  scans.mockClear()
  folder = await mkdtemp(join(tmpdir(), 'halyard-static-'))
  await writeFile(join(folder, 'a.js'), 'a')
  await writeFile(join(folder, 'b.js'), 'b')
  files = new StaticFiles(folder, () => null)
})
afterEach(() => rm(folder, { recursive: true }))

const statusOf = async (path: string): Promise<number> => (await files.answer(path, {}, false))?.status ?? 404

test('files that are asked for together, first after a start, are all found', async () => {
  expect(await Promise.all(['/a.js', '/b.js', '/a.js', '/c.js'].map(statusOf))).toEqual([200, 200, 200, 404])
})

test('a name under /assets that is no file is 404, never the start page; a page of the app is the start page (S4)', async () => {
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  files = new StaticFiles(folder, () => '<!doctype html>')
  for (const path of ['/assets/gone-1a2b3c4d.js', '/gone.css', '/sw.js.map', '/nothing'])
    expect(await statusOf(path), path).toBe(404)
  const page = await files.answer('/trade/usdt/BTCUSDT', {}, false)
  expect(page?.headers['content-type']).toContain('text/html')
})

test('a page names the scripts of its own text by their hashes, also where the browser has it already', async () => {
  // echo -n 'a()' | openssl dgst -sha256 -binary | base64
  const hash = 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='
  await writeFile(join(folder, 'index.html'), '<script>a()</script><script src="/a.js"></script>')
  const page = await files.answer('/', {}, false)
  expect(page?.scripts).toEqual([hash])
  const again = await files.answer('/', { 'if-none-match': page?.headers['etag'] }, false)
  expect([again?.status, again?.scripts]).toEqual([304, [hash]])
  expect((await files.answer('/a.js', {}, false))?.scripts).toEqual([])
})

test('a file can be served in the place of another, and only there', async () => {
  files = new StaticFiles(folder, () => null, { inPlaceOf: { '/a.js': '/b.js' } })
  expect((await files.answer('/a.js', {}, false))?.body?.toString()).toBe('b')
  expect(await statusOf('/b.js')).toBe(200)
  expect(await statusOf('/constructor')).toBe(404)
})

test('a file that went away is missing, not a fault', async () => {
  expect(await statusOf('/a.js')).toBe(200)
  await rm(join(folder, 'a.js'))
  expect(await statusOf('/a.js')).toBe(404)
})

describe('what the build has compressed', () => {
  const text = 'x'.repeat(1_000)
  const etag = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  const accepting = { 'accept-encoding': 'gzip, br' }
  const bodyOf = async (): Promise<Buffer> => (await files.answer('/packed.js', accepting, false))!.body!

  beforeEach(async () => {
    await mkdir(join(folder, 'packed'))
    files = new StaticFiles(folder, () => null, { packedFolder: join(folder, 'packed') })
    await writeFile(join(folder, 'packed.js'), text)
  })

  test('is sent as it lies there', async () => {
    // Of another text, so that it is known.
    const kept = brotliCompressSync('z'.repeat(1_000))
    await writeFile(join(folder, 'packed', `${etag}.br`), kept)
    expect(await bodyOf()).toEqual(kept)
  })

  test('is not sent for a file that has changed since', async () => {
    await writeFile(join(folder, 'packed', `${etag}.br`), brotliCompressSync(text))
    const changed = 'y'.repeat(1_000)
    await writeFile(join(folder, 'packed.js'), changed)
    expect(brotliDecompressSync(await bodyOf()).toString()).toBe(changed)
  })

  test('is not missed', async () => {
    expect(brotliDecompressSync(await bodyOf()).toString()).toBe(text)
  })
})

describe('files of a new build, put there while the exchange runs', () => {
  test('are found at once, also right after the folder was read', async () => {
    expect(await statusOf('/new.js')).toBe(404)
    await writeFile(join(folder, 'new.js'), 'new')
    expect(await statusOf('/new.js')).toBe(200)
  })

  test('are found when they come behind a scan that is under way', async () => {
    const readFolder = scans.getMockImplementation()!
    const late = new Promise<number>((resolve) => {
      scans.mockImplementationOnce(async (...asked: Parameters<typeof readdir>) => {
        const rows = await readFolder(...asked)
        await writeFile(join(folder, 'late.js'), 'late')
        resolve(statusOf('/late.js'))
        return rows
      })
    })
    expect(await statusOf('/missing.js')).toBe(404)
    expect(await late).toBe(200)
  })

  test('that are not there cost one scan together, and what is there none', async () => {
    const names = Array.from({ length: 200 }, (_, i) => `/gone-${i}.js`)
    expect(new Set(await Promise.all(names.map(statusOf)))).toEqual(new Set([404]))
    expect(scans).toHaveBeenCalledTimes(1)
    expect(await statusOf('/a.js')).toBe(200)
    expect(scans).toHaveBeenCalledTimes(1)
  })

  test('that are asked for one after the other have the folder read four times a second, and no more often', async () => {
    expect(SCAN_GAP_MS).toBe(250)
    const beganAtMs = performance.now()
    for (let i = 0; i < 5; i++) expect(await statusOf(`/gone-${i}.js`)).toBe(404)
    expect(scans).toHaveBeenCalledTimes(5)
    // Four gaps of 250 ms between five scans; a timer may be a millisecond early.
    expect(performance.now() - beganAtMs).toBeGreaterThanOrEqual(4 * 249)
  })

  test('are found after a scan that failed, whose callers were told', async () => {
    scans.mockImplementationOnce(() => Promise.reject(Object.assign(new Error('no such right'), { code: 'EACCES' })))
    await expect(statusOf('/a.js')).rejects.toThrow('no such right')
    expect(await statusOf('/a.js')).toBe(200)
  })
})
