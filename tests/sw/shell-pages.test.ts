import { describe, expect, test } from 'vitest'
import { isAppPage } from '../../src/sw/cache-rules'
import {
  contractPages,
  keepPages,
  outdatedPages,
  pagesCacheName,
  PAGES_MAX,
  replaceShells,
  type ShellPorts,
} from '../../src/sw/shell-pages'

const LIST = {
  result: {
    version: '7',
    LinearPerpetual: [{ symbol: 'BTCUSDT' }, { symbol: 'ETHUSDT' }],
    UsdcPerpetual: [{ symbol: 'BTCPERP' }],
    InversePerpetual: [{ symbol: 'BTCUSD' }],
    LinearFutures: [{ symbol: 'BTCUSDT-25DEC26' }],
    InverseFutures: [{ symbol: 'BTCUSDZ26' }],
  },
}

class FakeCache {
  readonly kept = new Map<string, string>()
  async put(key: RequestInfo | URL, response: Response): Promise<void> {
    this.kept.set(String(key), await response.text())
  }
}

function ports(change: Partial<ShellPorts> = {}): { readonly cache: FakeCache; readonly ports: ShellPorts } {
  const cache = new FakeCache()
  return {
    cache,
    ports: {
      open: () => Promise.resolve(cache),
      kept: (path) => Promise.resolve(new Response(`kept ${path}`)),
      list: () => Promise.resolve(LIST),
      ...change,
    },
  }
}

describe('pages of the contracts', () => {
  test('are where the app links them; those of other names stay the worker’s', () => {
    expect(contractPages(LIST)).toEqual([
      '/trade/usdt/BTCUSDT',
      '/trade/usdt/ETHUSDT',
      '/trade/usdt/BTCUSDT-25DEC26',
      '/trade/futures/usdc/BTCPERP',
      '/trade/inverse/BTCUSD',
    ])
    expect(contractPages(LIST).every(isAppPage)).toBe(true)
  })

  test.each([
    null,
    undefined,
    {},
    { result: null },
    { result: { LinearPerpetual: 'x' } },
    {
      result: {
        LinearPerpetual: [null, 7, {}, { symbol: 7 }, { symbol: '*' }, { symbol: ':a(.*)' }, { symbol: '../x' }],
      },
    },
  ])('an odd list is none, and a name with a pattern’s signs is left out: %j', (answer) => {
    expect(contractPages(answer)).toEqual([])
  })
})

describe('keeping them', () => {
  test('each page is the shell, each file itself, and the rules name them all', async () => {
    const { cache, ports: given } = ports()
    const routes = await keepPages('pages', given)
    expect(cache.kept.get('/trade/usdt/ETHUSDT')).toBe('kept /index.html')
    expect(cache.kept.get('/markets')).toBe('kept /index.html')
    expect(cache.kept.get('/icons/favicon.svg')).toBe('kept /icons/favicon.svg')
    const named = routes.flatMap(({ condition }) => ('or' in condition ? condition.or : []))
    expect(named.map(({ urlPattern }) => urlPattern?.pathname).toSorted()).toEqual([...cache.kept.keys()].toSorted())
  })

  test('without the list the pages of every account are kept', async () => {
    const { cache, ports: given } = ports({ list: () => Promise.reject(new Error('cut')) })
    expect(await keepPages('pages', given)).toHaveLength(2)
    expect([...cache.kept.keys()]).toContain('/trade/usdt/BTCUSDT')
  })

  test.each<[string, Partial<ShellPorts>]>([
    ['the storage is full', { open: () => Promise.resolve({ put: () => Promise.reject(new Error('quota')) }) }],
    ['a file is not there', { kept: (path) => Promise.resolve(path.endsWith('.svg') ? undefined : new Response('')) }],
  ])('%s: no rule, so that the worker answers as ever (S7)', async (_, change) => {
    expect(await keepPages('pages', ports(change).ports)).toEqual([])
  })

  test('a list without end is cut', async () => {
    const rows = Array.from({ length: 2 * PAGES_MAX }, (_, i) => ({ symbol: `S${i}` }))
    const { cache, ports: given } = ports({ list: () => Promise.resolve({ result: { LinearPerpetual: rows } }) })
    await keepPages('pages', given)
    expect(cache.kept.size).toBeLessThan(PAGES_MAX + 10)
  })
})

test('a build that takes over lets go of the pages of all others, and of nothing else', () => {
  const mine = pagesCacheName('/index.html?__WB_REVISION__=2')
  const names = [mine, pagesCacheName('/index.html?__WB_REVISION__=1'), 'halyard-symbols-v6', 'workbox-precache-v2']
  expect(outdatedPages(names, mine)).toEqual([pagesCacheName('/index.html?__WB_REVISION__=1')])
})

test('a shell takes the place of those of other builds, under every address of a page, and of nothing else', async () => {
  const origin = 'https://halyard.example'
  const cache = new FakeCache()
  const paths = ['/', '/trade/usdt/BTCUSDT-25DEC26', '/markets', '/index.html?__WB_REVISION__=old']
  const files = ['/assets/index-1a2b.js', '/manifest.webmanifest', '/icons/favicon.svg', '/sw-aside.js?x=1']
  for (const path of [...paths, ...files]) await cache.put(origin + path, new Response('old'))
  const keys = () => Promise.resolve([...cache.kept.keys()].map((url) => ({ url }) as Request))
  const put = (key: RequestInfo | URL, response: Response) => cache.put((key as Request).url, response)
  await replaceShells(new Response('new'), [{ keys, put }])
  expect(paths.map((path) => cache.kept.get(origin + path))).toEqual(paths.map(() => 'new'))
  expect(files.map((path) => cache.kept.get(origin + path))).toEqual(files.map(() => 'old'))
})
