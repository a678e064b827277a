import { useCallback } from 'react'
import type { Ticker } from '../../domain/market/market'
import { setData, setText } from '../kit/live-text'
import type { MarketModel } from '../state/market-model'
import { useSlowElement } from '../state/use-slow-element'

/** A figure's words, its colour, and what a pointer that rests on it is told. */
export interface Shown {
  readonly text: string
  readonly sign?: string
  readonly title?: string
}

interface Props {
  readonly market: MarketModel
  readonly read: (ticker: Ticker | null) => Shown | string
  readonly className?: string | undefined
}

/** What a ticker says, in an element that no component draws anew for it; `read` is rarely another function. */
export function TickerText({ market, read, className }: Props) {
  const write = useCallback(
    (element: HTMLSpanElement, ticker: Ticker | null) => {
      const shown = read(ticker)
      const { text, sign, title }: Shown = typeof shown === 'string' ? { text: shown } : shown
      setText(element, text)
      if (sign !== undefined) setData(element, 'sign', sign)
      if (title !== undefined && element.title !== title) element.title = title
    },
    [read],
  )
  return <span ref={useSlowElement(market.ticker, write)} className={className} />
}
