/// <reference lib="webworker" />
import { expose } from 'comlink'
import { channelPort } from './hub/adapters'
import type { TabSession } from './hub/tabs/tab-session'
import type { TabHello } from './hub-api'
import { hostHub } from './hub-host'
import { batchChannel, callChannel, LeaderChannel, isJoin, type LeaderMessage } from './leader-channel'

declare const self: DedicatedWorkerGlobalScope

/** Tabs that joined and may not have said hello, at most: the oldest is forgotten first. */
const JOINED_MAX = 500

/** Of a tab that joined: closed by the hub when it lets go of the tab. */
interface Connection {
  readonly calls: LeaderChannel
  readonly batches: LeaderChannel
}

const host = hostHub(self)
const leaderChannel = new LeaderChannel(self.name)
const connections = new Map<string, Connection>()

function say(message: LeaderMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
  leaderChannel.postMessage(message)
}

function leave(connectionId: string): void {
  const connection = connections.get(connectionId)
  connections.delete(connectionId)
  connection?.calls.close()
  connection?.batches.close()
}

leaderChannel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isJoin(data)) return
  const { seatId: connectionId } = data
  if (!connections.has(connectionId)) {
    const calls = new LeaderChannel(callChannel(self.name, connectionId))
    const batches = new LeaderChannel(batchChannel(self.name, connectionId))
    connections.set(connectionId, { calls, batches })
    const session = host.openTab()
    const api: Omit<TabSession, 'hello'> & { hello(hello: TabHello): ReturnType<TabSession['hello']> } = {
      ...session,
      hello: (hello) =>
        session.hello(
          hello,
          channelPort(batches, () => leave(connectionId)),
        ),
    }
    expose(api, calls)
    for (const old of connections.keys()) {
      if (connections.size <= JOINED_MAX) break
      leave(old)
    }
  }
  say({ kind: 'joined', seatId: connectionId })
})
// Who hears of this hub waits on its lock, which therefore has to be held before.
void host.isHeld.then(() => say({ kind: 'leads', epoch: host.epoch }))
