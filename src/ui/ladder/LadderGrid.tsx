import { effect } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useMemo, useRef, type FocusEvent, type KeyboardEvent } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { onePressOf } from '../trading-kit/one-press/one-press'
import { isHedged } from '../trading-kit/one-press/press-words'
import { separatorsOf } from '../trading-kit/step-text'
import { isCoarse } from '../trading-kit/one-press/coarse-pointer'
import { ladderKey } from './ladder-keys'
import type { LadderModel } from './ladder-model'
import { mountLadderPointer } from './ladder-pointer'
import styles from './LadderPanel.module.css'
import { LadderRowView } from './LadderRowView'
import { rowLook } from './row-look'

/** Height of a row, CSS pixels. Fingers need more. */
const ROW_HEIGHT = 19
const COARSE_ROW_HEIGHT = 44

/** Over the sizes of a side. @param name what a press there opens, where the text alone does not say it */
function SideHead({ text, name }: { readonly text: string; readonly name: string | undefined }) {
  return (
    <th scope="col" aria-label={name} title={name}>
      {text}
    </th>
  )
}

/** The rows. They exist only where they are seen: a ladder has no end. */
export function LadderGrid({ model }: { readonly model: LadderModel }) {
  useSignals()
  const { t, i18n } = useTranslation('ladder')
  const app = useApp()
  const { arming } = onePressOf(app)
  const hedged = isHedged(app.account, model.market.symbol)
  const box = useRef<HTMLTableSectionElement>(null)
  const keysId = useId()
  const rowHeight = isCoarse.value ? COARSE_ROW_HEIGHT : ROW_HEIGHT
  const separators = useMemo(() => separatorsOf(i18n.language), [i18n.language])
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() =>
      model.window.setCount(Math.max(0, Math.floor(element.clientHeight / rowHeight))),
    )
    observer.observe(element)
    const release = mountLadderPointer(element, model, rowHeight)
    // No finger is seen before it is down: while one may come, the rows wait for it.
    const stop = effect(() => model.window.hold('finger', isCoarse.value && arming.isArmed.value))
    return () => {
      observer.disconnect()
      release()
      stop()
    }
  }, [model, rowHeight, arming])
  useFocusedRow(box, model)
  const shown = model.rows.value
  const stop = model.tabStop.value
  return (
    <>
      {shown === null ? <p className={styles['empty']}>{t('empty')}</p> : null}
      <p id={keysId} className="visually-hidden">
        {t(hedged ? 'keysHedge' : 'keys')}
      </p>
      <table
        // ARIA's own pattern for a table whose rows take the focus and keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        tabIndex={-1}
        aria-label={t('title')}
        aria-describedby={keysId}
        className={styles['grid']}
        data-stale={model.isStale.value ? '' : undefined}
        data-has-position={model.hasPosition.value ? '' : undefined}
        onFocus={(event) => model.focus(ticksOf(event))}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) model.focus(null)
        }}
        onKeyDown={(event) => onKey(event, model)}
      >
        <thead>
          <tr className={styles['head']}>
            <th scope="col">{t('pnl')}</th>
            <th scope="col" aria-label={t('mineBuy')}>
              {t('mineBuyShort')}
            </th>
            <SideHead text={t(hedged ? 'bidLong' : 'bid')} name={hedged ? t('bidLongName') : undefined} />
            <th scope="col">{t('price')}</th>
            <SideHead text={t(hedged ? 'askShort' : 'ask')} name={hedged ? t('askShortName') : undefined} />
            <th scope="col" aria-label={t('mineSell')}>
              {t('mineSellShort')}
            </th>
          </tr>
        </thead>
        <tbody ref={box} className={styles['rows']} style={{ '--row-height': `${rowHeight}px` } as object}>
          {shown?.rows.map((row) => (
            <LadderRowView
              key={row.ticks}
              {...rowLook(row, shown.maxTotal, model, separators)}
              entry={t('entry')}
              isStop={row.ticks === stop}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The focus goes along with the row that the keys chose. */
function useFocusedRow(box: React.RefObject<HTMLTableSectionElement | null>, model: LadderModel): void {
  const moves = model.keyMoves.value
  useEffect(() => {
    const ticks = model.focused.peek()
    if (moves > 0) box.current?.querySelector<HTMLElement>(`[data-ticks="${ticks}"]`)?.focus({ preventScroll: true })
  }, [box, model, moves])
}

function ticksOf({ target }: FocusEvent | KeyboardEvent): number | null {
  const ticks = target instanceof HTMLElement ? target.dataset['ticks'] : undefined
  return ticks === undefined ? null : Number(ticks)
}

function onKey(event: KeyboardEvent, model: LadderModel): void {
  const ticks = ticksOf(event)
  // A page's own script may send keys; only a person's press trades.
  if (ticks === null || !event.nativeEvent.isTrusted) return
  const key = ladderKey(event, {
    page: Math.max(1, model.window.count.peek() - 1),
    isCarrying: model.carried.peek() !== null,
  })
  if (key === null) return
  event.preventDefault()
  event.stopPropagation()
  if (key !== 'again') model.key(key, ticks)
}
