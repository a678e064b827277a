import { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallAnswer, CallRequest } from '../../../../../exchange/api/call'
import { CONNECTION_LIMITS } from '../../../../../exchange/host/node/http/connection-limits'
import { openFront, type Front } from '../../../../../exchange/host/node/http/http-front'
import { OriginRules } from '../../../../../exchange/host/node/http/origins'

/** What stands behind the front here: calls that are answered when the test says so. */
interface Begun {
  readonly path: string
  readonly answer: (body?: CallAnswer['body']) => void
}

let front: Front
let begun: Begun[]
let isQuick: boolean
let body: CallAnswer['body']
const sockets: Socket[] = []
beforeEach(async () => {
  begun = []
  isQuick = false
  body = 'ok'
  front = await openFront(
    {
      host: '127.0.0.1',
      port: 0,
      limits: CONNECTION_LIMITS,
      origins: new OriginRules('127.0.0.1', []),
      files: null,
      connect: [],
      hasControl: false,
      countRead: (work) => work(),
      takeRead: (read) => read(),
      trace: () => undefined,
      answered: () => undefined,
      metrics: () => ({ status: 404, type: '', headers: [], body: '' }),
    },
    {
      call: ({ path, queryText }: CallRequest) =>
        new Promise((resolve) => {
          const answer = (text: CallAnswer['body'] = body): void =>
            resolve({ status: 200, type: 'text/plain', headers: [], body: text })
          begun.push({ path: `${path}?${queryText}`, answer })
          if (isQuick) answer()
        }),
      upgrade: (_request, socket) => void socket.destroy(),
    },
  )
})
afterEach(async () => {
  for (const one of sockets.splice(0)) one.destroy()
  await front.close()
})

const ask = (i: number): string => `GET /v5/x?${i} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const asks = (count: number): string => Array.from({ length: count }, (_, i) => ask(i)).join('')
const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setTimeout(resolve, 2))
}

function visit(bytes: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port: front.port, host: '127.0.0.1' }, () => socket.write(bytes, () => resolve(socket)))
    socket.on('error', () => undefined)
    sockets.push(socket)
  })
}

/** Requests that Node's parser made objects of. */
function countRequests(): { readonly count: () => number; readonly end: () => void } {
  const spy = vi.spyOn(Server.prototype, 'emit')
  const events = (): readonly string[] => spy.mock.calls.map(([event]) => event as string)
  return { count: () => events().filter((one) => one === 'request').length, end: () => spy.mockRestore() }
}

function heard(socket: Socket): { text: string; readonly closed: Promise<void> } {
  const what = { text: '', closed: new Promise<void>((resolve) => socket.on('close', () => resolve())) }
  socket.on('data', (chunk) => (what.text += String(chunk)))
  return what
}

describe('requests that are sent before the one ahead was answered', () => {
  it('begin one after the other, and are answered in their order', async () => {
    const socket = await visit(asks(3))
    const { text } = { ...heard(socket) }
    expect(text).toBe('')
    const what = heard(socket)
    for (let i = 0; i < 3; i++) {
      await expect.poll(() => begun.length).toBe(i + 1)
      await turns(5)
      expect(begun.map(({ path }) => path).at(-1)).toBe(`/v5/x?${i}`)
      begun[i]!.answer(`<${i}>`)
    }
    await expect.poll(() => what.text).toMatch(/<0>[^]*<1>[^]*<2>/)
    expect(begun.length).toBe(3)
    // The connection goes on as any other.
    socket.write(ask(3))
    await expect.poll(() => begun.length).toBe(4)
    begun[3]!.answer('<3>')
    await expect.poll(() => what.text).toContain('<3>')
  })

  it('do not begin any more once their connection is closed', async () => {
    const socket = await visit(asks(50))
    await expect.poll(() => begun.length).toBe(1)
    socket.resetAndDestroy()
    await turns(20)
    isQuick = true
    begun[0]!.answer()
    await turns(20)
    // The one that was answered into the closed connection may be followed by one, from which the front sees it.
    expect(begun.length).toBeLessThanOrEqual(2)
  })

  it('do not begin while nobody reads the answers, and begin again when somebody does', async () => {
    isQuick = true
    body = 'x'.repeat(1 << 20)
    const socket = await visit('')
    socket.pause()
    socket.write(asks(60))
    await turns(150)
    const before = begun.length
    // What the kernel takes of both sides is some MiB; what waits here is one answer.
    expect(before).toBeLessThan(20)
    const what = heard(socket)
    socket.resume()
    await expect.poll(() => what.text.length, { timeout: 10_000 }).toBeGreaterThan(60 << 20)
    expect(begun.length).toBe(60)
  }, 20_000)

  it('end the connection when they are more than 100, and those behind are not begun', async () => {
    const socket = await visit(asks(102))
    const what = heard(socket)
    await what.closed
    expect(begun.length).toBeLessThanOrEqual(1)
    // A hundred may wait for the first.
    await visit(asks(101))
    await turns(20)
    isQuick = true
    begun.at(-1)!.answer()
    await expect.poll(() => begun.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(101)
  })

  it('are not made into requests behind the one that was too many', async () => {
    const made = countRequests()
    const ended = heard(await visit(asks(1_600))).closed
    await ended
    // One is answered, a hundred wait, and one is too many.
    expect(made.count()).toBe(102)
    made.end()
  })

  it('are no more than a thousand on all connections, those of connections that were ended among them', async () => {
    const made = countRequests()
    const crowd = await Promise.all(Array.from({ length: 20 }, () => visit(asks(1_600))))
    await Promise.all(crowd.map((socket) => heard(socket).closed))
    // Ten connections may read ahead by a hundred. Of each of the other ten the second request is one too many.
    expect(made.count()).toBe(10 * 102 + 10 * 2)
    made.end()
    // Half a second later they are forgotten, and a hundred may wait again.
    await turns(300)
    isQuick = true
    begun = []
    await visit(asks(101))
    await expect.poll(() => begun.length, { timeout: 5_000 }).toBe(101)
  })

  it('may come with bodies, the last of them in two pieces', async () => {
    const post = (text: string): string =>
      `POST /v5/y HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`
    const socket = await visit(`${ask(0)}${post('{"a":1}')}{"a":1}${post('{"b":2}')}{"b"`)
    const what = heard(socket)
    await expect.poll(() => begun.length).toBe(1)
    isQuick = true
    begun[0]!.answer('first')
    await expect.poll(() => begun.length).toBe(2)
    socket.write(':2}')
    await expect.poll(() => begun.length).toBe(3)
    await expect.poll(() => what.text.match(/HTTP\/1\.1 200/g)?.length).toBe(3)
  })
})

it('others are served between the requests of one who sent 65 KB of them', async () => {
  // Each takes 5 ms of the only thread: 100 in a row would keep everybody waiting for half a second.
  isQuick = true
  const work = (): void => {
    const until = performance.now() + 5
    while (performance.now() < until);
  }
  const push = begun.push.bind(begun)
  begun.push = (...rows) => {
    work()
    return push(...rows)
  }
  await Promise.all(Array.from({ length: 10 }, () => visit(asks(100))))
  const before = begun.length
  const other = await fetch(`http://127.0.0.1:${front.port}/v5/other`)
  await other.text()
  // 1,000 requests stand there; of them only a turn or two came before.
  const place = begun.findIndex(({ path }) => path.startsWith('/v5/other'))
  expect(place - before).toBeLessThan(200)
})
