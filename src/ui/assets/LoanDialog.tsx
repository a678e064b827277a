import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState } from 'react'
import type { LentCoin } from '../../domain/account/lending'
import { decimalsOf, Exact, toText, type Money } from '../../domain/decimal'
import { hourlyInterest } from '../../domain/risk/borrowing'
import { coinDecimals, formatMoney, formatPercent } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Choice } from '../kit/Choice'
import { Dialog } from '../kit/Dialog'
import { DialogForm, DialogLine } from '../kit/DialogForm'
import { NumberField } from '../kit/NumberField'
import { stepText } from '../kit/step-text'
import { useApp } from '../state/app-context'
import { outcomeText } from '../trading-kit/refusals/outcome-text'
import styles from './SpotMargin.module.css'
import { borrowRefusal } from './borrow-refusal'
import { owedOf, soldFor } from './lending-model'
import { LoanForm } from './loan-form'
import { formatWhole } from './owed-text'
import { useLendingRoom } from './use-lending-room'
import { UnitStepsButton } from '../trading-kit/UnitStepsButton'

export interface LoanTarget {
  readonly act: 'borrow' | 'repay'
  readonly coin: LentCoin
}

interface Props {
  readonly target: LoanTarget
  /** The exchange's list of coins, in its order. */
  readonly listed: readonly LentCoin[]
  readonly onClose: () => void
}

/** Borrows a coin, or repays what is owed of it. */
export function LoanDialog({ target: { act, coin }, listed, onClose }: Props) {
  const { t } = useTranslation('assets')
  return (
    <Dialog title={t(`${act}.title`, { coin: coin.coin })} onClose={onClose}>
      {act === 'borrow' ? (
        <Borrow lent={coin} onClose={onClose} />
      ) : (
        <Repay lent={coin} listed={listed} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface EditorProps {
  readonly lent: LentCoin
  readonly onClose: () => void
}

function Borrow({ lent, onClose }: EditorProps) {
  useSignals()
  const { t } = useTranslation('assets')
  const app = useApp()
  const { coin, hourlyRate, freeLimit } = lent
  const room = useLendingRoom(coin)
  const { max, form } = useLoanForm(room?.borrowable ?? null)
  const amount = form.amount.value
  return (
    <DialogForm
      subject={t('borrow.subject')}
      canConfirm={amount !== null}
      confirmLabel={
        amount === null ? t('borrow.act') : t('borrow.confirm', { amount: formatWhole(amount, coin), coin })
      }
      onConfirm={async () => {
        if (amount === null) return ''
        const outcome = await app.hub.api.changeLending({ kind: 'borrow', coin, amount })
        if (outcome.kind === 'accepted') app.notices.say('borrowed', { amount: formatWhole(amount, coin), coin })
        return borrowRefusal(outcome, coin)
      }}
      onClose={onClose}
    >
      <AmountField
        form={form}
        coin={coin}
        label={t('borrow.amount')}
        all={t('max')}
        problem={
          form.problem.value === null ? null : t(`borrow.${form.problem.value}`, { max: formatWhole(max, coin), coin })
        }
      />
      <div>
        <DialogLine label={t('borrow.most')}>
          {formatWhole(room?.borrowable ?? null, coin)} {coin}
        </DialogLine>
        <DialogLine label={t('rateHour')}>{formatPercent(hourlyRate, { decimals: 6 })}</DialogLine>
        <DialogLine label={t('borrow.costs')}>
          {formatWhole(amount === null ? null : hourlyInterest(amount, { hourlyRate }), coin)} {coin}
        </DialogLine>
      </div>
      <p className={styles['note']}>
        {t('borrow.note', { free: formatMoney(freeLimit, { decimals: decimalsOf(freeLimit) }), coin })}
      </p>
    </DialogForm>
  )
}

type PaidWith = 'own' | 'others'
const PAID_WITH: readonly PaidWith[] = ['own', 'others']

function Repay({ lent, listed, onClose }: EditorProps & Pick<Props, 'listed'>) {
  useSignals()
  const { t } = useTranslation('assets')
  const app = useApp()
  const { coin } = lent
  const room = useLendingRoom(coin)
  const [paidWith, setPaidWith] = useState<PaidWith>('own')
  const { owed, interest } = owedOf(app.account.wallet.value, coin)
  const repayable = room === null ? null : toText<Money>(Exact.min(room.repayable, owed))
  const { max, form } = useLoanForm(paidWith === 'own' ? repayable : owed)
  const amount = form.amount.value
  const isAll = form.isAll.value
  const sold = soldFor(coin, listed, app.account.wallet.value)
  return (
    <DialogForm
      subject={t('repay.subject')}
      canConfirm={amount !== null && new Exact(amount).gt(0)}
      confirmLabel={amount === null ? t('repay.act') : t('repay.confirm', { amount: formatWhole(amount, coin), coin })}
      onConfirm={async () => {
        if (amount === null) return ''
        const withOthers = paidWith === 'others'
        const outcome = await app.hub.api.changeLending({
          kind: 'repay',
          coin,
          amount: isAll ? null : amount,
          withOthers,
        })
        if (outcome.kind === 'accepted') app.notices.say('repaid', { coin })
        return outcomeText(outcome)
      }}
      onClose={onClose}
    >
      <Choice
        label={t('repay.paidWith')}
        items={PAID_WITH.map((id) => ({ id, label: t(`repay.with.${id}`, { coin }) }))}
        chosen={paidWith}
        onChoose={(next) => {
          setPaidWith(next)
          form.setText('')
        }}
      />
      <AmountField
        form={form}
        coin={coin}
        label={t('repay.amount')}
        all={t('all')}
        problem={
          form.problem.value === null ? null : t(`repay.${form.problem.value}`, { max: formatWhole(max, coin), coin })
        }
      />
      <div>
        <DialogLine label={t('column.owed')}>
          {formatWhole(owed, coin)} {coin}
        </DialogLine>
        <DialogLine label={t('repay.interest')}>
          {formatWhole(interest, coin)} {coin}
        </DialogLine>
        <DialogLine label={t('repay.free')}>
          {formatWhole(repayable, coin)} {coin}
        </DialogLine>
        {paidWith === 'own' ? null : (
          <DialogLine label={t('repay.sold')}>{sold.length === 0 ? t('repay.soldNone') : sold.join(', ')}</DialogLine>
        )}
      </div>
      <p className={styles['note']}>{t(`repay.note.${paidWith}`, { coin })}</p>
    </DialogForm>
  )
}

interface AmountProps {
  readonly form: LoanForm
  readonly coin: string
  readonly label: string
  readonly all: string
  readonly problem: string | null
}

function AmountField({ form, coin, label, all, problem }: AmountProps) {
  useSignals()
  const step = coinDecimals(coin) === 2 ? 1 : 0.01
  return (
    <NumberField
      label={label}
      value={form.text.value}
      onText={(typed) => form.setText(typed)}
      onStep={(direction) => form.setText(stepText(form.text.peek(), step, direction))}
      onBlur={() => form.settle()}
      problem={problem}
      isFirst
    >
      <UnitStepsButton
        label={label}
        step={step}
        text={() => form.text.peek()}
        onText={(typed) => form.setText(typed)}
      />
      <button type="button" className={styles['max']} onClick={() => form.fillMax()}>
        {all}
      </button>
      {coin}
    </NumberField>
  )
}

function useLoanForm(max: Money | null): { readonly max: Money | null; readonly form: LoanForm } {
  // oxlint-disable-next-line react/exhaustive-deps -- it follows below; the form stays
  const bound = useMemo(() => signal(max), [])
  useEffect(() => {
    bound.value = max
  }, [bound, max])
  return { max, form: useMemo(() => new LoanForm(bound), [bound]) }
}
