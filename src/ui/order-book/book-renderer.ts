import { CanvasText } from '../kit/canvas-text'
import type { BookScale } from './book-model'
import { rowTop, type BookLayout, type BookRow, type BookRows, type BookSide } from './book-rows'
import { stepText, type Separators } from '../trading-kit/step-text'

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
/** Where the price's column ends; its text and the quantity's leave room on both sides. */
const PRICE_EDGE = 0.38
const DASH = '--'

const COLUMNS = [0, 1, 2] as const
type Column = (typeof COLUMNS)[number]

/** What a row shows. */
interface RowLook {
  /** Price, quantity, total. */
  readonly texts: readonly [string, string, string]
  /** The depth bar goes from here to the right edge. */
  readonly barLeft: number
  readonly isKnown: boolean
  readonly isHovered: boolean
  readonly isOwn: boolean
}

/** Draws a book on a canvas, and of it only the columns of rows that changed since the last picture. */
export class BookRenderer {
  readonly #context: CanvasRenderingContext2D
  #palette: BookPalette
  #size = ''
  readonly #drawn = new Map<string, RowLook>()
  /** Left edges of the columns, and the right edge of the last; CSS pixels on the device grid. */
  #edges: readonly [number, number, number, number] = [0, 0, 0, 0]
  readonly #text: CanvasText

  constructor(context: CanvasRenderingContext2D, palette: BookPalette) {
    this.#context = context
    this.#palette = palette
    this.#text = new CanvasText(context)
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
    this.#text.setFont(this.#palette.font)
    this.#drawn.clear()
    const onGrid = (x: number): number => Math.round(x * pixelRatio) / pixelRatio
    this.#edges = [0, onGrid(width * PRICE_EDGE), onGrid(width * QTY_EDGE + 2), width]
    this.#size = size
  }

  #drawRow(picture: BookPicture, side: BookSide, index: number): void {
    const key = `${side}${index}`
    const before = this.#drawn.get(key)
    const next = this.#lookOf(picture, side, index)
    const columns = before === undefined ? COLUMNS : this.#changed(before, next)
    if (columns.length === 0) return
    this.#drawn.set(key, next)

    const { layout, pixelRatio, width } = picture
    const top = rowTop(layout, side, index, pixelRatio)
    const bottom = top + Math.round(layout.rowHeight * pixelRatio) / pixelRatio
    const height = Math.max(0, bottom - top)
    const palette = this.#palette
    for (const column of columns) {
      const left = this.#edges[column]
      const right = this.#edges[column + 1]!
      this.#context.clearRect(left, top, right - left, height)
      if (next.isHovered) this.#fill(palette.hover, left, top, right - left, height)
      const bar = Math.max(left, next.barLeft)
      if (bar < right)
        this.#fill(side === 'ask' ? palette.askDepth : palette.bidDepth, bar, top, right - bar, height - 1)
    }
    if (next.isOwn && columns.includes(0)) this.#fill(palette.own, 3, top + height / 2 - 2, 4, 4)
    const middle = top + height / 2 + 0.5
    const colors = [palette[side], palette.qty, palette.total]
    const anchors = [INSET, width * QTY_EDGE, width - INSET]
    for (const column of columns) {
      const color = next.isKnown ? colors[column]! : palette.missing
      this.#text.draw(next.texts[column], anchors[column]!, middle, color, column === 0 ? 'left' : 'right')
    }
  }

  #lookOf(
    { rows, scale, separators, width, pixelRatio, hovered, ownTicks }: BookPicture,
    side: BookSide,
    index: number,
  ): RowLook {
    const row = side === 'ask' ? rows?.asks[index] : rows?.bids[index]
    const bar = row === undefined ? 0 : barWidth(row.total ?? 0, rows?.maxTotal ?? 0, width, pixelRatio)
    return {
      texts: rowTexts(rows === null, row, scale, separators),
      barLeft: width - bar,
      isKnown: row !== undefined,
      isHovered: row !== undefined && hovered?.side === side && hovered.index === index,
      isOwn: row !== undefined && ownTicks.has(row.ticks),
    }
  }

  /** The columns that look different. All of them where a text reaches, or reached, over the edge of its own. */
  #changed(before: RowLook, next: RowLook): readonly Column[] {
    if (before.isKnown !== next.isKnown || before.isHovered !== next.isHovered || before.isOwn !== next.isOwn)
      return COLUMNS
    const columns = COLUMNS.filter((column) => {
      const left = this.#edges[column]
      const right = this.#edges[column + 1]!
      const reach = (look: RowLook): number => Math.min(right, Math.max(left, look.barLeft))
      return before.texts[column] !== next.texts[column] || reach(before) !== reach(next)
    })
    return columns.length === 0 || (this.#fits(before) && this.#fits(next)) ? columns : COLUMNS
  }

  #fits({ texts }: RowLook): boolean {
    const [left, qtyLeft, totalLeft, right] = this.#edges
    return (
      this.#text.widthOf(texts[0]) <= qtyLeft - left - INSET &&
      this.#text.widthOf(texts[1]) <= right * QTY_EDGE - qtyLeft &&
      this.#text.widthOf(texts[2]) <= right - INSET - totalLeft
    )
  }

  #fill(color: string, x: number, y: number, width: number, height: number): void {
    this.#context.fillStyle = color
    this.#context.fillRect(x, y, width, height)
  }
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
  return [stepText(row.ticks, scale.tick, separators), lotsText(row.lots), lotsText(row.total)]

  // A held row whose level is gone is empty; one that is beyond what is known of the book is unknown.
  function lotsText(lots: number | null): string {
    if (lots === null) return DASH
    return lots === 0 ? '' : stepText(lots, scale!.lot, separators)
  }
}

/** Width of a depth bar in CSS pixels, on the device grid. */
export function barWidth(total: number, maxTotal: number, width: number, pixelRatio: number): number {
  if (maxTotal <= 0) return 0
  return Math.round((total / maxTotal) * width * pixelRatio) / pixelRatio
}
