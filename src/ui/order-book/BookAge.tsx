import { useSignals } from '@preact/signals-react/runtime'
import { valueOf } from '../../domain/market/public-topic'
import { StaleAge } from '../trading-kit/StaleAge'
import type { BookModel } from './book-model'
import styles from './OrderBookPanel.module.css'

/** How old the book is, while it is not current. */
export function BookAge({ model }: { readonly model: BookModel }) {
  useSignals()
  if (!model.isStale.value) return null
  return <StaleAge className={styles['age']} of={valueOf({ kind: 'book', symbol: model.market.symbol })} isShort />
}
