import type { Rate } from '../decimal'

/**
 * The phases of a contract before its listing, in their order: announced, orders gathered, no order taken back any more,
 * what meets filled at one price, ordinary trading; and then it is a perpetual like the others.
 */
export const AUCTION_PHASES = [
  'notStarted',
  'callAuction',
  'callAuctionNoCancel',
  'crossMatching',
  'continuousTrading',
  'finished',
] as const
export type AuctionPhase = (typeof AUCTION_PHASES)[number]

/** What a contract has before it is listed. */
export interface PreListing {
  readonly phase: AuctionPhase
  /** Those with a beginning and an end, in order. */
  readonly phases: readonly { readonly phase: AuctionPhase; readonly startMs: number; readonly endMs: number }[]
  /** Of what the auction fills; the other two are of continuous trading. */
  readonly auctionFeeRate: Rate
  readonly takerFeeRate: Rate
  readonly makerFeeRate: Rate
}
