import { useSignals } from '@preact/signals-react/runtime'
import { useMemo, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { Price } from '../../domain/decimal'
import type { Position } from '../../domain/position/position'
import { formatPrice } from '../format'
import { ActionButton } from '../kit/ActionButton'
import { Choice } from '../kit/Choice'
import { Dialog } from '../kit/Dialog'
import { useOpenGuard } from '../kit/open-guard'
import { DialogForm, DialogLine } from '../kit/DialogForm'
import { NumberField } from '../kit/NumberField'
import { stepText } from '../kit/step-text'
import { outcomeText } from '../trading-kit/refusals/outcome-text'
import { PriceTextField } from '../trading-kit/PriceTextField'
import { useApp } from '../state/app-context'
import { isPriceStale } from '../trading-kit/is-market-live'
import styles from './PositionDialogs.module.css'
import { TrailingForm, trailingTerms, type TrailingUnit } from './trailing-form'
import { trailingOf } from '../trading-kit/position-guards'
import { usePosition, type PositionKey } from './use-position'
import { UnitStepsButton } from '../trading-kit/UnitStepsButton'

const UNITS: readonly TrailingUnit[] = ['value', 'percent']

interface Props {
  readonly target: PositionKey
  readonly onClose: () => void
}

/** A stop that follows the best price (semantics.md §2.5). */
export function TrailingStopDialog({ target, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('positions')
  const position = usePosition(target)
  return (
    <Dialog title={t('trade:trailingStop')} onClose={onClose}>
      {position === null ? <p>{t('positionGone')}</p> : <TrailingEditor position={position} onClose={onClose} />}
    </Dialog>
  )
}

function TrailingEditor({ position, onClose }: { readonly position: Position; readonly onClose: () => void }) {
  useSignals()
  const { t } = useTranslation('positions')
  const app = useApp()
  const market = app.market(position.symbol)
  const instrument = market.instrument.value
  const known = trailingOf(position, app.account.openOrders.value)
  const waitsFor = known?.stopPrice == null ? (known?.triggerPrice ?? null) : null
  // oxlint-disable-next-line react/exhaustive-deps -- the position when the dialog opened; what is typed stays
  const form = useMemo(() => new TrailingForm(position, market, waitsFor), [market])
  const tick = instrument?.tickSize ?? null
  const terms = form.terms.value
  const problem = form.problem.value
  const isValue = form.unit.value === 'value'
  return (
    <DialogForm
      subject={
        <>
          {position.symbol} · {t(position.side === 'sell' ? 'trade:short' : 'trade:long')}
          <br />
          {t('trailing.explained')}
        </>
      }
      canConfirm={terms !== null}
      onConfirm={async () => {
        if (terms === null) return ''
        const outcome = await app.hub.api.setTpSl(terms)
        if (outcome.kind === 'accepted') app.notices.say('trailingSet', { symbol: position.symbol })
        return outcomeText(outcome)
      }}
      onClose={onClose}
    >
      <Choice
        label={t('trailing.unit')}
        items={UNITS.map((id) => ({ id, label: t(`trailing.${id}`) }))}
        chosen={form.unit.value}
        onChoose={(unit) => form.setUnit(unit)}
      />
      {isValue ? (
        <PriceTextField
          label={t('trailing.distance')}
          field={form.distance}
          problem={problem === 'distanceTooLarge' ? t('trailing.problem.distanceTooLarge') : null}
          isFirst
          isProblemShown={!form.distance.isEmpty}
        >
          {instrument?.quoteCoin}
        </PriceTextField>
      ) : (
        <NumberField
          label={t('trailing.distance')}
          value={form.percentText.value}
          onBlur={() => form.settlePercent()}
          onText={(typed) => form.setPercentText(typed)}
          onStep={(direction) => form.setPercentText(stepText(form.percentText.peek(), 0.1, direction))}
          problem={
            problem === 'percentTooLarge'
              ? t('trailing.problem.percentTooLarge')
              : problem === 'distanceMissing' && form.percentText.value !== ''
                ? t('trailing.problem.percentNotPositive')
                : null
          }
          isFirst
        >
          <UnitStepsButton
            label={t('trailing.distance')}
            step={0.1}
            most={100}
            text={() => form.percentText.peek()}
            onText={(typed) => form.setPercentText(typed)}
          />
          %
        </NumberField>
      )}
      <PriceTextField
        label={t('trailing.activation')}
        field={form.activation}
        start={market.lastPrice.value}
        isOptional
        isProblemShown
        problem={
          problem === 'activationSide'
            ? t(`trailing.problem.activation${position.side === 'buy' ? 'Above' : 'Below'}`)
            : null
        }
        hint={form.activation.text.value === '' ? t('trailing.atOnce') : null}
      >
        {instrument?.quoteCoin}
      </PriceTextField>
      <DialogLine label={t('lastPrice')} isStale={isPriceStale(app, market)}>
        {formatPrice(market.lastPrice.value, tick)}
      </DialogLine>
      <DialogLine label={t('trailing.firstStop')}>{formatPrice(form.firstStop.value, tick)}</DialogLine>
      {known === null ? null : (
        <>
          <DialogLine label={t('trailing.standsAt')}>
            {known.stopPrice == null
              ? t('trailing.waits', { price: formatPrice(known.triggerPrice ?? null, tick) })
              : formatPrice(known.stopPrice, tick)}
          </DialogLine>
          <RemoveButton position={position} onClose={onClose} />
        </>
      )}
    </DialogForm>
  )
}

function RemoveButton({ position, onClose }: { readonly position: Position; readonly onClose: () => void }) {
  const { t } = useTranslation('positions')
  const { hub } = useApp()
  const ready = useOpenGuard()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const remove = async (): Promise<void> => {
    setSending(true)
    const none = { distance: '0' as Price, rate: null, activationPrice: null }
    const outcome = await hub.api.setTpSl(trailingTerms(position, none))
    setSending(false)
    setFailure(outcomeText(outcome))
    // The end of the order that trailed is told by the hub.
    if (outcome.kind === 'accepted') onClose()
  }
  return (
    <>
      <ActionButton
        disabled={!ready || isSending}
        onClick={(event) => {
          if (event.nativeEvent.isTrusted) void remove()
        }}
      >
        {t('trailing.remove')}
      </ActionButton>
      {failure === null ? null : (
        <p className={styles['failure']} role="alert">
          {failure}
        </p>
      )}
    </>
  )
}
