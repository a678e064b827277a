import { useSignals } from '@preact/signals-react/runtime'
import type { CSSProperties } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { formatMoney, formatPercent, signOf } from '../format'
import { useApp } from '../state/app-context'
import { StaleAge } from '../trading-kit/StaleAge'
import styles from './AccountCard.module.css'

/** From this maintenance margin rate on the account is in danger: half of what liquidates it. */
const WARNING_RATE = 0.5

/** Equity and how much of it the positions hold down. */
export function AccountCard() {
  useSignals()
  const { t } = useTranslation('trade')
  const { account, connection } = useApp()
  const wallet = account.wallet.value
  const maintenanceRate = wallet?.maintenanceMarginRate ?? null
  const share = Math.min(1, Number(maintenanceRate ?? 0))
  const tone = share >= WARNING_RATE ? 'warn' : 'calm'
  return (
    <section className={styles['card']} aria-label={t('account')} data-stale={connection.isLive.value ? undefined : ''}>
      <header className={styles['head']}>
        <b>{t('account')}</b>
        {wallet === null || connection.isAccountLive.value ? null : (
          <StaleAge className={styles['age']} of="wallets" isShort />
        )}
        <span>
          {wallet === null
            ? ''
            : `${account.isPortfolio.value ? t('portfolioMargin') : t(account.marginMode.value)} · ${wallet.accountType.toUpperCase()}`}
        </span>
      </header>
      <dl className={styles['figures']}>
        <div>
          <dt>{t('initialMarginRate')}</dt>
          <dd>{formatPercent(wallet?.initialMarginRate ?? null)}</dd>
        </div>
        <div>
          <dt>{t('maintenanceMarginRate')}</dt>
          <dd data-tone={tone}>{formatPercent(maintenanceRate)}</dd>
        </div>
        <div
          className={styles['bar']}
          data-tone={tone}
          style={{ '--share': share } as CSSProperties}
          aria-hidden="true"
        />
        <div>
          <dt>{t('equity')}</dt>
          <dd>{wallet === null ? formatMoney(null) : t('usd', { amount: formatMoney(wallet.totalEquity) })}</dd>
        </div>
        <div>
          <dt>{t('unrealisedPnl')}</dt>
          <dd data-sign={signOf(wallet?.totalUnrealisedPnl ?? null)}>
            {formatMoney(wallet?.totalUnrealisedPnl ?? null, { signed: true })}
          </dd>
        </div>
        <div>
          <dt>{t('marginBalance')}</dt>
          <dd>{formatMoney(wallet?.totalMarginBalance ?? null)}</dd>
        </div>
        <div>
          {/* Of every coin together; what an order of a contract can take is its settle coin's alone, and stands there. */}
          <dt>{t('freeMargin')}</dt>
          <dd>{wallet === null ? formatMoney(null) : t('usd', { amount: formatMoney(wallet.totalAvailable) })}</dd>
        </div>
      </dl>
    </section>
  )
}
