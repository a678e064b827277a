/// <reference lib="webworker" />
import {
  browserTransport,
  browserTurns,
  fetchJson,
  heapBytes,
  holdLock,
  openingHubStore,
  systemClock,
  webLocks,
  workerNetwork,
} from './hub/adapters'
import { createHub, type Hub } from './hub/create-hub'
import { FaultLog } from './hub/fault-log'
import type { TabSession } from './hub/tabs/tab-session'
import { venueNamed } from './venue/venues'
import { callCommand, everyCommand, type TabHello } from './hub-api'

/** One hub in one worker, whichever kind of worker it is: entry files only connect ports to its tab sessions. */
export interface HubHost {
  readonly epoch: string
  /** Settles once the hub's instance lock is held. */
  readonly isHeld: Promise<void>
  /** A session for one more tab. What is asked before `hello` is a mistake of the tab, and rejected. */
  openTab(): TabSession
}

export function hostHub(scope: WorkerGlobalScope): HubHost {
  const epoch = crypto.randomUUID()
  /** Held for as long as this worker lives: tabs wait for it to notice its death (B1). */
  const isHeld = holdLock(scope.navigator.locks, `halyard-hub-${epoch}`)
  const faults = new FaultLog(systemClock)
  const trace = faults.add
  const store = openingHubStore(systemClock, trace)
  let hub: Hub | null = null

  /** The first tab brings the addresses and the build; later ones meet the same hub. */
  function hubFor(hello: TabHello): Hub {
    const { origin } = scope.location
    const wsBase = hello.wsBase ?? origin.replace(/^http/, 'ws')
    hub ??= createHub({
      clock: systemClock,
      turns: browserTurns(),
      transport: browserTransport,
      venue: venueNamed(hello.venue, wsBase),
      store,
      builtInLists: () => fetchJson(`${origin}/built-in-symbols-${hello.region ?? 'global'}.json`),
      locks: webLocks(scope.navigator.locks),
      network: workerNetwork(scope),
      config: {
        apiBase: hello.apiBase ?? origin,
        wsBase,
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
    openTab() {
      let session: TabSession | null = null
      const entered = (): TabSession => {
        if (session === null) throw new Error('the hub was asked something before hello')
        return session
      }
      return {
        async hello(hello, port) {
          await isHeld
          session ??= hubFor(hello).connect()
          return session.hello(hello, port)
        },
        async goodbye(tabId) {
          // A tab that did not wait for its welcome may say it before the hello is dealt with.
          await isHeld
          await session?.goodbye(tabId)
        },
        setVisible: (tabId, visible, view) => entered().setVisible(tabId, visible, view),
        drawn: (tabId, view) => entered().drawn(tabId, view),
        watch: (tabId, watches) => entered().watch(tabId, watches),
        ...everyCommand(
          (name) =>
            async (...args) =>
              callCommand(entered(), name, args),
        ),
        // Also of a tab that has not said hello yet: perhaps that is what went wrong.
        reportFault: async (what, message) => trace(what, message),
        ping: async (tabId) => (session === null ? { epoch, isKnown: false } : session.ping(tabId)),
      }
    },
  }
}
