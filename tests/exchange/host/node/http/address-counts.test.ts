import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { addressHolder } from '../../../../../exchange/host/node/http/address-counts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../../../../exchange/host/node/http/connection-limits'
import { openGateway, type TestGateway } from '../../../api/lib/client'

/** Two addresses of this computer: all of 127.0.0.0/8 is. */
const [ANN, BOB] = ['127.0.0.1', '127.0.0.2'] as const

let world: TestGateway
const open: Socket[] = []
const start = async (connectionLimits: Partial<ConnectionLimits>): Promise<void> => {
  world = await openGateway({ connectionLimits })
}
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await world.gateway.close()
})

interface Visit {
  readonly socket: Socket
  /** The first bytes that come back, empty when the exchange closes without a word. */
  readonly answer: Promise<string>
}

/** @param bytes said at once; nothing holds a connection open without a request */
function visit(from: string, bytes: string): Promise<Visit> {
  return new Promise((resolve) => {
    const socket = connect({ port: world.gateway.port, host: '127.0.0.1', localAddress: from })
    open.push(socket)
    const answer = new Promise<string>((settle) => {
      socket.on('data', (chunk) => settle(String(chunk)))
      socket.on('close', () => settle(''))
      socket.on('error', () => undefined)
    })
    socket.on('connect', () => {
      socket.write(bytes)
      resolve({ socket, answer })
    })
  })
}

const PAGE = ['/realtime_public?v=2', 'Origin: http://localhost'] as const
const PROGRAM = ['/v5/public/linear'] as const
const handshake = (target: string, ...headers: string[]): string =>
  [
    `GET ${target} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
    '',
    '',
  ].join('\r\n')

/** @returns the status of a call on a connection of its own, empty when it was closed without a word */
async function call(from: string): Promise<string> {
  const { socket, answer } = await visit(from, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const status = (await answer).slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)
  socket.destroy()
  return status
}

/** @returns the status of a handshake, and the socket it is about */
async function upgrade(
  from: string,
  ...[target, ...headers]: readonly [target: string, ...headers: string[]]
): Promise<{ readonly status: string; readonly socket: Socket }> {
  const { socket, answer } = await visit(from, handshake(target, ...headers))
  return { status: (await answer).slice('HTTP/1.1 '.length, 'HTTP/1.1 101'.length), socket }
}

describe('connections of one address (reliability.md §6.1, 26)', () => {
  it('beyond its bound are closed without a word, while another address is served; a free place is given again', async () => {
    await start({ connectionsMax: 8, addressConnectionsMax: 2, countsLoopback: true })
    const first = await visit(ANN, '')
    await visit(ANN, '')
    expect(await call(ANN)).toBe('')
    expect(await call(BOB)).toBe('200')
    first.socket.destroy()
    await expect.poll(() => call(ANN), { timeout: 5_000 }).toBe('200')
  })

  it('count whether or not they became sockets', async () => {
    await start({ addressConnectionsMax: 2, addressSocketsMax: 2, countsLoopback: true })
    expect((await upgrade(ANN, ...PAGE)).status).toBe('101')
    expect((await upgrade(ANN, ...PROGRAM)).status).toBe('101')
    expect(await call(ANN)).toBe('')
  })
})

describe('sockets of one address (reliability.md §6.1, 26)', () => {
  it('are counted over both dialects; one more is 503, and its calls go on', async () => {
    await start({ addressSocketsMax: 2, countsLoopback: true })
    const first = await upgrade(ANN, ...PAGE)
    expect([first.status, (await upgrade(ANN, ...PROGRAM)).status]).toEqual(['101', '101'])
    expect((await upgrade(ANN, ...PAGE)).status).toBe('503')
    expect((await upgrade(ANN, ...PROGRAM)).status).toBe('503')
    expect(await call(ANN)).toBe('200')
    expect((await upgrade(BOB, ...PAGE)).status).toBe('101')
    first.socket.destroy()
    await expect.poll(async () => (await upgrade(ANN, ...PAGE)).status, { timeout: 5_000 }).toBe('101')
  })

  it('are of the address that the connection comes from, whatever a header says', async () => {
    await start({ addressSocketsMax: 1, countsLoopback: true })
    expect((await upgrade(ANN, ...PROGRAM)).status).toBe('101')
    for (const header of ['X-Forwarded-For: 198.51.100.7', 'Forwarded: for=198.51.100.7', 'X-Real-IP: 198.51.100.7'])
      expect((await upgrade(ANN, ...PROGRAM, header)).status).toBe('503')
  })

  it('hold no place when the handshake fails', async () => {
    await start({ addressSocketsMax: 1, countsLoopback: true })
    const keyless = handshake(...PROGRAM).replace(/Sec-WebSocket-Key.*\r\n/, '')
    for (let i = 0; i < 3; i++) {
      const { socket, answer } = await visit(ANN, keyless)
      const gone = new Promise((resolve) => socket.once('close', resolve))
      expect(await answer).toMatch(/^HTTP\/1\.1 (400|503) /)
      await gone
    }
    await expect.poll(async () => (await upgrade(ANN, ...PROGRAM)).status, { timeout: 5_000 }).toBe('101')
  })
})

describe('loopback', () => {
  it('has the whole bound: our own programs come from there, and a reverse proxy that counts its own callers', async () => {
    await start({ addressConnectionsMax: 1, addressSocketsMax: 1 })
    for (const from of [ANN, BOB, ANN, BOB]) expect((await upgrade(from, ...PROGRAM)).status).toBe('101')
    expect(await call(ANN)).toBe('200')
  })

  it('is the only one that has it: another address has a quarter', () => {
    // 3,000 / 4 connections; 2,000 / 4 sockets.
    expect(CONNECTION_LIMITS).toMatchObject({
      addressConnectionsMax: 750,
      addressSocketsMax: 500,
      countsLoopback: false,
    })
  })
})

describe('whom an address is given to', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    // Two groups before the gap and one after: five zeros, of which two are in the network's half.
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is of %s', (address, holder) => {
    expect(addressHolder(address)).toBe(holder)
  })
})
