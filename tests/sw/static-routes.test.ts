import { expect, test } from 'vitest'
import { BRIEF_LIST_PATH, cacheRule } from '../../src/sw/cache-rules'
import { staticRoutes, type StaticRoute } from '../../src/sw/static-routes'

const ROUTES = staticRoutes('parts')

/** As the browser reads a rule: the first that fits, a `*` is any text. `null`: the worker is asked. */
function sourceOf(path: string, method = 'GET'): StaticRoute['source'] | null {
  const fits = ({ condition: { urlPattern, requestMethod } }: StaticRoute): boolean => {
    if (requestMethod !== undefined && requestMethod !== method) return false
    if (urlPattern === undefined) return true
    const parts = urlPattern.pathname.split('*').map((part) => part.replace(/[.]/g, '[.]'))
    return new RegExp(`^${parts.join('.*')}$`).test(path)
  }
  return ROUTES.find(fits)?.source ?? null
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
  expect(sourceOf(path, method)).toBe('network')
})

test('a list of symbols is asked of worker and network at once: offline the one can, frozen the other (H20)', () => {
  expect(sourceOf(BRIEF_LIST_PATH)).toBe('race-network-and-fetch-handler')
  expect(sourceOf('/spot/api/basic/symbol_list_v3')).toBe('race-network-and-fetch-handler')
})

test('parts of the build come from where the install put them; pages and their shell stay the worker’s (S1)', () => {
  expect(sourceOf('/assets/hub.shared-nIX88ZEn.js')).toEqual({ cacheName: 'parts' })
  for (const page of ['/', '/trade/usdt/BTCUSDT', '/assets', '/pt-BR/assets', '/index.html'])
    expect(sourceOf(page)).toBeNull()
})

test('nothing that the worker would answer goes past it', () => {
  const paths = ['/v5/order/realtime', '/spot/api/basic/other', '/trade/usdt/BTCUSDT', BRIEF_LIST_PATH]
  for (const path of paths) {
    const mode = path.startsWith('/trade') ? 'navigate' : 'cors'
    const rule = cacheRule({ method: 'GET', mode, url: new URL(path, 'http://h') }, 'http://h')
    expect(sourceOf(path) === 'network', path).toBe(rule === 'none')
  }
})
