import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SocketEvents } from '../../../src/workers/hub/ports'
import { browserTransport } from '../../../src/workers/hub/adapters'

/** A browser's socket as far as the rules of its `close` go (WHATWG WebSockets: 1000 or 3000–4999, or it throws). */
class BrowserSocket extends EventTarget {
  static readonly OPEN = 1
  static newest: BrowserSocket
  readyState = BrowserSocket.OPEN
  closedWith: number | null | undefined

  constructor(readonly url: string) {
    super()
    BrowserSocket.newest = this
  }

  send(): void {}

  close(code?: number): void {
    if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999))
      throw new DOMException(`The close code must be either 1000, or between 3000 and 4999. ${code} is neither.`)
    this.closedWith = code ?? null
  }

  bring(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', BrowserSocket)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function open() {
  const seen: string[] = []
  const events: SocketEvents = {
    onOpen: () => seen.push('open'),
    onText: (text) => seen.push(text),
    onUnreadable: (error) => seen.push(String(error)),
    onClose: (code) => seen.push(`closed ${code}`),
  }
  const socket = browserTransport.open('ws://exchange.test/realtime_public', events)
  return { seen, socket, browser: BrowserSocket.newest }
}

describe('the edge of a socket (X4)', () => {
  test('a binary frame is told as one that nobody can read', () => {
    const { seen, browser } = open()
    browser.bring(new ArrayBuffer(1_000))
    expect(seen).toEqual(['Unreadable: frame: unexpected "binary"'])
  })

  test('a frame beyond 8 MiB is told likewise and not read; one of just so many characters is', () => {
    const { seen, browser } = open()
    const largest = 'a'.repeat(8 * 1_048_576)
    browser.bring(largest)
    expect(seen).toEqual([largest])
    browser.bring(`${largest}a`)
    // 8 × 1,048,576 + 1
    expect(seen[1]).toBe('Unreadable: frame: unexpected "8388609 characters"')
  })

  test('it closes with a code that a page may use', () => {
    const { socket, browser } = open()
    socket.close(4_900)
    expect(browser.closedWith).toBe(4_900)
  })
})

describe('the edge of a call', () => {
  test.each([
    ['GET', undefined, undefined],
    ['POST', 'POST', '{"apiKey":"k"}'],
    ['DELETE', 'DELETE', '{"apiKey":"k"}'],
  ] as const)(
    '%s is sent as what it is: at one address each of them does something else',
    async (method, sent, body) => {
      const seen: RequestInit[] = []
      vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
        seen.push(init)
        return Promise.resolve(new Response('{"retCode":0}'))
      })
      const url = 'http://exchange.test/sandbox/api-keys'
      const request = { method, url, headers: {}, body: method === 'GET' ? null : '{"apiKey":"k"}', isFarewell: false }
      expect(await browserTransport.request(request, new AbortController().signal)).toMatchObject({ status: 200 })
      expect(seen.map((init) => [init.method, init.body])).toEqual([[sent, body]])
    },
  )
})
