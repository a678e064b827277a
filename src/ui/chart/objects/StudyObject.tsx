import type { KeyboardEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { IconButton } from '../../kit/IconButton'
import { MARK } from '../drawings/marks'
import { neighbourOf, type StudiesModel } from '../studies/studies-model'
import { STUDY_LABEL_MAX, type Study } from '../studies/study'
import { ownTitle, studyTitles } from '../studies/study-title'
import { NameField } from './NameField'
import styles from './ObjectTree.module.css'

interface Props {
  readonly study: Study
  readonly studies: StudiesModel
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onSettings: () => void
  readonly onRemove: () => void
}

/** An indicator in the list. Alt with an arrow moves it among those of its kind, also while it is closed. */
export function StudyObject({ study, studies, isOpen, onOpen, onSettings, onRemove }: Props) {
  const { t } = useTranslation('drawings')
  const { t: tStudies } = useTranslation('studies')
  const name = studyTitles(studies.studies.peek()).get(study.id) ?? ''
  const moveByKey = (event: KeyboardEvent): void => {
    const way = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (way === null || !event.altKey) return
    event.preventDefault()
    studies.move(study.id, way)
  }
  const canMove = (way: 1 | -1): boolean => neighbourOf(studies.studies.peek(), study.id, way) !== -1
  return (
    <li className={styles['row']} data-chosen={isOpen || undefined}>
      <button
        type="button"
        className={styles['name']}
        aria-expanded={isOpen}
        aria-label={t('details', { name })}
        onKeyDown={moveByKey}
        onClick={() => onOpen(!isOpen)}
      >
        <span className={styles['text']}>{name}</span>
      </button>
      <IconButton
        label={tStudies('show', { title: name })}
        strokes={MARK.eye}
        isOn={study.isVisible}
        onPress={() => studies.change(study.id, { isVisible: !study.isVisible })}
      />
      <IconButton label={tStudies('remove', { title: name })} strokes={MARK.cross} onPress={onRemove} />
      {isOpen ? (
        <div className={styles['more']}>
          <NameField
            label={t('name', { name })}
            placeholder={ownTitle(study)}
            name={study.label}
            maxLength={STUDY_LABEL_MAX}
            onName={(label) => studies.change(study.id, { label })}
          />
          <IconButton
            label={tStudies('settingsOf', { title: name })}
            strokes={MARK.settings}
            onPress={() => onSettings()}
          />
          <IconButton
            label={t('up', { name })}
            strokes={MARK.up}
            aria-disabled={!canMove(-1) || undefined}
            onPress={() => studies.move(study.id, -1)}
          />
          <IconButton
            label={t('down', { name })}
            strokes={MARK.down}
            aria-disabled={!canMove(1) || undefined}
            onPress={() => studies.move(study.id, 1)}
          />
        </div>
      ) : null}
    </li>
  )
}
