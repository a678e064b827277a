import { createRandom } from '../../src/base/random'
import type { Price, Qty } from '../../src/domain/decimal'
import type { InstrumentSymbol, OrderLinkId } from '../../src/domain/order/order'
import type { OrderIntent } from '../../src/workers/presses'
import { VALID_MS } from '../../src/workers/hub/calls/order-look-up'
import { FaultProxy, type Loss } from '../e2e/lib/fault-proxy'
import { openOrders, openThrough, placements, test } from '../e2e/lib/hostile'
import { expect, expectFeed, lastPrice, press, ticket } from '../e2e/lib/trading'
import { NodeHub } from './lib/node-hub'
import { count, IS_FULL, percentile, tell } from './lib/scale'

const SEED = Number(process.env['HALYARD_CHAOS_SEED'] ?? 20_261_121)
/** Of the kinds, those whose request never reaches the exchange. */
const LOST: readonly Loss[] = ['gatewayBefore', 'cutBefore', 'request']
const TAKEN: readonly Loss[] = ['answer', 'gatewayAfter', 'cutAfter', 'slow']
const HUBS = 4
/** Presses a second of one account: the exchange answers the look-ups of all of them besides. */
const PACE = 10
/** An absence is believed once the order would be refused as late, after two look-ups; a busy machine takes its time over them. */
const ABSENCE_MS = VALID_MS + 8_000
/** How long a press may be in doubt, for 95 of 100 (reliability.md §6, O1); the gate's machine may be busy with the rest of the tests. */
const DOUBT_MS = IS_FULL ? 3_000 : 8_000

interface Press {
  readonly id: OrderLinkId
  readonly loss: Loss
  readonly isRefused: boolean
  readonly hub: NodeHub
  doubtedAt: number | null
  knownAt: number | null
}

const FINAL = new Set(['accepted', 'refused', 'notPlaced'])

test('faulted creates of every kind end as the ledger says, none twice, none sent again (I1, I2, I3)', async ({
  exchange,
}) => {
  const all = count('HALYARD_CHAOS_CREATES', 100, 2_000)
  test.setTimeout(60_000 + (all / HUBS / PACE) * 1_000 + ABSENCE_MS)
  const random = createRandom(SEED)
  const wire = await FaultProxy.start(exchange.port)
  const hubs = Array.from({ length: HUBS }, (_, i) => new NodeHub(wire.origin, String(i)))
  const sessions = await Promise.all(hubs.map((hub) => hub.start(20_000)))
  const price = String(Math.floor((await lastPrice(exchange)) * 0.995)) as Price
  const presses = new Map<string, Press>()
  for (const hub of hubs) {
    hub.store.onIntent = ({ id, state }) => {
      const one = presses.get(id)
      if (one === undefined) return
      if (state === 'unknown') one.doubtedAt ??= performance.now()
      if (FINAL.has(state)) one.knownAt ??= performance.now()
    }
  }
  const startedAt = performance.now()
  for (let i = 0; i < all; i++) {
    const kinds = random.next() < 0.3 ? LOST : TAKEN
    const at = random.int(0, HUBS - 1)
    const id = `chaos-${SEED}-${i}` as OrderLinkId
    const isRefused = random.next() < 0.1
    const one = {
      id,
      loss: kinds[random.int(0, kinds.length - 1)]!,
      isRefused,
      hub: hubs[at]!,
      doubtedAt: null,
      knownAt: null,
    }
    presses.set(id, one)
    wire.spoil(`client-tag: ${id}`, one.loss)
    void one.hub.tab.placeOrder(pressOf(one, sessions[at]!.account, price))
    const due = startedAt + ((i + 1) / HUBS / PACE) * 1_000
    await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())))
  }
  const isKnown = ({ id, hub }: Press): boolean => FINAL.has(hub.store.intents.get(id)?.state ?? '')
  await expect
    .poll(() => [...presses.values()].filter((one) => !isKnown(one)).map(({ id, loss }) => `${id} ${loss}`), {
      timeout: ABSENCE_MS + 20_000,
      intervals: [250],
    })
    .toEqual([])

  const taken = new Map<string, number>()
  for (const { command, orderLinkId = '', result } of exchange.ledger()) {
    if (command?.type === 'place' && result?.ok === true) taken.set(orderLinkId, (taken.get(orderLinkId) ?? 0) + 1)
  }
  expect(
    [...taken.values()].filter((times) => times > 1),
    'one intent, one order',
  ).toEqual([])
  for (const { id, hub, loss } of presses.values())
    expect([id, loss, hub.store.intents.get(id)?.state === 'accepted'], 'hub and ledger').toEqual([
      id,
      loss,
      taken.has(id),
    ])
  for (const { id, loss, isRefused } of presses.values())
    expect([id, loss, taken.has(id)], 'what the fault meant').toEqual([id, loss, TAKEN.includes(loss) && !isRefused])
  expect(wire.struck, 'each fault struck once: nothing was sent again').toBe(all)

  const doubts = (of: readonly Loss[]): readonly number[] =>
    [...presses.values()].flatMap(({ loss, isRefused, doubtedAt, knownAt }) =>
      of.includes(loss) && !isRefused && doubtedAt !== null && knownAt !== null ? [knownAt - doubtedAt] : [],
    )
  const [arrived, lost] = [doubts(TAKEN), doubts(LOST)]
  tell('faulted creates', {
    creates: all,
    accepted: taken.size,
    'p95 ms of a doubt, arrived': percentile(arrived, 0.95),
    'p95 ms of a doubt, lost': percentile(lost, 0.95),
  })
  expect(percentile(arrived, 0.95)).toBeLessThan(DOUBT_MS)
  expect(percentile(lost, 0.95)).toBeLessThan(DOUBT_MS)
  for (const hub of hubs) await hub.stop()
  await wire.close()
})

function pressOf({ id, isRefused }: Press, account: string, price: Price): OrderIntent {
  return {
    id,
    account,
    pressedAtMs: Date.now(),
    order: {
      symbol: 'BTCUSDT' as InstrumentSymbol,
      side: 'buy',
      type: 'limit',
      price,
      // Finer than the contract's step is refused by the exchange.
      qty: (isRefused ? '0.0015' : '0.001') as Qty,
      // Far from the market it is taken and cancelled at once: any number of them fits.
      timeInForce: 'immediateOrCancel',
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
    },
  }
}

test('the same in a real browser, by the ticket: screen, REST and ledger agree @long', async ({
  page,
  exchange,
  wire,
}) => {
  const all = count('HALYARD_CHAOS_BROWSER', 3, 100)
  test.setTimeout(60_000 + all * 2_500 + ABSENCE_MS)
  await openThrough(page, wire)
  const rows = await openOrders(page)
  const states = (): Promise<string[]> =>
    rows.evaluateAll((found) => found.map((row) => row.getAttribute('data-order-state') ?? ''))
  const random = createRandom(SEED)
  const price = Math.floor((await lastPrice(exchange)) * 0.99)
  let lost = 0
  for (let i = 0; i < all; i++) {
    const kinds = random.next() < 0.2 ? LOST : TAKEN
    const loss = kinds[random.int(0, kinds.length - 1)]!
    if (LOST.includes(loss)) lost++
    wire.spoil('/contract/v5/order/create', loss)
    // A price of its own makes each ticket another one.
    await press(page, { side: 'Buy / Long', price: String(price - i), qty: '0.001' })
    await expect.poll(async () => (await states()).filter((state) => state !== 'sending').length).toBe(i + 1)
    expect(wire.struck).toBe(i + 1)
    // The stream may show the order while its answer is out; until then the ticket takes no second press.
    await expect(ticket(page).getByRole('button', { name: 'Buy / Long' })).not.toHaveAttribute('aria-busy')
  }
  await expect
    .poll(async () => (await states()).filter((state) => state === 'sending' || state === 'unknown').length, {
      timeout: ABSENCE_MS + 20_000,
    })
    .toBe(0)
  await expectFeed(page, 'live', 10_000)
  const shown = await states()
  // A browser sends a request again by itself when a connection that it kept breaks under it: the id makes that one order.
  const placed = placements(exchange)
  expect(placed).toBeGreaterThanOrEqual(all - lost)
  expect(shown.filter((state) => state === 'live')).toHaveLength(placed)
  expect(shown.filter((state) => state === 'notPlaced')).toHaveLength(all - placed)
  const rest = await page.evaluate(async () => {
    const answer = await (await fetch('/v5/order/realtime?category=linear&symbol=BTCUSDT&openOnly=0&limit=50')).json()
    return (answer as { result: { list: { orderLinkId: string }[] } }).result.list.map((row) => row.orderLinkId)
  })
  const live = await rows.evaluateAll((found) =>
    found.flatMap((row) =>
      row.getAttribute('data-order-state') === 'live' ? [row.getAttribute('data-order-link-id') ?? ''] : [],
    ),
  )
  // REST pages by fifty: all that it lists is on the screen, and all of the screen while it fits a page.
  for (const id of rest) expect(live).toContain(id)
  if (live.length < 50) expect(rest.toSorted()).toEqual(live.toSorted())
  tell('faulted creates in the browser', { creates: all, lost })
})
