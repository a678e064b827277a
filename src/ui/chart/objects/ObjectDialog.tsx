import { useSignals } from '@preact/signals-react/runtime'
import { useId, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { Dialog } from '../../kit/Dialog'
import { Select } from '../../kit/Select'
import type { ChartTools } from '../chart-state'
import { nameOr, type Drawing } from '../drawings/drawing'
import type { DrawingsModel } from '../drawings/drawings-model'
import { SERIES_TONES } from '../studies/study'
import { studyTitle } from '../studies/study-title'
import { IconButton } from './IconButton'
import styles from './ObjectDialog.module.css'

interface Props {
  readonly tools: Pick<ChartTools, 'drawings' | 'studies'>
  readonly onGoTo: (timeMs: number) => void
  readonly onIndicator: (id: string) => void
  readonly onClose: () => void
}

const EYE = 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM6 8a2 2 0 1 0 4 0 2 2 0 1 0-4 0'
const LOCK = 'M4 7.5h8v6H4zM6 7.5V5a2 2 0 0 1 4 0v2.5'
const CROSS = 'M3.5 3.5l9 9M12.5 3.5l-9 9'
const UP = 'M3.5 10L8 5.5l4.5 4.5'
const DOWN = 'M3.5 6L8 10.5l4.5-4.5'
const TARGET = 'M8 1.5v4M8 10.5v4M1.5 8h4M10.5 8h4'

/** All that is on the chart by its name: the way to it without a pointer. The uppermost drawing comes first. */
export function ObjectDialog({ tools: { drawings, studies }, onGoTo, onIndicator, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('drawings')
  const { t: tStudies } = useTranslation('studies')
  const list = useRef<HTMLUListElement>(null)
  const drawn = drawings.drawings.value.toReversed()
  const removeDrawing = (id: string): void => {
    const index = drawn.findIndex((one) => one.id === id)
    const next = drawn[index + 1] ?? drawn[index - 1]
    drawings.remove(id)
    const row =
      next === undefined ? null : list.current?.querySelector<HTMLElement>(`[data-drawing="${next.id}"] input`)
    ;(row ?? document.querySelector<HTMLElement>('dialog[open] button'))?.focus()
  }
  return (
    <Dialog title={t('objects')} onClose={onClose}>
      <section aria-label={t('drawings')}>
        <h3 className={styles['heading']}>{t('drawings')}</h3>
        {drawn.length === 0 ? <p className={styles['empty']}>{t('none')}</p> : null}
        <ul ref={list} className={styles['list']}>
          {drawn.map((drawing) => (
            <DrawingRow
              key={drawing.id}
              drawing={drawing}
              drawings={drawings}
              onFocus={() => {
                drawings.select(drawing.id)
                onGoTo(drawing.points[0]?.timeMs ?? 0)
                onClose()
              }}
              onRemove={() => removeDrawing(drawing.id)}
            />
          ))}
        </ul>
      </section>
      <section aria-label={t('indicators')}>
        <h3 className={styles['heading']}>{t('indicators')}</h3>
        {studies.studies.value.length === 0 ? <p className={styles['empty']}>{t('noIndicators')}</p> : null}
        <ul className={styles['list']}>
          {studies.studies.value.map((study) => {
            const title = studyTitle(study)
            return (
              <li key={study.id} className={styles['row']}>
                <button
                  type="button"
                  className={styles['name']}
                  aria-label={tStudies('settingsOf', { title })}
                  onClick={() => onIndicator(study.id)}
                >
                  {title}
                </button>
                <IconButton
                  label={tStudies('show', { title })}
                  strokes={EYE}
                  isOn={study.isVisible}
                  onPress={() => studies.change(study.id, { isVisible: !study.isVisible })}
                />
                <IconButton
                  label={tStudies('remove', { title })}
                  strokes={CROSS}
                  onPress={() => studies.remove(study.id)}
                />
              </li>
            )
          })}
        </ul>
      </section>
    </Dialog>
  )
}

interface RowProps {
  readonly drawing: Drawing
  readonly drawings: DrawingsModel
  readonly onFocus: () => void
  readonly onRemove: () => void
}

function DrawingRow({ drawing, drawings, onFocus, onRemove }: RowProps) {
  const { t } = useTranslation('drawings')
  const { t: tStudies } = useTranslation('studies')
  const fieldId = useId()
  const { id, kind, isHidden, isLocked, tone } = drawing
  const name = nameOr(drawing, t(`kind.${kind}`))
  return (
    <li className={styles['row']} data-drawing={id}>
      <input
        id={fieldId}
        className={styles['field']}
        aria-label={t('name', { name: t(`kind.${kind}`) })}
        placeholder={t(`kind.${kind}`)}
        maxLength={40}
        autoComplete="off"
        defaultValue={drawing.name}
        onBlur={(event) => drawings.change(id, { name: event.currentTarget.value.trim() })}
      />
      <Select
        label={t('color', { name })}
        items={SERIES_TONES.map((one) => [one, tStudies(`tone.${one}`)] as const)}
        chosen={tone}
        onChoose={(one) => drawings.change(id, { tone: one })}
      />
      <span className={styles['actions']}>
        <IconButton label={t('focus', { name })} strokes={TARGET} onPress={onFocus} />
        <IconButton label={t('up', { name })} strokes={UP} onPress={() => drawings.reorder(id, 1)} />
        <IconButton label={t('down', { name })} strokes={DOWN} onPress={() => drawings.reorder(id, -1)} />
        <IconButton
          label={t('show', { name })}
          strokes={EYE}
          isOn={!isHidden}
          onPress={() => drawings.change(id, { isHidden: !isHidden })}
        />
        <IconButton
          label={t('lock', { name })}
          strokes={LOCK}
          isOn={isLocked}
          onPress={() => drawings.change(id, { isLocked: !isLocked })}
        />
        <IconButton label={t('remove', { name })} strokes={CROSS} onPress={onRemove} />
      </span>
    </li>
  )
}
