import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchChannel, callChannel, leaderChannelName } from '../../../src/workers/leader-channel'
import { PROTOCOL_VERSION } from '../../../src/base/protocol-version'
import type { TabHello } from '../../../src/workers/hub-api'

type Module = typeof import('../../../src/ui/hub-link/leader-hub')

const uncaught = vi.fn()
const HELLO: TabHello = {
  tabId: 'tab-1',
  protocol: PROTOCOL_VERSION,
  build: 'test',
  lockName: 'lock',
  visible: true,
  view: 0,
}

beforeEach(() => {
  vi.resetModules()
  // Another tab leads: this one waits in line for good.
  vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => {}) } })
  vi.stubGlobal('addEventListener', () => undefined)
  process.on('uncaughtException', uncaught)
})
afterEach(() => {
  process.off('uncaughtException', uncaught)
  vi.unstubAllGlobals()
  uncaught.mockReset()
})

/** The leader's side of one connection, as far as a hello goes. */
function leader(channel: BroadcastChannel): { close(): void } {
  const opened = [channel]
  channel.addEventListener('message', ({ data }: MessageEvent<{ readonly kind: string; readonly seatId: string }>) => {
    if (data.kind !== 'join') return
    const calls = new BroadcastChannel(callChannel(channel.name, data.seatId))
    opened.push(calls, new BroadcastChannel(batchChannel(channel.name, data.seatId)))
    calls.addEventListener('message', ({ data: { id } }: MessageEvent<{ readonly id: string }>) =>
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
      calls.postMessage({ id, type: 'RAW', value: { ok: true, epoch: 'e', build: 'test', session: null } }),
    )
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
    channel.postMessage({ kind: 'joined', seatId: data.seatId })
  })
  return { close: () => opened.forEach((one) => one.close()) }
}

test('a connection that is given up swallows what is still on its way to it: nothing is thrown (takeover)', async () => {
  const { openLeaderHub } = (await import('../../../src/ui/hub-link/leader-hub')) satisfies Module
  const led = leader(new BroadcastChannel(leaderChannelName(PROTOCOL_VERSION, 0)))
  const hub = openLeaderHub(0)
  const { port1, port2 } = new MessageChannel()
  await hub.hello(HELLO, port2)
  // An acknowledgement is in the port's queue when the tab lets go, as at each death of a leader.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin to name
  port1.postMessage({ ack: 1 })
  hub.close()
  await new Promise((done) => setTimeout(done, 50))
  expect(uncaught).not.toHaveBeenCalled()
  port1.close()
  led.close()
})
