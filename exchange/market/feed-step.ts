/** A recorded event of the reference market (the venue's contract has the same shape). Decimal text. */
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
