import type { Clock } from '../../base/clock'
import { Unreadable } from '../../base/unreadable'
import type { BatchAck } from '../hub-events'
import type { HttpAnswer, Locks, Network, TabPort, Transport, Turns } from './ports'
import { openHubStore, type HubStore } from './store/hub-store'

/** The real edges of the hub. This is the only file of the hub that names a clock, a socket or a store of the browser. */

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs)
    return () => clearTimeout(timer)
  },
}

export function browserTurns(): Turns {
  // A message to oneself comes after the tasks that wait already, and is not slowed down as a timer of no delay is.
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.addEventListener('message', () => waiting.shift()?.())
  port1.start()
  return {
    soon(call) {
      waiting.push(call)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin to name
      port2.postMessage(null)
    },
    shortly: (call) => void setTimeout(call, 1),
  }
}

/** Characters of the largest frame that is read; a larger one costs the connection and not the hub (X4). */
const FRAME_MAX = 8 << 20

export const browserTransport: Transport = {
  async request({ method, url, headers, body, isFarewell }, signal): Promise<HttpAnswer> {
    const shared = { headers, signal, credentials: 'include', redirect: 'error', keepalive: isFarewell } as const
    const response = await fetch(url, method === 'GET' ? shared : { ...shared, method, body })
    const text = await response.text()
    let parsed: unknown
    try {
      parsed = text === '' ? undefined : JSON.parse(text)
    } catch {
      // Not JSON: the client says so in the specification's words.
    }
    return { status: response.status, isEmpty: text === '', body: parsed }
  },
  open(url, events) {
    const socket = new WebSocket(url)
    socket.addEventListener('open', () => events.onOpen())
    socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') events.onUnreadable(new Unreadable('frame', 'binary'))
      else if (data.length > FRAME_MAX) events.onUnreadable(new Unreadable('frame', `${data.length} characters`))
      else events.onText(data)
    })
    socket.addEventListener('close', ({ code }) => events.onClose(code))
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text)
      },
      close: (code) => {
        events = { onOpen() {}, onText() {}, onUnreadable() {}, onClose() {} }
        socket.close(code)
      },
    }
  },
}

/** A file of the build, beside the hub's own script. @throws when it does not come */
export async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(path)
  if (!response.ok) throw new TypeError(`${path}: ${response.status}`)
  return response.json()
}

export function webLocks(locks: LockManager): Locks {
  return {
    whenFree(name, call) {
      const abort = new AbortController()
      locks
        .request(name, { signal: abort.signal, mode: 'shared' }, () => call())
        // Only the abort of our own waiting ends here.
        .catch(() => undefined)
      return () => abort.abort()
    },
  }
}

/** Takes a lock for as long as this global lives. Settles once it is held. */
export function holdLock(locks: LockManager, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, () => {
        resolve()
        return new Promise<never>(() => {})
      })
      .catch(reject)
  })
}

export function workerNetwork(scope: WorkerGlobalScope): Network {
  return {
    isOnline: () => scope.navigator.onLine,
    onChange(listener) {
      scope.addEventListener('online', listener)
      scope.addEventListener('offline', listener)
    },
  }
}

export function tabPort(port: MessagePort): TabPort {
  return {
    send: (batch) => port.postMessage(batch),
    onAck(listener) {
      port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isAck(data)) listener(data)
      })
      port.start()
    },
    close: () => port.close(),
  }
}

/** The same over a broadcast channel of the tab's own, where no port can be sent; `closed` hears when the hub lets go. */
export function channelPort(channel: BroadcastChannel, closed: () => void): TabPort {
  return {
    send(batch) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
      channel.postMessage(batch)
    },
    onAck(listener) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isAck(data)) listener(data)
      })
    },
    close: closed,
  }
}

function isAck(data: unknown): data is BatchAck {
  return typeof data === 'object' && data !== null && 'ack' in data && typeof data.ack === 'number'
}

/** Chromium's own figure, rounded by it for strangers' sake; `null` elsewhere. */
export function heapBytes(): number | null {
  const { memory } = performance as { readonly memory?: { readonly usedJSHeapSize?: unknown } }
  return typeof memory?.usedJSHeapSize === 'number' ? memory.usedJSHeapSize : null
}

/** A store that can be used before it is open: each call waits for the opening, which has a deadline of its own. */
export function openingHubStore(clock: Clock, trace: (what: string, error: unknown) => void): HubStore {
  let opened: HubStore | null = null
  const opening = openHubStore(clock, trace).then((store) => (opened = store))
  return {
    kind: () => opened?.kind() ?? 'opening',
    takeTerm: async () => (await opening).takeTerm(),
    write: async (kind, record) => (await opening).write(kind, record),
    read: async (kind) => (await opening).read(kind),
    forgetOthers: async (account) => (await opening).forgetOthers(account),
    readSaved: async (kind, of) => (await opening).readSaved(kind, of),
    writeSaved: async (entries) => (await opening).writeSaved(entries),
    readInstruments: async () => (await opening).readInstruments(),
    writeInstruments: async (saved) => (await opening).writeInstruments(saved),
    readPairs: async () => (await opening).readPairs(),
    writePairs: async (saved) => (await opening).writePairs(saved),
  }
}
