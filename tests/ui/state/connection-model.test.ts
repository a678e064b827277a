import { effect } from '@preact/signals-react'
import { expect, test } from 'vitest'
import type { ChannelStatus, FeedState, HubStatus } from '../../../src/workers/hub-events'
import { ConnectionModel } from '../../../src/ui/state/connection-model'
import { formatAge } from '../../../src/ui/format'
import { BTCUSDT, tickerOf } from '../fixtures'

const channel = (state: FeedState): ChannelStatus => ({
  state,
  lastDataAtMs: 1,
  lastDataLocalMs: 1,
  seq: 1,
  reconnects: 0,
  latencyMs: null,
})
const status = (state: FeedState): HubStatus => ({
  publicChannel: channel(state),
  privateChannel: channel('live'),
  state,
  tabs: 1,
  clockOffsetMs: 0,
  dropped: 0,
  resyncs: 0,
})

test('a page that is back and has not drawn what its hub made since is stale, however live its hub is (decisions 44)', () => {
  const model = new ConnectionModel()
  model.apply({ type: 'status', status: status('live') })
  model.setLife('attached', 'e')
  expect([model.state.value, model.publicState.value, model.isLive.value]).toEqual(['live', 'live', true])
  model.setLife('returning', 'e')
  expect([model.state.value, model.publicState.value, model.isLive.value]).toEqual(['stale', 'stale', false])
  expect(model.isReturning.value).toBe(true)
})

test('what the hub itself lacks is said before that the page was away', () => {
  const model = new ConnectionModel()
  model.setLife('returning', 'e')
  model.apply({ type: 'status', status: status('offline') })
  expect(model.state.value).toBe('offline')
  expect(model.isReturning.value).toBe(false)
})

test('without a hub nothing is said of a former one', () => {
  const model = new ConnectionModel()
  model.apply({ type: 'status', status: status('live') })
  model.setLife('lost', 'e')
  expect(model.state.value).toBe('connecting')
})

test.each([10_000, 600_000, 2 * 86_400_000])('each value says its own age: %i ms, within 5 % (issue 22.5)', (ageMs) => {
  const now = 1_800_000_000_000
  const model = new ConnectionModel(() => now)
  const asOf = { 'book/BTCUSDT': now - ageMs, 'trades/BTCUSDT': now - 2 * ageMs, wallets: now - 3 * ageMs }
  model.apply({ type: 'status', status: { ...status('offline'), asOf } })
  expect(['book/BTCUSDT', 'trades/BTCUSDT', 'wallets'].map((of) => model.ageMs(of, now))).toEqual([
    ageMs,
    2 * ageMs,
    3 * ageMs,
  ])
  // In words, of which the number alone is compared: 10 sec, 10 min, 2 days.
  expect(Number.parseInt(formatAge(model.ageMs('book/BTCUSDT', now)), 10)).toBe(ageMs === 2 * 86_400_000 ? 2 : 10)
  // What the hub does not name is as old as the market's newest data.
  expect(model.ageMs('book/ETHUSDT', now)).toBe(now - 1)
})

test('market data that is repeated from disk is no news: the age is that of its source (issue 22.5)', () => {
  const model = new ConnectionModel(() => 1_000_000)
  model.setLife('attached', 'e')
  // The hub has heard nothing itself; what it shows it read from disk, saved at 400,000.
  const offline = status('offline')
  model.apply({
    type: 'status',
    status: { ...offline, publicChannel: { ...offline.publicChannel, lastDataAtMs: null, lastDataLocalMs: 400_000 } },
  })
  model.apply({ type: 'trades', symbol: BTCUSDT, trades: [], isSnapshot: true })
  model.apply({ type: 'ticker', ticker: tickerOf('64000'), stale: true })
  expect(model.marketAgeMs(1_000_000)).toBe(600_000)
  model.apply({ type: 'trades', symbol: BTCUSDT, trades: [], isSnapshot: false })
  expect(model.marketAgeMs(1_000_000)).toBe(0)
})

test('a status that says the same again has nothing drawn anew that is drawn with a part of it', () => {
  const model = new ConnectionModel()
  model.apply({ type: 'status', status: { ...status('live'), storage: 'memory', clockOffsetMs: 7 } })
  const seen: unknown[] = []
  const stop = effect(() => {
    seen.push([model.tabs.value, model.storage.value, model.clockOffsetMs.value])
  })
  // Twice a second the hub tells how far its channels are.
  for (const seq of [2, 3]) {
    const publicChannel = { ...channel('live'), seq }
    model.apply({ type: 'status', status: { ...status('live'), publicChannel, storage: 'memory', clockOffsetMs: 7 } })
  }
  model.apply({ type: 'status', status: { ...status('live'), tabs: 2, storage: 'failing', clockOffsetMs: 9 } })
  stop()
  expect(seen).toEqual([
    [1, 'memory', 7],
    [2, 'failing', 9],
  ])
})
