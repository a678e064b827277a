import { effect } from '@preact/signals-react'
import { isOption } from '../../../domain/instrument/option'
import { YEAR_MS } from '../../../domain/options/black'
import type { MarketModel } from '../../state/market-model'
import { after } from '../page-events'
import type { Bar, ChartDatafeed } from '../port/chart-port'
import { carryOf, optionBar, type ValuedOption } from './option-bars'

/** A mark is counted finer than prices are. */
const DECIMALS = 2
/** Longest wait for the mark that tells the volatility. */
const MARK_WAIT_MS = 5_000

/** The perpetual whose index the options on a coin have. */
function indexSymbol(baseCoin: string): string {
  return `${baseCoin}USDT`
}

/**
 * Bars of an option. The exchange keeps none, as most days nobody trades it: they are what the option was worth by the
 * model, from the index of its coin and the volatility of its mark now. Other symbols keep their own.
 */
export function optionDatafeed(live: ChartDatafeed, market: MarketModel, nowMs: () => number): ChartDatafeed {
  const valued = (): ValuedOption | null => valuedOf(market, nowMs())
  const index = indexSymbol(market.symbol.slice(0, market.symbol.indexOf('-')))
  return {
    symbols: () => live.symbols(),
    resolve(symbol) {
      const scale = live.resolve(symbol)
      return symbol === market.symbol ? { ...scale, priceDecimals: Math.max(DECIMALS, scale.priceDecimals) } : scale
    },
    async history(query) {
      if (query.symbol !== market.symbol) return live.history(query)
      const [read, option] = await Promise.all([
        live.history({ ...query, symbol: index, price: 'index' }),
        whenValued(market, nowMs),
      ])
      return { ...read, bars: read.bars.map((bar) => rounded(optionBar(bar, query.resolution, option, nowMs()))) }
    },
    subscribe(symbol, resolution, listener, price) {
      if (symbol !== market.symbol) return live.subscribe(symbol, resolution, listener, price)
      return live.subscribe(
        index,
        resolution,
        {
          onBars(bars) {
            const option = valued()
            if (option !== null)
              listener.onBars(bars.map((bar) => rounded(optionBar(bar, resolution, option, nowMs()))))
          },
          onReset: () => listener.onReset(),
        },
        'index',
      )
    },
  }
}

function round(value: number): number {
  return Math.round(value * 10 ** DECIMALS) / 10 ** DECIMALS
}

/** Drawn and read out with the decimals of a mark. */
function rounded({ time, open, high, low, close, volume }: Bar): Bar {
  return { time, open: round(open), high: round(high), low: round(low), close: round(close), volume }
}

function valuedOf({ listed, ticker }: MarketModel, nowMs: number): ValuedOption | null {
  const option = listed.peek()
  const known = ticker.peek()
  if (option === null || !isOption(option) || known?.option == null || known.indexPrice === null) return null
  const { markVolatility, underlyingPrice } = known.option
  const expiryMs = option.delivery.timeMs
  return {
    strike: Number(option.strike),
    isCall: option.isCall,
    expiryMs,
    volatility: markVolatility,
    carry: carryOf(Number(underlyingPrice), Number(known.indexPrice), (expiryMs - nowMs) / YEAR_MS),
  }
}

/** @throws Error where no mark came in time: the chart asks again */
function whenValued(market: MarketModel, nowMs: () => number): Promise<ValuedOption> {
  return new Promise((resolve, reject) => {
    const stops = [after(MARK_WAIT_MS, () => end(() => reject(new Error(`no mark of ${market.symbol} came`))))]
    const end = (settle: () => void): void => {
      settle()
      // The first run of an effect has no function that stops it yet.
      queueMicrotask(() => stops.splice(0).forEach((stop) => stop()))
    }
    stops.push(
      effect(() => {
        if (market.ticker.value === null || market.listed.value === null) return
        const option = valuedOf(market, nowMs())
        if (option !== null) end(() => resolve(option))
      }),
    )
  })
}
