import type { TradedMarket } from '../domain/instrument/market-type'
import { auctionPhase } from '../domain/instrument/pre-listing'
import type { KeyOf } from './i18n/words'

/** Key of `market` for what a contract is besides trading; `null` while it simply trades. */
export function statusKey(instrument: TradedMarket): KeyOf<'market'> | null {
  const phase = auctionPhase(instrument)
  if (phase !== null) return `auction.${phase}`
  return instrument.status === 'trading' ? null : `status.${instrument.status}`
}
