import type { KeyboardEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { IconButton } from '../../kit/IconButton'
import { NAME_MAX, nameOr, type Drawing } from '../drawings/drawing'
import type { DrawingsModel } from '../drawings/drawings-model'
import { DRAWING_MARKS, MARK } from '../drawings/marks'
import { NameField } from './NameField'
import styles from './ObjectTree.module.css'

interface Props {
  readonly drawing: Drawing
  readonly drawings: DrawingsModel
  readonly isChosen: boolean
  /** Whether it alone is chosen: then there is room for what is done with one. */
  readonly isOnly: boolean
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: () => void
  readonly onRemove: () => void
}

/** A drawing in the list: a press chooses it, with Shift one more. */
export function DrawingRow({ drawing, drawings, isChosen, isOnly, onKeyDown, onFocus, onRemove }: Props) {
  const { t } = useTranslation('drawings')
  const { id, kind, isHidden, isLocked } = drawing
  const name = nameOr(drawing, t(`kind.${kind}`))
  return (
    <li className={styles['row']} data-drawing={id} data-chosen={isChosen || undefined}>
      <button
        type="button"
        className={styles['name']}
        aria-pressed={isChosen}
        onKeyDown={onKeyDown}
        onClick={(event) => (event.shiftKey ? drawings.toggle(id) : drawings.select(id))}
      >
        <svg viewBox="0 0 16 16" className={styles['mark']} aria-hidden="true">
          <path d={DRAWING_MARKS[kind]} />
        </svg>
        <span className={styles['text']}>{name}</span>
      </button>
      <IconButton
        label={t('show', { name })}
        strokes={MARK.eye}
        isOn={!isHidden}
        onPress={() => drawings.change(id, { isHidden: !isHidden })}
      />
      <IconButton
        label={t('lock', { name })}
        strokes={MARK.lock}
        isOn={isLocked}
        onPress={() => drawings.change(id, { isLocked: !isLocked })}
      />
      <IconButton label={t('remove', { name })} strokes={MARK.cross} onPress={onRemove} />
      {isOnly ? (
        <div className={styles['more']}>
          <NameField
            label={t('name', { name: t(`kind.${kind}`) })}
            placeholder={name}
            name={drawing.name}
            maxLength={NAME_MAX}
            onName={(given) => drawings.change(id, { name: given })}
          />
          <IconButton label={t('focus', { name })} strokes={MARK.target} onPress={onFocus} />
          <IconButton label={t('up', { name })} strokes={MARK.up} onPress={() => drawings.reorder(id, 1)} />
          <IconButton label={t('down', { name })} strokes={MARK.down} onPress={() => drawings.reorder(id, -1)} />
        </div>
      ) : null}
    </li>
  )
}
