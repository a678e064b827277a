/** A recorded event of the reference market: a print, or the best quotes. Prices and quantities are decimal text. */
export type FeedStep =
  | {
      readonly kind: 'trade'
      readonly symbol: string
      readonly price: string
      readonly qty: string
      readonly side: 'buy' | 'sell'
    }
  | {
      readonly kind: 'quote'
      readonly symbol: string
      readonly bid: string
      readonly ask: string
      readonly bidQty?: string
      readonly askQty?: string
    }

export interface TimedFeedStep {
  /** Milliseconds after the recording's first line. */
  readonly atMs: number
  readonly step: FeedStep
}
