import { useTranslation } from '../../i18n/use-translation'
import type { ShownEngine } from '../chart-state'
import styles from './ChartSettingsDialog.module.css'

/** Which engine draws the chart, what it lacks, and why the operator's library does not where it is there. */
export function EngineFacts({ shown: { engine, refusal } }: { readonly shown: ShownEngine }) {
  const { t } = useTranslation('chart')
  const { name, version, lacks, unexpected } = engine
  return (
    <section className={styles['engine']} aria-label={t('engine.title')}>
      <p className={styles['row']}>
        <span>{t('engine.title')}</span>
        <span>{t(`engine.names.${name}`, { version: version ?? '' })}</span>
      </p>
      {lacks.length === 0 ? null : (
        <p>{t('engine.lacks', { list: lacks.map((one) => t(`engine.abilities.${one}`)).join(', ') })}</p>
      )}
      {unexpected.map(({ what, found, expected }) => (
        <p key={what}>{t(`engine.unexpected.${what}`, { found, expected })}</p>
      ))}
      {refusal === null ? null : <p>{t('engine.refused', { reason: refusal })}</p>}
    </section>
  )
}
