import type { BrowserContext, Page } from '@playwright/test'

/** What of a page reaches the live app: requests, sockets, writes to storage, and calls to its hub. */
export interface LiveTouches {
  readonly requests: readonly string[]
  readonly calls: readonly string[]
}

interface TouchedWindow {
  halyardTouches?: string[]
}

/** Comlink's calls to the hub that go on for as long as a page has one, whatever it shows: its pulse and what it painted. */
const PULSE = ['ping', 'drawn', 'setVisible', 'hello', 'watch']

/** Has every page of the context note what it touches. Files of the app itself are none of the account's. */
export async function noteTouches(context: BrowserContext): Promise<void> {
  await context.addInitScript((pulse) => {
    const notes: string[] = []
    ;(globalThis as TouchedWindow).halyardTouches = notes
    const note = (owner: object, name: string, what: (args: unknown[]) => string | null): void => {
      const before = Reflect.get(owner, name) as (...args: unknown[]) => unknown
      Reflect.set(owner, name, function noted(this: unknown, ...args: unknown[]) {
        const said = what(args)
        if (said !== null) notes.push(said)
        return Reflect.apply(before, this, args)
      })
    }
    note(Storage.prototype, 'setItem', ([key]) => `store ${String(key)}`)
    note(Storage.prototype, 'removeItem', ([key]) => `store ${String(key)}`)
    for (const name of ['put', 'add', 'delete', 'clear']) note(IDBObjectStore.prototype, name, () => `database ${name}`)
    note(XMLHttpRequest.prototype, 'open', ([, url]) => `request ${String(url)}`)
    note(globalThis, 'fetch', ([input]) => `fetch ${input instanceof Request ? input.url : String(input)}`)
    const Socket = globalThis.WebSocket
    globalThis.WebSocket = class extends Socket {
      constructor(url: string | URL, protocols?: string | string[]) {
        notes.push(`socket ${String(url)}`)
        super(url, protocols)
      }
    }
    const Channel = BroadcastChannel.prototype
    for (const owner of [MessagePort.prototype, Channel])
      note(owner, 'postMessage', ([message]) => {
        const path = (message as { path?: unknown } | null)?.path
        if (!Array.isArray(path)) return null
        return pulse.some((one) => path.includes(one)) ? null : `hub ${path.join('.')}`
      })
  }, PULSE)
}

export async function notedSoFar(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (globalThis as TouchedWindow).halyardTouches ?? [])
}

/** Follows a page from now on. @returns what it touched since */
export function followTouches(page: Page): () => Promise<LiveTouches> {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The service worker's and the hub's own scripts, and parts of the page that come as they are needed.
    if (!/^\/(assets|icons|locales)\/|\.(js|css|woff2|svg|webmanifest)$/.test(pathname)) requests.push(pathname)
  })
  const began = page.evaluate(() => {
    const notes = (globalThis as TouchedWindow).halyardTouches
    if (notes !== undefined) notes.length = 0
    return notes !== undefined
  })
  return async () => {
    if (!(await began)) throw new Error('the page does not note what it touches')
    const calls = await page.evaluate(() => (globalThis as TouchedWindow).halyardTouches ?? [])
    return { requests, calls: calls.filter((call) => !/^fetch .*\/assets\//.test(call)) }
  }
}
