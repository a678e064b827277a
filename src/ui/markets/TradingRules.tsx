import { useSignals } from '@preact/signals-react/runtime'
import { isContract } from '../../domain/instrument/contract'
import type { RiskTier } from '../../domain/instrument/listed'
import { useTranslation } from '../i18n/use-translation'
import { DataTable, type Column } from '../kit/DataTable'
import { Dialog } from '../kit/Dialog'
import type { MarketModel } from '../state/market-model'
import { percent, tierMoney, times, tradingRules } from './trading-rules'
import styles from './TradingRules.module.css'

interface Props {
  readonly market: MarketModel
  readonly shape: 'dialog' | 'sheet'
  readonly onClose: () => void
}

/** What an order in this market has to keep to: steps, bounds, margin, fees, times, and the risk tiers. */
export function TradingRules({ market, shape, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('help')
  const listed = market.listed.value
  if (listed === null) return null
  return (
    <Dialog title={t('rules.title', { symbol: market.symbol })} shape={shape} onClose={onClose}>
      {/* What is longer than the dialog is scrolled to, by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles['rules']} tabIndex={0} aria-label={t('rules.title', { symbol: market.symbol })}>
        {tradingRules(listed, t).map(({ id, rows }) => (
          <section key={id} aria-label={t(`rules.group.${id}`)}>
            <h3>{t(`rules.group.${id}`)}</h3>
            <dl>
              {rows.map((row) => (
                <div key={row.id}>
                  <dt>{t(`rules.row.${row.id}`)}</dt>
                  <dd>{row.text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {isContract(listed) ? <Tiers tiers={listed.riskTiers} coin={listed.settleCoin} /> : null}
      </section>
    </Dialog>
  )
}

function Tiers({ tiers, coin }: { readonly tiers: readonly RiskTier[]; readonly coin: string }) {
  const { t } = useTranslation('help')
  const columns: readonly Column<RiskTier>[] = [
    { id: 'limit', title: t('rules.tiers.column.limit', { coin }), cell: ({ limit }) => tierMoney(limit, coin) },
    { id: 'initial', title: t('rules.tiers.column.initial'), cell: (tier) => percent(tier.initialMarginRate) },
    {
      id: 'maintenance',
      title: t('rules.tiers.column.maintenance'),
      cell: (tier) => percent(tier.maintenanceMarginRate),
    },
    {
      id: 'deduction',
      title: t('rules.tiers.column.deduction', { coin }),
      cell: (tier) => tierMoney(tier.deduction, coin),
    },
    { id: 'leverage', title: t('rules.tiers.column.leverage'), cell: ({ maxLeverage }) => times(maxLeverage) },
  ]
  return (
    <section aria-label={t('rules.tiers.title')} className={styles['tiers']}>
      <h3>{t('rules.tiers.title')}</h3>
      <p>{t('rules.tiers.about')}</p>
      <DataTable
        label={t('rules.tiers.title')}
        columns={columns}
        rows={tiers}
        rowKey={({ id }) => String(id)}
        scrolls
      />
    </section>
  )
}
