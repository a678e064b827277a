import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import type { ChartPort } from '../port/chart-port'
import { TEXT_MAX, type Drawing } from './drawing'
import styles from './DrawingText.module.css'
import type { DrawingsModel } from './drawings-model'

interface Props {
  readonly drawing: Drawing
  readonly drawings: DrawingsModel
  readonly follow: ChartPort['followDrawing']
  /** Leads the focus back to the bars. */
  readonly onDone: () => void
}

/** Least columns of the field. */
const COLUMNS_MIN = 12

/** What a text or a callout says, typed where it stands. It is kept when the field is left. */
export function DrawingText({ drawing: { id, kind, text }, drawings, follow, onDone }: Props) {
  const { t } = useTranslation('drawings')
  const place = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const hintId = useId()
  // A hand is faster than a part that is fetched: letters that came before the field are in it.
  const [typed, setTyped] = useState(() => drawings.typedAhead || text)
  const kept = useRef(text)
  useEffect(() => {
    kept.current = typed
  }, [typed])
  const at = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const put = useRef((): void => {
    const [element, point] = [place.current, at.current]
    if (element === null || point === null) return
    element.dataset['placed'] = ''
    const [width, height] = [element.offsetParent?.clientWidth ?? 0, element.offsetParent?.clientHeight ?? 0]
    // Its whole field is seen, also where the text stands at an edge.
    const x = Math.max(0, Math.min(point.x, width - element.offsetWidth))
    const y = Math.max(0, Math.min(point.y, height - element.offsetHeight))
    element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`
  })
  useEffect(
    () =>
      follow(id, (point) => {
        at.current = point
        put.current()
      }),
    [follow, id],
  )
  // It grows with what is typed.
  useEffect(() => put.current())
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
    drawings.forgetTypedAhead()
    // A press on the bars takes the field away before it loses the focus.
    return () => drawings.say(id, kept.current.trimEnd())
  }, [drawings, id])
  const lines = typed.split('\n')
  return (
    <div ref={place} className={styles['place']}>
      <textarea
        ref={field}
        className={styles['field']}
        aria-label={t('words', { name: t(`kind.${kind}`) })}
        aria-describedby={hintId}
        placeholder={t(`kind.${kind}`)}
        maxLength={TEXT_MAX}
        rows={Math.max(1, lines.length)}
        cols={Math.max(COLUMNS_MIN, ...lines.map(({ length }) => length + 1))}
        wrap="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => drawings.endEdit()}
        onKeyDown={(event) => {
          // Letters, arrows and Delete are the field's own.
          event.stopPropagation()
          const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
          if (!isDone || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (event.key === 'Escape') kept.current = text
          drawings.endEdit()
          onDone()
        }}
      />
      <p id={hintId} className={styles['hint']}>
        {t('wordsHint')}
      </p>
    </div>
  )
}
