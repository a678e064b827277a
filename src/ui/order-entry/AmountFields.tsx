import { useSignals } from '@preact/signals-react/runtime'
import { qtyCoin } from '../contract-units'
import { formatCoin, formatPercent, formatQty, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { NumberField } from '../kit/NumberField'
import { readText } from '../kit/number-text'
import { Select } from '../kit/Select'
import { PriceTextField } from '../trading-kit/PriceTextField'
import { Exact, toText, type Money, type Rate } from '../../domain/decimal'
import type { OrderFormModel } from './order-form-model'
import { useProblemText } from './problem-text'
import type { AmountMethod, RiskUnit, SizeBy, Sized } from './size-by'
import styles from './AmountFields.module.css'
import { UnitStepsButton } from '../trading-kit/UnitStepsButton'

/** Take-profits as multiples of what the stop risks. */
const MULTIPLES = [1, 2, 3] as const

interface Props {
  readonly ticket: OrderFormModel
  readonly method: AmountMethod
}

/** The amount that the size is given as, and the quantity that it comes to. */
export function AmountFields({ ticket, method }: Props) {
  useSignals()
  const { t } = useTranslation('ticket')
  const text = useProblemText()
  const sizeBy = ticket.sizeBy.value
  if (sizeBy === null) return null
  const problem = ticket.shown.quantity.value
  const coin = ticket.market.instrument.value?.settleCoin ?? ''
  // The quantity follows from the amount: what is missing is the amount, and a note says why an amount gives none.
  const typed = readText<Money>(sizeBy.text(method).value)
  const isNone = typed === null || !new Exact(typed).gt(0)
  const said = problem?.key !== 'qtyMissing' ? problem && text(problem) : isNone ? t(`sizeBy.missing.${method}`) : null
  return (
    <div className={styles['amount']}>
      {method === 'risk' ? (
        <RiskFields ticket={ticket} sizeBy={sizeBy} coin={coin} problem={said} />
      ) : (
        <NumberField
          label={t(`sizeBy.amount.${method}`)}
          value={sizeBy.text(method).value}
          onText={(typed) => sizeBy.setText(method, typed)}
          onStep={(direction) => sizeBy.step(method, direction)}
          problem={said}
        >
          <UnitStepsButton
            label={t(`sizeBy.amount.${method}`)}
            step={1}
            text={() => sizeBy.text(method).peek()}
            onText={(typed) => sizeBy.setText(method, typed)}
          />
          {coin}
        </NumberField>
      )}
      <SizedLine ticket={ticket} sized={sizeBy.sized.value} coin={coin} />
    </div>
  )
}

interface RiskProps {
  readonly ticket: OrderFormModel
  readonly sizeBy: SizeBy
  readonly coin: string
  readonly problem: string | null
}

/** What may be lost, and where the position ends: the stop is the order's own stop-loss. */
function RiskFields({ ticket, sizeBy, coin, problem }: RiskProps) {
  useSignals()
  const { t } = useTranslation('ticket')
  const extras = ticket.extras.value
  const unit = sizeBy.riskUnit.value
  const entry = ticket.orderPrice.value ?? ticket.market.lastPrice.value
  const stop = extras?.tpSl.stopLoss.price.price.value ?? null
  const distance = entry === null || stop === null ? null : new Exact(stop).div(entry).minus(1)
  const hint =
    distance === null
      ? null
      : t('sizeBy.stopDistance', { distance: formatPercent(toText<Rate>(distance), { signed: true }) })
  return (
    <>
      <div className={styles['pair']}>
        <NumberField
          label={t('sizeBy.amount.risk')}
          shortLabel={t('sizeBy.amount.risk')}
          value={sizeBy.text('risk').value}
          onText={(typed) => sizeBy.setText('risk', typed)}
          onStep={(direction) => sizeBy.step('risk', direction)}
          problem={problem}
        >
          <UnitStepsButton
            label={t('sizeBy.amount.risk')}
            step={unit === 'percent' ? 0.1 : 1}
            most={unit === 'percent' ? 100 : Infinity}
            text={() => sizeBy.text('risk').peek()}
            onText={(typed) => sizeBy.setText('risk', typed)}
          />
          <Select<RiskUnit>
            label={t('sizeBy.riskUnit')}
            items={[
              ['percent', t('sizeBy.percentOfEquity', { coin })],
              ['coin', coin],
            ]}
            chosen={unit}
            onChoose={(next) => sizeBy.setRiskUnit(next)}
          />
        </NumberField>
        {extras === null ? null : (
          <PriceTextField
            label={t('sizeBy.stopPrice')}
            shortLabel={t('sizeBy.stopPrice')}
            field={extras.tpSl.stopLoss.price}
            start={entry}
            hint={hint}
            isOptional
          />
        )}
      </div>
      {extras === null ? null : (
        <fieldset aria-label={t('sizeBy.target')} className={styles['multiples']}>
          <span>{t('sizeBy.target')}</span>
          {MULTIPLES.map((multiple) => (
            <button
              key={multiple}
              type="button"
              disabled={stop === null}
              onClick={() => {
                const target = sizeBy.targetAt(multiple)
                if (target !== null) extras.tpSl.takeProfit.price.set(target)
                extras.tpSl.takeProfit.price.settle()
              }}
            >
              {t('sizeBy.multiple', { multiple })}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}

/** What the amount comes to, and why it comes to nothing; that it was cut stands beside the buttons. */
function SizedLine({
  ticket,
  sized,
  coin,
}: {
  readonly ticket: OrderFormModel
  readonly sized: Sized
  readonly coin: string
}) {
  useSignals()
  const { t } = useTranslation('ticket')
  const instrument = ticket.market.instrument.value
  const { qty, note, risk } = sized
  const quantity =
    qty === null ? MISSING : `${formatQty(qty, instrument?.lotSize ?? null)} ${qtyCoin(instrument) ?? ''}`
  return (
    <>
      <p className={styles['sized']}>
        <span>{t('trade:quantity')}</span>
        <output aria-live="off">
          <b>{quantity}</b>
          {risk === null ? null : ` · ${t('sizeBy.risks', { amount: formatCoin(risk, coin), coin })}`}
        </output>
      </p>
      {note === null || note === 'capped' ? null : (
        <output className={styles['note']}>{t(`sizeBy.note.${note}`)}</output>
      )}
    </>
  )
}
