import { describe, expect, test } from 'vitest'
import { BriefList } from '../../src/sw/brief-list'

const URL_OF_LIST = 'http://localhost:4173/contract/v5/product/brief-symbol-list?filter=all&timestamp=1'

function noop(): void {}

function keyOf(request: RequestInfo | URL): string {
  return request instanceof Request ? request.url : new URL(String(request), 'http://localhost:4173').href
}

/** A cache in memory, a network that answers what the test says, and a timer that the test fires. */
function setUp() {
  const stored = new Map<string, Response>()
  const cache = {
    match: async (request: RequestInfo | URL) => stored.get(keyOf(request))?.clone(),
    put: async (request: RequestInfo | URL, response: Response) => {
      stored.set(keyOf(request), response)
    },
    delete: async (request: RequestInfo | URL) => stored.delete(keyOf(request)),
  }
  const network: (() => Promise<Response>)[] = []
  let asked = 0
  let fire: (() => void) | null = null
  const work: Promise<unknown>[] = []
  const list = new BriefList({
    cache: async () => cache as unknown as Cache,
    fetch: async (_request, signal) => {
      asked++
      const answer = network.shift()
      if (answer === undefined) throw new TypeError('no network')
      return Promise.race([
        answer(),
        new Promise<never>((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new DOMException('late', 'AbortError'))),
        ),
      ])
    },
    after: (_delayMs, call) => {
      fire = call
      return noop
    },
  })
  return {
    list,
    network,
    asked: () => asked,
    /** The ten seconds pass. */
    timeout: () => fire?.(),
    ask: async (headers: Record<string, string> = {}) => {
      const response = await list.answer(new Request(URL_OF_LIST, { headers }), (one) => work.push(one))
      return (await response.json()) as { result: { version: string } }
    },
    settle: () => Promise.all(work),
  }
}

const version = (text: string) => async () => Response.json({ ret_code: 0, result: { version: text } })

describe('brief-symbol-list in the service worker (decisions 11)', () => {
  test('the first call asks the network; later ones answer from the store and renew behind it', async () => {
    const { ask, network, settle } = setUp()
    network.push(version('1'), version('2'))
    expect((await ask()).result.version).toBe('1')
    expect((await ask()).result.version).toBe('1')
    await settle()
    expect((await ask()).result.version).toBe('2')
  })

  test('after a version mismatch the network is asked first', async () => {
    const { ask, network } = setUp()
    network.push(version('1'), version('2'))
    await ask()
    expect((await ask({ 'cache-control': 'no-cache' })).result.version).toBe('2')
  })

  test('after a notice that symbols changed the network is asked first, once', async () => {
    const { ask, list, network, settle } = setUp()
    network.push(version('1'), version('2'), version('3'))
    await ask()
    await list.symbolsChanged()
    expect((await ask()).result.version).toBe('2')
    expect((await ask()).result.version).toBe('2')
    await settle()
  })

  test('network first falls back to the store when the network is gone or in trouble', async () => {
    const { ask, network } = setUp()
    network.push(version('1'))
    await ask()
    expect((await ask({ 'cache-control': 'no-cache' })).result.version).toBe('1')
    network.push(async () => new Response('', { status: 503 }))
    expect((await ask({ 'cache-control': 'no-cache' })).result.version).toBe('1')
  })

  test('network first falls back to the store when the deadline passes', async () => {
    const { ask, asked, network, timeout } = setUp()
    network.push(version('1'), () => new Promise<Response>(() => undefined))
    await ask()
    const late = ask({ 'cache-control': 'no-cache' })
    // The request is out once the store and its mark have been looked at.
    while (asked() < 2) await Promise.resolve()
    timeout()
    expect((await late).result.version).toBe('1')
  })

  test('a refusal in the envelope is handed on and not stored', async () => {
    const { ask, network, settle } = setUp()
    network.push(async () => Response.json({ ret_code: 10006, result: { version: 'refused' } }), version('2'))
    await ask()
    expect((await ask()).result.version).toBe('2')
    await settle()
  })

  test('with neither network nor store the call fails', async () => {
    const { ask } = setUp()
    await expect(ask()).rejects.toThrow('no network')
  })

  test('callers that come together share one request', async () => {
    const { ask, asked, network } = setUp()
    network.push(version('1'))
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map((answer) => answer.result.version)).toEqual(['1', '1', '1'])
    expect(asked()).toBe(1)
  })
})
