/// <reference lib="webworker" />
import {
  browserTransport,
  browserTurns,
  holdLock,
  openingVault,
  systemClock,
  webLocks,
  workerNetwork,
} from './hub/adapters'
import { createHub, type Hub, type TabDoor } from './hub/create-hub'
import type { TabHello } from './hub-api'

/** One hub in one worker, whichever kind of worker it is: entry files only connect ports to its doors. */
export interface HubHost {
  readonly epoch: string
  /** Settles once the lock that stands for this hub's life is held. */
  readonly isHeld: Promise<void>
  /** A door for one more tab. What is asked before `hello` is a mistake of the tab, and rejected. */
  door(): TabDoor
}

/** The default sink of errors that nobody sees (decisions 30): the newest few, for the diagnostics page to come. */
const TRACES_MAX = 100

export function hostHub(scope: WorkerGlobalScope): HubHost {
  const epoch = crypto.randomUUID()
  /** Held for as long as this worker lives: tabs wait for it to notice its death (B1). */
  const isHeld = holdLock(scope.navigator.locks, `halyard-hub-${epoch}`)
  const traces: { readonly atMs: number; readonly what: string; readonly message: string }[] = []
  const trace = (what: string, error: unknown): void => {
    traces.push({ atMs: Date.now(), what, message: error instanceof Error ? error.message : String(error) })
    if (traces.length > TRACES_MAX) traces.shift()
  }
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
    },
  }
}
