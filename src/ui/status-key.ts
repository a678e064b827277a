import type { Instrument } from '../domain/instrument/instrument'
import { auctionPhase } from '../domain/instrument/pre-listing'

/** Key of `market` for what a contract is besides trading; `null` while it simply trades. */
export function statusKey(instrument: Instrument) {
  const phase = auctionPhase(instrument)
  if (phase !== null) return `auction.${phase}` as const
  return instrument.status === 'trading' ? null : (`status.${instrument.status}` as const)
}
