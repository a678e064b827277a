import { effect } from '@preact/signals-react'
import { fromSteps, type Price, type Qty } from '../../../domain/decimal'
import { formatPrice, formatQty } from '../../format'
import { SlowWork } from '../../state/between-steps'
import type { ThemeModel } from '../../state/theme-model'
import { takenBy, type DepthLevel } from './depth-curve'
import type { DepthModel } from './depth-model'
import { stepsOf, xOf, type DepthWindow } from './depth-window'

/** A curve of four hundred levels is read and not followed: ms between two pictures. */
const DRAW_INTERVAL_MS = 200
/** Of the prices below the curve, CSS pixels. */
export const AXIS_HEIGHT = 22
/** Above the highest sum, for the line that says what a sweep costs. */
const TOP = 12
const FONT_PX = 11

interface Parts {
  readonly canvas: HTMLCanvasElement
  readonly model: DepthModel
  readonly theme: ThemeModel
}

/** Keeps a canvas showing the depth of a book. @returns a function that lets go of it */
export function mountDepthCanvas({ canvas, model, theme }: Parts): () => void {
  const context = canvas.getContext('2d')
  const box = canvas.parentElement
  if (context === null || box === null) return () => undefined
  let palette = readPalette(canvas)
  const draw = (): void => {
    const [width, height] = [box.clientWidth, box.clientHeight]
    if (width === 0 || height === 0) return
    const ratio = devicePixelRatio
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    paint(context, { model, palette, width, height })
  }
  const slow = new SlowWork(DRAW_INTERVAL_MS, draw)
  const observer = new ResizeObserver(draw)
  observer.observe(box)
  const stops = [
    effect(() => {
      void model.curve.value
      void model.instrument.value
      slow.ask()
    }),
    effect(() => {
      // What a hand asks for is drawn at once.
      void model.cursor.value
      void model.zoom.value
      void model.isStale.value
      draw()
    }),
    effect(() => {
      void theme.theme.value
      // The attribute on <html> changes in the same step as the signal.
      queueMicrotask(() => {
        palette = readPalette(canvas)
        draw()
      })
    }),
    () => observer.disconnect(),
    () => slow.stop(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

type Palette = ReturnType<typeof readPalette>

function readPalette(element: HTMLElement) {
  const style = getComputedStyle(element)
  const read = (name: string): string => style.getPropertyValue(name).trim()
  return {
    bid: { stroke: read('--long'), fill: read('--depth-long') },
    ask: { stroke: read('--short'), fill: read('--depth-short') },
    stale: { stroke: read('--stale'), fill: `${read('--stale')}2e` },
    line: read('--line'),
    text: read('--text-3'),
    cursor: read('--text-1'),
    font: `500 ${FONT_PX}px ${style.fontFamily}`,
  }
}

interface Scene {
  readonly model: DepthModel
  readonly palette: Palette
  readonly width: number
  readonly height: number
}

function paint(context: CanvasRenderingContext2D, scene: Scene): void {
  const { model, palette, width, height } = scene
  context.clearRect(0, 0, width, height)
  const [curve, window] = [model.curve.peek(), model.window.peek()]
  if (curve === null || window === null) return
  const foot = height - AXIS_HEIGHT
  paintAxis(context, window, scene)
  const isStale = model.isStale.peek()
  paintSide(context, curve.bids, window, isStale ? palette.stale : palette.bid, { width, foot })
  paintSide(context, curve.asks, window, isStale ? palette.stale : palette.ask, { width, foot })
  paintCursor(context, window, scene)
}

function paintSide(
  context: CanvasRenderingContext2D,
  side: readonly DepthLevel[],
  window: DepthWindow,
  { stroke, fill }: Palette['bid'],
  { width, foot }: { readonly width: number; readonly foot: number },
): void {
  const places = stepsOf(side, window, { width, height: foot - TOP })
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return
  context.beginPath()
  context.moveTo(first.x, first.y + TOP)
  for (const { x, y } of places) context.lineTo(x, y + TOP)
  context.strokeStyle = stroke
  context.lineWidth = 1.5
  context.stroke()
  context.lineTo(last.x, foot)
  context.lineTo(first.x, foot)
  context.fillStyle = fill
  context.fill()
}

function paintAxis(context: CanvasRenderingContext2D, window: DepthWindow, scene: Scene): void {
  const { model, palette, width, height } = scene
  const instrument = model.instrument.peek()
  const foot = height - AXIS_HEIGHT
  context.strokeStyle = palette.line
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(0, foot + 0.5)
  context.lineTo(width, foot + 0.5)
  for (const share of [0.25, 0.5, 0.75]) {
    const y = Math.round(TOP + (foot - TOP) * (1 - share)) + 0.5
    context.moveTo(0, y)
    context.lineTo(width, y)
  }
  context.stroke()
  if (instrument === null) return
  context.font = palette.font
  context.fillStyle = palette.text
  context.textBaseline = 'middle'
  const labels = Math.max(2, Math.min(7, Math.floor(width / 110)))
  for (let index = 0; index < labels; index++) {
    const share = index / (labels - 1)
    context.textAlign = index === 0 ? 'left' : index === labels - 1 ? 'right' : 'center'
    const ticks = Math.round(window.fromTicks + share * (window.toTicks - window.fromTicks))
    const text = formatPrice(fromSteps<Price>(Math.max(0, ticks), instrument.tickSize), instrument.tickSize)
    context.fillText(text, Math.min(width - 6, Math.max(6, share * width)), foot + AXIS_HEIGHT / 2)
  }
  context.textAlign = 'right'
  for (const share of [0.5, 1]) {
    const lots = fromSteps<Qty>(Math.round(window.maxLots * share), instrument.lotSize)
    context.fillText(formatQty(lots, instrument.lotSize), width - 6, TOP + (foot - TOP) * (1 - share) + FONT_PX)
  }
}

/** A line at the level that is pointed at, and a mark where it meets the sum. */
function paintCursor(context: CanvasRenderingContext2D, window: DepthWindow, scene: Scene): void {
  const { model, palette, width, height } = scene
  const [cursor, curve] = [model.cursor.peek(), model.curve.peek()]
  if (cursor === null || curve === null) return
  const level = takenBy(curve, cursor.side)[cursor.index]
  if (level === undefined) return
  const foot = height - AXIS_HEIGHT
  const x = xOf(level.ticks, window, width)
  if (x < 0 || x > width) return
  const y = foot - (level.totalLots / window.maxLots) * (foot - TOP)
  context.strokeStyle = palette.cursor
  context.lineWidth = 1
  context.setLineDash([3, 3])
  context.beginPath()
  context.moveTo(Math.round(x) + 0.5, TOP)
  context.lineTo(Math.round(x) + 0.5, foot)
  context.stroke()
  context.setLineDash([])
  context.fillStyle = palette.cursor
  context.beginPath()
  context.arc(x, Math.max(TOP, y), 3.5, 0, 2 * Math.PI)
  context.fill()
}
