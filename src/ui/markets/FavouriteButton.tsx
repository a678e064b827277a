import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { InstrumentSymbol } from '../../domain/order/order'
import { useTranslation } from '../i18n/use-translation'
import type { Favourites } from './favourites'
import styles from './MarketsTable.module.css'

/** Marks a market as a favourite, or takes the mark away. */
export function FavouriteButton({
  symbol,
  favourites,
}: {
  readonly symbol: InstrumentSymbol
  readonly favourites: Favourites
}) {
  useSignals()
  const { t } = useTranslation('markets')
  const isMarked = useComputed(() => favourites.symbols.value.has(symbol)).value
  return (
    <button
      type="button"
      className={styles['star']}
      data-action="favourite"
      aria-pressed={isMarked}
      aria-label={t('favourite', { symbol })}
      onClick={() => favourites.toggle(symbol)}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path
          d="M8 1.8l1.9 4 4.4.6-3.2 3 .8 4.4L8 11.7l-3.9 2.1.8-4.4-3.2-3 4.4-.6z"
          fill={isMarked ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="1.1"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  )
}
