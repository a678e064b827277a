import { useTranslation } from '../../i18n/use-translation'
import { IconButton } from '../../kit/IconButton'
import type { ChartEvents } from '../port/chart-port'
import styles from '../ChartPanel.module.css'

interface Props {
  readonly legend: ChartEvents['legend']
  readonly isFolded: boolean
  readonly onFold: (isFolded: boolean) => void
}

/** Below what indicators write over the bars: leaves it out, and writes it again. */
export function LegendFold({ legend, isFolded, onFold }: Props) {
  const { t } = useTranslation('studies')
  const count = String(legend.lines)
  return (
    <IconButton
      label={t(isFolded ? 'unfoldLegend' : 'foldLegend', { count })}
      strokes={isFolded ? 'M4 6l4 4 4-4' : 'M4 10l4-4 4 4'}
      word={isFolded ? count : undefined}
      aria-expanded={!isFolded}
      className={styles['fold']}
      style={{ insetBlockStart: `${legend.top}px` }}
      onPress={() => onFold(!isFolded)}
    />
  )
}
