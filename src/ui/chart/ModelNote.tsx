import { useTranslation } from '../i18n/use-translation'
import styles from './ChartPanel.module.css'

/** What the bars are that nobody traded: those of an option, and those of a spread from before its first trade. */
export function ModelNote({ words }: { readonly words: 'ofModel' | 'ofLegs' }) {
  const { t } = useTranslation('chart')
  return <p className={styles['basis']}>{t(words)}</p>
}
