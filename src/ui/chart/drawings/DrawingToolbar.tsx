import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { IconButton } from '../../kit/IconButton'
import { lazyPart } from '../../kit/load-part'
import { MAGNETS } from '../port/chart-port'
import { isTextual, type DrawingKind } from './drawing-kind'
import styles from './DrawingToolbar.module.css'
import type { DrawingsModel } from './drawings-model'
import { DRAWING_MARKS, MARK } from './marks'
import { kindsOf, TOOL_GROUP_NAMES, type ToolGroup } from './tool-groups'

const ToolMenu = lazyPart('chart', async () => (await import('./ToolMenu')).ToolMenu)

const CURSOR = 'M4 2l8 6-3.5.8L7 12.5z'
const MAGNET = 'M4 3v5a4 4 0 0 0 8 0V3M4 5.5h2.5M9.5 5.5H12'
/** A finger finds no corner: it opens the group. */
const isCoarse = matchMedia('(pointer: coarse)').matches

interface Props {
  readonly drawings: DrawingsModel
  readonly drawInView: (kind: DrawingKind) => void
}

interface OpenMenu {
  readonly group: ToolGroup
  /** Whether a key opened it: then a tool is drawn by key, too. */
  readonly isKey: boolean
}

/** The tools to draw with, beside the chart. One of them has the Tab stop; arrows lead to the others and into a group. */
export function DrawingToolbar({ drawings, drawInView }: Props) {
  useSignals()
  const { t } = useTranslation('drawings')
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const [last, setLast] = useState<Readonly<Partial<Record<ToolGroup, DrawingKind>>>>({})
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const { magnet, staysInDrawing } = drawings.options.value
  const all = drawings.drawings.value
  const tool = drawings.tool.value
  const isLocked = all.length > 0 && all.every((one) => one.isLocked)
  const isHidden = all.length > 0 && all.every((one) => one.isHidden)
  let index = 0
  const button = (label: string, strokes: string, press: (isKey: boolean) => void, state: State = {}): ReactNode => {
    const own = index++
    return (
      <IconButton
        label={label}
        strokes={strokes}
        className={state.isMore === true ? styles['more'] : styles['tool']}
        isOn={state.isOn}
        aria-disabled={state.isOff || undefined}
        aria-haspopup={state.group === undefined ? undefined : 'menu'}
        aria-expanded={state.group === undefined ? undefined : menu?.group === state.group}
        data-group={state.group}
        tabIndex={own === stop ? 0 : -1}
        onFocus={() => setStop(own)}
        onPress={(isKey) => state.isOff !== true && press(isKey)}
      />
    )
  }
  const use = (group: ToolGroup, kind: DrawingKind, isKey: boolean): void => {
    setLast({ ...last, [group]: kind })
    // On its way before the text is placed: what is typed at once is not lost.
    if (isTextual(kind)) void import('./DrawingText')
    if (isKey) drawInView(kind)
    else drawings.choose(tool === kind ? null : kind)
  }
  const groupButtons = (group: ToolGroup): ReactNode => {
    const kind = last[group] ?? kindsOf(group)[0]!
    const isOn = tool !== null && kindsOf(group).includes(tool)
    const more = t('moreOf', { group: t(`group.${group}`) })
    if (isCoarse)
      return button(t(`group.${group}`), DRAWING_MARKS[kind], () => setMenu({ group, isKey: false }), { isOn, group })
    return (
      <>
        {button(t(`kind.${kind}`), DRAWING_MARKS[kind], (isKey) => use(group, kind, isKey), { isOn })}
        {button(more, 'M6 4l4 4-4 4', (isKey) => setMenu({ group, isKey }), { group, isMore: true })}
      </>
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
      {TOOL_GROUP_NAMES.map((group) => (
        <div key={group} className={styles['group']}>
          {groupButtons(group)}
        </div>
      ))}
      <hr />
      {button(
        t(`magnet.${magnet}`),
        magnet === 'strong' ? `${MAGNET}M8 14.5v-1` : MAGNET,
        () => drawings.setOptions({ magnet: MAGNETS[(MAGNETS.indexOf(magnet) + 1) % MAGNETS.length] ?? 'off' }),
        { isOn: magnet !== 'off' },
      )}
      {button(
        t('stays'),
        'M2 12l1-3 6-6 2 2-6 6zM9 13h5',
        () => drawings.setOptions({ staysInDrawing: !staysInDrawing }),
        { isOn: staysInDrawing },
      )}
      {button(t('lockAll'), MARK.lock, () => drawings.changeAll({ isLocked: !isLocked }), {
        isOn: isLocked,
        isOff: all.length === 0,
      })}
      {button(t('hideAll'), `${MARK.eye}M2.5 13.5l11-11`, () => drawings.changeAll({ isHidden: !isHidden }), {
        isOn: isHidden,
        isOff: all.length === 0,
      })}
      <hr />
      {button(t('undo'), 'M5 3L2 6l3 3M2 6h7.5a3.5 3.5 0 0 1 0 7H6', () => drawings.undo(), {
        isOff: !drawings.canUndo.value,
      })}
      {button(t('redo'), 'M11 3l3 3-3 3M14 6H6.5a3.5 3.5 0 0 0 0 7H10', () => drawings.redo(), {
        isOff: !drawings.canRedo.value,
      })}
      {button(t('deleteAll'), MARK.bin, () => drawings.removeAll(), { isOff: all.length === 0 })}
      {menu === null ? null : (
        <Suspense fallback={null}>
          <ToolMenu
            label={t(`group.${menu.group}`)}
            kinds={kindsOf(menu.group)}
            anchor={() => bar.current?.querySelector<HTMLElement>(`[data-group="${menu.group}"]`) ?? null}
            onChoose={(kind) => use(menu.group, kind, menu.isKey)}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

interface State {
  readonly isOn?: boolean
  readonly isOff?: boolean
  readonly isMore?: boolean
  /** The group whose menu it opens. */
  readonly group?: ToolGroup
}

function moveFocus(event: KeyboardEvent, bar: HTMLElement | null): void {
  // The menu of a group has keys of its own.
  if (!(event.target instanceof HTMLButtonElement)) return
  const buttons = [...(bar?.querySelectorAll<HTMLButtonElement>(':scope > button, :scope > div > button') ?? [])]
  const at = buttons.indexOf(event.target)
  if (event.key === 'ArrowRight' && at !== -1) {
    const own = event.target.parentElement?.querySelector<HTMLButtonElement>('[data-group]')
    if (own == null || event.target.parentElement === bar) return
    event.preventDefault()
    own.click()
    return
  }
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
  if (next === undefined || at === -1) return
  event.preventDefault()
  buttons.at(next % buttons.length)?.focus()
}
