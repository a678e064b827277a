import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useId, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { PortfolioFigures, PortfolioPosition } from '../../domain/risk/portfolio-report'
import type { Wallet } from '../../domain/account/wallet'
import { formatAge, formatCoin, formatMoney, formatNumber, formatPercent, MISSING, signOf } from '../format'
import type { Translate } from '../i18n/words'
import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { DataTable, type Column } from '../kit/DataTable'
import { EmptyState } from '../kit/EmptyState'
import { Figure } from '../kit/Figure'
import { TableSkeleton } from '../kit/TableSkeleton'
import { Tabs } from '../kit/Tabs'
import { useApp } from '../state/app-context'
import { Refusal } from '../trading-kit/refusals/Refusal'
import styles from './Portfolio.module.css'
import { contingencyOf, inDeciding, priceAt, unitOf, worstWithout } from './portfolio-figures'
import { PortfolioModel } from './portfolio-model'
import { formatMove, ScenarioGrid, WAYS } from './ScenarioGrid'

/** The exchange reckons anew with every mark; so often it is asked while somebody looks, ms. */
const ASK_MS = 3_000

/** What margins an account with portfolio margin: the cases, the one that decides, and what each position does to it. */
export function PortfolioPage() {
  useSignals()
  const { t } = useTranslation('portfolio')
  const { account, hub } = useApp()
  const isPortfolio = account.isPortfolio.value
  const model = useMemo(() => new PortfolioModel(hub.api), [hub])
  useEffect(() => {
    if (!isPortfolio) return undefined
    const ask = (): void => void (document.hidden ? undefined : model.read())
    ask()
    const timer = setInterval(ask, ASK_MS)
    return () => clearInterval(timer)
  }, [model, isPortfolio])
  const wallet = account.wallet.value
  if (wallet === null) return <TableSkeleton />
  if (!isPortfolio)
    return (
      <EmptyState isPage title={t('otherMode')} hint={t('otherModeHint')}>
        <Link href="/assets" className={styles['link']}>
          {t('toAssets')}
        </Link>
      </EmptyState>
    )
  return (
    <div className={styles['page']}>
      <Head wallet={wallet} model={model} />
      <Units model={model} />
    </div>
  )
}

function Head({ wallet, model }: { readonly wallet: Wallet; readonly model: PortfolioModel }) {
  useSignals()
  const { t } = useTranslation('portfolio')
  const { clock, connection } = useApp()
  const asOfMs = model.asOfMs.value
  const isOld = !connection.isAccountLive.value
  return (
    <header className={styles['head']} data-stale={isOld ? '' : undefined}>
      <h1>{t('title')}</h1>
      <b className={styles['rate']}>{formatPercent(wallet.maintenanceMarginRate)}</b>
      <dl>
        <div>
          <dt>{t('equity')}</dt>
          <dd>{formatMoney(wallet.totalMarginBalance)}</dd>
        </div>
        <div>
          <dt>{t('maintenance')}</dt>
          <dd>{formatMoney(wallet.totalMaintenanceMargin)}</dd>
        </div>
        <div>
          <dt>{t('initial')}</dt>
          <dd>
            {formatMoney(wallet.totalInitialMargin)} <small>{formatPercent(wallet.initialMarginRate)}</small>
          </dd>
        </div>
        <div>
          <dt>{t('available')}</dt>
          <dd>{formatMoney(wallet.totalAvailable)}</dd>
        </div>
        <div>
          <dt>{t('asked')}</dt>
          <dd>{asOfMs === null ? MISSING : formatAge(clock.ticking.value - asOfMs)}</dd>
        </div>
      </dl>
      {model.hasFailed.value ? <Failure model={model} /> : null}
    </header>
  )
}

function Failure({ model }: { readonly model: PortfolioModel }) {
  useSignals()
  const { t } = useTranslation('portfolio')
  const rejection = model.rejection.value
  return (
    <p className={styles['failure']}>
      <output>
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
    </p>
  )
}

function Units({ model }: { readonly model: PortfolioModel }) {
  useSignals()
  const { t } = useTranslation('portfolio')
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const units = model.figures.value
  if (units === null) return <TableSkeleton />
  const figures = units.find((one) => unitOf(one) === chosen) ?? units[0]
  if (figures === undefined) return <EmptyState title={t('nothing')} hint={t('nothingHint')} />
  const unit = unitOf(figures)
  return (
    <>
      <Tabs
        label={t('units')}
        idPrefix={id}
        items={units.map((one) => ({ id: unitOf(one), label: unitOf(one) }))}
        selected={unit}
        onSelect={setChosen}
      />
      <div id={`${id}-${unit}-panel`} role="tabpanel" aria-labelledby={`${id}-${unit}-tab`} className={styles['unit']}>
        <ScenarioGrid figures={figures} />
        <Sentence figures={figures} />
        <MadeOf figures={figures} />
        <h2 className={styles['title']}>{t('positions')}</h2>
        <Positions figures={figures} />
        <p className={styles['note']}>{t('positionsNote')}</p>
      </div>
    </>
  )
}

/** How the case that decides becomes the margin, in words. */
function Sentence({ figures }: { readonly figures: PortfolioFigures }) {
  const { t } = useTranslation('portfolio')
  const { worst, settleCoin: coin, underlying } = figures
  const amount = (text: Parameters<typeof formatCoin>[0]): string => `${formatCoin(text, coin)} ${coin}`
  const margin = {
    contingency: amount(contingencyOf(figures)),
    maintenance: amount(figures.maintenanceMargin),
  }
  return (
    <p className={styles['sentence']}>
      {worst === null
        ? t('neverLoses')
        : t(`loses.${WAYS[worst.way] ?? 'same'}`, {
            coin: underlying,
            price: formatNumber(priceAt(figures, worst.move), { decimals: 2 }),
            loss: amount(worst.loss),
          })}{' '}
      {t('becomes', margin)}
    </p>
  )
}

function MadeOf({ figures }: { readonly figures: PortfolioFigures }) {
  const { t } = useTranslation('portfolio')
  const { worst, contingency, settleCoin: coin } = figures
  const lines = [
    ['largestLoss', worst?.loss ?? null],
    ['shortOption', contingency.shortOption],
    ['future', contingency.future],
    ['offset', contingency.offset],
    ['maintenanceMargin', figures.maintenanceMargin],
    ['initialMargin', figures.initialMargin],
    ['closingFee', figures.closingFee],
  ] as const
  return (
    <section aria-label={t('madeOf')}>
      <h2 className={styles['title']}>{t('madeOf')}</h2>
      <dl className={styles['made']}>
        {lines.map(([id, amount]) => (
          <div key={id} data-sum={id === 'maintenanceMargin' || id === 'initialMargin' ? '' : undefined}>
            <dt>{t(`part.${id}`)}</dt>
            <dd>
              {formatCoin(amount, coin)} {coin}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Positions({ figures }: { readonly figures: PortfolioFigures }) {
  const { t } = useTranslation('portfolio')
  const columns = useMemo(() => positionColumns(t, figures), [t, figures])
  return <DataTable label={t('positions')} columns={columns} rows={figures.positions} rowKey={({ symbol }) => symbol} />
}

function positionColumns(t: Translate<'portfolio'>, figures: PortfolioFigures): readonly Column<PortfolioPosition>[] {
  const coin = figures.settleCoin
  return [
    { id: 'contract', title: t('column.position'), align: 'start', cell: ({ symbol }) => <b>{symbol}</b> },
    { id: 'qty', title: t('column.size'), cell: ({ size }) => signedQty(size) },
    { id: 'orders', title: t('column.orders'), cell: ({ orderQty }) => signedQty(orderQty) },
    {
      id: 'deciding',
      title: t('column.deciding'),
      cell: (position) => {
        const pnl = inDeciding(figures, position)
        return <Figure sign={signOf(pnl, coin)}>{formatCoin(pnl, coin, { signed: true })}</Figure>
      },
    },
    {
      id: 'without',
      title: t('column.without'),
      cell: (position) => {
        const worst = worstWithout(figures, position)
        if (worst === null) return t('nothingLost')
        return (
          <>
            {formatCoin(worst.loss, coin)}
            <small>
              {worst.move === figures.worst?.move && worst.way === figures.worst.way
                ? t('sameCase')
                : t(`case.${WAYS[worst.way] ?? 'same'}`, { move: formatMove(worst.move) })}
            </small>
          </>
        )
      },
    },
  ]
}

function signedQty(qty: PortfolioPosition['size']): string {
  return Number(qty) === 0 ? MISSING : formatNumber(qty, { decimals: qty.split('.')[1]?.length ?? 0, signed: true })
}
