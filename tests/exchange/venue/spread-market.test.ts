import { expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { EngineCommand } from '../../../exchange/engine/commands'
import { SPREADS } from '../../../exchange/listings/spreads'
import { createListing } from '../../../exchange/venue/listing'
import { SpreadMarket } from '../../../exchange/venue/spread-market'
import { BTC } from '../engine/engine-fixture'
import { FUTURE, openSpreads, SPREAD, SPREAD_SYMBOL, spreadOrder } from '../engine/spread/spread-fixture'

const NOW = Date.UTC(2026, 10, 24, 9)

/** A market over the fixture's engine, whose legs ben quotes: future 50,095.0 – 50,100.0, perpetual 50,000.0 – 50,005.0. */
function opened() {
  const engine = openSpreads(['ann', 'ben', 'maker', 'flow'])
  let nowMs = 10
  const handle = (command: EngineCommand) => engine.handle(command, (nowMs += 1)).result
  const quote = (symbol: string, bid: number, ask: number) => {
    const plain = { symbol, lots: 1_000, timeInForce: 'goodTillCancel' } as const
    handle(spreadOrder('ben', { ...plain, side: 'buy', ticks: bid }))
    handle(spreadOrder('ben', { ...plain, side: 'sell', ticks: ask }))
  }
  quote(FUTURE.symbol, 100_190, 100_200)
  quote(BTC.symbol, 500_000, 500_050)
  const [row] = SPREADS.expiring(NOW, ['spread'], () => null)
  const steps = { tickSize: '0.5' as Price, minPrice: '-2000' as Price, maxPrice: '2000' as Price }
  const lots = { lotSize: '0.01' as Qty, minQty: '0.01' as Qty }
  const listed = createListing({ ...SPREADS.instrument(row!, 'trading', NOW), ...steps, ...lots }, steps.tickSize)
  const ports = {
    // With which nobody takes anything in the first step.
    seed: 4,
    hasPremiums: false,
    hasOrderFlow: false,
    hasMeanValues: false,
    paysShownRates: true,
    paysOnTime: true,
    startMs: NOW,
    engine,
    handle,
    listing: () => listed,
    contract: () => undefined,
    nowMs: () => nowMs,
  }
  const accounts = { maker: 'maker', flow: 'flow' }
  const market = new SpreadMarket({ ...listed, engine: SPREAD }, ports, accounts, undefined)
  const rest = (side: 'buy' | 'sell', ticks: number) => handle(spreadOrder('ann', { side, ticks, lots: 1 }))
  const open = () => engine.openOrders('ann', SPREAD_SYMBOL).map(({ side, ticks }) => [side, ticks])
  return { engine, market, rest, open }
}

/*
 * In ticks of 0.5: the spread is bought at 100,200 − 100,000 = 200 through the legs and sold at 100,190 − 100,010 = 180.
 * A third of the room of 20 is 6, so the innermost quotes are 186 and 194.
 */
test('makers quote outside what the legs’ books imply, and one quote a side inside', () => {
  const { engine, market } = opened()
  market.step()
  const { bids, asks } = engine.book(SPREAD_SYMBOL, 2)
  expect(bids.map(([ticks]) => ticks)).toEqual([186, 180])
  expect(asks.map(([ticks]) => ticks)).toEqual([194, 200])
})

test.each([
  ['buy', 205],
  ['buy', 194],
  ['sell', 175],
  ['sell', 186],
] as const)(
  'makers take an order to %s at %d that rests at a price which their own quote would give',
  (side, ticks) => {
    const { engine, market, rest, open } = opened()
    expect(rest(side, ticks).ok).toBe(true)
    market.step()
    expect(open()).toEqual([])
    // One lot of the spread is ten of each leg.
    const position = engine.positions('ann').find(({ symbol }) => symbol === FUTURE.symbol)!
    expect(position.lots).toBe(side === 'buy' ? 10 : -10)
  },
)

test('an order inside their quotes stays where it is', () => {
  const { market, rest, open } = opened()
  rest('buy', 188)
  rest('sell', 193)
  market.step()
  expect(open()).toEqual([
    ['buy', 188],
    ['sell', 193],
  ])
})
