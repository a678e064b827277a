import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { ExchangeProcess } from './lib/exchange-process'

const DIST = resolve(import.meta.dirname, '../../dist')

/** The product as somebody meets it who has no browser, only a program that speaks HTTP. */
test.describe('the exchange as a stranger meets it (decisions 7, 31, 33, 34)', () => {
  let exchange: ExchangeProcess
  test.beforeAll(async () => {
    exchange = await ExchangeProcess.start({
      HALYARD_CONTROL: '0',
      HALYARD_MARKETS: 'all',
      HALYARD_API: 'https://api.example',
      HALYARD_WS: 'wss://push.example:8443',
      HALYARD_LOCALES: 'https://words.example',
    })
  })
  test.afterAll(() => exchange.close())

  test('every file of the build, workers and what is missing too, carries the whole set of headers', async () => {
    const files = readdirSync(`${DIST}/app`, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && !one.name.endsWith('.map') && !one.name.startsWith('.'))
      .map((one) => `${one.parentPath}/${one.name}`.slice(`${DIST}/app`.length))
    expect(files).toContain('/sw.js')
    expect(files.some((one) => /^\/assets\/hub.*\.js$/.test(one))).toBe(true)
    for (const path of [...files, '/', '/trade/usdt/BTCUSDT', '/assets/gone.js', '/api/none', '/v5/none', '/healthz']) {
      const answer = await fetch(exchange.origin + path)
      const { headers } = answer
      const policy = headers.get('content-security-policy') ?? ''
      // Of a page its own first script besides, by the hash of its text, and no other.
      const inline = [...(await answer.text()).matchAll(/<script>([^]*?)<\/script>/g)].map(
        ([, script = '']) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
      )
      expect(inline).toHaveLength(headers.get('content-type')?.startsWith('text/html') === true ? 1 : 0)
      expect(policy, path).toContain(`default-src 'none'; script-src 'self'${inline.join('')}; style-src 'self'`)
      expect(policy, path).toContain(
        `connect-src 'self' ws://localhost:${exchange.port} wss://localhost:${exchange.port} https://api.example wss://push.example:8443 https://words.example;`,
      )
      expect(policy, path).toContain(`require-trusted-types-for 'script'`)
      for (const [name, value] of [
        ['x-content-type-options', 'nosniff'],
        ['referrer-policy', 'no-referrer'],
        ['cross-origin-opener-policy', 'same-origin'],
        ['cross-origin-resource-policy', 'same-origin'],
      ] as const)
        expect(headers.get(name), path).toBe(value)
      expect(headers.get('permissions-policy'), path).toContain('camera=()')
      // A file that is named by its content is asked for once: checked anew by each import, a page of many costs seconds.
      if (path.startsWith('/assets/') && path !== '/assets/gone.js')
        expect(headers.get('cache-control'), path).toBe('public, max-age=31536000, immutable')
      else expect(headers.get('cache-control'), path).toMatch(/^no-(?:cache|store)/)
    }
  })

  test('the page learns from its own text where the venue is, and nobody finds a control', async () => {
    const html = await (await fetch(`${exchange.origin}/trade/usdt/BTCUSDT`)).text()
    const content = /<meta name="halyard-bootstrap" content="([^"]*)"/.exec(html)?.[1] ?? ''
    expect(JSON.parse(content.replaceAll('&quot;', '"'))).toMatchObject({
      api: 'https://api.example',
      ws: 'wss://push.example:8443',
      locales: 'https://words.example',
      chartLibrary: false,
    })
    for (const method of ['GET', 'POST', 'PUT'])
      for (const path of ['/control/state', '/control/price', '/control'])
        expect((await fetch(exchange.origin + path, { method })).status).toBe(404)
  })

  test('a cookie is all it takes to trade, and a kill between two calls changes nothing', async () => {
    let cookie = ''
    const call = async (path: string, body?: object): Promise<{ retCode: number; result: Record<string, unknown> }> => {
      const answer = await fetch(exchange.origin + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { cookie, 'content-type': 'application/json', 'x-requested-with': 'curl', 'client-tag': 'stranger-1' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const given = answer.headers.getSetCookie()
      if (given.length > 0) cookie = given.map((one) => one.split(';')[0]).join('; ')
      return (await answer.json()) as never
    }
    const opened = await call('/sandbox/session', {})
    expect(opened.result).toMatchObject({ kind: 'uta2', isNew: true })
    expect(cookie).toContain(`__Host-halyard-${exchange.port}=`)
    const order = {
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Market',
      qty: '0.001',
      timeInForce: 'ImmediateOrCancel',
    }
    const placed = await call('/contract/v5/order/create', order)
    expect(placed.retCode).toBe(0)
    const fills = (await call('/v5/execution/list?category=linear')).result['list']
    expect(fills).toMatchObject([{ orderLinkId: 'stranger-1', execQty: '0.001' }])

    await exchange.stop('SIGKILL')
    await exchange.resume()
    expect((await call('/sandbox/session', {})).result).toEqual({ ...opened.result, isNew: false })
    expect((await call('/contract/v5/order/create', order)).result).toEqual(placed.result)
    expect((await call('/v5/execution/list?category=linear')).result['list']).toEqual(fills)
  })

  test('a second exchange on the same folder says who has it, and ends', () => {
    const { status, stderr } = spawnSync(process.execPath, [`${DIST}/exchange/main.js`], {
      env: { ...process.env, PORT: '0', HALYARD_DATA_DIR: exchange.dataDir },
      encoding: 'utf8',
      timeout: 20_000,
    })
    expect(status).toBe(1)
    expect(stderr).toContain(`${exchange.dataDir} is in use by another exchange`)
  })
})
