import { useEffect, useRef, type RefObject } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { NAME_MAX, type Drawing } from './drawing'
import styles from './DrawingBar.module.css'
import type { DrawingsModel } from './drawings-model'

interface Props {
  readonly drawing: Drawing
  readonly drawings: DrawingsModel
  /** The bars: a double click there edits the text, and the focus returns there. */
  readonly chart: RefObject<HTMLElement | null>
}

/** What a text or a callout says: typed as soon as it is placed. Enter keeps it, Escape returns to what it was. */
export function DrawingText({ drawing: { id, kind, name }, drawings, chart }: Props) {
  const { t } = useTranslation('drawings')
  const field = useRef<HTMLInputElement>(null)
  const typed = useRef(name)
  const keep = useRef((): void => {
    const text = typed.current.trim()
    const now = drawings.drawings.peek().find((one) => one.id === id)
    if (now !== undefined && now.name !== text) drawings.change(id, { name: text })
  })
  useEffect(() => {
    // It has said nothing yet: it was just placed.
    if (typed.current === '') field.current?.focus({ preventScroll: true })
    const edit = (): void => field.current?.select()
    const bars = chart.current
    const save = keep.current
    bars?.addEventListener('dblclick', edit)
    return () => {
      bars?.removeEventListener('dblclick', edit)
      // A press on the bars takes the field away before it loses the focus.
      save()
    }
  }, [chart])
  return (
    <input
      ref={field}
      className={styles['text']}
      aria-label={t('words', { name: t(`kind.${kind}`) })}
      placeholder={t(`kind.${kind}`)}
      maxLength={NAME_MAX}
      defaultValue={name}
      onChange={(event) => (typed.current = event.currentTarget.value)}
      onBlur={() => keep.current()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Escape') event.currentTarget.value = typed.current = name
        chart.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
      }}
    />
  )
}
