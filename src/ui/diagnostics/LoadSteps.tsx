import { useTranslation } from '../i18n/use-translation'
import { loadTimes } from '../kit/load-marks'
import styles from './DiagnosticsPage.module.css'

/** How long this page took to each step of its first load. */
export function LoadSteps() {
  const { t } = useTranslation('diagnostics')
  return (
    <section aria-label={t('load')}>
      <h2>{t('load')}</h2>
      <dl className={styles['facts']}>
        {[...loadTimes()].map(([step, ms]) => (
          <div key={step} data-load-step={step}>
            <dt>{t(`loadStep.${step}`)}</dt>
            <dd>{`${Math.round(ms)} ms`}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
