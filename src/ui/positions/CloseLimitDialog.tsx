import { computed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import type { Qty } from '../../domain/decimal'
import type { Instrument } from '../../domain/instrument/instrument'
import type { Position } from '../../domain/position/position'
import { formatQty } from '../format'
import { Dialog } from '../kit/Dialog'
import { DialogForm } from '../kit/DialogForm'
import { outcomeText } from '../notices/outcome-text'
import { PriceText } from '../order-entry/price-text'
import { SendQuestion } from '../order-entry/send-question'
import { termsOfOrder } from '../order-entry/send-terms'
import { SendQuestionDialog } from '../order-entry/SendQuestionDialog'
import { PriceTextField } from '../order-entry/PriceTextField'
import { useApp } from '../state/app-context'
import { CloseForm } from './close-form'
import { ClosePart } from './ClosePart'
import { closePosition, closingOrder } from './close-position'
import { usePosition, type PositionKey } from './use-position'

interface Props {
  readonly target: PositionKey
  readonly onClose: () => void
}

/** Closes a position, or a part of it, with a resting reduce-only order at a price. */
export function CloseLimitDialog({ target, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('positions')
  const position = usePosition(target)
  const instrument = useApp().market(target.symbol).instrument.value
  return (
    <Dialog title={t('trade:closeAtLimit')} onClose={onClose}>
      {position === null || instrument === null ? (
        <p>{t(instrument === null ? 'trade:block.rulesUnconfirmed' : 'positionGone')}</p>
      ) : (
        <CloseEditor position={position} instrument={instrument} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface EditorProps {
  readonly position: Position
  readonly instrument: Instrument
  readonly onClose: () => void
}

function CloseEditor({ position, instrument, onClose }: EditorProps) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const { symbol, positionIdx } = position
  const market = app.market(symbol)
  const form = useMemo(() => {
    const size = computed(() => app.account.position(symbol, positionIdx)?.size ?? ('0' as Qty))
    return new CloseForm(size, instrument)
  }, [app, symbol, positionIdx, instrument])
  const field = useMemo(
    () => new PriceText(market.instrument, market.lastPrice.peek() ?? position.markPrice),
    // oxlint-disable-next-line react/exhaustive-deps -- the price when the dialog opened; what is typed stays
    [market],
  )
  const question = useMemo(() => new SendQuestion(app.account), [app])
  useEffect(() => () => question.answer(false), [question])
  const price = field.price.value
  const qty = form.qty.value
  const side = t(position.side === 'buy' ? 'closeLong' : 'closeShort')
  return (
    <DialogForm
      subject={`${position.symbol} · ${side} ${formatQty(position.size, instrument.lotSize)} ${qtyCoin(instrument)}`}
      reading={`${position.side ?? ''} ${position.size}`}
      canConfirm={price !== null && qty !== null}
      onConfirm={async () => {
        if (price === null || qty === null) return ''
        const terms = termsOfOrder(closingOrder(position, price, qty))
        const subject = { what: 'order', terms, market } as const
        if (question.isNeeded(subject) && !(await question.ask(subject))) return ''
        const outcome = await closePosition(app, position, price, qty)
        // A repeat and a closed ticket are told elsewhere; an unknown press stands among the open orders.
        if (outcome === null) return ''
        return outcome.kind === 'unknown' ? null : outcomeText(outcome)
      }}
      onClose={onClose}
    >
      <PriceTextField label={t('trade:price')} field={field} isFirst>
        {instrument.quoteCoin}
      </PriceTextField>
      <ClosePart form={form} position={position} instrument={instrument} price={price} />
      <SendQuestionDialog question={question} />
    </DialogForm>
  )
}
