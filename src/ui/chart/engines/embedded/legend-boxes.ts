import type { Obstacle } from './keep-clear'

/** Heights of the line of a bar's prices and of a study's values, CSS pixels. */
const FIGURES_HEIGHT = 24
export const LEGEND_HEIGHT = 18
/** Where a line begins, and the air around a title and a value, CSS pixels: those of the engine and of `styles.ts`. */
const AIR = { start: 4, figure: 8 + 2, title: 8 + 8, value: 2 + 4 }

/** Lines from which on the legend can be folded; below it nothing is won. */
const FOLD_FROM = 2
/** Of the button that folds it, CSS pixels; `LegendFold` is as large. */
const FOLD_SIZE = 24

/** What studies write over the bars, and how much of it stands there. */
export interface Legend {
  readonly lines: number
  /** Lines that are written: none of a legend that is folded. */
  readonly written: number
  /** Height of all of it below the bar's prices, with the button, CSS pixels. */
  readonly height: number
  /** Where it ends without the button, from the top of the pane. */
  readonly end: number
  /** What the button covers; `null` where there is none. */
  readonly button: Obstacle | null
}

/**
 * @param isFolded as the user has it: a single line is written all the same
 * @param boxes of what is written, once it is known: on a narrow chart a line goes on in the next row
 */
export function legendOf(lines: number, isFolded: boolean, boxes: readonly Obstacle[] = []): Legend {
  const canFold = lines >= FOLD_FROM
  const written = canFold && isFolded ? 0 : lines
  const end = boxes.at(-1)?.bottom ?? FIGURES_HEIGHT + written * LEGEND_HEIGHT
  const button = canFold ? { left: 0, top: end, right: FOLD_SIZE, bottom: end + FOLD_SIZE } : null
  return { lines, written, end, button, height: end - FIGURES_HEIGHT + (canFold ? FOLD_SIZE : 0) }
}

/** What a study writes over the bars. */
export interface LegendText {
  readonly title: string
  readonly values: readonly string[]
}

/** A figure of a bar as the engine writes it. */
export function figureText(mark: string, value: number, decimals: number): string {
  const text = value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return `${mark} ${text}`
}

/** What a legend is measured with. */
interface Ruler {
  /** Of the pane, CSS pixels: what does not fit goes on in the next row, as the engine writes it. */
  readonly room: number
  widthOf(text: string): number
}

/**
 * The lines of text at the top left of the bars, each as wide and as high as what it says.
 *
 * @param figures of the bar, the uppermost line
 * @param studies a line each below it
 */
export function legendBoxes(
  figures: readonly string[],
  studies: readonly LegendText[],
  { room, widthOf }: Ruler,
): readonly Obstacle[] {
  const widths = (texts: readonly string[], air: number) => texts.map((text) => widthOf(text) + air)
  const prices = rowsOf(AIR.start, widths(figures, AIR.figure), room)
  let top = FIGURES_HEIGHT + (prices.rows - 1) * LEGEND_HEIGHT
  const boxes = [{ left: 0, top: 0, right: prices.right, bottom: top }]
  for (const { title, values } of studies) {
    const { rows, right } = rowsOf(AIR.start + widthOf(title) + AIR.title, widths(values, AIR.value), room)
    const bottom = top + rows * LEGEND_HEIGHT
    boxes.push({ left: 0, top, right, bottom })
    top = bottom
  }
  return boxes
}

/** What begins a line stands in its first row, and each of what follows where it fits. */
function rowsOf(start: number, widths: readonly number[], room: number): { readonly rows: number; right: number } {
  let [rows, x, right] = [1, start, start]
  for (const width of widths) {
    if (x + width > room) {
      rows += 1
      x = AIR.start
    }
    x += width
    right = Math.max(right, x)
  }
  return { rows, right }
}

/** Texts that were measured, at most. */
const TEXTS_MAX = 200

/** Widths of texts in a font, px. Figures change with each tick and are as wide as others of so many digits. */
export class Letters {
  readonly #ctx = document.createElement('canvas').getContext('2d')
  readonly #widths = new Map<string, number>()

  /** @param font as CSS has it */
  constructor(font: string) {
    if (this.#ctx !== null) this.#ctx.font = font
  }

  widthOf(text: string): number {
    const form = text.replaceAll(/\d/g, '0')
    const known = this.#widths.get(form)
    if (known !== undefined) return known
    if (this.#widths.size >= TEXTS_MAX) this.#widths.clear()
    const width = this.#ctx?.measureText(form).width ?? 0
    this.#widths.set(form, width)
    return width
  }
}
