import { assert as holds, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EngineRefusal } from '../../../exchange/engine/result'
import { Exact, toText } from '../../../src/domain/decimal'
import { largestOf } from '../../../src/ui/trading-kit/ticket/ticket-figures'
import type { BookView } from '../../../src/workers/hub-events'
import { PER_WORLD, Scene, WORLD, type Ticket } from './ticket-scene'

/** Tickets in all: 10,000 with `HALYARD_TICKETS=10000`, a slice of them otherwise. */
const TICKETS = Number(process.env['HALYARD_TICKETS'] ?? 500)

/** The largest that the ticket names, in lots, of a book that is seen in steps of so many ticks. */
function largest(
  scene: Scene,
  ticket: Ticket,
  { group, rows, splits = false }: { readonly group: number; readonly rows: number; readonly splits?: boolean },
) {
  const { product } = scene
  const book = scene.engine.book(product.engine.symbol, 50)
  const input = scene.input(ticket)
  const best = [...input.meeting.levels][0] ?? null
  const lotSize = product.qty(1)
  const { maxLimitLots, maxMarketLots, minLots, minNotionalE8 } = product.engine
  const instrument = {
    ...input.instrument,
    lotSize,
    minQty: product.qty(minLots),
    maxLimitQty: product.qty(maxLimitLots),
    maxMarketQty: product.qty(maxMarketLots),
    minNotional: toText(new Exact(minNotionalE8).div(1e8)) as never,
    maxPrice: toText(new Exact(product.engine.maxPriceTicks).div(10)) as never,
    minPrice: toText(new Exact(product.engine.minPriceTicks).div(10)) as never,
    priceLimitRatioY: toText(new Exact(product.engine.bandYE8).div(1e8)) as never,
  }
  const view: BookView = {
    symbol: input.instrument.symbol,
    group,
    bids: grouped(book.bids, group, -1).subarray(0, 2 * rows),
    asks: grouped(book.asks, group, 1).subarray(0, 2 * rows),
    updateId: 1,
    timeMs: 1,
  }
  const qty = largestOf({
    ...input,
    instrument,
    type: ticket.kind === 'market' ? 'market' : 'limit',
    available: input.balance!.available,
    splits,
    known: { view, best: best?.price ?? null, bestQty: best?.qty ?? null },
  })
  return new Exact(qty).div(lotSize).toNumber()
}

/** As the hub draws it: bids by the lower edge of their step, asks by the upper one. */
function grouped(levels: readonly (readonly [number, number])[], group: number, sign: 1 | -1): Float64Array {
  const rows = new Map<number, number>()
  for (const [ticks, lots] of levels) {
    const edge = sign * Math.ceil((sign * ticks) / group) * group
    rows.set(edge, (rows.get(edge) ?? 0) + lots)
  }
  return Float64Array.from([...rows].flat())
}

describe('the largest order that the ticket names is what the exchange takes (issue 23.1)', () => {
  test(`${TICKETS} random tickets: with the whole book the very lot, with less of it never more`, () => {
    const seen = { crossing: 0, market: 0, held: 0, turned: 0, isolated: 0, none: 0, byTier: 0, inverse: 0, inParts: 0 }
    holds(
      property(WORLD, (world) => {
        if (world.mode === 'portfolio') return
        const scene = new Scene(world)
        const { engine, product } = scene
        const refusalOf = (ticket: Ticket, lots: number): EngineRefusal | null =>
          engine.preview({ ...scene.command(ticket), lots })!.refusal
        for (const ticket of world.tickets) {
          const lots = largest(scene, ticket, { group: 1, rows: 50 })
          const { minLots } = product.engine
          if (lots > 0) expect(refusalOf(ticket, lots), 'taken').toBeNull()
          // The same of one that goes as several: no less than that, and taken as all its parts (fifty at most).
          const inParts = largest(scene, ticket, { group: 1, rows: 50, splits: true })
          expect(inParts).toBeGreaterThanOrEqual(lots)
          if (inParts > lots) {
            const whole = { ...scene.command(ticket), lots: inParts, mostParts: 50 }
            expect(engine.preview(whole)!.refusal, 'taken in parts').toBeNull()
            seen.inParts++
          }
          const isCut = ticket.reduceOnly
          const next = Math.max(minLots, lots + 1)
          // A unit of rounding at the exchange is a part of a lot of an inverse contract: the ticket keeps clear of it.
          const spare = product.coin === 'BTC' ? Math.ceil(lots / 500) + 2 : 0
          const refusal = refusalOf(ticket, next + spare)
          // Where the book ends is known to the exchange alone: of a sale at market beyond it the ticket stays below.
          const book = engine.book(product.engine.symbol, 50)
          const found = (ticket.side === 'buy' ? book.asks : book.bids).reduce((sum, [, size]) => sum + size, 0)
          const own = engine.openOrders('ann').filter((order) => order.side !== ticket.side)
          const ofOthers = own.reduce((rest, order) => rest - order.lots + order.filledLots, found)
          const isBeyond = ticket.kind === 'market' && next > ofOthers
          if ((!isCut && !isBeyond) || lots === 0) expect(refusal, `${lots}`).not.toBeNull()
          for (const less of [
            { group: 1, rows: 1 },
            { group: 50, rows: 50 },
            { group: 700, rows: 1 },
          ]) {
            const bound = largest(scene, ticket, less)
            if (bound > 0) expect(refusalOf(ticket, bound), 'of less, taken').toBeNull()
          }
          const held = engine.positions('ann', product.engine.symbol)[0]?.lots ?? 0
          const isOther = held !== 0 && held > 0 === (ticket.side === 'sell')
          if (ticket.kind === 'market') seen.market++
          else if (ticket.away > 5 === (ticket.side === 'buy')) seen.crossing++
          if (isOther) seen.held++
          if (isOther && lots > Math.abs(held)) seen.turned++
          if (world.mode === 'isolated') seen.isolated++
          if (lots === 0) seen.none++
          if (refusal?.kind === 'riskLimitExceeded') seen.byTier++
          if (product.coin === 'BTC') seen.inverse++
        }
      }),
      { numRuns: Math.ceil(TICKETS / PER_WORLD), seed: 23_001, endOnFailure: true },
    )
    // None of the cases is left out by chance.
    for (const [name, count] of Object.entries(seen)) expect([name, count > TICKETS / 200]).toEqual([name, true])
  }, 120_000)
})
