import { BRIEF_LIST_TIMEOUT_MS, isStorable, listKey } from './cache-rules'
import type { ListPorts } from './list-ports'

/** Left in the cache while the stored list is known to be old; a worker forgets its variables when it sleeps. */
const CHANGED_MARK = '/symbols-changed'

/**
 * The contract list, kept by hand (decisions 11): the stored copy answers at once and is renewed behind it;
 * after a version mismatch or a notice that symbols changed the network is asked first.
 */
export class BriefList {
  readonly #ports: ListPorts
  readonly #renewals = new Map<string, Promise<Response>>()

  constructor(ports: ListPorts) {
    this.#ports = ports
  }

  /**
   * @param keepAlive gets what goes on after the answer
   * @throws what the network threw, when nothing is stored either
   */
  async answer(request: Request, keepAlive: (work: Promise<unknown>) => void): Promise<Response> {
    const cache = await this.#ports.cache()
    const key = listKey(new URL(request.url))
    const stored = await cache.match(key)
    if (stored === undefined) return this.#renew(afresh(request), key)
    if (asksForFresh(request) || (await cache.match(CHANGED_MARK)) !== undefined) {
      try {
        const fresh = await this.#renew(afresh(request), key)
        // A server in trouble is no reason to lose a list that was right before.
        return fresh.status >= 500 ? stored : fresh
      } catch {
        return stored
      }
    }
    // The browser gives this request the answer of its own one to the network (the race of the static routes), so that the
    // exchange is asked once. The stored copy has answered already; a renewal that fails is tried again with the next call.
    keepAlive(this.#renew(request, key).catch(() => undefined))
    return stored
  }

  /** `public.symbol.notify`, told by a page or the hub. */
  async symbolsChanged(): Promise<void> {
    const cache = await this.#ports.cache()
    await cache.put(CHANGED_MARK, new Response(''))
  }

  async #renew(request: Request, key: string): Promise<Response> {
    let renewal = this.#renewals.get(key)
    if (renewal === undefined) {
      renewal = this.#fetchAndStore(request, key).finally(() => this.#renewals.delete(key))
      this.#renewals.set(key, renewal)
    }
    // Callers that came together share one request and read a body each.
    return (await renewal).clone()
  }

  async #fetchAndStore(request: Request, key: string): Promise<Response> {
    const abort = new AbortController()
    const cancel = this.#ports.after(BRIEF_LIST_TIMEOUT_MS, () => abort.abort())
    try {
      const response = await this.#ports.fetch(request, abort.signal)
      if (await isStorable(response)) {
        const cache = await this.#ports.cache()
        await cache.put(key, response.clone())
        await cache.delete(CHANGED_MARK)
      }
      return response
    } finally {
      cancel()
    }
  }
}

/**
 * The same as a request of this worker. Of a refusal that won no race Chromium gives a worker that asks by the request of
 * the event nothing at all: the call would hang until its deadline.
 */
function afresh({ url, headers, credentials, cache }: Request): Request {
  return new Request(url, { headers, credentials, cache })
}

/** The hub says `no-cache` after it saw that the version in force is another one. */
function asksForFresh(request: Request): boolean {
  return (
    request.cache === 'no-cache' ||
    request.cache === 'reload' ||
    request.cache === 'no-store' ||
    /no-cache/i.test(request.headers.get('cache-control') ?? '')
  )
}
