import { effect } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import { figureFont, followLook, readLook } from '../kit/canvas-look'
import type { ThemeModel } from '../state/theme-model'
import type { BookModel } from './book-model'
import { BookRenderer, type BookPalette } from './book-renderer'
import { rowAt, type BookSide } from './book-rows'
import { separatorsOf } from '../trading-kit/step-text'

interface BookCanvasParts {
  readonly canvas: HTMLCanvasElement
  readonly model: BookModel
  readonly theme: ThemeModel
  readonly locale: string
  onPick(price: Price): void
  /** The price under a pointer that hovers, `null` while none does. */
  onPoint(price: Price | null): void
}

/**
 * Keeps a canvas showing a book: follows its size, its theme and its model.
 * @returns a function that lets go of everything
 */
export function mountBookCanvas({ canvas, model, theme, locale, onPick, onPoint }: BookCanvasParts): () => void {
  const context = canvas.getContext('2d')
  const box = canvas.parentElement
  if (context === null || box === null) return () => undefined
  const renderer = new BookRenderer(context, readPalette())
  const separators = separatorsOf(locale)
  let width = 0
  let hovered: { side: BookSide; index: number } | null = null
  let isDisposed = false

  const draw = (): void => {
    if (isDisposed || width === 0 || model.layout.peek().height === 0) return
    model.drawn = model.rows.peek()
    renderer.draw({
      width,
      layout: model.layout.peek(),
      pixelRatio: devicePixelRatio,
      rows: model.drawn,
      scale: model.scale.peek(),
      ownTicks: model.ownTicks.peek(),
      hovered,
      separators,
    })
  }
  const schedule = oncePerFrame(draw)

  const observer = new ResizeObserver(() => {
    width = box.clientWidth
    model.setHeight(box.clientHeight)
    // Before the frame is painted, or the stretched old picture would show for one frame.
    draw()
  })
  observer.observe(box)

  const stopData = effect(() => {
    void model.rows.value
    void model.ownTicks.value
    void model.scale.value
    schedule()
  })
  const repaint = (): void => {
    renderer.setPalette(readPalette())
    schedule()
  }
  const stopLook = followLook(theme.theme, repaint)

  const onMove = (event: PointerEvent): void => {
    const next = event.pointerType === 'touch' ? null : rowAt(model.layout.peek(), event.offsetY)
    if (next?.side === hovered?.side && next?.index === hovered?.index) return
    hovered = next
    const price = next === null ? null : model.priceAt(next.side, next.index)
    canvas.style.cursor = price === null ? '' : 'pointer'
    onPoint(price)
    schedule()
  }
  const onLeave = (): void => {
    hovered = null
    onPoint(null)
    schedule()
  }
  const onClick = (event: MouseEvent): void => {
    if (model.isTraded.peek()) return
    const row = rowAt(model.layout.peek(), event.offsetY)
    const price = row === null ? null : model.priceAt(row.side, row.index)
    if (price !== null) onPick(price)
  }
  canvas.addEventListener('pointermove', onMove)
  canvas.addEventListener('pointerleave', onLeave)
  canvas.addEventListener('click', onClick)
  document.addEventListener('visibilitychange', schedule)

  return () => {
    isDisposed = true
    if (hovered !== null) onPoint(null)
    observer.disconnect()
    stopData()
    stopLook()
    canvas.removeEventListener('pointermove', onMove)
    canvas.removeEventListener('pointerleave', onLeave)
    canvas.removeEventListener('click', onClick)
    document.removeEventListener('visibilitychange', schedule)
    model.setHeight(0)
  }
}

/**
 * Runs a draw at most once a frame. Data arrives inside an animation frame already, so the first call of a frame
 * draws in that same frame; a second one waits for the next.
 */
function oncePerFrame(draw: () => void): () => void {
  let lastFrame: number | null = null
  let isPending = false
  return () => {
    // Nothing is painted for a hidden page; it draws when it is seen again.
    if (isPending || document.hidden) return
    isPending = true
    const frame = Number(document.timeline.currentTime)
    const run = (): void => {
      isPending = false
      lastFrame = Number(document.timeline.currentTime)
      draw()
    }
    if (frame === lastFrame) requestAnimationFrame(run)
    // Text on a canvas needs the document's style up to date: after the components of this frame have written, or the
    // page is laid out twice. They write in a microtask of their own; this one comes behind it.
    else queueMicrotask(() => queueMicrotask(run))
  }
}

function readPalette(): BookPalette {
  const read = readLook()
  return {
    ask: read('--short'),
    bid: read('--long'),
    askDepth: read('--depth-short'),
    bidDepth: read('--depth-long'),
    qty: read('--text-1'),
    total: read('--text-2'),
    missing: read('--text-3'),
    hover: read('--surface-2'),
    own: read('--accent'),
    font: figureFont(12, read),
  }
}
