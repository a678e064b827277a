import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { formatPrice } from '../format'
import type { BookModel } from './book-model'
import styles from './OrderBookPanel.module.css'

/** Chooses how many ticks a row of the book stands for. */
export function GroupingSelect({ model }: { readonly model: BookModel }) {
  useSignals()
  const { t } = useTranslation('market')
  return (
    <select
      className={styles['grouping']}
      aria-label={t('book.grouping')}
      value={model.group.value}
      disabled={model.groupings.value.length === 0}
      onChange={(event) => model.setGroup(Number(event.currentTarget.value))}
    >
      {model.groupings.value.length === 0 && <option value={1}>--</option>}
      {model.groupings.value.map(({ ticks, step }) => (
        <option key={ticks} value={ticks}>
          {formatPrice(step, null)}
        </option>
      ))}
    </select>
  )
}
