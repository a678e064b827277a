/// <reference lib="webworker" />
import { expose } from 'comlink'
import {
  browserTransport,
  browserTurns,
  holdLock,
  openingVault,
  systemClock,
  tabPort,
  webLocks,
  workerNetwork,
} from './hub/adapters'
import { createHub, type Hub, type TabDoor } from './hub/create-hub'
import type { HubApi, TabHello } from './hub-api'

declare const self: SharedWorkerGlobalScope

const epoch = crypto.randomUUID()
/** Held for as long as this worker lives: tabs wait for it to notice its death (B1). */
const isHeld = holdLock(self.navigator.locks, `halyard-hub-${epoch}`)
const vault = openingVault(systemClock, trace)
let hub: Hub | null = null

/** The default sink of errors that nobody sees (decisions 30): the newest few, for the diagnostics page to come. */
const TRACES_MAX = 100
const traces: { readonly atMs: number; readonly what: string; readonly message: string }[] = []

function trace(what: string, error: unknown): void {
  traces.push({ atMs: Date.now(), what, message: error instanceof Error ? error.message : String(error) })
  if (traces.length > TRACES_MAX) traces.shift()
}

/** The first tab brings the addresses and the build; later ones meet the same hub. */
function hubFor(hello: TabHello): Hub {
  const { origin } = self.location
  hub ??= createHub({
    clock: systemClock,
    turns: browserTurns(),
    transport: browserTransport,
    vault,
    locks: webLocks(self.navigator.locks),
    network: workerNetwork(self),
    config: {
      apiBase: hello.apiBase ?? origin,
      wsBase: hello.wsBase ?? origin.replace(/^http/, 'ws'),
      build: hello.build,
      language: hello.language ?? 'en',
    },
    epoch,
    random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
    trace,
  })
  return hub
}

function apiFor(): HubApi {
  let door: TabDoor | null = null
  const entered = (): TabDoor => {
    if (door === null) throw new Error('the hub was asked something before hello')
    return door
  }
  return {
    async hello(hello, port) {
      await isHeld
      door ??= hubFor(hello).connect()
      return door.hello(hello, tabPort(port))
    },
    goodbye: async (tabId) => door?.goodbye(tabId),
    setVisible: (tabId, visible) => entered().setVisible(tabId, visible),
    watch: (tabId, watches) => entered().watch(tabId, watches),
    placeOrder: (intent) => entered().placeOrder(intent),
    amendOrder: (id, order) => entered().amendOrder(id, order),
    cancelOrder: (id, order) => entered().cancelOrder(id, order),
    cancelAll: (symbol) => entered().cancelAll(symbol),
    setLeverage: (symbol, leverage) => entered().setLeverage(symbol, leverage),
    reverse: (press) => entered().reverse(press),
    reopenReverse: (id, openId, pressedAtMs) => entered().reopenReverse(id, openId, pressedAtMs),
    dismissReverse: (id) => entered().dismissReverse(id),
    dismissIntent: (id) => entered().dismissIntent(id),
    resendIntent: (id) => entered().resendIntent(id),
    candles: (range) => entered().candles(range),
    orderHistory: (query) => entered().orderHistory(query),
    executionHistory: (query) => entered().executionHistory(query),
    takeOver: () => entered().takeOver(),
    ping: async () => ({ epoch }),
  }
}

// Registered before anything is awaited: the first connect would be lost otherwise (B7).
self.addEventListener('connect', ({ ports }) => {
  const [port] = ports
  if (port !== undefined) expose(apiFor(), port)
})
