import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { formatQty } from '../format'
import { DialogForm } from '../kit/DialogForm'
import { outcomeText } from '../trading-kit/refusals/outcome-text'
import { PriceText } from '../trading-kit/price-text'
import { SendQuestion } from '../trading-kit/send-question'
import { termsOfOrder } from '../trading-kit/send-terms'
import { SendQuestionDialog } from '../trading-kit/SendQuestionDialog'
import { PriceTextField } from '../trading-kit/PriceTextField'
import { useApp } from '../state/app-context'
import { CloseDialog, useCloseForm, type CloseDialogProps, type CloseEditorProps } from './CloseDialog'
import { ClosePart } from './ClosePart'
import { closePosition, closingOrder } from './close-position'
import { useClosingFill } from './use-closing-fill'

/** Closes a position, or a part of it, with a reduce-only order at a price: what the book has up to there fills at once. */
export function CloseLimitDialog(props: CloseDialogProps) {
  const { t } = useTranslation('trade')
  return <CloseDialog {...props} title={t('closeAtLimit')} Editor={CloseEditor} />
}

function CloseEditor({ position, instrument, onClose }: CloseEditorProps) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const { symbol } = position
  const market = app.market(symbol)
  const form = useCloseForm(position, instrument)
  const field = useMemo(
    () => new PriceText(market.held, market.lastPrice.peek() ?? position.markPrice),
    // oxlint-disable-next-line react/exhaustive-deps -- the price when the dialog opened; what is typed stays
    [market],
  )
  const question = useMemo(() => new SendQuestion(app.account), [app])
  useEffect(() => () => question.answer(false), [question])
  const price = field.price.value
  const qty = form.qty.value
  const fill = useClosingFill(position, instrument, { qty: price === null ? null : qty, limit: price })
  const side = t(position.side === 'buy' ? 'closeLong' : 'closeShort')
  return (
    <DialogForm
      subject={`${position.symbol} · ${side} ${formatQty(position.size, instrument.lotSize)} ${qtyCoin(instrument)}`}
      reading={`${position.side ?? ''} ${position.size}`}
      canConfirm={price !== null && qty !== null}
      onConfirm={async () => {
        if (price === null || qty === null) return ''
        const order = closingOrder(position, price, qty)
        const subject = { what: 'order', terms: termsOfOrder(order), order, market } as const
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
      <ClosePart form={form} position={position} instrument={instrument} fill={fill} />
      <SendQuestionDialog question={question} />
    </DialogForm>
  )
}
