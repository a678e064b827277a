import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { NewOrder } from '../../../src/domain/order/new-order'
import type { InstrumentSymbol, OrderLinkId } from '../../../src/domain/order/order'
import { i18n } from '../../../src/ui/i18n/instance'
import { rejectionText } from '../../../src/ui/trading-kit/refusals/rejection-text'
import { CODE } from '../../../src/wire/rest/codes'
import type { Outcome } from '../../../src/workers/presses'
import { RealGateway } from '../../exchange/api/lib/real-gateway'
import { NodeHub } from '../../chaos/lib/node-hub'
import { BASIS } from '../spread-fixtures'

/**
 * Codes 110110 to 110117, each made for real and read as the trader reads it. The ticket itself says what it knows of the
 * account and sends nothing then: margin and position mode are heard of where another device of the account changed them
 * a moment before, the kinds of account by nobody. An order of a leg fills as it is made, so that no list of the app has
 * one to cancel or to change.
 */
const LIVE_MS = 20_000
const BTC = 'BTCUSDT' as InstrumentSymbol

let world: RealGateway
const hubs: NodeHub[] = []
let presses = 0

beforeAll(async () => {
  const words = (name: string): object =>
    JSON.parse(readFileSync(new URL(`../../../locales/en/${name}.json`, import.meta.url), 'utf8')) as object
  const en = { notices: words('notices'), trade: words('trade') }
  await i18n.init({ lng: 'en', resources: { en }, interpolation: { escapeValue: false } })
  world = await RealGateway.open({ stepMs: 0, families: ['spot', 'spread'] })
}, 60_000)
afterAll(async () => {
  for (const hub of hubs) await hub.stop()
  await world.close()
})

/** A trader with a hub and an account of a kind. */
async function deskOf(kind: 'uta2' | 'uta' | 'copy' = 'uta2') {
  const origin = `http://127.0.0.1:${world.port}`
  const hub = new NodeHub(origin, `spread-refusals-${hubs.length}`)
  hubs.push(hub)
  if (kind !== 'uta2') await hub.openAccount(kind)
  const { account, kind: opened } = await hub.start(LIVE_MS)
  expect(opened).toBe(kind)
  await hub.tab.watch('tab-1', [{ topic: { kind: 'ticker', symbol: BASIS.symbol } }])
  await vi.waitUntil(() => hub.port.events('singles').at(-1)?.confirmed.includes(BASIS.symbol) === true, {
    timeout: LIVE_MS,
  })
  const place = (change: Partial<NewOrder> = {}) => {
    const order: NewOrder = {
      symbol: BASIS.symbol,
      side: 'buy',
      type: 'limit',
      price: '-200' as Price,
      qty: '0.01' as Qty,
      timeInForce: 'goodTillCancel',
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      ...change,
    }
    const id = `press-${++presses}` as OrderLinkId
    return hub.tab.placeOrder({ id, order, account, pressedAtMs: Date.now() })
  }
  return { hub, place }
}

/** What the trader reads, and the code behind it. */
function read(outcome: Outcome<unknown>): readonly [number | null, string] {
  if (outcome.kind !== 'refused') throw new Error(JSON.stringify(outcome))
  return [outcome.rejection.code, rejectionText(outcome.rejection)]
}

test('isolated margin, and no change of it while a spread order is open', async () => {
  const { hub, place } = await deskOf()
  expect(await hub.tab.setMarginMode('isolated')).toMatchObject({ kind: 'accepted' })
  expect(read(await place())).toEqual([CODE.spreadIsolated, "Spreads can't be traded with isolated margin."])
  await hub.tab.setMarginMode('cross')
  expect(await place()).toMatchObject({ kind: 'accepted' })
  expect(read(await hub.tab.setMarginMode('isolated'))).toEqual([
    CODE.spreadInProgress,
    `Cancel your open orders for ${BASIS.symbol} first.`,
  ])
})

test('a leg in hedge mode, and no change of that while a spread order is open', async () => {
  const { hub, place } = await deskOf()
  expect(await hub.tab.setPositionMode({ symbol: BTC, mode: 'hedge' })).toMatchObject({ kind: 'accepted' })
  expect(read(await place())).toEqual([CODE.spreadHedge, "Spreads can't be traded with a leg in hedge mode."])
  await hub.tab.setPositionMode({ symbol: BTC, mode: 'oneWay' })
  expect(await place()).toMatchObject({ kind: 'accepted' })
  expect(read(await hub.tab.setPositionMode({ symbol: BTC, mode: 'hedge' }))[0]).toBe(CODE.spreadInProgress)
})

test.each([
  ['uta', CODE.spreadOldAccount, 'Spreads can be traded only in a UTA2 account.'],
  ['copy', CODE.spreadCopyTrade, "Spreads can't be traded in copy trading."],
] as const)('an account of kind %s', async (kind, code, words) => {
  const { place } = await deskOf(kind)
  expect(read(await place())).toEqual([code, words])
})

test('a price at which a leg is beyond its limits, new or changed', async () => {
  const { hub, place } = await deskOf()
  const [code, words] = read(await place({ price: '9000' as Price }))
  expect([code, words]).toEqual([
    CODE.spreadLegBand,
    expect.stringContaining('At this price, one leg of the spread is outside its price limits.'),
  ])
  const placed = await place()
  if (placed.kind !== 'accepted') throw new Error(JSON.stringify(placed))
  const reference = { symbol: BASIS.symbol, orderId: placed.value, orderLinkId: null }
  const amended = await hub.tab.amendOrder('amend-1' as OrderLinkId, {
    ...reference,
    price: '-9000' as Price,
    qty: null,
  })
  expect(read(amended)[0]).toBe(CODE.spreadLegBand)
})

test('the order of a leg is neither cancelled nor changed by itself', async () => {
  const { hub, place } = await deskOf()
  const placed = await place({ type: 'market', price: null, timeInForce: 'immediateOrCancel' })
  if (placed.kind !== 'accepted') throw new Error(JSON.stringify(placed))
  const leg = world.journal.findOrder(hub.session()!.account, { orderId: placed.value })!.legOrderId1!
  const reference = { symbol: BTC, orderId: leg, orderLinkId: null }
  expect(read(await hub.tab.cancelOrder('leg-1' as OrderLinkId, reference))).toEqual([
    CODE.spreadLegCancel,
    'This order belongs to a spread. Cancel the spread order instead.',
  ])
  expect(
    read(await hub.tab.amendOrder('leg-2' as OrderLinkId, { ...reference, price: '60000' as Price, qty: null })),
  ).toEqual([CODE.spreadLegAmend, 'This order belongs to a spread. Change the spread order instead.'])
})
