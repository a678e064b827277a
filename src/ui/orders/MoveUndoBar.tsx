import type { Price } from '../../domain/decimal'
import { formatPrice } from '../format'
import { useTranslation } from '../i18n/use-translation'
import type { MovedLine } from '../trading-kit/move-undo'
import styles from './MoveUndoBar.module.css'

interface Props {
  readonly moved: MovedLine
  readonly tickSize: Price | null
  readonly onUndo: () => void
}

/** Over the chart for a few seconds: what was moved or set by hand, and the press that takes it back. */
export function MoveUndoBar({ moved, tickSize, onUndo }: Props) {
  const { t } = useTranslation('chart')
  return (
    <output className={styles['bar']}>
      <span>{t(moved.kind, { line: moved.text, price: formatPrice(moved.to, tickSize) })}</span>
      <button type="button" onClick={onUndo}>
        {t('undo')}
      </button>
    </output>
  )
}
