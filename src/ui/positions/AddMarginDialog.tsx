import { computed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { Contract } from '../../domain/instrument/contract'
import type { Position } from '../../domain/position/position'
import { formatCoin, formatMoney, formatPrice } from '../format'
import { Checkbox } from '../kit/Checkbox'
import { Choice } from '../kit/Choice'
import { Dialog } from '../kit/Dialog'
import { DialogForm, DialogLine } from '../kit/DialogForm'
import { NumberField } from '../kit/NumberField'
import { stepText } from '../kit/step-text'
import { outcomeText } from '../trading-kit/refusals/outcome-text'
import { useApp } from '../state/app-context'
import { useNoSending } from '../state/no-sending'
import { MARGIN_DECIMALS, MarginForm, type MarginMove } from './margin-form'
import styles from './PositionDialogs.module.css'
import { usePosition, type PositionKey } from './use-position'
import { UnitStepsButton } from '../trading-kit/UnitStepsButton'

const MOVES: readonly MarginMove[] = ['add', 'reduce']

interface Props {
  readonly target: PositionKey
  readonly onClose: () => void
}

/** The margin of an isolated position: more or less of it, and whether it is added by itself when it runs short. */
export function AddMarginDialog({ target, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('positions')
  const position = usePosition(target)
  const instrument = useApp().market(target.symbol).instrument.value
  return (
    <Dialog title={t('trade:addMargin')} onClose={onClose}>
      {position === null || instrument === null ? (
        <p>{t('positionGone')}</p>
      ) : (
        <MarginEditor position={position} instrument={instrument} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface EditorProps {
  readonly position: Position
  readonly instrument: Contract
  readonly onClose: () => void
}

function MarginEditor({ position, instrument, onClose }: EditorProps) {
  useSignals()
  const { t } = useTranslation('positions')
  const app = useApp()
  const { symbol, positionIdx } = position
  const { settleCoin: coin, tickSize } = instrument
  const form = useMemo(() => {
    const { account } = app
    return new MarginForm(
      computed(() => account.position(symbol, positionIdx)),
      instrument,
      computed(() => account.wallet.value?.coins.find((one) => one.coin === coin)?.available ?? null),
    )
  }, [app, symbol, positionIdx, instrument, coin])
  const amount = form.amount.value
  const max = form.max.value
  const isOver = form.problem.value === 'overMax'
  return (
    <DialogForm
      subject={`${symbol} · ${t(position.side === 'sell' ? 'trade:short' : 'trade:long')}`}
      canConfirm={amount !== null}
      onConfirm={async () => {
        if (amount === null) return ''
        const outcome = await app.hub.api.addMargin({ symbol, positionIdx, amount })
        if (outcome.kind === 'accepted')
          app.notices.say('marginChanged', { symbol, amount: `${formatCoin(amount, coin, { signed: true })} ${coin}` })
        return outcomeText(outcome)
      }}
      onClose={onClose}
    >
      <Choice
        label={t('margin.move')}
        items={MOVES.map((id) => ({ id, label: t(`margin.${id}`) }))}
        chosen={form.move.value}
        onChoose={(move) => form.setMove(move)}
      />
      <NumberField
        label={t('margin.amount')}
        value={form.text.value}
        onText={(typed) => form.setText(typed)}
        onStep={(direction) => form.setText(stepText(form.text.peek(), 1, direction))}
        onBlur={() => form.settle()}
        problem={
          isOver
            ? t('margin.overMax', { max: formatMoney(max, { decimals: MARGIN_DECIMALS }), coin })
            : form.isNotPositive.value
              ? t('margin.notPositive')
              : null
        }
        isFirst
      >
        <UnitStepsButton
          label={t('margin.amount')}
          step={1}
          text={() => form.text.peek()}
          onText={(typed) => form.setText(typed)}
        />
        <button type="button" className={styles['max']} onClick={() => form.fillMax()}>
          {t('margin.max')}
        </button>
        {coin}
      </NumberField>
      <div>
        <DialogLine label={t(form.move.value === 'add' ? 'margin.available' : 'margin.added')}>
          {formatCoin(max, coin)} {coin}
        </DialogLine>
        <DialogLine label={t('margin.now')}>
          {formatCoin(position.initialMargin, coin)} {coin}
        </DialogLine>
        <DialogLine label={t('trade:liqPrice')}>
          {formatPrice(position.liquidationPrice, tickSize)} → {formatPrice(form.liquidationPrice.value, tickSize)}
        </DialogLine>
      </div>
      <AutoAddSwitch position={position} />
    </DialogForm>
  )
}

/** Works at once: it is no part of the amount. */
function AutoAddSwitch({ position }: { readonly position: Position }) {
  const { t } = useTranslation('positions')
  const { hub, notices } = useApp()
  const noSending = useNoSending()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { symbol, positionIdx, isAutoAddMargin = false } = position
  const toggle = async (isOn: boolean): Promise<void> => {
    setSending(true)
    const outcome = await hub.api.setAutoAddMargin({ symbol, positionIdx, isOn })
    setSending(false)
    setFailure(outcomeText(outcome))
    if (outcome.kind === 'accepted') notices.say(isOn ? 'autoMarginOn' : 'autoMarginOff', { symbol })
  }
  return (
    <>
      <Checkbox
        label={t('margin.auto')}
        title={noSending ?? t('margin.autoHint')}
        checked={isAutoAddMargin}
        disabled={isSending || noSending !== null}
        onChecked={(checked) => void toggle(checked)}
      />
      {failure === null ? null : (
        <p className={styles['failure']} role="alert">
          {failure}
        </p>
      )}
    </>
  )
}
