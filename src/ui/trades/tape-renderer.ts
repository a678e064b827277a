import type { Trade } from '../../domain/market/market'
import type { TradedMarket } from '../../domain/instrument/market-type'
import { formatPrice, formatQty, formatTime } from '../format'
import { CanvasText } from '../kit/canvas-text'
import { newestPrints } from './newest-prints'

/** Colours and faces, read from the theme's custom properties. */
export interface TapePalette {
  readonly buy: string
  readonly sell: string
  readonly qty: string
  readonly time: string
  readonly font: string
  /** Of a narrow tape, which stands beside a book. */
  readonly smallFont: string
}

export interface TapePicture {
  readonly width: number
  readonly height: number
  readonly pixelRatio: number
  readonly trades: readonly Trade[]
  readonly instrument: TradedMarket | null
}

/** Height of a print, CSS pixels. */
const ROW_HEIGHT = 19
const INSET = 12
/** Right edge of the quantity column, as a share of the width. */
const QTY_EDGE = 2 / 3
const NARROW_PX = 230
/** The side is told by the arrow as well as by colour. */
const ARROW = { buy: '↑', sell: '↓' } as const

/** Price with its arrow, quantity, time. */
type PrintTexts = readonly [string, string, string]

/** Draws the newest prints on a canvas, as many as fit. */
export class TapeRenderer {
  readonly #context: CanvasRenderingContext2D
  readonly #text: CanvasText
  #palette: TapePalette
  #size = ''
  /** By the id of the print: of the prints of one picture most stand in the next. */
  #texts = new Map<string, PrintTexts>()
  #textsOf: TradedMarket | null = null

  constructor(context: CanvasRenderingContext2D, palette: TapePalette) {
    this.#context = context
    this.#palette = palette
    this.#text = new CanvasText(context)
  }

  /** A new theme, language or font. */
  setPalette(palette: TapePalette): void {
    this.#palette = palette
    this.#size = ''
  }

  draw({ width, height, pixelRatio, trades, instrument }: TapePicture): void {
    this.#clear(width, height, pixelRatio)
    if (instrument !== this.#textsOf) this.#texts.clear()
    this.#textsOf = instrument
    const written = new Map<string, PrintTexts>()
    for (const [row, trade] of newestPrints(trades, Math.max(1, Math.floor(height / ROW_HEIGHT))).entries()) {
      const texts = this.#texts.get(trade.id) ?? textsOf(trade, instrument)
      written.set(trade.id, texts)
      const middle = row * ROW_HEIGHT + ROW_HEIGHT / 2 + 0.5
      this.#text.draw(texts[0], INSET, middle, this.#palette[trade.side], 'left')
      this.#text.draw(texts[1], width * QTY_EDGE, middle, this.#palette.qty, 'right')
      this.#text.draw(texts[2], width - INSET, middle, this.#palette.time, 'right')
    }
    this.#texts = written
  }

  #clear(width: number, height: number, pixelRatio: number): void {
    const size = `${width}/${height}/${pixelRatio}`
    if (size === this.#size) {
      this.#context.clearRect(0, 0, width, height)
      return
    }
    this.#size = size
    const { canvas } = this.#context
    // Setting the size clears the canvas and its state.
    canvas.width = Math.round(width * pixelRatio)
    canvas.height = Math.round(height * pixelRatio)
    this.#context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
    this.#text.setFont(width <= NARROW_PX ? this.#palette.smallFont : this.#palette.font)
  }
}

function textsOf({ price, qty, side, timeMs }: Trade, instrument: TradedMarket | null): PrintTexts {
  return [
    `${formatPrice(price, instrument?.tickSize ?? null)} ${ARROW[side]}`,
    formatQty(qty, instrument?.lotSize ?? null),
    formatTime(timeMs),
  ]
}
