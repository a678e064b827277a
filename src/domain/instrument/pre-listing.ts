import type { Rate } from '../decimal'
import type { Instrument } from './instrument'

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

const TAKING: ReadonlySet<AuctionPhase> = new Set(['callAuction', 'callAuctionNoCancel', 'continuousTrading'])
const AUCTIONING: ReadonlySet<AuctionPhase> = new Set(['callAuction', 'callAuctionNoCancel', 'crossMatching'])

/** The phase of a contract before its listing; `null` for all others. */
export function auctionPhase({ preListing }: Pick<Instrument, 'preListing'>): AuctionPhase | null {
  return preListing?.phase ?? null
}

/** Whether orders are gathered or filled at one price, so that there is no book to see. */
export function isInAuction(instrument: Pick<Instrument, 'preListing'>): boolean {
  const phase = auctionPhase(instrument)
  return phase !== null && AUCTIONING.has(phase)
}

/** Whether a contract takes orders now: it trades, or stands in a phase before its listing that does. */
export function takesOrders(instrument: Pick<Instrument, 'status' | 'preListing'>): boolean {
  const phase = auctionPhase(instrument)
  return phase === null ? instrument.status === 'trading' : TAKING.has(phase)
}

/** When the next phase begins; `null` where that is not known. */
export function phaseEndMs(preListing: PreListing | null): number | null {
  if (preListing === null) return null
  const { phase, phases } = preListing
  if (phase === 'notStarted') return phases[0]?.startMs ?? null
  return phases.find((one) => one.phase === phase)?.endMs ?? null
}
