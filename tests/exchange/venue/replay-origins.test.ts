import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import { openJournal } from '../../../exchange/host/node/journal/open-journal'
import type { VenueInput } from '../../../exchange/venue/venue-input'
import { createVenue, restoreVenue } from '../../../exchange/venue/create-venue'
import { FakeClock, newDataDir, ORIGIN } from '../journal/support'
import { BTC } from './lib'

function open(dataDir: string, clock: FakeClock) {
  return openJournal({
    dataDir,
    genesis: { type: 'genesis', seed: 7, region: 'global', feedSymbol: null },
    clock,
    createVenue: ({ seed, region, feedSymbol }, startMs) => createVenue({ seed, region, feedSymbol, startMs }),
    restoreVenue,
  })
}

test('a ledger alone brings strategies, split orders, fee tiers and records back as they were', async () => {
  const clock = new FakeClock()
  const dataDir = newDataDir()
  const journal = await open(dataDir, clock)
  const send = async (input: VenueInput, ms = 100) => {
    clock.nowMs += ms
    expect(await journal.submit(input, ORIGIN)).toMatchObject({ result: { ok: true } })
  }
  await send({ type: 'openAccount', account: 'ann', kind: 'uta2', name: 'Ann' })
  for (let n = 0; n < 5; n++) await send({ type: 'tick' })
  await send({ type: 'setFeeTier', account: 'ann', level: 3 })
  const common = { symbol: BTC, side: 'buy', reduceOnly: false, positionIdx: 0 } as const
  const twap = { kind: 'twap', durationMs: 300_000, intervalMs: 60_000, price: null } as const
  await send({
    type: 'openStrategy',
    account: 'ann',
    linkId: 'twap-1',
    strategy: { ...common, ...twap, qty: '0.05' as Qty },
  })
  for (let n = 0; n < 3; n++) await send({ type: 'tick' }, 60_000)
  const icp = journal.venue.ticker('ICPUSDT')!
  const price = (Number(icp.markPrice) * 0.99).toFixed(3) as Price
  await send({
    type: 'place',
    account: 'ann',
    linkId: 'split-1' as never,
    order: {
      ...common,
      symbol: icp.symbol,
      type: 'limit',
      price,
      qty: '3200' as Qty,
      timeInForce: 'goodTillCancel',
      closeOnTrigger: false,
      isSplit: true,
    },
  })
  const page = { symbol: null, startMs: null, endMs: null, limit: 100, cursor: null }
  const seen = (one: typeof journal) =>
    JSON.stringify([
      one.venue.strategies('ann'),
      one.venue.openOrders('ann', null),
      one.transactions('ann', { ...page, type: null, coin: null }),
      one.venue.conservation(),
    ])
  const before = seen(journal)
  await journal.close()

  const copy = newDataDir()
  copyFileSync(join(dataDir, 'ledger.jsonl'), join(copy, 'ledger.jsonl'))
  const again = await open(copy, clock)
  expect(again.recovery).toMatchObject({ mismatches: 0 })
  expect(seen(again)).toBe(before)
  await again.close()
})
