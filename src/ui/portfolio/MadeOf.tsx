import type { Money } from '../../domain/decimal'
import type { PortfolioFigures } from '../../domain/risk/portfolio-report'
import { formatCoin } from '../format'
import { useTranslation } from '../i18n/use-translation'
import styles from './Portfolio.module.css'

/** Whose bar is drawn beside it: the parts that the maintenance margin is the sum of. */
const PARTS: ReadonlySet<string> = new Set(['largestLoss', 'shortOption', 'future', 'offset', 'coins'])

/** The parts of an underlying's margin, each as long as its share. */
export function MadeOf({ figures }: { readonly figures: PortfolioFigures }) {
  const { t } = useTranslation('portfolio')
  const { worst, contingency, settleCoin: coin } = figures
  const lines = [
    ['largestLoss', worst?.loss ?? ('0' as Money)],
    ['shortOption', contingency.shortOption],
    ['future', contingency.future],
    ['offset', contingency.offset],
    ...(coin === 'USD' ? ([['coins', contingency.coins]] as const) : []),
    ['maintenanceMargin', figures.maintenanceMargin],
    ['initialMargin', figures.initialMargin],
    ['closingFee', figures.closingFee],
  ] as const
  const whole = Number(figures.maintenanceMargin)
  return (
    <section aria-label={t('madeOf', { coin })} className={styles['block']}>
      <h2 className={styles['title']}>{t('madeOf', { coin })}</h2>
      <dl className={styles['made']}>
        {lines.map(([id, amount]) => (
          <div key={id} data-sum={id === 'maintenanceMargin' || id === 'initialMargin' ? '' : undefined}>
            <dt>{t(`part.${id}`)}</dt>
            {PARTS.has(id) ? (
              <span className={styles['share']} aria-hidden="true">
                <i style={{ inlineSize: `${whole > 0 ? Math.min(100, (Number(amount) / whole) * 100) : 0}%` }} />
              </span>
            ) : null}
            <dd>{formatCoin(amount, coin)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
