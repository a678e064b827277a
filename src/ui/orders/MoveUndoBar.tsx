import type { Price } from '../../domain/decimal'
import { formatPrice } from '../format'
import { useTranslation } from '../i18n/use-translation'
import type { MovedOrder } from './move-undo'
import styles from './MoveUndoBar.module.css'

interface Props {
  readonly moved: MovedOrder
  readonly tickSize: Price | null
  readonly onUndo: () => void
}

/** Over the chart for a few seconds: which order was moved, and the press that takes it back. */
export function MoveUndoBar({ moved, tickSize, onUndo }: Props) {
  const { t } = useTranslation('chart')
  return (
    <output className={styles['bar']}>
      <span>{t('moved', { line: moved.text, price: formatPrice(moved.to, tickSize) })}</span>
      <button type="button" onClick={onUndo}>
        {t('undo')}
      </button>
    </output>
  )
}
