import { computed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { Order } from '../../domain/order/order'
import { legOfPlan } from '../../domain/order/plan-type'
import { qtyCoin } from '../contract-units'
import { formatQty } from '../format'
import { Dialog } from '../kit/Dialog'
import { DialogForm } from '../kit/DialogForm'
import { NumberField } from '../kit/NumberField'
import { withCoinPaid } from '../trading-kit/refusals/coin-paid'
import { rejectionText } from '../trading-kit/refusals/rejection-text'
import { PriceTextField } from '../trading-kit/PriceTextField'
import { askScale } from '../trading-kit/leg-markets'
import { SendQuestion } from '../trading-kit/send-question'
import { spreadTickers } from '../trading-kit/spread-tickers'
import { isUntouched, termsOfChange } from '../trading-kit/send-terms'
import { SendQuestionDialog } from '../trading-kit/SendQuestionDialog'
import { TriggerBySelect } from '../trading-kit/TriggerBySelect'
import { useApp } from '../state/app-context'
import { quoteMoment } from '../state/quote-moment'
import { AmendForm } from './amend-form'
import { AmendVolatilityFields } from './AmendVolatilityFields'
import { isPostOnlyTaker } from './moved-price'
import { isBeyondSpotLimit, spotLimitOf } from './spot-limit'
import { spotCoverOf } from '../trading-kit/spot-cover'
import { SpotCoverLine } from '../trading-kit/SpotCoverLine'
import { SpotPriceField } from './SpotPriceField'
import type { OrderActions } from '../trading-kit/order-actions'

interface Props {
  readonly order: Order
  readonly actions: OrderActions
  readonly onClose: () => void
}

/** Changes price and total quantity of an open order, and the trigger of one that waits. */
export function AmendDialog(props: Props) {
  const { t } = useTranslation('trade')
  return (
    <Dialog title={t('amendOrder')} onClose={props.onClose}>
      <AmendEditor {...props} />
    </Dialog>
  )
}

function AmendEditor({ order, actions, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const market = app.market(order.symbol)
  const instrument = market.listed.value
  const question = useMemo(() => new SendQuestion(app.account), [app])
  useEffect(() => () => question.answer(false), [question])
  useEffect(() => {
    const releases = spreadTickers(order.symbol).map((watch) => app.hub.watch(watch))
    return () => releases.forEach((release) => release())
  }, [app, order.symbol])
  const moment = useMemo(() => computed(() => quoteMoment(app, market)), [app, market])
  // What is typed stays, whatever the order does meanwhile; the exchange has the last word.
  // oxlint-disable-next-line react/exhaustive-deps -- the order as it was when the dialog opened
  const form = useMemo(() => (instrument === null ? null : new AmendForm(order, instrument, moment)), [instrument])
  if (instrument === null || form === null) return <p>{t('block.rulesUnconfirmed')}</p>
  const { lotSize, quoteCoin } = instrument
  const bound = spotLimitOf(order, market)
  const cover = spotCoverOf(
    order,
    { qty: form.qty.value, price: form.price?.price.value ?? form.trigger?.price.value ?? null },
    market,
    app.account.wallet.value,
  )
  const isBeyond = isBeyondSpotLimit(order, form.price?.price.value ?? null, bound)
  const { volatility } = form
  const byVolatility = volatility?.pricedBy.value === 'volatility'
  const typed = (byVolatility ? volatility.price.value : form.price?.price.value) ?? null
  const wouldTake = typed !== null && isPostOnlyTaker(order, typed, market.ticker.value)
  const change = isBeyond || wouldTake ? null : form.change.value
  return (
    <DialogForm
      subject={`${order.symbol} · ${t(order.side)} · ${t('filledOf', { filled: formatQty(order.filledQty, lotSize) })}`}
      canConfirm={change !== null}
      sends={JSON.stringify(form.change.value)}
      onConfirm={async () => {
        if (change === null) return null
        // What is asked about is the price that the exchange would make of a volatility.
        const meant = change.orderIv === undefined ? change : { ...change, price: typed }
        const terms = termsOfChange(order, meant)
        const known = isUntouched(meant)
        const changed = { triggerBy: form.hasBasis ? form.triggerBy.value : undefined }
        const subject = { what: 'amendment', terms, market, known, changed, ...askScale(order.symbol, app) } as const
        if (question.isNeeded(subject) && !(await question.ask(subject))) return ''
        const rejection = await actions.amend(order, change)
        return rejection === null ? null : rejectionText(withCoinPaid(rejection, order, instrument))
      }}
      onClose={onClose}
    >
      {form.trigger === null ? null : (
        <PriceTextField label={t('triggerPrice')} field={form.trigger} isFirst isProblemShown>
          {form.hasBasis ? (
            <TriggerBySelect
              label={t('triggerBy')}
              chosen={form.triggerBy.value}
              onChoose={(by) => form.setTriggerBy(by)}
            />
          ) : (
            quoteCoin
          )}
        </PriceTextField>
      )}
      {volatility === null ? null : (
        <AmendVolatilityFields
          volatility={volatility}
          price={form.price?.price.value ?? null}
          tickSize={instrument.tickSize}
          problem={wouldTake ? t('postOnlyWouldTake') : null}
        />
      )}
      {form.price === null || byVolatility ? null : bound !== null ? (
        <SpotPriceField order={order} field={form.price} bound={bound} isFirst={form.trigger === null}>
          {quoteCoin}
        </SpotPriceField>
      ) : (
        <PriceTextField
          label={t('price')}
          field={form.price}
          isFirst={form.trigger === null}
          isProblemShown
          problem={wouldTake ? t('postOnlyWouldTake') : null}
        >
          {quoteCoin}
        </PriceTextField>
      )}
      {form.hasQty ? (
        <NumberField
          label={t('quantity')}
          value={form.qtyText.value}
          onText={(typed) => form.setQtyText(typed)}
          onStep={(direction) => form.stepQty(direction)}
          onBlur={() => form.settleQty()}
          hint={legOfPlan(order) !== null && order.pairOrderId != null ? t('qtyOfBothLegs') : null}
          problem={
            form.qty.value === null
              ? form.qtyText.value.trim() === ''
                ? t('problem.qtyMissing')
                : t('problem.qtyBelowMin', { min: instrument.minQty, coin: qtyCoin(instrument) })
              : form.isBelowFilled.value
                ? t('problem.qtyNotAboveFilled', { filled: formatQty(order.filledQty, lotSize) })
                : null
          }
        >
          {qtyCoin(instrument)}
        </NumberField>
      ) : null}
      {cover === null ? null : <SpotCoverLine cover={cover} />}
      <SendQuestionDialog question={question} />
    </DialogForm>
  )
}
