import { expect, test } from 'vitest'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { createVenue } from '../../../exchange/venue/create-venue'
import { PRESENT_GENESIS } from '../../../exchange/venue/venue-state'
import type { Venue, VenueEvent } from '../../../exchange/venue/venue-port'
import type { VenueInput } from '../../../exchange/venue/venue-input'
import { place, tick } from './lib'

/** Rarely traded, so its market takes a step only once a second. */
const QUIET = 'LINKUSDT' as InstrumentSymbol
const DUE_MS = Date.UTC(2026, 2, 11, 16)

function exchange(edition: number): Venue {
  const venue = createVenue({
    ...PRESENT_GENESIS,
    edition,
    seed: 7,
    region: 'global',
    feedSymbol: null,
    startMs: DUE_MS - 5000,
    markets: 'linear',
  })
  for (const account of ['holder', 'comer']) {
    venue.apply({ type: 'openAccount', account, kind: 'uta2', name: account }, DUE_MS - 5000)
  }
  // Two steps of what is rarely traded, so that there are quotes.
  tick(venue, DUE_MS - 5000, 20)
  return venue
}

function market(account: string, linkId: string, side: 'buy' | 'sell'): VenueInput {
  const input = place(account, linkId, { side, qty: '10' })
  return input.type === 'place' ? { ...input, order: { ...input.order, symbol: QUIET } } : input
}

/** Who paid or got a funding, and when. */
function fundings(events: readonly VenueEvent[]): readonly (readonly [string, number])[] {
  return events.flatMap((event) =>
    event.type === 'execution' && event.execution.execType === 'Funding'
      ? [[event.account, event.execution.timeMs] as const]
      : [],
  )
}

function around(venue: Venue) {
  const seen: (readonly [string, number])[] = []
  const run = (input: VenueInput, nowMs: number) => {
    const { result, events } = venue.apply(input, nowMs)
    expect(result.ok).toBe(true)
    seen.push(...fundings(events))
  }
  const shown = venue.ticker(QUIET)!
  expect(shown.nextFundingTimeMs).toBe(DUE_MS)
  run(market('holder', 'in', 'buy'), DUE_MS - 30)
  run(market('holder', 'out', 'sell'), DUE_MS + 10)
  run(market('comer', 'late', 'buy'), DUE_MS + 20)
  for (let n = 1; n <= 10; n++) run({ type: 'tick' }, DUE_MS + n * 100)
  return seen
}

// semantics.md §1.6: "Only holders at the timestamp."
test('who holds at the time of a funding pays it, though he closes before the market steps; who opens after it does not', () => {
  const venue = exchange(PRESENT_GENESIS.edition)
  const users = around(venue).filter(([account]) => account === 'holder' || account === 'comer')
  expect(users).toEqual([['holder', DUE_MS + 10]])
  expect(venue.ticker(QUIET)!.nextFundingTimeMs).toBe(DUE_MS + 8 * 3_600_000)
})

test('what an exchange of before recorded replays as it was: its fundings wait for the market', () => {
  const users = around(exchange(2)).filter(([account]) => account === 'holder' || account === 'comer')
  expect(users.map(([account]) => account)).toEqual(['comer'])
})
