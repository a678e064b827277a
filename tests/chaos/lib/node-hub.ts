import { WebSocket } from 'ws'
import { systemClock } from '../../../exchange/system-clock'
import type { AccountKind } from '../../../src/domain/account/wallet'
import { PROTOCOL_VERSION } from '../../../src/base/protocol-version'
import type { FeedState, HubSession } from '../../../src/workers/hub-events'
import { createHub } from '../../../src/workers/hub/create-hub'
import { sandboxVenue } from '../../../src/workers/venue/sandbox/sandbox-venue'
import type { HubPorts, Transport } from '../../../src/workers/hub/ports'
import type { TabSession } from '../../../src/workers/hub/tabs/tab-session'
import { FakeLocks, FakeNetwork, FakeTabPort, FakeHubStore } from '../../workers/fakes'

function keepCookies(jar: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    jar.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

/** A cookie jar and the network of this process: the hub's edge as a browser's worker has it. */
function nodeTransport(jar: Map<string, string>): Transport {
  const cookie = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    async request({ method, url, headers, body }, signal) {
      const response = await fetch(url, {
        headers: { ...headers, cookie: cookie() },
        signal,
        ...(method === 'GET' ? {} : { method, body }),
      })
      keepCookies(jar, response)
      const text = await response.text()
      return { status: response.status, isEmpty: text === '', body: text === '' ? undefined : JSON.parse(text) }
    },
    open(url, events) {
      const socket = new WebSocket(url, {
        origin: url.replace(/^ws(.*?:\/\/[^/]+).*/, 'http$1'),
        headers: { cookie: cookie() },
      })
      let isOver = false
      socket.on('open', () => void (isOver || events.onOpen()))
      socket.on('message', (data: Buffer) => void (isOver || events.onText(data.toString())))
      socket.on('error', () => socket.terminate())
      socket.on('close', (code) => void (isOver || events.onClose(code)))
      return {
        send: (text) => void (socket.readyState === WebSocket.OPEN && socket.send(text)),
        close: () => {
          isOver = true
          socket.terminate()
        },
      }
    },
  }
}

/** The shipped hub in this process, with one tab, an account of its own, and its journal in memory. */
export class NodeHub {
  readonly store = new FakeHubStore()
  readonly port = new FakeTabPort()
  readonly tab: TabSession
  /** The browser's cookies: a page of the same browser would send them, too. */
  readonly cookies = new Map<string, string>()
  /** What the hub could not explain. */
  readonly traces: unknown[] = []

  constructor(
    readonly origin: string,
    name: string,
  ) {
    const ports: HubPorts = {
      clock: systemClock,
      turns: { soon: (call) => void setImmediate(call), shortly: (call) => void setTimeout(call, 1) },
      transport: nodeTransport(this.cookies),
      venue: sandboxVenue(origin.replace('http', 'ws')),
      store: this.store,
      builtInLists: () => Promise.reject(new TypeError('no files here')),
      locks: new FakeLocks(),
      network: new FakeNetwork(),
      config: { apiBase: origin, wsBase: origin.replace('http', 'ws'), build: 'chaos', language: 'en' },
      epoch: `chaos-${name}`,
      random: Math.random,
      trace: (_what, error) => void this.traces.push(error),
      faults: () => [],
      heapBytes: () => null,
    }
    this.tab = createHub(ports).connect()
  }

  /** Before `start`: an account of a kind, which the hub then finds in the browser. */
  async openAccount(kind: AccountKind): Promise<void> {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'halyard' }
    const body = JSON.stringify({ account: kind })
    keepCookies(this.cookies, await fetch(`${this.origin}/sandbox/session`, { method: 'POST', headers, body }))
  }

  /** Attached, signed in and live. */
  async start(timeoutMs: number): Promise<HubSession> {
    const hello = {
      tabId: 'tab-1',
      protocol: PROTOCOL_VERSION,
      build: 'chaos',
      lockName: 'lock',
      visible: true,
      view: 0,
    }
    await this.tab.hello(hello, this.port)
    const end = Date.now() + timeoutMs
    for (;;) {
      const session = this.session()
      if (session !== null && this.state() === 'live') return session
      if (Date.now() > end) throw new Error(`the hub is ${this.state()} after ${timeoutMs} ms`)
      await new Promise((done) => setTimeout(done, 50))
    }
  }

  state(): FeedState {
    return this.port.events('status').at(-1)?.status.state ?? 'connecting'
  }

  session(): HubSession | null {
    return this.port.events('session').at(-1)?.session ?? null
  }

  /** Closes its connections. */
  async stop(): Promise<void> {
    await this.tab.goodbye('tab-1')
  }
}
