import { expect, test } from 'vitest'
import { createVenue } from '../../../exchange/venue/create-venue'
import { PRESENT_GENESIS } from '../../../exchange/venue/venue-state'
import type { VenueInput } from '../../../exchange/venue/venue-input'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import type { Venue, VenueEvent } from '../../../exchange/venue/venue-port'

const START_MS = Date.UTC(2026, 10, 24, 9)

function opened(): Venue {
  return createVenue({
    seed: 11,
    region: 'global',
    feedSymbol: null,
    startMs: START_MS,
    markets: 'all',
    families: ['option', 'spot', 'spread'],
    ...PRESENT_GENESIS,
  })
}

/** What the history reads of a replay (`history-queue.ts`), and the ledger's own lines. */
const KEPT: ReadonlySet<VenueEvent['type']> = new Set(['fill', 'order', 'execution'])
const kept = (events: readonly VenueEvent[]): string => JSON.stringify(events.filter(({ type }) => KEPT.has(type)))

/** A small order at the best bid of now. */
function bid(linkId: string, price: string): VenueInput {
  return {
    type: 'place',
    account: 'ann',
    linkId,
    order: {
      symbol: 'BTCUSDT' as InstrumentSymbol,
      side: 'buy',
      type: 'limit',
      price: price as Price,
      qty: '0.01' as Qty,
      timeInForce: 'goodTillCancel',
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
    },
  }
}

/**
 * A replay is heard by the history alone (`apply` with `null`): tickers and open candles are not made, and that must not
 * be seen afterwards. A minute turns in it, so that bars close and roll.
 */
test('what is replayed unheard comes to the same state, the same fills and, from then on, the same tickers', () => {
  const [heard, unheard] = [opened(), opened()]
  let nowMs = START_MS + 58_800
  const both = (input: VenueInput): void => {
    const [told, replayed] = [heard.apply(input, nowMs), unheard.apply(input, nowMs, null)]
    expect(JSON.stringify(replayed.result)).toBe(JSON.stringify(told.result))
    expect(kept(replayed.events)).toBe(kept(told.events))
    expect(replayed.events.some(({ type }) => type === 'ticker' || type === 'wallet')).toBe(false)
  }
  both({ type: 'openAccount', account: 'ann', kind: 'uta2', name: 'Ann' })
  for (let n = 0; n < 24; n += 1) {
    nowMs += 100
    both({ type: 'tick' })
    // An order between two steps changes what the next ticker says, and not what the last one said.
    if (n % 5 === 2) both(bid(`bid-${n}`, heard.book('BTCUSDT', 1).bids[0]![0]))
    if (n === 17) expect(JSON.stringify(unheard.snapshot())).toBe(JSON.stringify(heard.snapshot()))
  }
  expect(JSON.stringify(unheard.snapshot())).toBe(JSON.stringify(heard.snapshot()))
  for (let n = 0; n < 5; n += 1) {
    nowMs += 100
    const [one, other] = [heard, unheard].map((venue) => venue.apply({ type: 'tick' }, nowMs))
    expect(JSON.stringify(other)).toBe(JSON.stringify(one))
  }
})
