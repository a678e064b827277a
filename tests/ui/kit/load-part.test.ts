import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { partCame, partFailed } from '../../../src/ui/kit/part-news'
import { failedStyles, styleFailed } from '../../../src/ui/kit/mend-styles'
import {
  fetchAhead,
  hurryParts,
  loadPart,
  missingParts,
  onPartGone,
  partAhead,
  PART_SLOW_MS,
  wantedLater,
} from '../../../src/ui/kit/load-part'

const gone = vi.fn()
const links: FakeLink[] = []
/** What the server says to whoever asks whether a file is there; `null`: nobody answers. */
let status: number | null = null
const asked = vi.fn(async () => {
  if (status === null) throw new TypeError('Failed to fetch')
  return { status }
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('document', { head: { append: (next: FakeLink) => links.push(next) } })
  onPartGone(gone)
  status = null
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  gone.mockReset()
  asked.mockClear()
  links.length = 0
})

/** A style sheet of the page, as far as its loading goes. */
class FakeLink {
  readonly #listeners = new Map<string, () => void>()

  constructor(readonly href: string) {}

  cloneNode(): FakeLink {
    return new FakeLink(this.href)
  }

  addEventListener(name: string, listener: () => void): void {
    this.#listeners.set(name, listener)
  }

  remove(): void {
    if (links.includes(this)) links.splice(links.indexOf(this), 1)
  }

  tell(name: 'load' | 'error'): void {
    this.#listeners.get(name)?.()
  }
}

/** A file that cannot be loaded until it is let through. */
class Cut {
  isThere = false
  readonly times: number[] = []
  readonly #begun = Date.now()

  constructor(
    readonly message = 'Failed to fetch dynamically imported module: http://localhost:4173/assets/OpenOrders-BoichnYS.js',
  ) {}

  load = async (): Promise<Cut> => {
    this.times.push(Date.now() - this.#begun)
    if (!this.isThere) throw new TypeError(this.message)
    return this
  }
}

test('a part is asked for again after 0.5, 1, 2, 4 and 8 seconds, and every 8 from then on, until it comes (S10)', async () => {
  const cut = new Cut()
  const loaded = loadPart('openOrders', cut.load)
  // 0.5 + 1 + 2 + 4 + 8 + 8
  await vi.advanceTimersByTimeAsync(23_500)
  expect(cut.times).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 23_500])
  cut.isThere = true
  await vi.advanceTimersByTimeAsync(8_000)
  await expect(loaded).resolves.toBe(cut)
  expect(gone).not.toHaveBeenCalled()
})

test('what is missing is said from the second failure on, each part once, and no more when it has come (S10)', async () => {
  const cut = new Cut()
  const all = [loadPart('openOrders', cut.load), loadPart('dialog', cut.load), loadPart('dialog', cut.load)]
  await vi.advanceTimersByTimeAsync(499)
  expect(missingParts.value).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(missingParts.value).toEqual(['openOrders', 'dialog'])
  cut.isThere = true
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all(all)
  expect(missingParts.value).toEqual([])
})

test('a network that is back ends the pause at once', async () => {
  const cut = new Cut()
  const loaded = loadPart('chart', cut.load)
  await vi.advanceTimersByTimeAsync(3_600)
  cut.isThere = true
  hurryParts()
  await expect(loaded).resolves.toBe(cut)
})

test('a file that the server has no more is told, and one that nobody answers for is not (S3)', async () => {
  const cut = new Cut()
  const loaded = loadPart('openOrders', cut.load)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveBeenCalledWith('/assets/OpenOrders-BoichnYS.js', { method: 'HEAD', cache: 'no-store' })
  expect(gone).not.toHaveBeenCalled()
  status = 200
  await vi.advanceTimersByTimeAsync(500)
  expect(gone).not.toHaveBeenCalled()
  status = 404
  await vi.advanceTimersByTimeAsync(1_000)
  expect(gone).toHaveBeenCalledOnce()
  cut.isThere = true
  await vi.advanceTimersByTimeAsync(2_000)
  await loaded
})

test('a browser that names no file is believed to lack it after four askings (S3)', async () => {
  const cut = new Cut('Importing a module script failed.')
  const loaded = loadPart('openOrders', cut.load)
  // 0, 0.5, 1.5 and 3.5 s
  await vi.advanceTimersByTimeAsync(3_499)
  expect(gone).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(gone).toHaveBeenCalledOnce()
  cut.isThere = true
  await vi.advanceTimersByTimeAsync(4_000)
  await loaded
})

const CSS = 'http://localhost:4173/assets/dialogs-BSLCNNFD.css'

test('a style sheet that failed is put in anew, once for all that wait, and nothing is drawn before it has come (S10)', async () => {
  links.push(new FakeLink(CSS))
  styleFailed(links[0] as never)
  const cuts = [new Cut(`Unable to preload CSS for ${CSS}`), new Cut(`Unable to preload CSS for ${CSS}`)]
  const loaded = Promise.all(cuts.map((cut) => loadPart('dialog', cut.load)))
  await vi.advanceTimersByTimeAsync(0)
  // From now on the build's loader would take the sheet for one that has come.
  for (const cut of cuts) cut.isThere = true
  const first = links[0]
  await vi.advanceTimersByTimeAsync(500)
  const second = links[0]
  expect(second === first).toBe(false)
  second!.tell('error')
  // Whoever wants it meanwhile must not take it for one that has come.
  expect(links).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(missingParts.value).toEqual(['dialog'])
  expect(cuts.map(({ times }) => times.length)).toEqual([1, 1])
  expect(links[0] === second).toBe(false)
  links[0]!.tell('load')
  await expect(loaded).resolves.toEqual(cuts)
  expect(failedStyles()).toEqual([])
})

test('a style sheet whose element has left the page is put in all the same (S10)', async () => {
  styleFailed(new FakeLink(CSS) as never)
  const cut = new Cut(`Unable to preload CSS for ${CSS}`)
  const loaded = loadPart('dialog', cut.load)
  await vi.advanceTimersByTimeAsync(0)
  cut.isThere = true
  await vi.advanceTimersByTimeAsync(500)
  expect(links.map(({ href }) => href)).toEqual([CSS])
  links[0]!.tell('load')
  await expect(loaded).resolves.toBe(cut)
})

test('a sheet of another part that does not come holds up nobody else', async () => {
  links.push(new FakeLink(CSS))
  styleFailed(links[0] as never)
  const cut = new Cut()
  const loaded = loadPart('chart', cut.load)
  await vi.advanceTimersByTimeAsync(0)
  cut.isThere = true
  await vi.advanceTimersByTimeAsync(500)
  await expect(loaded).resolves.toBe(cut)
})

test('fetching ahead asks for each known part once, in turn, and for what those want; one that fails stops nothing (H20)', async () => {
  const asked: string[] = []
  let idle = 0
  const part = (name: string, then: () => void = () => {}) => {
    wantedLater(async () => {
      asked.push(name)
      then()
      if (name === 'broken') throw new TypeError('Failed to fetch')
    })
  }
  part('page', () => part('its dialog'))
  part('broken')
  part('table')
  const whenIdle = async (): Promise<void> => void idle++
  await fetchAhead(whenIdle)
  expect(asked).toEqual(['page', 'broken', 'table', 'its dialog'])
  expect(idle).toBe(4)
  await fetchAhead(whenIdle)
  expect(asked).toHaveLength(4)
  expect(missingParts.peek()).toEqual([])
})

test('a part that somebody else asks for is said from its second failure on, until it comes (S10)', () => {
  partFailed('connection')
  expect(missingParts.value).toEqual([])
  partFailed('connection')
  partFailed('connection')
  expect(missingParts.value).toEqual(['connection'])
  partCame('connection')
  expect(missingParts.value).toEqual([])
  // What came once may fail again: it is counted from the beginning.
  partFailed('connection')
  expect(missingParts.value).toEqual([])
  partCame('connection')
})

test('a part that neither comes nor fails is said after some seconds, and no more when it comes (S10)', async () => {
  let come: (part: object) => void = () => {}
  const asked = vi.fn(() => new Promise<object>((resolve) => (come = resolve)))
  const part = loadPart('openOrders', asked)
  await vi.advanceTimersByTimeAsync(PART_SLOW_MS - 1)
  expect(missingParts.value).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(missingParts.value).toEqual(['openOrders'])
  come({})
  await part
  expect(missingParts.value).toEqual([])
  expect(asked).toHaveBeenCalledTimes(1)
  // One that came in time is never said to be missing.
  await loadPart('assets', () => Promise.resolve({}))
  await vi.advanceTimersByTimeAsync(2 * PART_SLOW_MS)
  expect(missingParts.value).toEqual([])
})

test('a part whose file has been run is drawn at once: React keeps the picture without one that it waited for', async () => {
  const { Part, bring } = partAhead('dialog', () => Promise.resolve(() => createElement('b', null, 'here')))
  await bring()
  // A server draws once and waits for nothing: as the first commit after a press does.
  expect(renderToString(createElement(Suspense, { fallback: 'not yet' }, createElement(Part)))).toContain('here')
})
