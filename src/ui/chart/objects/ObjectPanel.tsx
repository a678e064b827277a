import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { Dialog } from '../../kit/Dialog'
import { IconButton } from '../../kit/IconButton'
import type { ChartModel } from '../chart-model'
import type { ChartTools } from '../chart-state'
import { MARK } from '../drawings/marks'
import { ObjectTree } from './ObjectTree'
import styles from './ObjectTree.module.css'

interface Props {
  readonly model: ChartModel
  readonly tools: ChartTools
  /** Whether there is room for it beside the bars; else it is a sheet over them. */
  readonly isBeside: boolean
  readonly onClose: () => void
}

/** The list of all that is on the chart, beside the bars or as a sheet. */
export function ObjectPanel({ model, tools, isBeside, onClose }: Props) {
  const { t } = useTranslation('drawings')
  const close = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    // It was opened by a press, and not by a page that opens with it.
    if (opener instanceof HTMLButtonElement && isBeside) close.current?.querySelector('button')?.focus()
  }, [isBeside])
  if (!isBeside)
    return (
      <Dialog title={t('objects')} shape="sheet" onClose={onClose}>
        <ObjectTree model={model} tools={tools} onShown={onClose} />
      </Dialog>
    )
  return (
    <section className={styles['panel']} aria-label={t('objects')}>
      <div ref={close} className={styles['header']}>
        <h2>{t('objects')}</h2>
        <IconButton label={t('closeObjects')} strokes={MARK.cross} onPress={onClose} />
      </div>
      <ObjectTree model={model} tools={tools} onShown={() => {}} />
    </section>
  )
}
