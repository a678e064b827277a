/// <reference lib="webworker" />
import {
  browserTransport,
  browserTurns,
  heapBytes,
  holdLock,
  openingVault,
  systemClock,
  webLocks,
  workerNetwork,
} from './hub/adapters'
import { createHub, type Hub } from './hub/create-hub'
import { FaultLog } from './hub/fault-log'
import type { TabDoor } from './hub/tab-door'
import type { TabHello } from './hub-api'

/** One hub in one worker, whichever kind of worker it is: entry files only connect ports to its doors. */
export interface HubHost {
  readonly epoch: string
  /** Settles once the lock that stands for this hub's life is held. */
  readonly isHeld: Promise<void>
  /** A door for one more tab. What is asked before `hello` is a mistake of the tab, and rejected. */
  door(): TabDoor
}

export function hostHub(scope: WorkerGlobalScope): HubHost {
  const epoch = crypto.randomUUID()
  /** Held for as long as this worker lives: tabs wait for it to notice its death (B1). */
  const isHeld = holdLock(scope.navigator.locks, `halyard-hub-${epoch}`)
  const faults = new FaultLog(systemClock)
  const trace = faults.add
  const vault = openingVault(systemClock, trace)
  let hub: Hub | null = null

  /** The first tab brings the addresses and the build; later ones meet the same hub. */
  function hubFor(hello: TabHello): Hub {
    const { origin } = scope.location
    hub ??= createHub({
      clock: systemClock,
      turns: browserTurns(),
      transport: browserTransport,
      vault,
      locks: webLocks(scope.navigator.locks),
      network: workerNetwork(scope),
      config: {
        apiBase: hello.apiBase ?? origin,
        wsBase: hello.wsBase ?? origin.replace(/^http/, 'ws'),
        build: hello.build,
        language: hello.language ?? 'en',
      },
      epoch,
      random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
      trace,
      faults: () => faults.list(),
      heapBytes,
    })
    return hub
  }

  return {
    epoch,
    isHeld,
    door() {
      let door: TabDoor | null = null
      const entered = (): TabDoor => {
        if (door === null) throw new Error('the hub was asked something before hello')
        return door
      }
      return {
        async hello(hello, port) {
          await isHeld
          door ??= hubFor(hello).connect()
          return door.hello(hello, port)
        },
        async goodbye(tabId) {
          // A tab that did not wait for its welcome may say it before the hello is dealt with.
          await isHeld
          await door?.goodbye(tabId)
        },
        setVisible: (tabId, visible, view) => entered().setVisible(tabId, visible, view),
        drawn: (tabId, view) => entered().drawn(tabId, view),
        watch: (tabId, watches) => entered().watch(tabId, watches),
        placeOrder: (intent) => entered().placeOrder(intent),
        amendOrder: (id, order) => entered().amendOrder(id, order),
        cancelOrder: (id, order) => entered().cancelOrder(id, order),
        cancelAll: (symbol, only) => entered().cancelAll(symbol, only),
        setLeverage: (terms) => entered().setLeverage(terms),
        openStrategy: (press) => entered().openStrategy(press),
        cancelStrategy: (id, strategy) => entered().cancelStrategy(id, strategy),
        setTpSl: (terms) => entered().setTpSl(terms),
        setMarginMode: (mode) => entered().setMarginMode(mode),
        setPositionMode: (terms) => entered().setPositionMode(terms),
        addMargin: (terms) => entered().addMargin(terms),
        setAutoAddMargin: (terms) => entered().setAutoAddMargin(terms),
        reverse: (press) => entered().reverse(press),
        reopenReverse: (id, openId, pressedAtMs) => entered().reopenReverse(id, openId, pressedAtMs),
        dismissReverse: (id) => entered().dismissReverse(id),
        dismissIntent: (id) => entered().dismissIntent(id),
        resendIntent: (id) => entered().resendIntent(id),
        setPreferences: (preferences) => entered().setPreferences(preferences),
        apiKeys: () => entered().apiKeys(),
        endApiKey: (apiKey) => entered().endApiKey(apiKey),
        candles: (range) => entered().candles(range),
        orderHistory: (query) => entered().orderHistory(query),
        executionHistory: (query) => entered().executionHistory(query),
        strategyOrders: (query) => entered().strategyOrders(query),
        diagnostics: () => entered().diagnostics(),
        audit: () => entered().audit(),
        recording: () => entered().recording(),
        reportFault: async (what, message) => trace(what, message),
        takeOver: () => entered().takeOver(),
        ping: async (tabId) => (door === null ? { epoch, isKnown: false } : door.ping(tabId)),
      }
    },
  }
}
