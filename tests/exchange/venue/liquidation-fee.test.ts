import { describe, expect, test } from 'vitest'
import { createVenue, restoreVenue } from '../../../exchange/venue/create-venue'
import { toTransactions } from '../../../exchange/venue/records'
import type { Venue, VenueEvent } from '../../../exchange/venue/venue-port'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { OptionContract } from '../../../src/domain/instrument/option'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { BTC, OPTIONS_GENESIS, place, START_MS, tick } from './lib'

const index = (venue: Venue): number => Number(venue.ticker(BTC)!.indexPrice)

/** The call of the nearest expiry after a week whose strike is next to the index. */
function callOf(venue: Venue): OptionContract {
  return venue
    .instruments()
    .filter((one): one is OptionContract => 'strike' in one && one.isCall)
    .filter(({ baseCoin, settleCoin, delivery }) => {
      return baseCoin === 'BTC' && settleCoin === 'USDT' && delivery.timeMs > START_MS + 7 * 86_400_000
    })
    .toSorted(
      (a, b) =>
        a.delivery.timeMs - b.delivery.timeMs ||
        Math.abs(Number(a.strike) - index(venue)) - Math.abs(Number(b.strike) - index(venue)),
    )[0]!
}

interface Rules {
  readonly liquidationFee?: boolean
  readonly namedFees?: boolean
}

type Told = Extract<VenueEvent, { type: 'execution' }>

/** ann sells a call and the index rises until the exchange buys it back. @returns her fills, and fee ÷ (quantity × index) of each */
function liquidated(genesis: Rules): { readonly fills: readonly Told[]; readonly rates: readonly number[] } {
  let venue = createVenue({ ...OPTIONS_GENESIS, ...genesis, startMs: START_MS })
  let nowMs = tick(venue, START_MS, 20)
  venue.apply({ type: 'openAccount', account: 'ann', kind: 'uta2', name: 'ann' }, nowMs)
  const { symbol } = callOf(venue)
  const asked = place('ann', 'short', { side: 'sell', qty: '6', price: '5', timeInForce: 'immediateOrCancel' })
  if (asked.type !== 'place') throw new Error('not an order')
  const order = { ...asked.order, symbol: symbol as InstrumentSymbol, qty: '6' as Qty, price: '5' as Price }
  const sold = venue.apply({ ...asked, order }, nowMs)
  expect(sold.result.ok, JSON.stringify(sold.result)).toBe(true)
  // What the exchange decided when it began is in its snapshot.
  venue = restoreVenue(JSON.parse(JSON.stringify(venue.snapshot())))
  const rates: number[] = []
  const fills: Told[] = []
  const see = (events: readonly VenueEvent[]): void => {
    for (const event of events) {
      if (event.type !== 'execution' || event.account !== 'ann' || event.execution.execType !== 'BustTrade') continue
      const { fee, qty } = event.execution
      rates.push(Number(fee) / (Number(qty) * index(venue)))
      fills.push(event)
    }
  }
  for (let step = 0; step < 10 && rates.length === 0; step++) {
    const price = (index(venue) * (step === 0 ? 1.252 : 1.003)).toFixed(1) as Price
    venue.apply({ type: 'setPrice', symbol: BTC, index: price }, nowMs + 50)
    nowMs = tick(venue, nowMs, 20, see)
  }
  expect(venue.conservation().every(({ sumE8, creditedE8 }) => sumE8 === creditedE8)).toBe(true)
  return { fills, rates }
}

describe('the liquidation fee of options is a rule that an exchange begins with', () => {
  test('with it a fill costs 0.03 % and 0.2 % of the index', () => {
    const { rates, fills } = liquidated({ liquidationFee: true })
    for (const { execution } of fills) expect(execution).not.toHaveProperty('liquidationFee')
    expect(rates.length).toBeGreaterThan(0)
    // The option's own index may be of the step before.
    for (const rate of rates) expect(Math.abs(rate / 0.0023 - 1)).toBeLessThan(0.02)
  })

  test('without it, as of ledgers from before, 0.03 % alone', () => {
    const { rates } = liquidated({})
    expect(rates.length).toBeGreaterThan(0)
    for (const rate of rates) expect(Math.abs(rate / 0.0003 - 1)).toBeLessThan(0.02)
  })

  test('with its name each row says what of the fee it is, in the log too, and the log still sums to the wallet', () => {
    const { fills } = liquidated({ liquidationFee: true, namedFees: true })
    expect(fills.length).toBeGreaterThan(0)
    for (const { execution, effect } of fills) {
      const { liquidationFee, fee, feeRate, value } = execution
      expect(feeRate).toBe('0.0003')
      expect(liquidationFee).toMatchObject({ coin: 'USDT', rate: '0.002' })
      // 0.03 % and 0.2 % of one index: three parts of 23 are the trade's, to what rounding each of them leaves.
      expect(Number(liquidationFee!.fee) / Number(fee)).toBeCloseTo(20 / 23, 5)
      const [row] = toTransactions(execution, effect)
      expect(row).toMatchObject({ type: 'liquidation', feeRate: '0.0003', fee, liquidationFee })
      // Bought back: the premium and all of the fee leave the wallet.
      expect(Number(row!.change)).toBeCloseTo(-Number(value) - Number(fee), 8)
    }
  })
})
