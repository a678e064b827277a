/// <reference lib="webworker" />
import { expose } from 'comlink'
import { channelPort } from './hub/adapters'
import type { TabDoor } from './hub/tab-door'
import type { TabHello } from './hub-api'
import { hostHub } from './hub-host'
import { batchChannel, callChannel, HallChannel, isJoin, type HallMessage } from './leader-hall'

declare const self: DedicatedWorkerGlobalScope

/** Tabs that joined and may not have said hello, at most: the oldest is forgotten first. */
const JOINED_MAX = 500

/** Of a tab that joined: closed by the hub when it lets go of the tab. */
interface Seat {
  readonly calls: HallChannel
  readonly batches: HallChannel
}

const host = hostHub(self)
const hall = new HallChannel(self.name)
const seats = new Map<string, Seat>()

function say(message: HallMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
  hall.postMessage(message)
}

function leave(seatId: string): void {
  const seat = seats.get(seatId)
  seats.delete(seatId)
  seat?.calls.close()
  seat?.batches.close()
}

hall.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isJoin(data)) return
  const { seatId } = data
  if (!seats.has(seatId)) {
    const calls = new HallChannel(callChannel(self.name, seatId))
    const batches = new HallChannel(batchChannel(self.name, seatId))
    seats.set(seatId, { calls, batches })
    const door = host.door()
    const api: Omit<TabDoor, 'hello'> & { hello(hello: TabHello): ReturnType<TabDoor['hello']> } = {
      ...door,
      hello: (hello) =>
        door.hello(
          hello,
          channelPort(batches, () => leave(seatId)),
        ),
    }
    expose(api, calls)
    for (const old of seats.keys()) {
      if (seats.size <= JOINED_MAX) break
      leave(old)
    }
  }
  say({ kind: 'joined', seatId })
})
// Who hears of this hub waits on its lock, which therefore has to be held before.
void host.isHeld.then(() => say({ kind: 'leads', epoch: host.epoch }))
