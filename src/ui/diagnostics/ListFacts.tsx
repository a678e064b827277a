import { useSignals } from '@preact/signals-react/runtime'
import { formatAge, formatCount, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import styles from './DiagnosticsPage.module.css'

/** How far the lists of symbols have come (spec §4, symbol list loading); what failed on the way is among the faults. */
export function ListFacts() {
  useSignals()
  const { t } = useTranslation('diagnostics')
  const { catalogue, clock } = useApp()
  const { contracts, spot } = catalogue.statuses.value
  const asOfMs = catalogue.asOfMs.value
  // With the clock: the age goes on.
  void clock.ticking.value
  const age = asOfMs === null ? MISSING : formatAge(Math.max(0, clock.nowMs() - asOfMs))
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{t('contractList')}</dt>
        <dd>
          {t('listState', {
            status: t(`listStatus.${contracts}`),
            symbols: formatCount(catalogue.instruments.value.size),
            age,
          })}
        </dd>
      </div>
      <div>
        <dt>{t('contractVersion')}</dt>
        <dd>{catalogue.versionInForce.value ?? MISSING}</dd>
      </div>
      <div>
        <dt>{t('spotList')}</dt>
        <dd>
          {t('spotListState', {
            status: t(`listStatus.${spot}`),
            symbols: formatCount(catalogue.spotPairs.value.length),
          })}
        </dd>
      </div>
    </dl>
  )
}
