import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type ViteDevServer } from 'vite'
import { WebSocket } from 'ws'
import { devProxy } from '../../../../../scripts/lib/dev-proxy.mjs'
import { startGateway } from '../../../../../exchange/host/node/start-gateway'
import type { RunningGateway } from '../../../../../exchange/host/node/gateway-options'
import { FakeJournal } from '../../../api/lib/fake-journal'

interface Said {
  readonly status: number
  readonly cookies: readonly string[]
  readonly hsts: boolean
}

/** A call with whatever Host and Origin it likes: `fetch` would write its own. */
function call(port: number, method: string, path: string, headers: Record<string, string>): Promise<Said> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers })
    asked.on('response', (answer) => {
      answer.resume()
      const cookies = answer.headers['set-cookie'] ?? []
      const hsts = answer.headers['strict-transport-security'] !== undefined
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, cookies, hsts }))
    })
    asked.on('error', reject)
    asked.end(method === 'GET' ? undefined : '{}')
  })
}

const visit = (port: number, headers: Record<string, string>): Promise<Said> =>
  call(port, 'POST', '/sandbox/session', { 'content-type': 'application/json', 'x-requested-with': 'test', ...headers })

/** @returns 101 when the socket opens, otherwise the status of the refusal */
function knock(port: number, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
    socket.on('unexpected-response', (_request, answer) => resolve(answer.statusCode ?? 0))
    socket.on('error', () => resolve(0))
    socket.on('open', () => {
      socket.terminate()
      resolve(101)
    })
  })
}

async function open(allowedOrigins: readonly string[]): Promise<RunningGateway> {
  const journal = new FakeJournal()
  return startGateway({
    journal,
    fanout: journal.fanout,
    config: {
      host: '127.0.0.1',
      port: 0,
      control: false,
      dataDir: null,
      api: null,
      ws: null,
      region: 'global',
      allowedOrigins,
    },
    build: 'test-build',
    staticDir: null,
    control: true,
  })
}

describe('behind a proxy that speaks TLS on the same computer (HALYARD_ORIGINS)', () => {
  const OUTSIDE = 'https://trade.example.com'
  let gateway: RunningGateway
  beforeAll(async () => {
    gateway = await open([OUTSIDE])
  })
  afterAll(() => gateway.close())

  it.each(['trade.example.com', 'localhost:4173'])(
    'its page may call and connect with Host %s, and its session stands under the Secure name alone',
    async (host) => {
      const { status, cookies } = await visit(gateway.port, { host, origin: OUTSIDE })
      expect(status).toBe(200)
      expect(cookies.map((one) => one.split('=')[0])).toEqual([`__Host-halyard-${gateway.port}`])
      expect(cookies[0]).toContain('; Secure;')
      expect(await knock(gateway.port, '/realtime_public?v=2', { host, origin: OUTSIDE })).toBe(101)
    },
  )

  it('is told to be asked by TLS alone, a page elsewhere is a foreign one, and loopback is as before', async () => {
    expect((await call(gateway.port, 'GET', '/healthz', { host: 'trade.example.com' })).hsts).toBe(true)
    expect((await call(gateway.port, 'GET', '/healthz', { host: 'evil.example.com' })).status).toBe(403)
    for (const origin of [
      'http://trade.example.com:81',
      'http://trade.example.com',
      'https://evil.example.com',
      'https://trade.example.com.evil.com',
    ])
      expect((await visit(gateway.port, { host: 'trade.example.com', origin })).status).toBe(403)
    const here = `localhost:${gateway.port}`
    const { status, cookies, hsts } = await visit(gateway.port, { host: here, origin: `http://${here}` })
    expect({ status, hsts, cookies: cookies.length }).toEqual({ status: 200, hsts: false, cookies: 2 })
  })
})

describe('the development server', () => {
  let gateway: RunningGateway
  let server: ViteDevServer
  let port: number
  beforeAll(async () => {
    gateway = await open([])
    server = await createServer({
      configFile: false,
      logLevel: 'silent',
      server: { port: 0, host: '127.0.0.1', proxy: devProxy(`http://127.0.0.1:${gateway.port}`) },
    })
    await server.listen()
    port = Number(new URL(server.resolvedUrls!.local[0]!).port)
  })
  afterAll(async () => {
    await server.close()
    await gateway.close()
  })

  it('passes on what its own page asks and opens', async () => {
    const own = { host: `localhost:${port}`, origin: `http://localhost:${port}` }
    expect((await visit(port, own)).status).toBe(200)
    expect(await knock(port, '/realtime_public?v=2', own)).toBe(101)
  })

  it.each(['http://localhost:3000', 'http://evil.example.com'])(
    'lets a page of %s neither call nor connect',
    async (origin) => {
      const foreign = { host: `localhost:${port}`, origin }
      expect((await visit(port, foreign)).status).toBe(403)
      for (const path of ['/realtime_public?v=2', '/realtime_private?v=2', '/v5/trade', '/v5/public/linear'])
        expect(await knock(port, path, foreign), path).toBe(403)
    },
  )

  it('passes no test control on', async () => {
    const own = { host: `localhost:${port}`, origin: `http://localhost:${port}`, 'content-type': 'application/json' }
    expect((await call(port, 'POST', '/control/reset', own)).status).not.toBe(200)
    expect(
      (
        await call(gateway.port, 'POST', '/control/reset', {
          host: `localhost:${gateway.port}`,
          'content-type': 'application/json',
        })
      ).status,
    ).toBe(200)
  })
})
