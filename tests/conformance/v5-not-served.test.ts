import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whyNotServed } from '../../exchange/api/calls/v5/not-served'
import { ROUTES } from '../../exchange/api/calls/routes'
import { openGateway, type TestGateway } from '../exchange/api/lib/client'

let running: TestGateway
beforeAll(async () => {
  running = await openGateway()
})
afterAll(() => running.gateway.close())

/** Every path of v5 that the published library can call. */
function pathsOfLibrary(): readonly string[] {
  const file = createRequire(import.meta.url)
    .resolve('bybit-api')
    .replace(/index\.js$/, 'rest-client-v5.js')
  return [...new Set([...readFileSync(file, 'utf8').matchAll(/'(\/v5\/[^'?]+)'/g)].map(([, path]) => path!))]
}

test('every call of the published library is served or says why it is not', async () => {
  const served = new Set<string>(ROUTES.map(({ path }) => path))
  const paths = pathsOfLibrary().filter((path) => !served.has(path))
  expect(paths.length).toBeGreaterThan(200)
  expect(paths.filter((path) => whyNotServed(path) === 'no such call')).toEqual([])
})

test('the answer to one that is not served carries the reason', async () => {
  for (const [path, words] of [
    ['/v5/account/demo-apply-money', 'no such call here: money comes from /sandbox/faucet'],
    // What ccxt's fetchBorrowInterest asks.
    [
      '/v5/spot-cross-margin-trade/account',
      'no such call here: accounts are unified: debts are in /v5/account/collateral-info, their interest in /v5/account/borrow-history',
    ],
    ['/v5/spot-lever-token/info', 'no such call here: leveraged tokens are pairs as others, and accounts are unified'],
    ['/contract/v5/nothing', 'no such call'],
  ] as const) {
    const response = await fetch(running.base + path)
    expect([response.status, await response.json()]).toMatchObject([404, { retCode: 10001, retMsg: words }])
  }
})
