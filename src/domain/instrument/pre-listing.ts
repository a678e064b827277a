import type { AuctionPhase, PreListing } from './auction-phase'
import { preListingOf, type Instrument } from './instrument'

const TAKING: ReadonlySet<AuctionPhase> = new Set(['callAuction', 'callAuctionNoCancel', 'continuousTrading'])
const AUCTIONING: ReadonlySet<AuctionPhase> = new Set(['callAuction', 'callAuctionNoCancel', 'crossMatching'])

/** The phase of a contract before its listing; `null` for all others. */
export function auctionPhase(instrument: Instrument): AuctionPhase | null {
  return preListingOf(instrument)?.phase ?? null
}

/** Whether orders are gathered or filled at one price, so that there is no book to see. */
export function isInAuction(instrument: Instrument): boolean {
  const phase = auctionPhase(instrument)
  return phase !== null && AUCTIONING.has(phase)
}

/** What may be done with an order at rest: in an auction it is never amended, and taken back in the first phase only. */
export function takesChange(instrument: Instrument, change: 'amend' | 'cancel'): boolean {
  return !isInAuction(instrument) || (change === 'cancel' && auctionPhase(instrument) === 'callAuction')
}

/** Whether a contract takes orders now: it trades, or stands in a phase before its listing that does. */
export function takesOrders(instrument: Instrument): boolean {
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
