import type { Price } from '../../domain/decimal'
import { isContract } from '../../domain/instrument/contract'
import type { Instrument } from '../../domain/instrument/instrument'
import type { Ticker } from '../../domain/market/market'
import { writeInstrumentInfo, type InstrumentInfoJson } from '../rest/instrument-info'
import { writeOptionInfo, writeOptionTicker, type OptionInfoJson } from './option-rows'
import { writeSpotInfo, writeSpotTicker, type SpotInfoJson, type SpotTickerJson } from './spot-rows'
import { writeV5Ticker, type V5TickerJson } from './ticker'

/*
 * The rows of v5's shared market calls by product. The one place that leaves a product out of them: options, spot pairs
 * and spreads have fields of their own, and come into these lists with their writers. Spreads never do, they have calls of
 * their own.
 */

/**
 * @param isLent whether a coin is lent
 * @returns `null` for what the list leaves out
 */
export function writeInstrumentRow(
  instrument: Instrument,
  isLent: (coin: string) => boolean,
): InstrumentInfoJson | SpotInfoJson | OptionInfoJson | null {
  if (instrument.kind === 'spot')
    return writeSpotInfo(instrument, isLent(instrument.baseCoin) && isLent(instrument.quoteCoin))
  if ('strike' in instrument) return writeOptionInfo(instrument)
  return isContract(instrument) ? writeInstrumentInfo(instrument) : null
}

/** @returns `null` for what the list leaves out */
export function writeTickerRow(
  ticker: Ticker,
  instrument: Instrument,
  hourAgo: () => Price | null,
): V5TickerJson | SpotTickerJson | ReturnType<typeof writeOptionTicker> | null {
  if (instrument.kind === 'spot') return writeSpotTicker(ticker, instrument)
  if ('strike' in instrument) return writeOptionTicker(ticker)
  return isContract(instrument) ? writeV5Ticker(ticker, instrument, hourAgo()) : null
}
