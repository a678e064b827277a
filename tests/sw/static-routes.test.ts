import { expect, test } from 'vitest'
import { BRIEF_LIST_PATH, cacheRule } from '../../src/sw/cache-rules'
import { staticPages, staticRoutes, type StaticRoute } from '../../src/sw/static-routes'

const PAGES = ['/', '/trade/usdt/BTCUSDT', '/assets']
const ROUTES = [
  ...staticRoutes('parts'),
  ...staticPages({ pages: PAGES, files: ['/icons/favicon.svg'], cacheName: 'pages' }),
]

interface Asked {
  readonly method?: string
  readonly mode?: string
  readonly search?: string
}

/** As the browser reads a rule: the first that fits, a `*` is any text. `null`: the worker is asked. */
function sourceOf(
  path: string,
  { method = 'GET', mode = 'cors', search = '' }: Asked = {},
): StaticRoute['source'] | null {
  const fits = (condition: StaticRoute['condition']): boolean => {
    if ('or' in condition) return condition.or.some(fits)
    const { urlPattern, requestMethod, requestMode } = condition
    if (requestMethod !== undefined && requestMethod !== method) return false
    if (requestMode !== undefined && requestMode !== mode) return false
    if (urlPattern === undefined) return true
    if (urlPattern.search !== undefined && urlPattern.search !== search) return false
    const parts = urlPattern.pathname.split('*').map((part) => part.replace(/[.]/g, '[.]'))
    return new RegExp(`^${parts.join('.*')}$`).test(path)
  }
  return ROUTES.find(({ condition }) => fits(condition))?.source ?? null
}

test.each([
  ['/v5/order/realtime', 'GET'],
  ['/v5/market/tickers', 'GET'],
  ['/contract/v5/product/dynamic-symbol-item', 'GET'],
  ['/contract/v5/order/create', 'POST'],
  ['/user/private/ott', 'POST'],
  ['/sandbox/session', 'POST'],
  ['/healthz', 'GET'],
])('a call waits for no worker: %s (H20)', (path, method) => {
  expect(sourceOf(path, { method })).toBe('network')
})

test('the list of contracts is asked of worker and network at once: offline the one can, frozen the other (H20)', () => {
  expect(sourceOf(BRIEF_LIST_PATH)).toBe('race-network-and-fetch-handler')
})

test('the spot lists are the worker’s, which asks for each once', () => {
  expect(sourceOf('/spot/api/basic/symbol_list_v3')).toBe('fetch-event')
})

test('parts of the build come from where the install put them, also those with a plain name', () => {
  expect(sourceOf('/assets/hub.shared-nIX88ZEn.js')).toEqual({ cacheName: 'parts' })
  expect(sourceOf('/icons/favicon.svg')).toEqual({ cacheName: 'pages' })
})

test('a page that the install put away opens without the worker, with the shell of its build (S1, H20)', () => {
  for (const page of PAGES) expect(sourceOf(page, { mode: 'navigate' })).toEqual({ cacheName: 'pages' })
})

test('every other page is the worker’s, and none is ever the network’s (S1, S8)', () => {
  for (const page of ['/trade/usdt/NEWUSDT', '/pt-BR/assets', '/index.html', '/trade/spot/BTC/USDT'])
    expect(sourceOf(page, { mode: 'navigate' })).toBeNull()
  expect(sourceOf('/assets', { mode: 'navigate', search: 'tab=1' })).toBeNull()
  // What a script asks for under a page's address is no navigation.
  expect(sourceOf('/trade/usdt/BTCUSDT')).toBeNull()
})

test('nothing that the worker would answer goes past it', () => {
  const paths = ['/v5/order/realtime', '/spot/api/basic/other', '/trade/usdt/BTCUSDT', BRIEF_LIST_PATH]
  for (const path of paths) {
    const mode = path.startsWith('/trade') ? 'navigate' : 'cors'
    const rule = cacheRule({ method: 'GET', mode, url: new URL(path, 'http://h') }, 'http://h')
    expect(sourceOf(path, { mode }) === 'network', path).toBe(rule === 'none')
  }
})
