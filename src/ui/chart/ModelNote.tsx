import { useTranslation } from '../i18n/use-translation'
import styles from './ChartPanel.module.css'

/** What the bars of an option are: nobody keeps its trades as bars. */
export function ModelNote() {
  const { t } = useTranslation('chart')
  return <p className={styles['basis']}>{t('ofModel')}</p>
}
