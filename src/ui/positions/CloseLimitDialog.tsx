import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import type { Position } from '../../domain/position/position'
import { formatQty } from '../format'
import { Dialog } from '../kit/Dialog'
import { DialogForm } from '../kit/DialogForm'
import { outcomeText } from '../notices/outcome-text'
import { PriceText } from '../order-entry/price-text'
import { PriceTextField } from '../order-entry/PriceTextField'
import { useApp } from '../state/app-context'
import { closePosition } from './close-position'

interface Props {
  readonly position: Position
  readonly onClose: () => void
}

/** Closes a position with a resting reduce-only order at a price. */
export function CloseLimitDialog({ position, onClose }: Props) {
  const { t } = useTranslation('trade')
  return (
    <Dialog title={t('closeAtLimit')} onClose={onClose}>
      <CloseEditor position={position} onClose={onClose} />
    </Dialog>
  )
}

function CloseEditor({ position, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const market = app.market(position.symbol)
  const instrument = market.instrument.value
  const field = useMemo(
    () => new PriceText(market.instrument, market.lastPrice.peek() ?? position.markPrice),
    // oxlint-disable-next-line react/exhaustive-deps -- the price when the dialog opened; what is typed stays
    [market],
  )
  if (instrument === null) return <p>{t('block.rulesUnconfirmed')}</p>
  const price = field.price.value
  const side = t(position.side === 'buy' ? 'closeLong' : 'closeShort')
  return (
    <DialogForm
      subject={`${position.symbol} · ${side} ${formatQty(position.size, instrument.lotSize)} ${qtyCoin(instrument)}`}
      canConfirm={price !== null}
      onConfirm={async () => {
        const outcome = await closePosition(app, position, price)
        // A repeat and a closed ticket are told elsewhere; an unknown press stands among the open orders.
        if (outcome === null) return ''
        return outcome.kind === 'unknown' ? null : outcomeText(outcome)
      }}
      onClose={onClose}
    >
      <PriceTextField label={t('price')} field={field} isFirst>
        {instrument.quoteCoin}
      </PriceTextField>
    </DialogForm>
  )
}
