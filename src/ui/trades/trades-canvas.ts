import { effect } from '@preact/signals-react'
import { figureFont, followLook, readLook } from '../kit/canvas-look'
import { SLOW_INTERVAL_MS, SlowWork } from '../state/between-steps'
import type { MarketModel } from '../state/market-model'
import type { ThemeModel } from '../state/theme-model'
import { TapeRenderer, type TapePalette } from './tape-renderer'

interface TradesCanvasParts {
  readonly canvas: HTMLCanvasElement
  readonly market: MarketModel
  readonly theme: ThemeModel
}

/**
 * Keeps a canvas showing the tape, drawn five times a second between two steps of the market. As rows of a table each of
 * these would have the browser lay out and paint some two hundred boxes, and a key that is typed waits for that.
 * @returns a function that lets go of everything
 */
export function mountTradesCanvas({ canvas, market, theme }: TradesCanvasParts): () => void {
  const context = canvas.getContext('2d')
  const box = canvas.parentElement
  if (context === null || box === null) return () => undefined
  const renderer = new TapeRenderer(context, readPalette())
  let size = { width: 0, height: 0 }
  const draw = (): void => {
    // Nothing is painted for a hidden page; it draws when it is seen again.
    if (size.width === 0 || size.height === 0 || document.hidden) return
    renderer.draw({
      ...size,
      pixelRatio: devicePixelRatio,
      trades: market.trades.peek(),
      instrument: market.listed.peek(),
    })
  }
  const observer = new ResizeObserver(() => {
    size = { width: box.clientWidth, height: box.clientHeight }
    // Before the frame is painted, or the stretched old picture would show for one frame.
    draw()
  })
  observer.observe(box)
  const slow = new SlowWork(SLOW_INTERVAL_MS, draw)
  const stopData = effect(() => {
    void market.trades.value
    void market.listed.value
    slow.ask()
  })
  const stopLook = followLook(theme.theme, () => {
    renderer.setPalette(readPalette())
    draw()
  })
  document.addEventListener('visibilitychange', draw)
  return () => {
    size = { width: 0, height: 0 }
    observer.disconnect()
    stopData()
    slow.stop()
    stopLook()
    document.removeEventListener('visibilitychange', draw)
  }
}

function readPalette(): TapePalette {
  const read = readLook()
  return {
    buy: read('--long'),
    sell: read('--short'),
    qty: read('--text-1'),
    time: read('--text-2'),
    font: figureFont(12, read),
    smallFont: figureFont(11, read),
  }
}
