import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { decimalsOf } from '../../domain/decimal'
import type { HeldMarket } from '../../domain/instrument/market-type'
import type { Position } from '../../domain/position/position'
import { qtyCoin } from '../contract-units'
import { formatCoin, formatFee, formatNumber, signOf } from '../format'
import { Choice } from '../kit/Choice'
import { DialogLine } from '../kit/DialogForm'
import { Figure } from '../kit/Figure'
import { NumberField } from '../kit/NumberField'
import { useApp } from '../state/app-context'
import { meanText } from '../trading-kit/mean-text'
import { isPriceStale } from '../trading-kit/is-market-live'
import { closingFee, type ClosingFill } from './closing-fill'
import { CLOSE_PARTS, closeOutcome, type CloseForm, type ClosePart as Part } from './close-form'

interface Props {
  readonly form: CloseForm
  readonly position: Position
  readonly instrument: HeldMarket
  /** Where it would fill; `null` while unknown. */
  readonly fill: ClosingFill | null
}

/** How much of a position is closed, and what that comes to. */
export function ClosePart({ form, position, instrument, fill }: Props) {
  useSignals()
  const { t } = useTranslation('positions')
  const app = useApp()
  const coin = qtyCoin(instrument)
  const { settleCoin } = instrument
  const problem = form.problem.value
  const bound =
    problem === null || problem.bound === null
      ? ''
      : formatNumber(problem.bound, { decimals: decimalsOf(problem.bound) })
  const qty = form.qty.value
  const price = fill?.price ?? null
  const { value, pnl } = closeOutcome(position, instrument, { qty, price })
  const index = app.market(position.symbol).ticker.value?.indexPrice ?? null
  const fee = fill === null ? null : closingFee(fill, instrument, index)
  const isStale = isPriceStale(app, app.market(position.symbol))
  return (
    <>
      <Choice<Part | ''>
        label={t('close.part')}
        items={CLOSE_PARTS.map((id) => ({ id, label: `${id}%` }))}
        chosen={form.part.value ?? ''}
        onChoose={(part) => part !== '' && form.choose(part)}
      />
      <NumberField
        label={t('trade:quantity')}
        value={form.text.value}
        onText={(typed) => form.setText(typed)}
        onStep={(direction) => form.step(direction)}
        onFocus={() => form.focus()}
        onBlur={() => form.settle()}
        problem={
          problem === null ? null : t(`trade:problem.${problem.key}`, { min: bound, max: bound, step: bound, coin })
        }
      >
        {coin}
      </NumberField>
      <div>
        <DialogLine label={t('close.average')} isStale={isStale}>
          {meanText(price, instrument.tickSize)}
        </DialogLine>
        <DialogLine label={t('close.value')} isStale={isStale}>
          {formatCoin(value, settleCoin)} {settleCoin}
        </DialogLine>
        <DialogLine label={t('close.pnl')} isStale={isStale}>
          <Figure sign={signOf(pnl, settleCoin)}>
            {formatCoin(pnl, settleCoin, { signed: true })} {settleCoin}
          </Figure>
        </DialogLine>
        <DialogLine label={t('close.fee')} isStale={isStale}>
          {formatFee(fee, settleCoin)} {settleCoin}
        </DialogLine>
      </div>
    </>
  )
}
