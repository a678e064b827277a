import type { BookScale } from './book-model'
import { rowTop, type BookLayout, type BookRow, type BookRows, type BookSide } from './book-rows'
import { stepText, type Separators } from './step-text'

/** Colours and face, read from the theme's custom properties. */
export interface BookPalette {
  readonly ask: string
  readonly bid: string
  readonly askDepth: string
  readonly bidDepth: string
  readonly qty: string
  readonly total: string
  readonly missing: string
  readonly hover: string
  readonly own: string
  readonly font: string
}

export interface BookPicture {
  readonly width: number
  readonly layout: BookLayout
  readonly pixelRatio: number
  /** `null` draws dashes. */
  readonly rows: BookRows | null
  readonly scale: BookScale | null
  readonly ownTicks: ReadonlySet<number>
  readonly hovered: { readonly side: BookSide; readonly index: number } | null
  readonly separators: Separators
}

const INSET = 12
/** Right edge of the quantity column, as a share of the width. */
const QTY_EDGE = 0.65
const DASH = '--'

/** Draws a book on a canvas, and of it only the rows that changed since the last picture. */
export class BookRenderer {
  readonly #context: CanvasRenderingContext2D
  #palette: BookPalette
  #size = ''
  readonly #drawn = new Map<string, string>()
  #digitWidth = 0
  #isTabular = false
  readonly #signWidths = new Map<string, number>()

  constructor(context: CanvasRenderingContext2D, palette: BookPalette) {
    this.#context = context
    this.#palette = palette
  }

  /** A new theme or a font that arrived: everything is drawn again. */
  setPalette(palette: BookPalette): void {
    this.#palette = palette
    this.#size = ''
  }

  draw(picture: BookPicture): void {
    this.#prepare(picture)
    for (const side of ['ask', 'bid'] as const) {
      for (let index = 0; index < picture.layout.rowsPerSide; index++) this.#drawRow(picture, side, index)
    }
  }

  #prepare({ width, layout, pixelRatio }: BookPicture): void {
    const size = `${width}/${layout.height}/${pixelRatio}`
    if (size === this.#size) return
    const { canvas } = this.#context
    // Setting the size clears the canvas and its state.
    canvas.width = Math.round(width * pixelRatio)
    canvas.height = Math.round(layout.height * pixelRatio)
    this.#context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
    this.#context.font = this.#palette.font
    this.#context.textBaseline = 'middle'
    this.#drawn.clear()
    this.#signWidths.clear()
    this.#context.fontKerning = 'none'
    const widths = [...'0123456789'].map((digit) => this.#context.measureText(digit).width)
    this.#digitWidth = Math.max(...widths)
    this.#isTabular = widths.every((width) => width === this.#digitWidth)
    this.#size = size
  }

  #drawRow(picture: BookPicture, side: BookSide, index: number): void {
    const { layout, pixelRatio, width, scale, separators } = picture
    const row = side === 'ask' ? picture.rows?.asks[index] : picture.rows?.bids[index]
    const isHovered = picture.hovered?.side === side && picture.hovered.index === index && row !== undefined
    const isOwn = row !== undefined && picture.ownTicks.has(row.ticks)
    const texts = rowTexts(picture.rows === null, row, scale, separators)
    const bar = row === undefined ? 0 : barWidth(row.total, picture.rows?.maxTotal ?? 0, width, pixelRatio)
    const signature = `${texts.join('|')}|${bar}|${isHovered}|${isOwn}`
    const key = `${side}${index}`
    if (this.#drawn.get(key) === signature) return
    this.#drawn.set(key, signature)

    const top = rowTop(layout, side, index, pixelRatio)
    const bottom = top + Math.round(layout.rowHeight * pixelRatio) / pixelRatio
    const height = Math.max(0, bottom - top)
    const context = this.#context
    context.clearRect(0, top, width, height)
    if (isHovered) this.#fill(this.#palette.hover, 0, top, width, height)
    if (bar > 0) {
      this.#fill(side === 'ask' ? this.#palette.askDepth : this.#palette.bidDepth, width - bar, top, bar, height - 1)
    }
    if (isOwn) this.#fill(this.#palette.own, 3, top + height / 2 - 2, 4, 4)
    const middle = top + height / 2 + 0.5
    const [price, qty, total] = texts
    const isKnown = row !== undefined
    this.#text(price, INSET, middle, isKnown ? this.#palette[side] : this.#palette.missing, 'left')
    this.#text(qty, width * QTY_EDGE, middle, isKnown ? this.#palette.qty : this.#palette.missing, 'right')
    this.#text(total, width - INSET, middle, isKnown ? this.#palette.total : this.#palette.missing, 'right')
  }

  #fill(color: string, x: number, y: number, width: number, height: number): void {
    this.#context.fillStyle = color
    this.#context.fillRect(x, y, width, height)
  }

  /**
   * Columns must not tremble as digits change. A canvas has no `font-variant-numeric`: where the face's own feature
   * setting is not understood, figures are set one by one in cells of one width.
   */
  #text(text: string, edge: number, y: number, color: string, align: 'left' | 'right'): void {
    this.#context.fillStyle = color
    let x = align === 'left' ? edge : edge - this.#widthOf(text)
    if (this.#isTabular) {
      this.#context.fillText(text, x, y)
      return
    }
    for (const sign of text) {
      const cell = this.#cellOf(sign)
      const slack = isDigit(sign) ? (cell - this.#measured(sign)) / 2 : 0
      this.#context.fillText(sign, x + slack, y)
      x += cell
    }
  }

  #widthOf(text: string): number {
    let width = 0
    for (const sign of text) width += this.#cellOf(sign)
    return width
  }

  #cellOf(sign: string): number {
    return isDigit(sign) ? this.#digitWidth : this.#measured(sign)
  }

  #measured(sign: string): number {
    let width = this.#signWidths.get(sign)
    if (width === undefined) {
      width = this.#context.measureText(sign).width
      this.#signWidths.set(sign, width)
    }
    return width
  }
}

function isDigit(sign: string): boolean {
  return sign >= '0' && sign <= '9'
}

function rowTexts(
  isUnknown: boolean,
  row: BookRow | undefined,
  scale: BookScale | null,
  separators: Separators,
): readonly [string, string, string] {
  if (isUnknown || scale === null) return [DASH, DASH, DASH]
  // A side that ends is empty below its last level, not unknown.
  if (row === undefined) return ['', '', '']
  return [
    stepText(row.ticks, scale.tick, separators),
    stepText(row.lots, scale.lot, separators),
    stepText(row.total, scale.lot, separators),
  ]
}

/** Width of a depth bar in CSS pixels, on the device grid. */
export function barWidth(total: number, maxTotal: number, width: number, pixelRatio: number): number {
  if (maxTotal <= 0) return 0
  return Math.round((total / maxTotal) * width * pixelRatio) / pixelRatio
}
