import { isStorable, listKey, SPOT_LIST_TIMEOUT_MS } from './cache-rules'
import type { ListPorts } from './list-ports'

/** The spot lists: the network first, for eight seconds; then the stored copy (decisions 11). */
export class SpotLists {
  constructor(private readonly ports: ListPorts) {}

  /**
   * @param keepAlive gets what goes on after the answer
   * @throws what the network threw, when nothing is stored either
   */
  async answer(request: Request, keepAlive: (work: Promise<unknown>) => void): Promise<Response> {
    const cache = await this.ports.cache()
    const key = listKey(new URL(request.url))
    const asked = this.#fetchAndStore(request, key)
    // An answer that comes after the stored copy has been given is for the next call.
    keepAlive(asked.catch(() => undefined))
    const waiting = new AbortController()
    const late = new Promise<undefined>((resolve) => {
      const cancel = this.ports.after(SPOT_LIST_TIMEOUT_MS, () => resolve(undefined))
      waiting.signal.addEventListener('abort', cancel)
    })
    const fresh = await Promise.race([asked.catch(() => undefined), late])
    waiting.abort()
    // A server in trouble is no reason to lose a list that was right before.
    if (fresh !== undefined && fresh.status < 500) return fresh
    return (await cache.match(key)) ?? asked
  }

  async #fetchAndStore(request: Request, key: string): Promise<Response> {
    const response = await this.ports.fetch(request)
    if (await isStorable(response)) await (await this.ports.cache()).put(key, response.clone())
    return response
  }
}
