import { request } from 'node:http'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAppRoute } from '../../../exchange/host/node/http/app-routes'
import { securityHeaders } from '../../../exchange/host/node/http/security-headers'
import { parseStrictJson } from '../../../exchange/api/calls/shared/http/strict-json'
import { Caller, openGateway, type TestGateway } from './lib/client'

let folder: string
let world: TestGateway
let caller: Caller
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-'))
  await mkdir(join(folder, 'app/assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(
    join(folder, 'app/index.html'),
    `<!doctype html><meta name="halyard-bootstrap" content="%HALYARD_BOOTSTRAP%"><title>Halyard</title>`,
  )
  await writeFile(join(folder, 'app/sw.js'), '/* worker */')
  await writeFile(join(folder, 'app/assets/hub-Dk3x9_Qa.js'), `export const text = '${'a'.repeat(5000)}'`)
  await writeFile(join(folder, 'app/assets/hub-Dk3x9_Qa.js.map'), '{}')
  await writeFile(join(folder, 'app/assets/second-C4DtkMN.js'), 'export {}')
  world = await openGateway({ staticDir: join(folder, 'app') })
  caller = new Caller(world.base)
  await caller.signIn()
})
afterAll(async () => {
  await world.gateway.close()
  await rm(folder, { recursive: true })
})

/** As fetch, but the path and the headers leave exactly as given. */
function plain(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: world.gateway.port, path, method, headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => (body += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode!, body }))
    })
    call.on('error', reject)
    call.end()
  })
}

describe('headers', () => {
  it.each(['/', '/sw.js', '/assets/hub-Dk3x9_Qa.js', '/healthz', '/nothing', '/v5/nothing', '/sandbox/accounts'])(
    'carries the strict policy on %s',
    async (path) => {
      const { headers } = await caller.raw('GET', path)
      const policy = headers.get('content-security-policy')!
      for (const part of [
        `default-src 'none'`,
        `script-src 'self';`,
        `style-src 'self';`,
        `worker-src 'self'`,
        `frame-ancestors 'none'`,
        `require-trusted-types-for 'script'`,
        `connect-src 'self' ws://127.0.0.1:${world.gateway.port}`,
      ])
        expect(policy).toContain(part)
      expect(policy).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  it.each(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])(
    'knows no control at all without the switch: %s',
    async (method) => {
      for (const path of ['/control', '/control/', '/control/state', '/control/price', '/control/a/b']) {
        expect((await plain(path, { host: `127.0.0.1:${world.gateway.port}` }, method)).status).toBe(404)
        const form = { 'content-type': 'text/plain', origin: 'http://evil.example' }
        expect((await plain(path, form, method)).status).toBe(404)
      }
    },
  )

  it('asks for TLS in a deployment only', async () => {
    expect(new Map(securityHeaders('halyard.example', [], true)).get('strict-transport-security')).toBe(
      'max-age=63072000; includeSubDomains',
    )
    expect((await caller.raw('GET', '/healthz')).headers.has('strict-transport-security')).toBe(false)
  })

  it('counts policy violations', async () => {
    const before = await caller.raw('POST', '/csp-report', '{"csp-report":{}}', {
      'content-type': 'application/csp-report',
    })
    expect(before.status).toBe(204)
  })
})

describe('files', () => {
  it('answers health with build, protocol and time', async () => {
    expect(await (await caller.raw('GET', '/healthz')).json()).toEqual({
      status: 'ok',
      build: 'test-build',
      protocol: 2,
      serverTimeE3: 1_800_000_000_000,
    })
  })

  it('serves the shell on routes, with its bootstrap data and no-cache', async () => {
    for (const path of ['/', '/trade/usdt/BTCUSDT', '/pt-BR/trade/spot/BTC/USDT', '/en/settings']) {
      const response = await caller.raw('GET', path)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      const text = await response.text()
      const data = /content="([^"]*)"/.exec(text)![1]!.replaceAll('&quot;', '"')
      expect(JSON.parse(data)).toMatchObject({ build: 'test-build', protocol: 2, chartLibrary: false })
    }
  })

  it('says that an operator’s chart library is there, unless it is to stay unused (decisions 29)', async () => {
    const app = join(folder, 'with-library')
    await mkdir(join(app, 'charting_library'), { recursive: true })
    await writeFile(join(app, 'charting_library/charting_library.standalone.js'), '/* library */')
    await writeFile(join(app, 'index.html'), '<meta content="%HALYARD_BOOTSTRAP%">')
    for (const chartLibrary of [true, false]) {
      const one = await openGateway({ staticDir: app, chartLibrary })
      const text = await (await new Caller(one.base).raw('GET', '/')).text()
      expect(text).toContain(`&quot;chartLibrary&quot;:${chartLibrary}`)
      await one.gateway.close()
    }
    // Its style sheet is asked for by pages and may be left out; nothing else of the folder may, nor where there is none.
    const there = await openGateway({ staticDir: app })
    const statusOf = async (base: string, file: string) =>
      (await new Caller(base).raw('GET', `/charting_library/${file}`)).status
    expect(await statusOf(there.base, 'custom.css')).toBe(204)
    expect(await statusOf(there.base, 'other.css')).toBe(404)
    await writeFile(join(app, 'charting_library/custom.css'), '/* 0.3.2 */')
    expect(await statusOf(there.base, 'custom.css')).toBe(200)
    await there.gateway.close()
    expect((await caller.raw('GET', '/charting_library/custom.css')).status).toBe(404)
  })

  it('keeps hashed assets for ever, workers never (S9), and compresses', async () => {
    const asset = await caller.raw('GET', '/assets/hub-Dk3x9_Qa.js', undefined, { 'accept-encoding': 'br' })
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const short = await caller.raw('GET', '/assets/second-C4DtkMN.js')
    expect(short.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-encoding')).toBe('br')
    expect(await asset.text()).toContain('aaaa')
    const again = await plain('/assets/hub-Dk3x9_Qa.js', {
      'accept-encoding': 'br',
      'if-none-match': asset.headers.get('etag')!,
    })
    expect(again.status).toBe(304)
    const worker = await caller.raw('GET', '/sw.js')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  it.each([
    '/assets/gone-12345678.js',
    '/trade/usdt/../../../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/trade/usdt/..%2f..%2fsecret.txt',
    '/user/..%2f',
    '/assets/hub-Dk3x9_Qa.js.map',
    '/trade/nowhere/X',
    '/control/state',
    '/user/private/account.css',
  ])('answers %s with 404 and no shell', async (path) => {
    const { status, body } = await plain(path)
    expect(status).toBe(404)
    expect(body).not.toContain('secret')
    expect(body).not.toContain('<!doctype')
  })

  const opened = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  it.each(['/nothing', '/trade/nowhere/X', '/markets/x/y', '/EN/markets'])(
    'answers who opens %s with 404 and the app, which says so in its own frame (issue 19.7)',
    async (path) => {
      const { status, body } = await plain(path, { ...opened, 'if-none-match': '*' })
      expect(status).toBe(404)
      expect(body).toContain('<!doctype')
    },
  )
  it.each([
    '/assets/gone-12345678.js',
    '/..%2fsecret.txt',

    '/secret.txt',
    '/control/state',
    '/v5/nothing',
  ])('answers who opens %s with 404 and no shell', async (path) => {
    const { status, body } = await plain(path, opened)
    expect(status).toBe(404)
    expect(body).not.toContain('<!doctype')
  })

  it('knows the routes of the specification', () => {
    const routes = [
      '/trade/futures/usdc/BTC-PERP',
      '/trade/inverse/BTCUSD',
      '/trade/inverse/futures/BTCUSD_Q',
      '/trade/option/usdc/BTC',
      '/trade/option/usdt/BTC',
      '/trade/spread/SOLUSDT_SOL%2FUSDT',
      '/user/assets/order/derivatives/uniform-usdt',
      '/zh-TW/invite',
      '/markets/',
      '/margin',
    ]
    for (const route of routes) expect(isAppRoute(route), route).toBe(true)
    for (const other of ['/trade', '/trade/option/usd/BTC', '/EN/markets', '/user/assets/order/derivatives/x'])
      expect(isAppRoute(other), other).toBe(false)
  })
})

describe('what changes state: not from a form or a foreign origin (X5)', () => {
  const order = JSON.stringify({ symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '1', price: '50000' })

  it.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 403],
    ['plain text', { 'content-type': 'text/plain' }, 403],
    ['a foreign origin', { origin: 'http://evil.example' }, 403],
    ['the null origin', { origin: 'null' }, 403],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('is refused from %s, with an empty ledger', async (_name, headers, status) => {
    const before = world.journal.inputs.length
    const response = await caller.raw('POST', '/v5/order/create', order, headers)
    expect(response.status).toBe(status)
    expect(world.journal.inputs.length).toBe(before)
  })

  it('is refused without the header no form can send', async () => {
    const response = await fetch(`${world.base}/v5/order/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: caller.cookie },
      body: order,
    })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ retCode: 10001 })
  })

  it('is bounded in size, depth and keys', async () => {
    const send = async (body: string) => (await caller.raw('POST', '/v5/order/create', body)).status
    expect(await send(JSON.stringify({ symbol: 'x'.repeat(65_536) }))).toBe(413)
    expect(await send(`{"a":${'['.repeat(33)}${']'.repeat(33)}}`)).toBe(400)
    expect(await send('{"symbol":"A","symbol":"B"}')).toBe(400)
    expect(await send('{"symbol":"A","\\u0073ymbol":"B"}')).toBe(400)
    expect(await send('{"__proto__":{"x":1}}')).toBe(400)
    expect(await send('[1]')).toBe(400)
    expect(await send('{')).toBe(400)
    expect((await caller.raw('GET', '/v5/order/realtime?category=linear&category=spot')).status).toBe(400)
  })

  it('knows four methods', async () => {
    for (const method of ['PUT', 'PATCH', 'OPTIONS']) {
      expect((await caller.raw(method, '/v5/order/create')).status).toBe(405)
    }
  })

  it('answers its own name only', async () => {
    expect((await plain('/healthz', { host: `evil.example:${world.gateway.port}` })).status).toBe(403)
    expect((await plain('/healthz', { host: `localhost:${world.gateway.port}` })).status).toBe(200)
  })

  it('tells nothing of its insides when something breaks', async () => {
    const { submit } = world.journal
    world.journal.submit = () => Promise.reject(new Error('disk full at /var/lib'))
    const response = await caller.raw('POST', '/v5/order/create', order)
    world.journal.submit = submit
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ retCode: 10016, ext_map: { correlationId: expect.any(String) } })
    expect(text).not.toMatch(/disk|at |\.ts/)
    expect(world.traces).toMatchObject([{ message: 'disk full at /var/lib' }])
  })
})

describe('the strict reader of JSON', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const parsed = parseStrictJson(text)
        if (parsed.ok) expect(parsed.value).toEqual(JSON.parse(text))
        // Generated objects have no equal keys; what is refused has a key that could reach a prototype.
        else expect(text).toContain('__proto__')
      }),
    )
  })

  it.each([
    ['{"qty":"1","qty":"2"}', 'qty'],
    ['{"request":[{"price":"1","side":"Buy","price":"2"}]}', 'price'],
    ['{"my secret":1,"my secret":2}', undefined],
    ['{"__proto__":{"x":1}}', '__proto__'],
    ['{"request":[{"\\u005f_proto__":"1"}]}', '__proto__'],
  ])('a key twice, or that could reach a prototype, is named where it is a name: %s', async (body, field) => {
    const response = await caller.raw('POST', '/v5/order/create', body)
    expect(response.status).toBe(400)
    const said = (await response.json()) as { retMsg: string; ext_map: { field?: string } }
    expect(said.ext_map.field).toBe(field)
    expect(said.retMsg).not.toContain('secret')
  })

  it('refuses an object exactly when a key stands in it twice or could reach a prototype, whatever else it holds', () => {
    const key = fc.constantFrom('a', 'b', '"', 'a\\', '__proto__', 'constructor', '')
    const value = fc.oneof(
      fc.json({ maxDepth: 1 }),
      fc.constantFrom('"a"', '"\\""', '"\\u0061"', '{}', '[]', '1', 'null'),
    )
    // A key may be written with an escape: it is the same key.
    const written = fc.tuple(key, fc.boolean()).map(([name, isEscaped]) => ({
      name,
      text: isEscaped && name.startsWith('a') ? `"\\u0061${JSON.stringify(name).slice(2)}` : JSON.stringify(name),
    }))
    fc.assert(
      fc.property(fc.array(fc.tuple(written, value), { maxLength: 6 }), (fields) => {
        const text = `{${fields.map(([one, json]) => `${one.text}:${json}`).join(',')}}`
        const names = fields.map(([{ name }]) => name)
        // As a key and whole: a key with a blank before it, or a text, may say the same.
        const isSound = new Set(names).size === names.length && !text.includes('"__proto__":')
        expect(parseStrictJson(text).ok, text).toBe(isSound)
      }),
      { numRuns: 2_000 },
    )
  })

  it('refuses what JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        expect(parseStrictJson(text).ok).toBe(isJson)
      }),
    )
  })
})
