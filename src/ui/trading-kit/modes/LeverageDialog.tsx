import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import type { Leverage } from '../../../domain/decimal'
import type { Contract } from '../../../domain/instrument/contract'
import type { InstrumentSymbol } from '../../../domain/order/order'
import { formatLeverage, formatCoin } from '../../format'
import { Dialog } from '../../kit/Dialog'
import { DialogForm, DialogLine, DialogWarning } from '../../kit/DialogForm'
import { NumberField } from '../../kit/NumberField'
import { Slider } from '../../kit/Slider'
import { outcomeText } from '../refusals/outcome-text'
import { useApp } from '../../state/app-context'
import { LeverageForm } from './leverage-form'

interface Props {
  readonly symbol: InstrumentSymbol
  readonly onClose: () => void
}

/** The leverage of a contract: a number, a slider, and what it allows; long and short apart where they may differ. */
export function LeverageDialog({ symbol, onClose }: Props) {
  const { t } = useTranslation('trade')
  return (
    <Dialog title={t('pozLeverage')} onClose={onClose}>
      <LeverageEditors symbol={symbol} onClose={onClose} />
    </Dialog>
  )
}

function LeverageEditors({ symbol, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const { account } = app
  const instrument = app.market(symbol).instrument.value
  const isIsolated = account.marginMode.value === 'isolated'
  // Semantics §2.8: the sides may differ only in hedge mode with isolated margin.
  const isSplit = isIsolated && account.positionMode(symbol) === 'hedge'
  const forms = useMemo(() => {
    if (instrument === null) return null
    const [buy, sell] = [account.leverage(symbol, 'buy'), account.leverage(symbol, 'sell')]
    const long = new LeverageForm(instrument, buy)
    const now = inWords(isSplit ? [buy, sell] : [buy])
    return { long, short: isSplit ? new LeverageForm(instrument, sell) : long, now }
    // oxlint-disable-next-line react/exhaustive-deps -- the leverage when the dialog opened; what is typed stays
  }, [instrument, isSplit, symbol])
  if (forms === null || instrument === null) return <p>{t('block.rulesUnconfirmed')}</p>
  const { long, short } = forms
  const confirm = async (): Promise<string | null> => {
    long.settle()
    short.settle()
    const buyLeverage = long.leverage.peek()
    const sellLeverage = short.leverage.peek()
    if (buyLeverage === null || sellLeverage === null) return ''
    const outcome = await app.hub.api.setLeverage({ symbol, buyLeverage, sellLeverage })
    if (outcome.kind === 'accepted')
      app.notices.say('leverageSet', { symbol, leverage: inWords([buyLeverage, sellLeverage]) })
    return outcomeText(outcome)
  }
  const isWhole = long.leverage.value !== null && short.leverage.value !== null
  return (
    <DialogForm
      // With the leverage in force beside it, a button that confirms nothing says why.
      subject={`${symbol} · ${t(account.marginMode.value)} · ${t('leverageNow', { leverage: forms.now })}`}
      canConfirm={isWhole && (long.isChanged.value || short.isChanged.value)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Editor form={long} instrument={instrument} label={t(isSplit ? 'leverageLong' : 'leverage')} isFirst />
      {isSplit ? <Editor form={short} instrument={instrument} label={t('leverageShort')} /> : null}
    </DialogForm>
  )
}

function inWords(leverages: readonly Leverage[]): string {
  return [...new Set(leverages)].map((one) => formatLeverage(one)).join(' / ')
}

interface EditorProps {
  readonly form: LeverageForm
  readonly instrument: Contract
  readonly label: string
  readonly isFirst?: boolean
}

function Editor({ form, instrument, label, isFirst = false }: EditorProps) {
  useSignals()
  const { t } = useTranslation('trade')
  const leverage = form.leverage.value
  return (
    <>
      <NumberField
        label={label}
        value={form.text.value}
        onText={(typed) => form.setText(typed)}
        onStep={(direction) => form.step(direction)}
        onBlur={() => form.settle()}
        problem={
          form.isOutside.value
            ? t('problem.leverageMissing', {
                min: formatLeverage(instrument.minLeverage),
                max: formatLeverage(instrument.maxLeverage),
              })
            : null
        }
        isFirst={isFirst}
      >
        ×
      </NumberField>
      <Slider
        label={t('leverageSliderOf', { label })}
        min={Number(instrument.minLeverage)}
        max={Number(instrument.maxLeverage)}
        step={1}
        value={Number(leverage ?? instrument.minLeverage)}
        marks={form.marks}
        valueText={formatLeverage(leverage)}
        onValue={(value) => form.setText(String(value))}
      />
      <DialogLine label={t('maxPositionValue')}>
        {formatCoin(form.maxValue.value, instrument.settleCoin)} {instrument.settleCoin}
      </DialogLine>
      <DialogWarning text={form.isHigh.value ? t('lvgHighLimitTips') : ''} />
    </>
  )
}
