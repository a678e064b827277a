import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { downloadBlob } from '../../kit/download-blob'
import type { ThemeModel } from '../../state/theme-model'
import type { ChartEngine, ThemeName } from '../port/chart-port'
import { LayoutRow } from './LayoutRow'
import styles from './LayoutDialog.module.css'
import type { ChartLayout } from './layout'
import { LAYOUT_NAME_MAX, LAYOUTS_MAX, VERSIONS_MAX, type NamedLayout } from './layout-set'
import type { LayoutsModel } from './layouts-model'

interface Props {
  readonly layouts: LayoutsModel
  /** The engine that draws now; `null` while none does. */
  readonly engine: ChartEngine['name'] | null
  /** The one that is open; `null` where none is. */
  readonly opened: string | null
  readonly onOpened: (name: string | null, layout: ChartLayout | null) => void
  readonly onRenamed: (name: string) => void
  readonly theme: Pick<ThemeModel, 'theme' | 'set'>
}

/** What came of the last press, in words. */
interface Said {
  readonly text: string
  readonly isProblem: boolean
}

/** Layouts under names: saved, opened, exported to a file and taken from one. */
export function NamedLayouts({ layouts, engine, opened, onOpened, onRenamed, theme }: Props) {
  useSignals()
  const { t } = useTranslation('layouts')
  const [name, setName] = useState('')
  const [said, setSaid] = useState<Said | null>(null)
  /** The theme of the layout that was opened, where it is another one than that of the page. */
  const [offered, setOffered] = useState<ThemeName | null>(null)
  const field = useRef<HTMLInputElement>(null)
  /** The layout that was open when it was removed: brought back, it is open again. */
  const removed = useRef<string | null>(null)
  const all = layouts.layouts.value
  const tell = (text: string): void => setSaid({ text, isProblem: false })
  const complain = (text: string): void => setSaid({ text, isProblem: true })
  const save = async (as: string): Promise<void> => {
    const problem = await layouts.save(as)
    if (problem !== null) complain(t(`problem.${problem}`, { count: LAYOUTS_MAX }))
    else {
      setName('')
      const saved = layouts.layouts.peek().find((one) => one.name === as.trim())
      onOpened(as.trim(), saved?.versions[0]?.layout ?? null)
      tell(t('saved', { name: as.trim() }))
    }
  }
  const open = async ({ id, name: of }: NamedLayout, versionId?: string): Promise<void> => {
    const shown = await layouts.open(id, versionId)
    if (shown === null) return
    const { layout, isWhole } = shown
    onOpened(of, layout)
    setOffered(layout.theme === theme.theme.peek() ? null : layout.theme)
    if (isWhole) tell(t('opened', { name: of }))
    else complain(t('openedInPart', { name: of }))
  }
  const takeFile = async (file: File): Promise<void> => {
    const result = layouts.import(await file.text())
    if (result.ok) tell(t('imported', { name: result.value }))
    else complain(t(`file.${result.error.kind}`, { count: LAYOUTS_MAX, ...result.error }))
  }
  const undo = (): void => {
    const before = all.find((one) => one.name === opened)
    const openId = before?.id ?? removed.current
    const showsAnother = layouts.undo()
    setOffered(null)
    tell(t('undone'))
    if (showsAnother) return onOpened(null, null)
    const now = layouts.layouts.peek().find(({ id }) => id === openId)
    // An older version may be what is shown: a step of another layout, or of the name alone, says nothing of it.
    if (before !== undefined && before.versions[0]?.id === now?.versions[0]?.id) onRenamed(now?.name ?? before.name)
    else onOpened(now?.name ?? null, now?.versions[0]?.layout ?? null)
  }
  return (
    <section className={styles['part']} aria-label={t('named')}>
      <h3 className={styles['heading']}>{t('named')}</h3>
      <form
        className={styles['row']}
        onSubmit={(event) => {
          event.preventDefault()
          void save(name)
        }}
      >
        <input
          ref={field}
          className={styles['field']}
          aria-label={t('name')}
          placeholder={t('name')}
          maxLength={LAYOUT_NAME_MAX}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <button type="submit" className={styles['button']}>
          {t('save')}
        </button>
      </form>
      {all.length === 0 ? <p className={styles['hint']}>{t('none')}</p> : null}
      <ul className={styles['list']}>
        {all.map((layout) => (
          <LayoutRow
            key={layout.id}
            layout={layout}
            engine={engine}
            onOpen={(versionId) => void open(layout, versionId)}
            onSave={() => void save(layout.name)}
            onRename={(next) => {
              layouts.rename(layout.id, next)
              if (layout.name === opened && next.trim() !== '') onRenamed(next.trim())
            }}
            onExport={() => {
              const file = layouts.exported(layout.id)
              if (file !== null)
                downloadBlob(new Blob([file.text], { type: 'application/json' }), `${file.name}.halyard-layout.json`)
            }}
            onRemove={() => {
              layouts.remove(layout.id)
              removed.current = layout.name === opened ? layout.id : null
              if (layout.name === opened) onOpened(null, null)
              tell(t('removed', { name: layout.name }))
              field.current?.focus()
            }}
          />
        ))}
      </ul>
      <p role={said?.isProblem === true ? 'alert' : 'status'} className={styles['said']} data-problem={said?.isProblem}>
        {said?.text ?? ''}
      </p>
      {offered === null || offered === theme.theme.value ? null : (
        <div className={styles['row']}>
          <span className={styles['hint']}>{t(`savedIn.${offered}`)}</span>
          <button type="button" className={styles['button']} onClick={() => theme.set(offered)}>
            {t(`useTheme.${offered}`)}
          </button>
        </div>
      )}
      <div className={styles['row']}>
        <button type="button" className={styles['button']} disabled={!layouts.canUndo.value} onClick={undo}>
          {t('undo')}
        </button>
        <label className={styles['file']}>
          <span>{t('import')}</span>
          <input
            type="file"
            className="visually-hidden"
            accept="application/json,.json"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? []
              // The same file may be chosen again.
              event.currentTarget.value = ''
              if (file !== undefined) void takeFile(file)
            }}
          />
        </label>
      </div>
      <p className={styles['hint']}>{t(`hint.${engine ?? 'klinecharts'}`, { count: VERSIONS_MAX })}</p>
    </section>
  )
}
