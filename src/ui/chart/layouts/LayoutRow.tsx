import { useState } from 'react'
import { formatDateTime } from '../../format'
import { useTranslation } from '../../i18n/use-translation'
import { IconButton } from '../../kit/IconButton'
import type { ChartEngine } from '../port/chart-port'
import styles from './LayoutDialog.module.css'
import { LAYOUT_NAME_MAX, type NamedLayout } from './layout-set'

const SAVE = 'M3 2.5h8l2.5 2.5v8.5H2.5v-11zM5 2.5v4h5v-4M5 13.5V9.5h6v4'
const CLOCK = 'M2 8a6 6 0 1 0 12 0 6 6 0 1 0-12 0M8 4.5V8l2.5 1.5'
const DOWN = 'M8 2.5v8M4.5 7.5L8 11l3.5-3.5M2.5 13.5h11'
const BIN = 'M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 9h5.8l.6-9'

interface Props {
  readonly layout: NamedLayout
  readonly engine: ChartEngine['name'] | null
  /** @param versionId missing: the newest */
  readonly onOpen: (versionId?: string) => void
  readonly onSave: () => void
  readonly onRename: (name: string) => void
  readonly onExport: () => void
  readonly onRemove: () => void
}

/** One layout: its name, what can be done with it, and its versions when they are asked for. */
export function LayoutRow({ layout, engine, onOpen, onSave, onRename, onExport, onRemove }: Props) {
  const { t } = useTranslation('layouts')
  const [hasVersions, setVersions] = useState(false)
  const { name, versions } = layout
  const [newest] = versions
  if (newest === undefined) return null
  const made = newest.layout.engine
  return (
    <li className={styles['layout']}>
      <div className={styles['row']}>
        <input
          key={name}
          className={styles['field']}
          aria-label={t('rename', { name })}
          maxLength={LAYOUT_NAME_MAX}
          autoComplete="off"
          defaultValue={name}
          onBlur={(event) => onRename(event.currentTarget.value)}
        />
        <button type="button" className={styles['button']} aria-label={t('openOf', { name })} onClick={() => onOpen()}>
          {t('open')}
        </button>
        <span className={styles['actions']}>
          <IconButton label={t('saveInto', { name })} strokes={SAVE} onPress={onSave} />
          <IconButton
            label={t('versionsOf', { name, count: versions.length })}
            strokes={CLOCK}
            isOn={hasVersions}
            onPress={() => setVersions(!hasVersions)}
          />
          <IconButton label={t('export', { name })} strokes={DOWN} onPress={onExport} />
          <IconButton label={t('remove', { name })} strokes={BIN} onPress={onRemove} />
        </span>
      </div>
      {engine === null || made === engine ? null : (
        <p className={styles['hint']}>{t('otherEngine', { engine: t(`engine.${made}`) })}</p>
      )}
      {hasVersions ? (
        <ol className={styles['versions']} aria-label={t('versions', { name })}>
          {versions.map(({ id, savedAtMs, layout: { charts } }) => (
            <li key={id}>
              <button type="button" className={styles['version']} onClick={() => onOpen(id)}>
                {t('version', {
                  time: formatDateTime(savedAtMs),
                  count: charts[0]?.settings.grid.count ?? charts.length,
                })}
              </button>
            </li>
          ))}
        </ol>
      ) : null}
    </li>
  )
}
