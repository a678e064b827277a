import type { Ticker } from '../../../../src/domain/market/market'
import { writeV5Frame } from '../../../../src/wire/v5/market-frames'
import { writeSpreadTicker } from '../../../../src/wire/v5/spread-rows'
import type { StreamSource } from '../dispatcher/topic-stream'

/** `tickers.{symbol}` of spreads: a snapshot each time. */
export class V5SpreadTickerSource implements StreamSource {
  #published = ''

  constructor(
    private readonly topic: string,
    private readonly symbol: string,
    private readonly latest: () => Ticker | null,
  ) {}

  advance(): unknown {
    const ticker = this.latest()
    if (ticker === null) return null
    const row = writeSpreadTicker(ticker)
    const text = JSON.stringify(row)
    if (text === this.#published) return null
    this.#published = text
    return row
  }

  state(): unknown {
    const ticker = this.latest()
    return ticker === null ? { symbol: this.symbol } : writeSpreadTicker(ticker)
  }

  write(_type: 'snapshot' | 'delta', timeMs: number, _seq: number, data: unknown): string {
    return writeV5Frame(this.topic, 'snapshot', timeMs, data, this.latest()?.seq ?? 0)
  }
}
