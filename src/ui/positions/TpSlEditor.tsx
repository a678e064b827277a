import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { QTY_SLIDER } from '../../domain/limits'
import type { Position } from '../../domain/position/position'
import { setsGuard } from '../../domain/position/position-settings'
import { formatQty } from '../format'
import { Button } from '../kit/Button'
import { DialogForm } from '../kit/DialogForm'
import { NumberField } from '../kit/NumberField'
import { Slider } from '../kit/Slider'
import { outcomeText } from '../trading-kit/refusals/outcome-text'
import { useApp } from '../state/app-context'
import { PositionTpSl } from '../trading-kit/tpsl/position-tpsl'
import styles from '../trading-kit/tpsl/TpSlFields.module.css'
import { TpSlHint } from '../trading-kit/tpsl/TpSlHint'
import { TpSlLegFields } from '../trading-kit/tpsl/TpSlLegFields'
import { TpSlTools } from '../trading-kit/tpsl/TpSlTools'
import { prefsIn } from '../trading-kit/tpsl/tpsl-prefs'
import { guardsOf, type PartialSet } from '../trading-kit/position-guards'

interface Props {
  readonly position: Position
  readonly mode: 'full' | 'partial'
  /** The partial set that is changed; `null` for a new one or the whole position's. */
  readonly editing: PartialSet | null
  /** The other mode has orders waiting: the exchange takes these only when those are gone (semantics.md §2.4). */
  readonly isLocked: boolean
  readonly onBack: (() => void) | null
  readonly onClose: () => void
}

/** The form of one take-profit and stop-loss; a partial one has a quantity and may close at a limit price. */
export function TpSlEditor({ position, mode, editing, isLocked, onBack, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const app = useApp()
  const market = app.market(position.symbol)
  const hasRoi = app.account.view.value.hasOwnMargin
  const model = useMemo(
    () =>
      new PositionTpSl(position, market, mode, editing, {
        prefs: prefsIn(app.kept),
        hasRoi,
        slippageOf: (leg) =>
          guardsOf(position, app.account.openOrders.peek()).find((one) => one.stopOrderType === leg)?.slippage ?? null,
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the position when the form opened; what is typed stays
    [market, mode, editing, hasRoi],
  )
  const { form } = model
  const instrument = market.instrument.value
  const coin = instrument?.settleCoin ?? ''
  const isPartial = mode === 'partial'
  const isEdit = editing !== null
  const qtyProblem = model.qtyProblem.value
  const terms = model.terms.value
  const shows = (leg: 'takeProfit' | 'stopLoss'): boolean => editing === null || editing[leg] !== null
  return (
    <DialogForm
      canConfirm={terms !== null && !isLocked}
      onConfirm={async () => {
        if (terms === null) return ''
        const outcome = await app.hub.api.setTpSl(terms)
        // What is taken away is told by the hub, as the end of its order.
        if (outcome.kind === 'accepted' && setsGuard(terms) && !app.notices.isClosed('createOrderNotifyClose'))
          app.notices.say('setTpSuccess', { symbol: position.symbol })
        return outcomeText(outcome)
      }}
      onClose={onClose}
    >
      {onBack === null ? null : (
        <Button tone="quiet" className={styles['back'] ?? ''} onClick={onBack}>
          <span aria-hidden="true">←</span> {t('backToList')}
        </Button>
      )}
      <TpSlHint />
      {isLocked ? <p className={styles['hint']}>{t(isPartial ? 'lockedByFull' : 'lockedByPartial')}</p> : null}
      {isPartial ? (
        <>
          <NumberField
            label={t('trade:quantity')}
            value={model.qtyText.value}
            onText={(typed) => model.setQtyText(typed)}
            onStep={(direction) => model.stepQty(direction)}
            problem={
              qtyProblem === null
                ? null
                : t(`problem.${qtyProblem}`, {
                    max: formatQty(position.size, instrument?.lotSize ?? null),
                    step: formatQty(instrument?.lotSize ?? null, null),
                    coin: qtyCoin(instrument),
                  })
            }
          >
            {qtyCoin(instrument)}
          </NumberField>
          <Slider
            label={t('quantityShare')}
            {...QTY_SLIDER}
            value={model.percent.value}
            valueText={`${model.percent.value}%`}
            onValue={(percent) => model.setPercent(percent)}
          />
        </>
      ) : null}
      {shows('takeProfit') ? (
        <TpSlLegFields form={form.takeProfit} coin={coin} mayLimit={isPartial} isTypeFixed={isEdit} isFirst />
      ) : null}
      {shows('stopLoss') ? (
        <TpSlLegFields form={form.stopLoss} coin={coin} mayLimit={isPartial} isTypeFixed={isEdit} />
      ) : null}
      <p className={styles['hint']}>{t(isPartial ? 'partialHint' : 'fullHint')}</p>
      <TpSlTools form={form} />
    </DialogForm>
  )
}
