import { chartLanguage, figureMarks } from '../../languages/chart-language'
import { BAR_FIGURES, type BarFigure } from './styles'

/** Figures of a bar in one line above the bars, a second one would stand on them: as many as a width has room for. */
const FIGURES: readonly { readonly fromPx: number; readonly figures: readonly BarFigure[] }[] = [
  { fromPx: 420, figures: ['open', 'high', 'low', 'close', 'volume'] },
  { fromPx: 340, figures: ['open', 'high', 'low', 'close'] },
  // Open and close are the candle's body, and the last close is the price of the header.
  { fromPx: 0, figures: ['high', 'low'] },
]

/** What is said of a bar in a chart of a width, px. */
export function figuresIn(width: number): readonly BarFigure[] {
  return FIGURES.find(({ fromPx }) => width >= fromPx)!.figures
}

/** The letters before a figure, in the chart's language. */
export function figureMark(locale: string, figure: BarFigure): string {
  return figureMarks(chartLanguage(locale))[BAR_FIGURES.indexOf(figure)] ?? ''
}
