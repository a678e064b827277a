import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { ALWAYS_COLLATERAL, BORROW_LEVERAGES, type LendingChange, type LentCoin } from '../../domain/account/lending'
import type { CoinBalance, Wallet } from '../../domain/account/wallet'
import { compare, decimalsOf, Exact, toText, type Leverage, type Money, type Rate } from '../../domain/decimal'
import { formatAge, formatCoin, formatLeverage, formatMoney, formatPercent, MISSING } from '../format'
import type { Translate } from '../i18n/words'
import { useTranslation } from '../i18n/use-translation'
import { ActionButton } from '../kit/ActionButton'
import { Button } from '../kit/Button'
import { Checkbox } from '../kit/Checkbox'
import { DataTable, type Column } from '../kit/DataTable'
import { Select } from '../kit/Select'
import { TableSkeleton } from '../kit/TableSkeleton'
import { useApp } from '../state/app-context'
import { useNoSending } from '../state/no-sending'
import { Refusal } from '../trading-kit/refusals/Refusal'
import { outcomeText } from '../trading-kit/refusals/outcome-text'
import { debtsKey, LendingModel, owedOf, unlentOf } from './lending-model'
import { formatOwed } from './owed-text'
import { CollateralSlices } from './CollateralSlices'
import { LoanDialog, type LoanTarget } from './LoanDialog'
import { LoanHistory } from './LoanHistory'
import styles from './SpotMargin.module.css'

const HOURS_A_YEAR = 8_760

/** What is lent to the account, coin by coin: what it owes, what that costs, what counts as collateral, and what can be changed of it. */
export function SpotMargin() {
  useSignals()
  const { t } = useTranslation('assets')
  const app = useApp()
  const model = useLending()
  const change = useChange(model)
  const [loan, setLoan] = useState<LoanTarget | null>(null)
  const lending = model.lending.value
  const wallet = app.account.wallet.value
  const isLive = app.connection.isAccountLive.value
  const asOfMs = model.asOfMs.value
  const noSending = useNoSending()
  const columns = useMemo(
    () => lendingColumns(t, { wallet, isOn: lending?.isOn ?? false, noSending, change, open: setLoan }),
    [t, wallet, lending, noSending, change],
  )
  // Each isolated position stands on its own margin: nothing is lent beside it (ADR-400).
  if (lending?.mode === 'isolated')
    return (
      <Section>
        <p className={styles['about']}>{t('isolated')}</p>
      </Section>
    )
  return (
    <Section>
      <div className={styles['head']}>
        <p className={styles['about']}>{t(lending?.isOn === true ? 'aboutOn' : 'aboutOff')}</p>
        <Checkbox
          label={t('spotMargin')}
          checked={lending?.isOn ?? false}
          disabled={lending === null || change.isSending || noSending !== null}
          {...(noSending === null ? {} : { title: noSending })}
          onChecked={(isOn) => void change.send({ kind: 'spotMargin', isOn })}
        />
      </div>
      {change.failure === '' ? null : (
        <p className={styles['failure']} role="alert">
          {change.failure}
        </p>
      )}
      {model.hasFailed.value ? <ReadFailure model={model} /> : null}
      {lending === null ? (
        model.hasFailed.value ? null : (
          <TableSkeleton />
        )
      ) : (
        <div data-stale={isLive ? undefined : ''}>
          {isLive || asOfMs === null ? null : (
            <p className={styles['age']}>{t('keptAge', { age: formatAge(app.clock.ticking.value - asOfMs) })}</p>
          )}
          <DataTable label={t('coins')} columns={columns} rows={lending.coins} rowKey={({ coin }) => coin} />
        </div>
      )}
      <h3 className={styles['title']}>{t('history.title')}</h3>
      <LoanHistory />
      {loan === null ? null : <LoanDialog target={loan} listed={lending?.coins ?? []} onClose={() => setLoan(null)} />}
    </Section>
  )
}

function Section({ children }: { readonly children: React.ReactNode }) {
  const { t } = useTranslation('assets')
  return (
    <section className={styles['section']} aria-label={t('spotMargin')}>
      <h2 className={styles['title']}>{t('spotMargin')}</h2>
      {children}
    </section>
  )
}

function ReadFailure({ model }: { readonly model: LendingModel }) {
  useSignals()
  const { t } = useTranslation('assets')
  const rejection = model.rejection.value
  return (
    <div className={styles['head']}>
      <output className={styles['failure']}>
        {t('unread')}{' '}
        {rejection === null ? null : (
          <Suspense fallback={null}>
            <Refusal rejection={rejection} as="span" />
          </Suspense>
        )}
      </output>
      <Button size="row" onClick={() => void model.read()}>
        {t('trade:history.tryAgain')}
      </Button>
    </div>
  )
}

interface Sender {
  readonly isSending: boolean
  /** Why the last one was not done; empty where it was. */
  readonly failure: string
  readonly send: (change: LendingChange) => Promise<void>
}

/** Switches work at once, one at a time; what is in force then is read, and not supposed. */
function useChange(model: LendingModel): Sender {
  // What is refused is told in their words.
  useTranslation('notices')
  const { hub } = useApp()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  return useMemo(
    () => ({
      isSending,
      failure,
      send: async (change) => {
        setSending(true)
        const outcome = await hub.api.changeLending(change)
        await model.read()
        setSending(false)
        setFailure(outcomeText(outcome) ?? '')
      },
    }),
    [hub, model, isSending, failure],
  )
}

/** Read while it is shown: at first, when a debt or a switch is another one, and when the account is live again. */
function useLending(): LendingModel {
  const { hub, account, connection } = useApp()
  const model = useMemo(() => new LendingModel(hub.api), [hub])
  useEffect(() => {
    let key: string | null = null
    return account.wallet.subscribe((wallet) => {
      const next = debtsKey(wallet)
      if (wallet !== null && next !== key) void model.read()
      key = next
    })
  }, [account, model])
  useEffect(() => {
    let wasLive = true
    return connection.isAccountLive.subscribe((isLive) => {
      if (isLive && !wasLive) void model.read()
      wasLive = isLive
    })
  }, [connection, model])
  return model
}

interface Shown {
  readonly wallet: Wallet | null
  readonly isOn: boolean
  readonly noSending: string | null
  readonly change: Sender
  readonly open: (target: LoanTarget) => void
}

function lendingColumns(t: Translate<'assets'>, shown: Shown): readonly Column<LentCoin>[] {
  const balanceOf = (coin: string): CoinBalance | undefined => shown.wallet?.coins.find((one) => one.coin === coin)
  const isFixed = shown.change.isSending || shown.noSending !== null
  return [
    { id: 'coin', title: t('trade:column.coin'), align: 'start', cell: ({ coin }) => <b>{coin}</b> },
    {
      id: 'walletBalance',
      title: t('column.balance'),
      cell: ({ coin }) => formatCoin(balanceOf(coin)?.walletBalance ?? ('0' as Money), coin),
    },
    {
      id: 'borrowed',
      title: t('column.borrowed'),
      cell: ({ coin, borrowed }) => (
        <>
          {orNothing(borrowed, coin)}
          <Interest of={owedOf(shown.wallet, coin).interest} coin={coin} />
          <Unlent of={unlentOf(shown.wallet, coin, borrowed)} coin={coin} />
        </>
      ),
    },
    {
      id: 'rate',
      title: t('column.rate'),
      cell: ({ hourlyRate }) => (
        <>
          {formatPercent(hourlyRate, { decimals: 6 })}
          <small>
            {t('rateYear', { rate: formatPercent(toText<Rate>(new Exact(hourlyRate).times(HOURS_A_YEAR))) })}
          </small>
        </>
      ),
    },
    {
      id: 'free',
      title: t('column.free'),
      cell: ({ coin, free, freeLimit }) => (
        <>
          {orNothing(free, coin)}
          <small>{t('of', { limit: formatTerm(freeLimit) })}</small>
        </>
      ),
    },
    {
      id: 'limit',
      title: t('column.limit'),
      cell: ({ limit, usage }) => (
        <>
          {formatTerm(limit)}
          <small>{t('used', { share: formatPercent(usage) })}</small>
        </>
      ),
    },
    {
      id: 'collateral',
      title: t('column.collateral'),
      cell: ({ coin, collateralRatio, slices = [], isCollateral }) => (
        <span className={styles['stack']}>
          {slices.length > 1 ? (
            <CollateralSlices coin={coin} first={collateralRatio} slices={slices} />
          ) : (
            formatPercent(collateralRatio)
          )}
          {ALWAYS_COLLATERAL.has(coin) ? (
            <small>{t('always')}</small>
          ) : (
            <Checkbox
              label={t('collateralOf', { coin })}
              shortLabel={t('inUse')}
              checked={isCollateral}
              disabled={isFixed}
              onChecked={(isOn) => void shown.change.send({ kind: 'collateral', coin, isOn })}
            />
          )}
        </span>
      ),
    },
    {
      id: 'autoRepay',
      title: t('column.autoRepay'),
      cell: ({ coin, repaysItself }) => (
        <Checkbox
          label={t('autoRepayOf', { coin })}
          shortLabel={t('auto')}
          title={t('autoRepayHint')}
          checked={repaysItself}
          disabled={isFixed}
          onChecked={(isOn) => void shown.change.send({ kind: 'autoRepay', coin, isOn })}
        />
      ),
    },
    ...(shown.isOn
      ? [
          {
            id: 'leverage',
            title: t('column.leverage'),
            cell: ({ coin, leverage }: LentCoin) => (
              <Select<Leverage>
                label={t('leverageOf', { coin })}
                title={t('leverageHint')}
                items={leveragesWith(leverage).map((one) => [one, formatLeverage(one, one.includes('.') ? 2 : 0)])}
                chosen={leverage}
                disabled={isFixed}
                onChoose={(next) => void shown.change.send({ kind: 'borrowLeverage', coin, leverage: next })}
              />
            ),
          },
        ]
      : []),
    {
      id: 'actions',
      title: '',
      label: t('trade:column.actions'),
      cell: (coin) => <Acts coin={coin} shown={shown} />,
    },
  ]
}

/** The leverages that are offered; one that was set elsewhere, and is none of them, stands among them. */
function leveragesWith(leverage: Leverage): readonly Leverage[] {
  if (BORROW_LEVERAGES.includes(leverage)) return BORROW_LEVERAGES
  return [...BORROW_LEVERAGES, leverage].toSorted((a, b) => compare(a, b))
}

/** Nothing is offered that would be refused: borrowing without spot margin, repaying without a debt. */
function Acts({ coin, shown }: { readonly coin: LentCoin; readonly shown: Shown }) {
  const { t } = useTranslation('assets')
  const { owed } = owedOf(shown.wallet, coin.coin)
  return (
    <span className={styles['acts']}>
      {shown.isOn ? (
        <ActionButton
          size="row"
          aria-label={t('borrow.title', { coin: coin.coin })}
          onClick={() => shown.open({ act: 'borrow', coin })}
        >
          {t('borrow.act')}
        </ActionButton>
      ) : null}
      {new Exact(owed).gt(0) ? (
        <ActionButton
          size="row"
          aria-label={t('repay.title', { coin: coin.coin })}
          onClick={() => shown.open({ act: 'repay', coin })}
        >
          {t('repay.act')}
        </ActionButton>
      ) : null}
    </span>
  )
}

function Interest({ of, coin }: { readonly of: Money; readonly coin: string }) {
  const { t } = useTranslation('assets')
  return new Exact(of).isZero() ? null : <small>{t('interestOwed', { amount: formatOwed(of, coin) })}</small>
}

/** Why more is borrowed than the row of the coin says is owed. */
function Unlent({ of, coin }: { readonly of: Money; readonly coin: string }) {
  const { t } = useTranslation('assets')
  return new Exact(of).gt(0) ? <small>{t('unlent', { amount: formatOwed(of, coin) })}</small> : null
}

/** A bound of the exchange's list, as it stands there. */
function formatTerm(amount: Money): string {
  return formatMoney(amount, { decimals: decimalsOf(amount) })
}

function orNothing(amount: Money, coin: string): string {
  return new Exact(amount).isZero() ? MISSING : formatOwed(amount, coin)
}
