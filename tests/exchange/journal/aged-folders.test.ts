import type { NewOrder } from '../../../src/domain/order/new-order'
import { describe, expect, test } from 'vitest'
import type { Qty } from '../../../src/domain/decimal'
import type { Clock } from '../../../src/base/clock'
import type { Journal } from '../../../exchange/journal/journal-port'
import { openJournal, type OpenJournal } from '../../../exchange/host/node/journal/open-journal'
import { verifyFolder } from '../../../exchange/host/node/journal/verify-folder'
import type { Genesis } from '../../../exchange/journal/recovery'
import { restoreVenue, venueOf } from '../../../exchange/venue/create-venue'
import { PRESENT_GENESIS } from '../../../exchange/venue/venue-state'
import { misfitOf } from '../../../exchange/venue/venue-state'
import { newDataDir } from './support'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A Tuesday, 09:20 UTC: the weekly contracts end three days later. */
const START_MS = Date.UTC(2027, 0, 12, 9, 20)
const MARKET_BUY = {
  side: 'buy',
  type: 'market',
  price: null,
  timeInForce: 'immediateOrCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
} as const
const NOBODY = { account: '', connId: '', term: 0, clientTag: '' }
const GENESIS: Genesis = {
  type: 'genesis',
  seed: 7,
  region: 'global',
  feedSymbol: null,
  markets: 'all',
  ...PRESENT_GENESIS,
}

/** An exchange with every kind of contract, whose clock the test moves. */
class AgedExchange {
  readonly dataDir = newDataDir()
  readonly warnings: string[] = []
  nowMs = START_MS
  journal!: OpenJournal
  readonly #clock: Clock = {
    now: () => this.nowMs,
    monotonic: () => this.nowMs,
    after: () => () => undefined,
  }

  async open(folder = this.dataDir): Promise<void> {
    this.journal = await openJournal({
      dataDir: folder,
      genesis: GENESIS,
      clock: this.#clock,
      createVenue: venueOf,
      restoreVenue,
      warn: (text) => this.warnings.push(text),
    })
  }

  /** Lets the market take a step a minute up to `ageMs` after the start; far ahead it leaps, as control's clock does. */
  async ageTo(ageMs: number): Promise<void> {
    const untilMs = START_MS + ageMs
    if (untilMs - this.nowMs > 30 * MINUTE_MS) this.nowMs = untilMs - 3 * MINUTE_MS
    while (this.nowMs < untilMs) {
      this.nowMs = Math.min(untilMs, this.nowMs + MINUTE_MS)
      await this.submit({ type: 'tick' })
    }
  }

  submit(input: Parameters<Journal['submit']>[0]) {
    this.nowMs += 1
    return this.journal.submit(input, NOBODY)
  }
}

/** A market order in every contract of two coins that trades: later times fund, settle and deliver its position. */
async function trade(exchange: AgedExchange): Promise<void> {
  const account = 'ada'
  await exchange.submit({ type: 'openAccount', account, kind: 'uta2', name: 'Ada' })
  for (const { symbol, status, baseCoin, settleCoin } of exchange.journal.venue.instruments()) {
    if (status !== 'trading' || !['BTC', 'BIO'].includes(baseCoin)) continue
    const qty = (settleCoin === 'BTC' ? '100' : baseCoin === 'BIO' ? '200' : '0.01') as Qty
    const order: NewOrder = { ...MARKET_BUY, symbol, qty }
    await exchange.submit({ type: 'place', account, linkId: `${exchange.nowMs}-${symbol}`, order })
  }
}

/**
 * Ages at which something of a contract's life has just been. Weeks are counted from a Tuesday. The gate takes the first
 * expiry; HALYARD_AGES=all takes a week and the months along, in which thousands of options come and go.
 */
const ALL_AGES: readonly (readonly [name: string, ageMs: number])[] = [
  ['in the auction without cancelling', 52 * MINUTE_MS],
  ['three hours', 3 * HOUR_MS],
  ['past the first weekly expiry', 3 * DAY_MS],
  ['past the next auction and the listing of the first contract', 8 * DAY_MS],
  ['past the first quarterly expiry', 75 * DAY_MS],
  ['past the delisting of the first weekly contracts', 78 * DAY_MS],
]
const AGES = process.env['HALYARD_AGES'] === 'all' ? ALL_AGES : ALL_AGES.filter(([, ageMs]) => ageMs < 4 * DAY_MS)

describe('a data folder of any age is restored from its newest snapshot', () => {
  test('stopped and started at each age of its contracts, and all of it replays to the same state', async () => {
    const exchange = new AgedExchange()
    await exchange.open()
    for (const [name, ageMs] of AGES) {
      await exchange.ageTo(ageMs)
      await trade(exchange)
      const before = JSON.stringify(exchange.journal.venue.snapshot())
      await exchange.journal.close()
      await exchange.open()
      expect(exchange.warnings, name).toEqual([])
      expect(exchange.journal.recovery, name).toMatchObject({ replayedInputs: 0, mismatches: 0 })
      const after = JSON.stringify(exchange.journal.venue.snapshot())
      expect(after === before, `${name}: the restored state is the state that was left`).toBe(true)
    }
    expect(exchange.journal.venue.positions('ada', null).length).toBeGreaterThan(10)
    await exchange.journal.close()
    const verdict = verifyFolder({ dataDir: exchange.dataDir, createVenue: venueOf, findMisfit: misfitOf })
    // Three snapshots are kept.
    expect(verdict).toMatchObject({ ok: true, verified: { snapshots: 3, foreignSnapshots: 0 } })
  }, 300_000)
})
