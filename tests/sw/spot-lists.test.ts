import { describe, expect, test } from 'vitest'
import { SPOT_LIST_TIMEOUT_MS } from '../../src/sw/cache-rules'
import { SpotLists } from '../../src/sw/spot-lists'
import { FakeCache } from './lib/fake-browser'

const list = (version: string): Response => Response.json({ retCode: 0, result: { version } })

/** A network that answers what the test says, and a clock that the test moves. */
function setUp() {
  const cache = new FakeCache()
  let answer: () => Promise<Response> = () => Promise.reject(new TypeError('no network'))
  const timers: { readonly delayMs: number; readonly call: () => void }[] = []
  const work: Promise<unknown>[] = []
  const lists = new SpotLists({
    cache: async () => cache,
    fetch: () => answer(),
    after(delayMs, call) {
      timers.push({ delayMs, call })
      return () => undefined
    },
  })
  return {
    network: (next: () => Promise<Response>) => (answer = next),
    timers,
    settle: () => Promise.all(work),
    async ask(path = '/spot/api/basic/symbol_list_v3?version=4') {
      const response = await lists.answer(new Request(`http://localhost:4173${path}`), (one) => work.push(one))
      return `${response.status} ${(await response.text()).replace(/.*"version":"(\d+)".*/, '$1')}`
    },
  }
}

describe('spot lists in the service worker (decisions 11)', () => {
  test('the network answers while it can, and the stored copy once it cannot', async () => {
    const { network, ask } = setUp()
    network(async () => list('1'))
    expect(await ask()).toBe('200 1')
    network(async () => list('2'))
    expect(await ask()).toBe('200 2')
    network(() => Promise.reject(new TypeError('no network')))
    // Marks of one call are no part of what is kept.
    expect(await ask('/spot/api/basic/symbol_list_v3?version=9')).toBe('200 2')
  })

  test('a network that says nothing for eight seconds: the stored copy; what comes later is kept for the next', async () => {
    const { network, ask, timers, settle } = setUp()
    network(async () => list('1'))
    await ask()
    let come: (response: Response) => void = () => undefined
    network(() => new Promise((resolve) => (come = resolve)))
    const asked = ask()
    await expect.poll(() => timers.length).toBe(2)
    expect(timers[1]!.delayMs).toBe(SPOT_LIST_TIMEOUT_MS)
    timers[1]!.call()
    expect(await asked).toBe('200 1')
    come(list('2'))
    await settle()
    network(() => Promise.reject(new TypeError('no network')))
    expect(await ask()).toBe('200 2')
  })

  test('a server in trouble does not take the list away, and with nothing stored its answer is passed on', async () => {
    const { network, ask } = setUp()
    network(async () => new Response('busy', { status: 503 }))
    expect(await ask()).toBe('503 busy')
    network(async () => list('1'))
    await ask()
    network(async () => new Response('busy', { status: 503 }))
    expect(await ask()).toBe('200 1')
  })

  test('a refusal is passed on and not kept, and without a copy the failure is the caller’s', async () => {
    const { network, ask } = setUp()
    network(async () => Response.json({ retCode: 10006, result: {} }))
    expect(await ask()).toMatch(/^200/)
    network(() => Promise.reject(new TypeError('no network')))
    await expect(ask()).rejects.toThrow('no network')
  })
})
