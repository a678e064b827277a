import { Unreadable } from '../../../base/unreadable'
import { plainGet, type PageGet } from './page-reads'

/** Of a kept answer, when it came: milliseconds of the page's clock. */
const AS_OF = 'x-as-of'

interface Ports {
  readonly get: PageGet
  readonly nowMs: () => number
  /** Where answers are kept; rejects where the browser keeps nothing. */
  readonly cache: () => Promise<Pick<Cache, 'match' | 'put'>>
}

/** Public answers of the exchange, the last one of each address, for a time without it. */
export class KeptAnswers {
  constructor(private readonly ports: Ports) {}

  /** Those of a page, in a cache of their own, which goes with all others of the site. */
  static of(name: string, nowMs: () => number): KeptAnswers {
    return new KeptAnswers({ get: plainGet, nowMs, cache: async () => caches.open(name) })
  }

  /** As the exchange answers now; a success is kept. */
  readonly get: PageGet = async (url) => {
    const { get, nowMs, cache } = this.ports
    const body: unknown = await (await get(url)).json()
    if (isSuccess(body))
      void cache()
        .then((kept) => kept.put(url, Response.json(body, { headers: { [AS_OF]: String(nowMs()) } })))
        // A full disk keeps less, and nobody waits for it.
        .catch(() => undefined)
    return { json: async () => body }
  }

  /** As it answered last, read by `read`. @throws Unreadable where one of its answers was not kept */
  async last<T>(read: (get: PageGet) => Promise<T>): Promise<{ readonly value: T; readonly asOfMs: number }> {
    const cache = await this.ports.cache()
    let asOfMs = Infinity
    const value = await read(async (url) => {
      const kept = await cache.match(url)
      const keptMs = Number(kept?.headers.get(AS_OF) ?? 0)
      if (kept === undefined || !(keptMs > 0)) throw new Unreadable(url, null)
      asOfMs = Math.min(asOfMs, keptMs)
      return kept
    })
    return { value, asOfMs }
  }
}

function isSuccess(body: unknown): boolean {
  return typeof body === 'object' && body !== null && (body as { readonly retCode?: unknown }).retCode === 0
}
