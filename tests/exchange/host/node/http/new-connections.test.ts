import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NewConnections } from '../../../../../exchange/host/node/http/new-connections'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A connection of which only its address and its reading matter. */
class Fake extends EventEmitter {
  isRead = true
  destroyed = false
  constructor(readonly remoteAddress: string) {
    super()
  }
  pause(): void {
    this.isRead = false
  }
  resume(): void {
    this.isRead = true
  }
  destroy(): void {
    this.destroyed = true
  }
}

let nowMs: number
let connections: NewConnections
beforeEach(() => {
  nowMs = 0
  connections = new NewConnections(() => nowMs)
})
afterEach(() => connections.close())

function arrive(address = '192.0.2.1'): Fake {
  const socket = new Fake(address)
  connections.arrive(socket as unknown as Socket)
  return socket
}
const tick = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))
const end = (socket: Fake): void => connections.ended(socket as unknown as Socket)
/** Long enough for a timer of this side's clock, too. */
async function pass(ms: number): Promise<void> {
  nowMs += ms
  await wait(30)
}

describe('new connections', () => {
  it('are read at once, four in a turn of the event loop, and the others in the next turns in their order', async () => {
    const some = Array.from({ length: 6 }, () => arrive())
    await tick()
    expect(some.map(({ isRead }) => isRead)).toEqual([true, true, true, true, false, false])
    await wait(30)
    expect(some.every(({ isRead }) => isRead)).toBe(true)
  })

  it('wait 4 ms when one of their address was ended for what it sent; others are read meanwhile', async () => {
    const bad = arrive()
    end(bad)
    nowMs += 1
    end(bad)
    const next = arrive()
    const other = arrive('192.0.2.2')
    await tick()
    expect([next.isRead, other.isRead]).toEqual([false, true])
    await pass(3)
    expect(next.isRead).toBe(false)
    await pass(1)
    expect(next.isRead).toBe(true)
  })

  it('begin one by one where each of them is ended again', async () => {
    const bad = arrive()
    end(bad)
    const some = Array.from({ length: 5 }, () => arrive())
    for (const one of some) one.resume = () => void ((one.isRead = true), end(one))
    for (let round = 1; round <= 5; round++) {
      await pass(4)
      expect(some.filter(({ isRead }) => isRead).length).toBe(round)
    }
  })

  it('that went away while they waited are ended unread, and the others keep their order', async () => {
    const bad = arrive()
    end(bad)
    const some = Array.from({ length: 4 }, () => arrive())
    // What Node's handle of a connection says once the other end has reset it (ENOTCONN).
    const [gone, , alsoGone] = some
    for (const one of [gone!, alsoGone!]) Object.assign(one, { _handle: { getpeername: () => -107 } })
    const wasRead: Fake[] = []
    for (const one of some) one.resume = () => void wasRead.push(one)
    await pass(4)
    await wait(30)
    expect([gone!.destroyed, alsoGone!.destroyed]).toEqual([true, true])
    expect(wasRead).toEqual([some[1], some[3]])
  })

  it('are all read after fifty such waits, however many they are', async () => {
    end(arrive())
    const some = Array.from({ length: 120 }, () => arrive())
    for (const one of some) one.resume = () => void ((one.isRead = true), end(one))
    const read = (): number => some.filter(({ isRead }) => isRead).length
    // A fiftieth of those that wait: three of 120, of 117 and of 114.
    for (const expected of [3, 6, 9]) {
      await pass(4)
      expect(read()).toBe(expected)
    }
  })
})

describe('a server of HTTP', () => {
  it.each([
    ['with the connection', 0],
    ['a moment later', 3],
  ])('reads a connection that has to wait when its time has come, also what was sent %s', async (_when, laterMs) => {
    const real = new NewConnections()
    let [arrivedMs, servedMs] = [0, 0]
    const server = createServer((_request, response) => {
      servedMs = performance.now()
      response.end('ok')
    })
    server.on('connection', (socket: Socket) => {
      arrivedMs = performance.now()
      real.ended(socket)
      real.arrive(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    // The first of everything takes as long as the waiting.
    for (let i = 0; i < 5; i++) {
      const text = await new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          setTimeout(() => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'), laterMs)
        })
        socket.on('data', (chunk) => {
          resolve(String(chunk))
          socket.destroy()
        })
      })
      expect(text).toMatch(/^HTTP\/1\.1 200 [^]*ok/)
      expect(servedMs - arrivedMs).toBeGreaterThanOrEqual(4)
    }
    real.close()
    server.close()
  })
})
