import type { Rate } from '../../domain/decimal'
import { AUCTION_PHASES, type AuctionPhase, type PreListing } from '../../domain/instrument/auction-phase'
import { asArray, asObject, readDecimal, readInteger, readWord } from '../json'

/** v5's words (curAuctionPhase). */
export const AUCTION_PHASE_WORD: Readonly<Record<AuctionPhase, string>> = {
  notStarted: 'NotStarted',
  callAuction: 'CallAuction',
  callAuctionNoCancel: 'CallAuctionNoCancel',
  crossMatching: 'CrossMatching',
  continuousTrading: 'ContinuousTrading',
  finished: 'Finished',
}
export const AUCTION_PHASE_OF: ReadonlyMap<string, AuctionPhase> = new Map(
  AUCTION_PHASES.map((phase) => [AUCTION_PHASE_WORD[phase], phase]),
)

/** `preListingInfo` of a contract, in both dialects. Times are milliseconds as text. */
export interface PreListingJson {
  readonly curAuctionPhase: string
  readonly phases: readonly { readonly phase: string; readonly startTime: string; readonly endTime: string }[]
  readonly auctionFeeInfo: {
    readonly auctionFeeRate: string
    readonly takerFeeRate: string
    readonly makerFeeRate: string
  }
  readonly skipCallAuction: boolean
}

export function writePreListing(preListing: PreListing | null): PreListingJson | null {
  if (preListing === null) return null
  const { auctionFeeRate, takerFeeRate, makerFeeRate } = preListing
  return {
    curAuctionPhase: AUCTION_PHASE_WORD[preListing.phase],
    phases: preListing.phases.map(({ phase, startMs, endMs }) => ({
      phase: AUCTION_PHASE_WORD[phase],
      startTime: String(startMs),
      endTime: String(endMs),
    })),
    auctionFeeInfo: { auctionFeeRate, takerFeeRate, makerFeeRate },
    skipCallAuction: false,
  }
}

/** @throws WireError naming the field */
export function parsePreListing(value: unknown): PreListing | null {
  if (value === null || value === undefined) return null
  const json = asObject(value, 'preListingInfo')
  const fees = asObject(json['auctionFeeInfo'], 'auctionFeeInfo')
  return {
    phase: readWord(json, 'curAuctionPhase', AUCTION_PHASE_OF),
    phases: asArray(json['phases'], 'phases').map((row) => {
      const one = asObject(row, 'phases')
      return {
        phase: readWord(one, 'phase', AUCTION_PHASE_OF),
        startMs: readInteger(one, 'startTime'),
        endMs: readInteger(one, 'endTime'),
      }
    }),
    auctionFeeRate: readDecimal<Rate>(fees, 'auctionFeeRate'),
    takerFeeRate: readDecimal<Rate>(fees, 'takerFeeRate'),
    makerFeeRate: readDecimal<Rate>(fees, 'makerFeeRate'),
  }
}
