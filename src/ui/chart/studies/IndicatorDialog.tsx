import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import type { IndicatorName } from '../../../domain/indicators/indicator'
import { useTranslation } from '../../i18n/use-translation'
import { Dialog } from '../../kit/Dialog'
import { SearchField } from '../../kit/SearchField'
import { findIndicators } from './indicator-search'
import styles from './IndicatorDialog.module.css'
import { canAdd, OWN_PANES_MAX, STUDIES_MAX } from './study'
import type { StudiesModel } from './studies-model'
import type { StudyTemplates } from './study-templates'
import { studyTitles } from './study-title'
import { StudyRow } from './StudyRow'
import { TemplateList } from './TemplateList'

interface Props {
  readonly studies: StudiesModel
  readonly templates: StudyTemplates
  /** The study whose settings stand open at first. */
  readonly opened: string | null
  readonly onClose: () => void
}

/** Adds indicators to the chart, and sets and removes those that are on it. */
export function IndicatorDialog({ studies, templates, opened, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('studies')
  const [open, setOpen] = useState(opened)
  const list = useRef<HTMLUListElement>(null)
  const shown = studies.studies.value
  const titles = studyTitles(shown)
  /** The row's own button goes with it: the focus stays in the list. */
  const remove = (id: string): void => {
    const index = shown.findIndex((one) => one.id === id)
    studies.remove(id)
    const next = shown[index + 1] ?? shown[index - 1]
    const row = next === undefined ? null : list.current?.querySelector<HTMLElement>(`[data-study="${next.id}"] button`)
    if (row !== null && row !== undefined) row.focus()
    else document.querySelector<HTMLElement>('dialog[open] input')?.focus()
  }
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <Picker studies={studies} onAdded={setOpen} />
      <section aria-label={t('onChart')} className={styles['section']}>
        <h3 className={styles['heading']}>{t('onChart')}</h3>
        {shown.length === 0 ? <p className={styles['empty']}>{t('empty')}</p> : null}
        <ul ref={list} className={styles['studies']}>
          {shown.map((study) => (
            <StudyRow
              key={study.id}
              study={study}
              title={titles.get(study.id) ?? ''}
              isOpen={study.id === open}
              onOpen={(isOpen) => setOpen(isOpen ? study.id : null)}
              onChange={(part) => studies.change(study.id, part)}
              onRemove={() => remove(study.id)}
            />
          ))}
        </ul>
      </section>
      <TemplateList studies={studies} templates={templates} />
    </Dialog>
  )
}

interface PickerProps {
  readonly studies: StudiesModel
  readonly onAdded: (id: string) => void
}

function Picker({ studies, onAdded }: PickerProps) {
  useSignals()
  const { t } = useTranslation('studies')
  const [query, setQuery] = useState('')
  const favourites = studies.favourites.value
  const found = findIndicators(query, favourites, (name) => [t(`short.${name}`), t(`name.${name}`)]).filter((name) =>
    studies.isOffered(name),
  )
  const isFull = (name: IndicatorName): boolean => !canAdd(name, studies.studies.value)
  const add = (name: IndicatorName): void => {
    const id = studies.add(name)
    if (id !== null) onAdded(id)
  }
  return (
    <section aria-label={t('all')} className={styles['section']}>
      <SearchField isFirst label={t('search')} value={query} onText={setQuery} />
      <ul className={styles['list']} aria-label={t('all')}>
        {found.map((name) => (
          <li key={name} className={styles['choice']}>
            <button
              type="button"
              className={styles['star']}
              aria-pressed={favourites.includes(name)}
              aria-label={t('favourite', { name: t(`name.${name}`) })}
              onClick={() => studies.toggleFavourite(name)}
            >
              <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
                <path d="M8 1.8l1.9 4 4.3.6-3.1 3 .8 4.3L8 11.6l-3.9 2.1.8-4.3-3.1-3 4.3-.6z" />
              </svg>
            </button>
            <button
              type="button"
              className={styles['add']}
              aria-label={t('add', { name: t(`name.${name}`) })}
              disabled={isFull(name)}
              onClick={() => add(name)}
            >
              <b>{t(`short.${name}`)}</b>
              <span>{t(`name.${name}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className={styles['empty']}>{t('noneFound', { query })}</p> : null}
      {found.some(isFull) ? (
        <p className={styles['empty']}>{t('full', { count: STUDIES_MAX, panes: OWN_PANES_MAX })}</p>
      ) : null}
    </section>
  )
}
