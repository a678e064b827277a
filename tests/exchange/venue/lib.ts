import type { Price, Qty } from '../../../src/domain/decimal'
import type { InstrumentSymbol, OrderLinkId, OrderType, Side, TimeInForce } from '../../../src/domain/order/order'
import type { VenueInput } from '../../../exchange/venue/venue-input'
import type { FeedStep, Venue, VenueEvent } from '../../../exchange/venue/venue-port'
import type { Markets } from '../../../exchange/listings/catalogue'
import type { ProductFamily } from '../../../exchange/listings/product-family'
import { createVenue } from '../../../exchange/venue/create-venue'

/** 2026-03-11 (a Wednesday) 10:17:30.000 UTC: in the middle of a minute, an hour, a day, a week and a month. */
export const START_MS = Date.UTC(2026, 2, 11, 10, 17, 30)
export const BTC = 'BTCUSDT' as InstrumentSymbol

/** An exchange of contracts and options with premiums, as a new one begins. */
export const OPTIONS_GENESIS = {
  seed: 7,
  region: 'global',
  feedSymbol: null,
  markets: 'all',
  premiums: true,
  orderFlow: true,
  families: ['option'],
} as const

export function openVenue(
  options: {
    seed?: number
    feedSymbol?: string | null
    markets?: Markets
    families?: readonly ProductFamily[]
    premiums?: boolean
    orderFlow?: boolean
    edition?: number
  } = {},
): Venue {
  return createVenue({
    seed: options.seed ?? 7,
    region: 'global',
    feedSymbol: options.feedSymbol ?? null,
    startMs: START_MS,
    markets: options.markets ?? 'linear',
    ...(options.families === undefined ? {} : { families: options.families }),
    ...(options.premiums === true ? { premiums: true } : {}),
    ...(options.orderFlow === true ? { orderFlow: true } : {}),
    ...(options.edition === undefined ? {} : { edition: options.edition }),
  })
}

/** Steps the market and hands each step's events on. @returns the time of the last step */
export function tick(
  venue: Venue,
  fromMs: number,
  count: number,
  see: (events: readonly VenueEvent[], nowMs: number) => void = () => {},
  feed: (n: number) => readonly FeedStep[] = () => [],
): number {
  let nowMs = fromMs
  for (let n = 1; n <= count; n++) {
    nowMs = fromMs + n * 100
    const steps = feed(n)
    const input: VenueInput = steps.length === 0 ? { type: 'tick' } : { type: 'tick', feed: steps }
    see(venue.apply(input, nowMs).events, nowMs)
  }
  return nowMs
}

export function place(
  account: string,
  linkId: string,
  order: { side: Side; qty: string; price?: string; type?: OrderType; timeInForce?: TimeInForce; reduceOnly?: boolean },
): VenueInput {
  const type = order.type ?? (order.price === undefined ? 'market' : 'limit')
  return {
    type: 'place',
    account,
    linkId: linkId as OrderLinkId,
    order: {
      symbol: BTC,
      side: order.side,
      type,
      price: (order.price ?? null) as Price | null,
      qty: order.qty as Qty,
      timeInForce: order.timeInForce ?? (type === 'market' ? 'immediateOrCancel' : 'goodTillCancel'),
      reduceOnly: order.reduceOnly ?? false,
      closeOnTrigger: false,
      positionIdx: 0,
    },
  }
}

/** A price moved by whole ticks of 0.1, in integers so that no binary fraction shows. */
export function ticksAway(price: string, ticks: number): string {
  const moved = Math.round(Number(price) * 10) + ticks
  return moved % 10 === 0 ? String(moved / 10) : `${Math.floor(moved / 10)}.${moved % 10}`
}

/** An event with what its getters say: a comparison looks at an object's own fields only. */
export function spelledOut(event: VenueEvent): unknown {
  if (event.type === 'position') return { ...event, position: event.position }
  return event.type === 'wallet' ? { ...event, wallet: event.wallet } : event
}
