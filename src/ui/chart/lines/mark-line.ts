import type { Price } from '../../../domain/decimal'
import { formatPrice } from '../../format'
import type { LineSpec } from '../../trading-kit/chart-line'

/** The mark price, the one line that is the chart's own: it says its price at the far end and leaves the axis to the others. */
export function markLine(markPrice: Price, tickSize: Price, name: string): LineSpec {
  return {
    id: 'mark',
    kind: 'mark',
    tone: 'muted',
    text: `${name} ${formatPrice(markPrice, tickSize)}`,
    dash: 'dotted',
    price: Number(markPrice),
    priceText: '',
  }
}
