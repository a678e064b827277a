import type { Position } from '../../domain/position/position'
import type { OrderActions } from '../trading-kit/order-actions'
import { AddMarginDialog } from './AddMarginDialog'
import { CloseLimitDialog } from './CloseLimitDialog'
import { CloseMarketDialog } from './CloseMarketDialog'
import { LeverageDialog } from '../trading-kit/modes/LeverageDialog'
import { RateCloseDialog } from '../trading-kit/margin-rate/RateCloseDialog'
import { ReverseDialog } from './ReverseDialog'
import { TpSlDialog } from './TpSlDialog'
import { TrailingStopDialog } from './TrailingStopDialog'

/** A dialog of a position, opened with the position as its row showed it. */
export interface PositionDialog {
  readonly kind:
    | 'closeMarket'
    | 'closeLimit'
    | 'leverage'
    | 'reverse'
    | 'tpSl'
    | 'trailingStop'
    | 'addMargin'
    | 'rateClose'
  readonly position: Position
}

interface Props {
  readonly dialog: PositionDialog
  readonly actions: OrderActions
  readonly onClose: () => void
}

/** The dialogs of the positions' rows: one file to load when the first of them opens. */
export function PositionDialogs({ dialog: { kind, position }, actions, onClose }: Props) {
  switch (kind) {
    case 'closeMarket':
      return <CloseMarketDialog target={position} onClose={onClose} />
    case 'closeLimit':
      return <CloseLimitDialog target={position} onClose={onClose} />
    case 'leverage':
      return <LeverageDialog symbol={position.symbol} onClose={onClose} />
    case 'reverse':
      return <ReverseDialog target={position} onClose={onClose} />
    case 'tpSl':
      return <TpSlDialog target={position} actions={actions} onClose={onClose} />
    case 'trailingStop':
      return <TrailingStopDialog target={position} onClose={onClose} />
    case 'addMargin':
      return <AddMarginDialog target={position} onClose={onClose} />
    case 'rateClose':
      return <RateCloseDialog target={position} actions={actions} onClose={onClose} />
  }
}
