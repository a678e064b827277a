import { expect, test } from 'vitest'
import type { Side } from '../../../src/domain/order/order'
import { calibrationOf } from '../../../exchange/simulation/calibration'
import type { OrderEntryPort } from '../../../exchange/simulation/order-entry-port'
import { flowPremium } from '../../../exchange/simulation/perpetual-premium'
import { SymbolMarket } from '../../../exchange/simulation/symbol-market'

/** An hour before a funding. */
const START_MS = Date.UTC(2026, 2, 11, 7)

interface Quote {
  readonly id: string
  readonly side: Side
  readonly ticks: number
  lots: number
}

/** The makers' own book, without an engine. Their takers stay away. */
class MakersBook implements OrderEntryPort {
  readonly #quotes = new Map<string, Quote>()
  #count = 0

  quote(_account: string, side: Side, ticks: number, lots: number): string {
    const id = `q${(this.#count += 1)}`
    this.#quotes.set(id, { id, side, ticks, lots })
    return id
  }
  resize(_account: string, id: string, lots: number): boolean {
    this.#quotes.get(id)!.lots = lots
    return true
  }
  cancel(_account: string, id: string): void {
    this.#quotes.delete(id)
  }
  take = () => 0
  mark = () => {}
  fund = () => {}
  best = () => ({ bid: this.side('buy')[0]?.ticks ?? null, ask: this.side('sell')[0]?.ticks ?? null })
  depth = () => ({
    bids: this.side('buy').map(({ ticks, lots }) => [ticks, lots] as const),
    asks: this.side('sell').map(({ ticks, lots }) => [ticks, lots] as const),
  })

  /** Best first. */
  side(side: Side): readonly Quote[] {
    const sign = side === 'buy' ? -1 : 1
    return [...this.#quotes.values()].filter((one) => one.side === side).toSorted((a, b) => sign * (a.ticks - b.ticks))
  }
}

/**
 * Twenty minutes, a step a second, in which somebody takes the best quote of one side until the makers have traded two
 * million dollars of it.
 */
function trade(taken: Side | null, leansOnFlow = true) {
  const book = new MakersBook()
  const unit = { tickSize: 0.1, lotSize: 0.001, minLots: 1, maxLots: 1_190_000, minNotional: 5 }
  const market = new SymbolMarket(
    {
      seed: 3,
      calibration: calibrationOf('BTC'),
      unit,
      startTicks: 600_000,
      startMs: START_MS,
      fundingIntervalMinutes: 480,
      fundingLimits: { upper: 0.00375, lower: -0.00375 },
      dated: null,
      // A premium of no size: what is seen comes from the flow.
      premium: { seed: 3, symbol: 'BTCUSDT', intervalMinutes: 480, dailyVolatility: -0.025, impactValue: 200_000 },
      leansOnFlow,
      paysShownRates: true,
      paysOnTime: true,
      makers: ['a', 'b'],
      flows: ['c', 'd'],
    },
    book,
  )
  market.open(START_MS, null)
  let left = 2_000_000
  for (let n = 1; n <= 20 * 60; n++) {
    market.step(START_MS + n * 1_000, null, [])
    const best = taken === null ? undefined : book.side(taken === 'buy' ? 'sell' : 'buy')[0]
    if (best === undefined || left <= 0) continue
    const lots = Math.min(best.lots, Math.ceil(left / (best.ticks * unit.tickSize * unit.lotSize)))
    left -= lots * best.ticks * unit.tickSize * unit.lotSize
    if (lots === best.lots) book.cancel('', best.id)
    else best.lots -= lots
    market.onTrade({ ticks: best.ticks, lots, makerOrderId: best.id })
  }
  const { bid, ask } = book.best()
  return { rateE8: market.funding!.rateE8, off: (bid! + ask!) / 2 / market.indexTicks - 1 }
}

test('makers who were bought from quote higher, those who were sold to lower, by 0.15 % at most', () => {
  expect(flowPremium(0)).toBeCloseTo(0, 12)
  expect(flowPremium(-1)).toBeCloseTo(0.0015, 12)
  expect(flowPremium(1)).toBeCloseTo(-0.0015, 12)
})

test("a book's own flow moves its price off the index, and by its impact prices the funding", () => {
  const [calm, bought, sold] = [trade(null), trade('buy'), trade('sell')]
  // Two of three million dollars: 0.15 % × tanh(2 ÷ 3) is 0.0875 %.
  expect(bought.off - calm.off).toBeCloseTo(0.000_875, 4)
  expect(sold.off - calm.off).toBeCloseTo(-0.000_875, 4)
  // Interest alone while nobody trades; impact prices take some of the 0.0875 % off, and 0.05 % of it is not paid.
  expect(calm.rateE8).toBe(10_000)
  expect(bought.rateE8).toBeGreaterThan(10_000)
  expect(sold.rateE8).toBeLessThan(0)
})

test('an exchange that began before takes no notice of what is traded', () => {
  const calm = trade(null, false)
  for (const side of ['buy', 'sell'] as const) {
    const { off, rateE8 } = trade(side, false)
    // Makers who hold much quote less of one side, and no other price.
    expect(Math.abs(off - calm.off)).toBeLessThan(0.0002)
    expect(rateE8).toBe(10_000)
  }
})
