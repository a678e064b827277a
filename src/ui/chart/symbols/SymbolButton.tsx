import { useTranslation } from '../../i18n/use-translation'
import styles from './SymbolButton.module.css'

interface Props {
  readonly symbol: string
  /** Of the chart among several; the first is 0. */
  readonly slot: number
  /** All charts have the page's symbol. */
  readonly isLinked: boolean
  readonly onPress: () => void
}

/** The symbol of a chart, which opens its search. */
export function SymbolButton({ symbol, slot, isLinked, onPress }: Props) {
  const { t } = useTranslation('chart')
  const label = t('symbolSearch.of', { symbol, number: slot + 1 })
  return (
    <button
      type="button"
      className={styles['symbol']}
      data-first={slot === 0 ? '' : undefined}
      aria-label={label}
      title={isLinked ? t('symbolSearch.linked') : label}
      disabled={isLinked}
      onClick={onPress}
    >
      {symbol}
    </button>
  )
}
