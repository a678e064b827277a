import { useSignals } from '@preact/signals-react/runtime'
import type { Wallet } from '../../domain/account/wallet'
import { Exact, toText, type Money, type Rate } from '../../domain/decimal'
import { formatMoney, formatPercent } from '../format'
import { useTranslation } from '../i18n/use-translation'
import styles from './Portfolio.module.css'
import { ratesWith } from './portfolio-figures'
import type { PortfolioModel } from './portfolio-model'

/** From here on the bar is hatched: liquidation, at 100 %, is near. */
const WARNING = 0.8

/** How much of what backs the account its margin takes; under the bar, where the ticked trades would take it. */
export function MarginRatio({ wallet, model }: { readonly wallet: Wallet; readonly model: PortfolioModel }) {
  useSignals()
  const { t } = useTranslation('portfolio')
  const { maintenanceMarginRate: now, initialMarginRate: initial } = wallet
  const [units, together] = [model.figures.value, model.together.value]
  const after = units === null || together === null ? null : ratesWith(wallet, units, together).maintenance
  const cushion = toText<Money>(new Exact(wallet.totalMarginBalance).minus(wallet.totalMaintenanceMargin))
  return (
    <section aria-label={t('ratio.title')} className={styles['block']}>
      <h2 className={styles['title']}>{t('ratio.title')}</h2>
      <dl className={styles['rates']}>
        <div>
          <dt>{t('ratio.maintenance')}</dt>
          <dd>{formatPercent(now)}</dd>
        </div>
        <div>
          <dt>{t('ratio.initial')}</dt>
          <dd>{formatPercent(initial)}</dd>
        </div>
        <div>
          <dt>{t('ratio.cushion')}</dt>
          <dd>{formatMoney(cushion)}</dd>
        </div>
      </dl>
      <div className={styles['bar']} aria-hidden="true">
        <i
          className={styles['filled']}
          data-warn={isWarned(now) ? '' : undefined}
          style={{ inlineSize: partOf(now) }}
        />
        <i className={styles['tick']} style={{ insetInlineStart: partOf(initial) }} />
        {after === null ? null : <i className={styles['mark']} style={{ insetInlineStart: partOf(after) }} />}
      </div>
      <p className={styles['scale']}>
        <span>{after === null ? '' : t('ratio.withWhatIf', { rate: formatPercent(after) })}</span>
        <span>{t('ratio.scale')}</span>
      </p>
    </section>
  )
}

function partOf(rate: Rate | null): string {
  return `${Math.min(100, Number(rate ?? 1) * 100)}%`
}

function isWarned(rate: Rate | null): boolean {
  return rate === null || Number(rate) >= WARNING
}
