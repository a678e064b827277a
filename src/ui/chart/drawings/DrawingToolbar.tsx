import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { MAGNETS } from '../port/chart-port'
import { DRAWING_KINDS, type DrawingKind } from './drawing'
import styles from './DrawingToolbar.module.css'
import type { DrawingsModel } from './drawings-model'

/** Strokes on 16 by 16. */
const MARKS: Readonly<Record<DrawingKind, string>> = {
  trendLine: 'M3 13L13 3M2 14h2v-2H2zM12 4h2V2h-2z',
  ray: 'M3 13L14 2M2 14h2v-2H2z',
  extendedLine: 'M1 15L15 1',
  arrow: 'M3 13L13 3M13 3H8.5M13 3v4.5',
  horizontalLine: 'M1 8h14M7 9h2V7H7z',
  verticalLine: 'M8 1v14M7 9h2V7H7z',
  rectangle: 'M2.5 3.5h11v9h-11z',
  parallelChannel: 'M2 9L12 2M4 14L14 7',
  pitchfork: 'M2 13L13 5M6 4l4 7M6 4l6-3M10 11l4.5-3',
  ellipse: 'M2 8c0-6 12-6 12 0s-12 6-12 0',
  brush: 'M2 13c2-1 1-4 3.5-4s1.5 3 4 1 .5-5 4.5-7',
  fibRetracement: 'M2 3h12M2 6.3h12M2 9.6h12M2 13h12',
  fibExtension: 'M2 12l4-5 3 3M9 10h5M9 6h5M9 2.5h5',
  text: 'M3 3.5h10M8 3.5v9.5',
  callout: 'M2.5 2.5h11v7H7l-3.5 4v-4h-1z',
  priceLabel: 'M2 4h8l4 4-4 4H2z',
  measure: 'M3 14V2M3 2L1.5 4M3 2l1.5 2M3 14l10 0M13 14l-2-1.5M13 14l-2 1.5',
  datePriceRange: 'M2.5 2.5h11v11h-11zM5 8h6M8 5v6M9.5 6.5L11 8 9.5 9.5',
  longPosition: 'M2.5 2.5h11v11h-11zM2.5 9h11M8 7V4.5M6.5 5.8L8 4.3l1.5 1.5',
  shortPosition: 'M2.5 2.5h11v11h-11zM2.5 7h11M8 9v2.5M6.5 10.2L8 11.7l1.5-1.5',
}
const CURSOR = 'M4 2l8 6-3.5.8L7 12.5z'

interface Props {
  readonly drawings: DrawingsModel
  readonly drawInView: (kind: DrawingKind) => void
  readonly onObjects: () => void
}

/** The tools to draw with, beside the chart. One of them has the Tab stop; arrows lead to the others. */
export function DrawingToolbar({ drawings, drawInView, onObjects }: Props) {
  useSignals()
  const { t } = useTranslation('drawings')
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const { magnet, staysInDrawing } = drawings.options.value
  const all = drawings.drawings.value
  const tool = drawings.tool.value
  const isLocked = all.length > 0 && all.every((one) => one.isLocked)
  const isHidden = all.length > 0 && all.every((one) => one.isHidden)
  let index = 0
  const button = (label: string, strokes: string, press: (isKey: boolean) => void, state: State = {}): ReactNode => {
    const own = index++
    return (
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-pressed={state.isOn}
        aria-disabled={state.isOff || undefined}
        tabIndex={own === stop ? 0 : -1}
        onFocus={() => setStop(own)}
        // A press of a key has no clicks.
        onClick={(event) => state.isOff !== true && press(event.detail === 0)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={strokes} />
        </svg>
      </button>
    )
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('tools')}
      className={styles['bar']}
      tabIndex={-1}
      onKeyDown={(event) => moveFocus(event, bar.current)}
    >
      {button(t('cursor'), CURSOR, () => drawings.choose(null), { isOn: tool === null })}
      <hr />
      {DRAWING_KINDS.map((kind) => (
        <span key={kind}>
          {button(
            t(`kind.${kind}`),
            MARKS[kind],
            (isKey) => {
              if (isKey) drawInView(kind)
              else drawings.choose(tool === kind ? null : kind)
            },
            { isOn: tool === kind },
          )}
        </span>
      ))}
      <hr />
      {button(
        t(`magnet.${magnet}`),
        magnet === 'strong'
          ? 'M4 3v5a4 4 0 0 0 8 0V3M4 5.5h2.5M9.5 5.5H12M8 14.5v-1'
          : 'M4 3v5a4 4 0 0 0 8 0V3M4 5.5h2.5M9.5 5.5H12',
        () => drawings.setOptions({ magnet: MAGNETS[(MAGNETS.indexOf(magnet) + 1) % MAGNETS.length] ?? 'off' }),
        { isOn: magnet !== 'off' },
      )}
      {button(
        t('stays'),
        'M2 12l1-3 6-6 2 2-6 6zM9 13h5',
        () => drawings.setOptions({ staysInDrawing: !staysInDrawing }),
        { isOn: staysInDrawing },
      )}
      {button(
        t('lockAll'),
        'M4 7.5h8v6H4zM6 7.5V5a2 2 0 0 1 4 0v2.5',
        () => drawings.changeAll({ isLocked: !isLocked }),
        {
          isOn: isLocked,
          isOff: all.length === 0,
        },
      )}
      {button(
        t('hideAll'),
        'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM2.5 13.5l11-11',
        () => drawings.changeAll({ isHidden: !isHidden }),
        { isOn: isHidden, isOff: all.length === 0 },
      )}
      <hr />
      {button(t('undo'), 'M5 3L2 6l3 3M2 6h7.5a3.5 3.5 0 0 1 0 7H6', () => drawings.undo(), {
        isOff: !drawings.canUndo.value,
      })}
      {button(t('redo'), 'M11 3l3 3-3 3M14 6H6.5a3.5 3.5 0 0 0 0 7H10', () => drawings.redo(), {
        isOff: !drawings.canRedo.value,
      })}
      {button(t('objects'), 'M8 2l6 3.3-6 3.3-6-3.3zM2.5 9L8 12l5.5-3', onObjects)}
      {button(t('deleteAll'), 'M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 9h5.8l.6-9', () => drawings.removeAll(), {
        isOff: all.length === 0,
      })}
    </div>
  )
}

interface State {
  readonly isOn?: boolean
  readonly isOff?: boolean
}

function moveFocus(event: KeyboardEvent, bar: HTMLElement | null): void {
  const buttons = [...(bar?.querySelectorAll('button') ?? [])]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
  if (next === undefined || at === -1) return
  event.preventDefault()
  buttons.at(next % buttons.length)?.focus()
}
