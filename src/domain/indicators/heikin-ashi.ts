import type { Indicator, IndicatorBar } from './indicator'

/**
 * Heikin-Ashi bars: close = (open + high + low + close) / 4, open = the middle of the bar before, high and low with both
 * taken in. The first bar opens in its own middle. Values are open, high, low and close.
 */
export const heikinAshi: Pick<Indicator, 'start'> = {
  start: () => {
    let before: { readonly open: number; readonly close: number } | null = null
    const next = (bar: IndicatorBar): { readonly open: number; readonly close: number } => ({
      open: before === null ? (bar.open + bar.close) / 2 : (before.open + before.close) / 2,
      close: (bar.open + bar.high + bar.low + bar.close) / 4,
    })
    return {
      at: (bar) => {
        const { open, close } = next(bar)
        return [open, Math.max(bar.high, open, close), Math.min(bar.low, open, close), close]
      },
      close: (bar) => {
        before = next(bar)
      },
    }
  },
}
