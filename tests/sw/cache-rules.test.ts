import { describe, expect, test } from 'vitest'
import { cacheRule, isAppPage, isPartOfBuild, isStorable, listKey, outdatedCaches } from '../../src/sw/cache-rules'

const ORIGIN = 'http://localhost:4173'

function rule(path: string, over: { method?: string; mode?: string } = {}) {
  return cacheRule({ method: 'GET', mode: 'cors', url: new URL(path, ORIGIN), ...over }, ORIGIN)
}

function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init })
}

describe('cacheRule: an allow-list (reliability.md S6, decisions 11)', () => {
  test.each([
    ['/contract/v5/product/brief-symbol-list?filter=all', 'briefSymbolList'],
    ['/spot/api/basic/symbol_list_all', 'spotList'],
    ['/spot/api/basic/symbol_list_v3?version=4', 'spotList'],
    ['/spot/api/basic/symbol_list_v2', 'spotList'],
    // network only
    ['/contract/v5/product/dynamic-symbol-item?symbol=BTCUSDT', 'none'],
    // private
    ['/v5/order/realtime?category=linear', 'none'],
    ['/v5/account/wallet-balance', 'none'],
    ['/user/private/ott', 'none'],
    ['/sandbox/accounts', 'none'],
    ['/v5/market/tickers?category=linear', 'none'],
    ['/healthz', 'none'],
    // of this build or the one before it
    ['/assets/app-abcdefgh.js', 'part'],
    ['/release.json?from=abc', 'none'],
  ])('%s: %s', (path, expected) => {
    expect(rule(path)).toBe(expected)
  })

  test('a call that changes something is never answered from a cache', () => {
    expect(rule('/contract/v5/product/brief-symbol-list', { method: 'POST' })).toBe('none')
  })

  test('only a navigation gets the shell', () => {
    expect(rule('/trade/usdt/BTCUSDT', { mode: 'navigate' })).toBe('shell')
    expect(rule('/trade/usdt/BTCUSDT')).toBe('none')
  })
})

describe('isAppPage', () => {
  test.each([
    '/',
    '/trade/usdt/BTCUSDT',
    '/trade/inverse/futures/BTCUSD_Q',
    '/de-DE/trade/usdt/BTCUSDT',
    '/en/markets',
    '/pt-BR/trade/spot/BTC/USDT',
    '/assets',
    '/margin',
    '/settings',
    '/en/invite',
    '/user/assets/order/derivatives/uniform-usdt',
  ])('%s is a page', (path) => {
    expect(isAppPage(path)).toBe(true)
  })

  test.each([
    '/assets/index-abc.js',
    '/assets/missing',
    '/v5/market/time',
    '/contract/v5/product/brief-symbol-list',
    '/user/private/ott',
    '/sandbox/session',
    '/control/state',
    '/realtime_public',
    '/healthz',
    '/trade/usdt/chunk.js',
    '/nothing',
  ])('%s is not', (path) => {
    expect(isAppPage(path)).toBe(false)
  })
})

describe('listKey', () => {
  test('the time, the version and the order of parameters make no other list', () => {
    const a = listKey(new URL(`${ORIGIN}/contract/v5/product/brief-symbol-list?version=7&timestamp=1&filter=all&z=1`))
    const b = listKey(new URL(`${ORIGIN}/contract/v5/product/brief-symbol-list?z=1&filter=all&timestamp=2`))
    expect(a).toBe(b)
    expect(a).toBe(`${ORIGIN}/contract/v5/product/brief-symbol-list?filter=all&z=1`)
  })

  test('another filter is another list', () => {
    const address = `${ORIGIN}/contract/v5/product/brief-symbol-list?filter=`
    expect(listKey(new URL(`${address}all`))).not.toBe(listKey(new URL(`${address}linear`)))
  })
})

describe('outdatedCaches (spec §9: key version 6, versions 1–5 purged)', () => {
  test('1 to 5 go, 6 and what is not ours stay', () => {
    const names = ['halyard-symbols-v1', 'halyard-symbols-v5', 'halyard-symbols-v6', 'halyard-spot-lists', 'other-v1']
    expect(outdatedCaches(names)).toEqual(['halyard-symbols-v1', 'halyard-symbols-v5'])
  })
})

describe('isStorable', () => {
  test('a list that the HTTP cache must not keep is still ours to keep', async () => {
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    expect(await isStorable(json({ ret_code: 0, result: {} }, { headers }))).toBe(true)
  })

  test('a success in status and envelope', async () => {
    expect(await isStorable(json({ ret_code: 0, result: {} }))).toBe(true)
    expect(await isStorable(json({ retCode: '0', result: {} }))).toBe(true)
  })

  test.each([
    ['a refusal inside a 200', json({ ret_code: 10001, result: {} })],
    ['an error status', json({ ret_code: 0, result: {} }, { status: 503 })],
    ['no result', json({ ret_code: 0 })],
    ['HTML in place of JSON (S4)', new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
    ['a broken body', new Response('{"ret_code":0', { headers: { 'content-type': 'application/json' } })],
    [
      'a private answer',
      json(
        { ret_code: 0, result: {} },
        { headers: { 'content-type': 'application/json', 'cache-control': 'private' } },
      ),
    ],
    ['a failed fetch', Response.error()],
  ])('%s is not stored', async (_what, response) => {
    expect(await isStorable(response)).toBe(false)
  })
})

describe('a part of the build is kept only when it is what it is named (S4)', () => {
  test.each([
    ['/assets/hub-1a2b3c4d.js', 'text/javascript; charset=utf-8', true],
    ['/assets/hub-1a2b3c4d.js', 'text/html; charset=utf-8', false],
    ['/assets/hub-1a2b3c4d.js', '', false],
    ['/assets/page-1a2b3c4d.css', 'text/css', true],
    ['/assets/page-1a2b3c4d.css', 'text/html', false],
    ['/index.html', 'text/html; charset=utf-8', true],
    ['/manifest.webmanifest', 'application/manifest+json', true],
    ['/manifest.webmanifest', 'text/html', false],
    ['/assets/inter-1a2b3c4d.woff2', 'font/woff2', true],
    ['/assets/inter-1a2b3c4d.woff2', 'text/html', false],
  ])('%s as %s: %s', (pathname, type, expected) => {
    const headers = new Headers(type === '' ? {} : { 'content-type': type })
    expect(isPartOfBuild(pathname, { status: 200, headers })).toBe(expected)
  })

  test('a 404, a partial answer and an empty one are no part', () => {
    const headers = new Headers({ 'content-type': 'text/javascript' })
    for (const status of [404, 206, 204, 503]) expect(isPartOfBuild('/assets/a.js', { status, headers })).toBe(false)
  })
})
