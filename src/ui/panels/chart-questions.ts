import { signal } from '@preact/signals-react'
import type { Order } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import { MoveUndo } from '../trading-kit/move-undo'
import type { SendQuestion } from '../trading-kit/send-question'

/** A dialog about a position, as its line showed it. */
export interface ChartDialog {
  readonly kind: 'tpSl' | 'reverse' | 'closeMarket'
  readonly position: Position
}

/** What the buttons on a chart's lines opened, and what a moved line asks and offers. */
export class ChartQuestions {
  /** Before a line is moved far; comes with the lines. */
  readonly send = signal<SendQuestion | null>(null)
  readonly undo = new MoveUndo((delayMs, call) => {
    const timer = setTimeout(call, delayMs)
    return () => clearTimeout(timer)
  })
  readonly dialog = signal<ChartDialog | null>(null)
  /** The order whose line's button asks whether to cancel it. */
  readonly cancelling = signal<Order | null>(null)

  close(): void {
    this.dialog.value = null
    this.cancelling.value = null
  }
}
