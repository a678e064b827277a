import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { Button } from '../../kit/Button'
import styles from './IndicatorDialog.module.css'
import type { StudiesModel } from './studies-model'
import { TEMPLATE_NAME_MAX, TEMPLATES_MAX, type StudyTemplates } from './study-templates'

interface Props {
  readonly studies: StudiesModel
  readonly templates: StudyTemplates
}

/** Keeps the indicators that are on the chart under a name, and puts kept ones in their place. */
export function TemplateList({ studies, templates }: Props) {
  useSignals()
  const { t } = useTranslation('studies')
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const shown = studies.studies.value
  const all = templates.templates.value
  const isFull = all.length >= TEMPLATES_MAX && !all.some((one) => one.name === name.trim())
  return (
    <section className={styles['section']} aria-label={t('templates')}>
      <h3 className={styles['heading']}>{t('templates')}</h3>
      <form
        className={styles['saving']}
        onSubmit={(event) => {
          event.preventDefault()
          if (templates.save(name, shown)) setName('')
        }}
      >
        <input
          ref={field}
          className={styles['field']}
          aria-label={t('templateName')}
          placeholder={t('templateName')}
          maxLength={TEMPLATE_NAME_MAX}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === '' || shown.length === 0 || isFull}>
          {t('saveTemplate')}
        </Button>
      </form>
      {all.length === 0 ? <p className={styles['empty']}>{t('noTemplates')}</p> : null}
      <ul className={styles['studies']}>
        {all.map((one) => (
          <li key={one.id} className={styles['row']}>
            <span className={styles['template']}>{one.name}</span>
            <Button
              aria-label={t('useTemplate', { name: one.name })}
              onClick={() => studies.replace(templates.studiesOf(one.id))}
            >
              {t('useTemplateShort')}
            </Button>
            <button
              type="button"
              className={styles['icon']}
              aria-label={t('removeTemplate', { name: one.name })}
              title={t('removeTemplate', { name: one.name })}
              onClick={() => {
                templates.remove(one.id)
                // The button goes with its row.
                field.current?.focus()
              }}
            >
              <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
