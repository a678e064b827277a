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

/** @param isFolded as the user has it: a single line is written all the same */
export function legendOf(lines: number, isFolded: boolean): Legend {
  const canFold = lines >= FOLD_FROM
  const written = canFold && isFolded ? 0 : lines
  const end = FIGURES_HEIGHT + written * LEGEND_HEIGHT
  const button = canFold ? { left: 0, top: end, right: FOLD_SIZE, bottom: end + FOLD_SIZE } : null
  return { lines, written, end, button, height: written * LEGEND_HEIGHT + (canFold ? FOLD_SIZE : 0) }
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

/**
 * The lines of text at the top left of the bars, each as wide as what it says.
 *
 * @param figures of the bar, the uppermost line
 * @param studies a line each below it
 */
export function legendBoxes(
  figures: readonly string[],
  studies: readonly LegendText[],
  widthOf: (text: string) => number,
): readonly Obstacle[] {
  const sum = (texts: readonly string[], air: number): number =>
    texts.reduce((width, text) => width + widthOf(text) + air, 0)
  return [
    { left: 0, top: 0, right: AIR.start + sum(figures, AIR.figure), bottom: FIGURES_HEIGHT },
    ...studies.map(({ title, values }, at) => {
      const top = FIGURES_HEIGHT + at * LEGEND_HEIGHT
      const right = AIR.start + sum([title], AIR.title) + sum(values, AIR.value)
      return { left: 0, top, right, bottom: top + LEGEND_HEIGHT }
    }),
  ]
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
