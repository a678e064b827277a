/**
 * Figures on a canvas. Columns must not tremble as digits change, and a canvas has no `font-variant-numeric`: where the
 * face's own feature setting is not understood, figures are set one by one in cells of one width.
 */
export class CanvasText {
  readonly #context: CanvasRenderingContext2D
  #digitWidth = 0
  #isTabular = false
  readonly #signWidths = new Map<string, number>()

  constructor(context: CanvasRenderingContext2D) {
    this.#context = context
  }

  /** To be called whenever the canvas got a size: that clears its state. */
  setFont(font: string): void {
    this.#context.font = font
    this.#context.textBaseline = 'middle'
    this.#context.fontKerning = 'none'
    this.#signWidths.clear()
    const widths = [...'0123456789'].map((digit) => this.#context.measureText(digit).width)
    this.#digitWidth = Math.max(...widths)
    this.#isTabular = widths.every((width) => width === this.#digitWidth)
  }

  /** @param edge where the text begins, or ends where it is aligned to the right */
  draw(text: string, edge: number, y: number, color: string, align: 'left' | 'right'): void {
    this.#context.fillStyle = color
    let x = align === 'left' ? edge : edge - this.widthOf(text)
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

  widthOf(text: string): number {
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
