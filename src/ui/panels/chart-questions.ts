import { signal } from '@preact/signals-react'
import type { Order } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'

/** A dialog about a position, as its line showed it. */
export interface ChartDialog {
  readonly kind: 'tpSl' | 'reverse' | 'closeMarket'
  readonly position: Position
}

/** What the buttons on a chart's lines opened. */
export class ChartQuestions {
  readonly dialog = signal<ChartDialog | null>(null)
  /** The order whose line's button asks whether to cancel it. */
  readonly cancelling = signal<Order | null>(null)

  close(): void {
    this.dialog.value = null
    this.cancelling.value = null
  }
}
