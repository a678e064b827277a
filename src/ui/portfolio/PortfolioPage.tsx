import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useId, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { PortfolioFigures } from '../../domain/risk/portfolio-report'
import type { Wallet } from '../../domain/account/wallet'
import { formatAge, formatCoin, formatMoney, formatNumber, formatPercent, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { Checkbox } from '../kit/Checkbox'
import { EmptyState } from '../kit/EmptyState'
import { TableSkeleton } from '../kit/TableSkeleton'
import { Tabs } from '../kit/Tabs'
import { useApp } from '../state/app-context'
import { useNoSending } from '../state/no-sending'
import { outcomeText } from '../trading-kit/refusals/outcome-text'
import { Refusal } from '../trading-kit/refusals/Refusal'
import { MadeOf } from './MadeOf'
import { MarginRatio } from './MarginRatio'
import styles from './Portfolio.module.css'
import { contingencyOf, priceAt, unitOf } from './portfolio-figures'
import { PortfolioModel } from './portfolio-model'
import { PositionsAdd } from './PositionsAdd'
import { ScenarioGrid, WAYS } from './ScenarioGrid'
import { WhatIfPanel } from './WhatIfPanel'

/** The exchange reckons anew with every mark; so often it is asked while somebody looks, ms. */
const ASK_MS = 3_000

/** What margins an account with portfolio margin: the cases, the one that decides, what each position does to it, and what other trades would. */
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
      <Units model={model} wallet={wallet} />
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
      <SpotHedge wallet={wallet} onChanged={() => void model.read()} />
      {model.hasFailed.value ? <Failure model={model} /> : null}
    </header>
  )
}

/** Whether coins of the wallet hedge what is short of them: the switch works at once, and is read, not supposed. */
function SpotHedge({ wallet, onChanged }: { readonly wallet: Wallet; readonly onChanged: () => void }) {
  const { t } = useTranslation('portfolio')
  // What is refused is told in their words.
  useTranslation('notices')
  const { hub } = useApp()
  const noSending = useNoSending()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const send = async (isOn: boolean): Promise<void> => {
    setSending(true)
    const outcome = await hub.api.changeLending({ kind: 'spotHedge', isOn })
    setSending(false)
    setFailure(outcomeText(outcome) ?? '')
    onChanged()
  }
  return (
    <div className={styles['hedge']}>
      <Checkbox
        label={t('spotHedge')}
        title={noSending ?? t('spotHedgeHint')}
        checked={wallet.hedgesSpot === true}
        disabled={isSending || noSending !== null}
        onChecked={(isOn) => void send(isOn)}
      />
      {failure === '' ? null : (
        <p className={styles['failure']} role="alert">
          {failure}
        </p>
      )}
    </div>
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

function Units({ model, wallet }: { readonly model: PortfolioModel; readonly wallet: Wallet }) {
  useSignals()
  const { t } = useTranslation('portfolio')
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const units = model.figures.value
  if (units === null) return <TableSkeleton />
  const figures = units.find((one) => tabOf(one) === chosen) ?? units[0]
  return (
    <div className={styles['columns']}>
      {figures === undefined ? (
        <EmptyState title={t('nothing')} hint={t('nothingHint')} />
      ) : (
        <Unit id={id} units={units} figures={figures} hedgesSpot={wallet.hedgesSpot === true} onSelect={setChosen} />
      )}
      <aside className={styles['aside']}>
        <MarginRatio wallet={wallet} model={model} />
        {figures === undefined ? null : <MadeOf figures={figures} />}
        <WhatIfPanel model={model} wallet={wallet} units={units} shown={figures ?? null} />
      </aside>
    </div>
  )
}

/** Without a blank: it is a part of the ids that tab and panel name each other by. */
function tabOf({ underlying, settleCoin }: PortfolioFigures): string {
  return `${underlying}-${settleCoin}`
}

interface UnitProps {
  readonly id: string
  readonly units: readonly PortfolioFigures[]
  readonly figures: PortfolioFigures
  readonly hedgesSpot: boolean
  readonly onSelect: (unit: string) => void
}

function Unit({ id, units, figures, hedgesSpot, onSelect }: UnitProps) {
  const { t } = useTranslation('portfolio')
  const unit = tabOf(figures)
  return (
    <div className={styles['main']}>
      <div className={styles['units']}>
        <Tabs
          label={t('units')}
          idPrefix={id}
          items={units.map((one) => ({ id: tabOf(one), label: unitOf(one) }))}
          selected={unit}
          onSelect={onSelect}
        />
      </div>
      <div id={`${id}-${unit}-panel`} role="tabpanel" aria-labelledby={`${id}-${unit}-tab`} className={styles['unit']}>
        <ScenarioGrid figures={figures} />
        <Sentence figures={figures} />
        <PositionsAdd figures={figures} hedgesSpot={hedgesSpot} />
      </div>
    </div>
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
      {Number(figures.spotHedge) === 0
        ? null
        : ` ${t('hedgedBy', { qty: `${formatCoin(figures.spotHedge, underlying)} ${underlying}` })}`}
    </p>
  )
}
