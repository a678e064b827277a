import { wrap } from 'comlink'
import { PROTOCOL_VERSION } from '../../base/protocol-version'
import type { HubApi, HubWelcome, TabHello } from '../../workers/hub-api'
import {
  batchChannel,
  callChannel,
  LeaderChannel,
  generationOf,
  leaderChannelName,
  isJoined,
  isLeads,
  type LeaderMessage,
} from '../../workers/leader-channel'
import { hubScript } from './hub-script'
import type { HubWorker } from './hub-worker'
import { Leadership } from './leadership'
import { partCame, partFailed } from '../kit/part-news'

/** What a connection to the leader's hub answers to: the batches have a channel of their own, so hello brings no port. */
type LeaderHubApi = Omit<HubApi, 'hello'> & { hello(hello: TabHello): Promise<HubWelcome> }

const leadership = new Leadership({
  hold: (name, signal, whileHeld) => navigator.locks.request(name, { signal }, whileHeld),
  startHub,
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs)
    return () => clearTimeout(timer)
  },
})
addEventListener('pagehide', () => leadership.resign())

/** The same hub as ever, in a worker of this tab: it speaks to every tab over broadcast channels. */
function startHub(name: string): { end(): void; readonly died: Promise<void> } {
  const worker = new Worker(hubScript('dedicated', generationOf(name)), { type: 'module', name })
  const channel = new LeaderChannel(name)
  const waiting = new AbortController()
  const died = new Promise<void>((resolve) => {
    worker.addEventListener('error', () => {
      partFailed('connection')
      resolve()
    })
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isLeads(data)) return
      // Only the leader's own hub speaks so on its channel; its lock tells of a death that nothing else tells of (B1).
      navigator.locks
        .request(`halyard-hub-${data.epoch}`, { mode: 'shared', signal: waiting.signal }, () => resolve())
        .catch(() => undefined)
    })
  })
  return {
    died,
    end() {
      waiting.abort()
      channel.close()
      worker.terminate()
    },
  }
}

/** A connection to the hub of whichever tab leads, this one included; standing for leader comes with it. */
export function openLeaderHub(generation: number): HubWorker {
  const name = leaderChannelName(PROTOCOL_VERSION, generation)
  leadership.stand(name)
  const connectionId = crypto.randomUUID()
  const channel = new LeaderChannel(name)
  const calls = new LeaderChannel(callChannel(name, connectionId))
  const batches = new LeaderChannel(batchChannel(name, connectionId))
  const api = wrap<LeaderHubApi>(calls)
  const join = (): void => {
    const message: LeaderMessage = { kind: 'join', seatId: connectionId }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
    channel.postMessage(message)
  }
  const joined = new Promise<void>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isLeads(data)) join()
      else if (isJoined(data) && data.seatId === connectionId) resolve()
    })
  })
  return {
    api,
    async hello(hello, port) {
      join()
      await joined
      channel.close()
      batches.addEventListener('message', ({ data }) => port.postMessage(data))
      port.addEventListener('message', ({ data }) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
        batches.postMessage(data)
      })
      port.start()
      const welcome = await api.hello(hello)
      partCame('connection')
      return welcome
    },
    // A script that does not run is noticed by the leader, which starts another; this connection's hello has its deadline.
    onError() {},
    close() {
      channel.close()
      calls.close()
      batches.close()
    },
  }
}
