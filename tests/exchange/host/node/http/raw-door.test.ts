import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Caller, openGateway, slowDisk, type TestGateway } from '../../../api/lib/client'

let world: TestGateway
let own: string
beforeAll(async () => {
  world = await openGateway()
  own = `127.0.0.1:${world.gateway.port}`
})
afterAll(() => world.gateway.close())

/** What comes back for bytes that leave exactly as given, until the other side closes. */
function send(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(world.gateway.port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

const upgrade = (target: string, ...headers: string[]): string =>
  [`GET ${target} HTTP/1.1`, `Host: ${own}`, 'Connection: Upgrade', 'Upgrade: websocket', ...headers, '', ''].join(
    '\r\n',
  )
const bodyOf = (header: string): string =>
  [
    `POST /sandbox/session HTTP/1.1`,
    `Host: ${own}`,
    `Origin: http://${own}`,
    'X-Requested-With: test',
    ...(header.startsWith('Content-Type') ? [] : ['Content-Type: application/json']),
    header,
    'Content-Length: 2',
    'Connection: close',
    '',
    '{}',
  ].join('\r\n')
const HANDSHAKE = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']

describe('what never becomes a request', () => {
  const strays: readonly (readonly [what: string, bytes: () => string, status: number])[] = [
    ['no HTTP', () => 'hello\r\n\r\n', 400],
    ['no Host', () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'two Hosts',
      () => `GET /healthz HTTP/1.1\r\nHost: ${own}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
      400,
    ],
    ['a handshake of two Hosts', () => upgrade('/realtime_public?v=2', ...HANDSHAKE, 'Host: evil.example'), 400],
    ['a body that calls itself packed', () => bodyOf('Content-Encoding: gzip'), 415],
    ['a body in other letters', () => bodyOf('Content-Type: application/json; charset=utf-16le'), 415],
    ['an unknown method', () => `BREW / HTTP/1.1\r\nHost: ${own}\r\n\r\n`, 400],
    ['CONNECT', () => `CONNECT / HTTP/1.1\r\nHost: ${own}\r\n\r\n`, 405],
    ['too long a header', () => `GET / HTTP/1.1\r\nHost: ${own}\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['an expectation', () => `GET / HTTP/1.1\r\nHost: ${own}\r\nExpect: 200-perhaps\r\n\r\n`, 417],
    [
      'two lengths',
      () =>
        `POST /sandbox/session HTTP/1.1\r\nHost: ${own}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
      400,
    ],
    ['a handshake that names no address', () => upgrade('//', ...HANDSHAKE, `Origin: http://${own}`), 404],
    ['a handshake of a whole address', () => upgrade('http://[/realtime_public?v=2', ...HANDSHAKE), 404],
    ['a handshake elsewhere', () => upgrade('/elsewhere', ...HANDSHAKE, `Origin: http://${own}`), 404],
    ['a handshake without an Origin', () => upgrade('/realtime_public?v=2', ...HANDSHAKE), 403],
    ['a handshake with Origin null', () => upgrade('/realtime_private?v=2', ...HANDSHAKE, 'Origin: null'), 403],
    ['a handshake without a key', () => upgrade('/realtime_public?v=2', `Origin: http://${own}`), 400],
  ]

  it.each(strays)('%s is answered with the headers of every answer, and hurts nobody', async (_what, bytes, status) => {
    const answer = await send(bytes())
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const headers = answer.toLowerCase()
    for (const name of [
      'content-security-policy: default-src ',
      'x-content-type-options: nosniff',
      'referrer-policy: no-referrer',
      'cross-origin-opener-policy: same-origin',
      'cross-origin-resource-policy: same-origin',
      'permissions-policy: ',
      'cache-control: no-store',
    ])
      expect(headers).toContain(`\r\n${name}`)
    expect((await fetch(`${world.base}/healthz`)).status).toBe(200)
  })

  it('a whole address is a path of ours, or 400 when it is of another host than the header says', async () => {
    const ask = (target: string) => send(`GET ${target} HTTP/1.1\r\nHost: ${own}\r\nConnection: close\r\n\r\n`)
    expect(await ask(`http://${own}/healthz`)).toMatch(/^HTTP\/1.1 200 [\s\S]*"status":"ok"/)
    expect(await ask('http://evil.example/healthz')).toMatch(/^HTTP\/1.1 400 /)
    expect(await ask('ftp://x/healthz')).toMatch(/^HTTP\/1.1 400 /)
  })

  it('a foreign Host does not get into the policy', async () => {
    const plain = await send(`GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`)
    expect(plain).toMatch(/^HTTP\/1.1 403 /)
    const clever = await send(`GET / HTTP/1.1\r\nHost: evil.example; script-src *\r\nConnection: close\r\n\r\n`)
    expect(clever).toMatch(/^HTTP\/1.1 400 /)
    for (const answer of [plain, clever]) {
      expect(answer).not.toContain('evil.example')
      expect(answer.toLowerCase()).toContain(`content-security-policy: default-src 'none'`)
    }
  })
})

describe('requests that are sent at once on one connection', () => {
  it('are answered in the order in which they were sent, also when a later one is done first', async () => {
    const trader = new Caller(world.base)
    await trader.signIn()
    const body = JSON.stringify({ symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '1', price: '50000' })
    const order =
      `POST /v5/order/create HTTP/1.1\r\nHost: ${own}\r\nX-Requested-With: test\r\nCookie: ${trader.cookie}\r\n` +
      `Client-Tag: one\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const write = slowDisk(world.journal)
    const answers = send(`${order}GET /healthz HTTP/1.1\r\nHost: ${own}\r\nConnection: close\r\n\r\n`)
    await expect.poll(() => world.journal.inputs.some(({ input }) => input.type === 'place')).toBe(true)
    write()
    expect(await answers).toMatch(/"orderLinkId":"one"[\s\S]*"status":"ok"/)
  })
})
