import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { IconButton } from '../../kit/IconButton'
import type { ChartModel } from '../chart-model'
import type { ChartTools } from '../chart-state'
import { MARK } from '../drawings/marks'
import { groupLines } from '../lines/line-choices'
import { DrawingRow } from './DrawingRow'
import { LineGroup } from './LineGroup'
import styles from './ObjectTree.module.css'
import { StudyObject } from './StudyObject'

interface Props {
  readonly model: ChartModel
  readonly tools: ChartTools
  /** Something on the chart was asked for: a list that covers it gives way. */
  readonly onShown: () => void
}

/** Keys of a row that are for its drawing. */
const DRAWING_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Delete', 'Backspace']

/** All that is on the chart by its name: the way to it without a pointer. The uppermost drawing comes first. */
export function ObjectTree({ model, tools, onShown }: Props) {
  useSignals()
  const { t } = useTranslation('drawings')
  const list = useRef<HTMLUListElement>(null)
  const indicators = useRef<HTMLElement>(null)
  const { studies, drawings, drawing } = tools
  const drawn = drawings.drawings.value.toReversed()
  const chosen = new Set(drawings.chosen.value.map(({ id }) => id))
  const groups = groupLines(tools.lines.value)
  /** The line or indicator whose row says more; a drawing's is the one that is chosen. */
  const [opened, setOpened] = useState<string | null>(null)
  const { hasExecutions } = model.settings.value
  const removeRow = (remove: () => void, isGoing: (id: string) => boolean): void => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-drawing]') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const stays = (row: HTMLElement): boolean => !isGoing(row.dataset['drawing'] ?? '')
    const next = rows.slice(at).find(stays) ?? rows.slice(0, at).findLast(stays)
    remove()
    ;(next ?? list.current?.closest('section'))?.querySelector<HTMLElement>('button, [tabindex]')?.focus()
  }
  const onRowKey = (event: KeyboardEvent, id: string): void => {
    if (!DRAWING_KEYS.includes(event.key) && !event.ctrlKey && !event.metaKey) return
    if (!chosen.has(id)) drawings.select(id)
    const going = new Set(drawings.chosen.peek().flatMap((one) => (one.isLocked ? [] : one.id)))
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace' || event.key === 'x'
    let isMeant = false
    const press = (): void => void (isMeant = drawing.press(event.nativeEvent))
    if (isRemoval) removeRow(press, (one) => going.has(one))
    else press()
    if (!isMeant) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles['tree']}>
      <section aria-label={t('trading')} tabIndex={-1}>
        <h3 className={styles['heading']}>{t('trading')}</h3>
        <ul className={styles['list']}>
          {groups.map(([group, lines]) => (
            <LineGroup
              key={group}
              group={group}
              lines={lines}
              choices={tools.lineChoices}
              opened={opened}
              onOpened={setOpened}
              onFocus={(id) => tools.focusLine(id) && onShown()}
            />
          ))}
          <li className={styles['group']}>
            <span className={styles['name']} data-alone="">
              {t('executions')}
            </span>
            <IconButton
              label={t('show', { name: t('executions') })}
              strokes={MARK.eye}
              isOn={hasExecutions}
              onPress={() => model.setView({ hasExecutions: !hasExecutions })}
            />
          </li>
        </ul>
      </section>
      <section aria-label={t('drawings')} tabIndex={-1}>
        <div className={styles['withTool']}>
          <h3 className={styles['heading']}>{t('drawings')}</h3>
          <IconButton label={t('pasteCopied')} strokes={MARK.paste} onPress={() => void drawing.paste()} />
        </div>
        {drawn.length === 0 ? <p className={styles['empty']}>{t('none')}</p> : null}
        <ul ref={list} className={styles['list']}>
          {drawn.map((one) => (
            <DrawingRow
              key={one.id}
              drawing={one}
              drawings={drawings}
              isChosen={chosen.has(one.id)}
              isOnly={chosen.has(one.id) && chosen.size === 1}
              onKeyDown={(event) => onRowKey(event, one.id)}
              onFocus={() => {
                drawings.select(one.id)
                model.goTo(one.points[0]?.timeMs ?? 0)
                onShown()
              }}
              onRemove={() =>
                removeRow(
                  () => drawings.remove(one.id),
                  (id) => id === one.id,
                )
              }
            />
          ))}
        </ul>
      </section>
      <section ref={indicators} aria-label={t('indicators')} tabIndex={-1}>
        <h3 className={styles['heading']}>{t('indicators')}</h3>
        {studies.studies.value.length === 0 ? <p className={styles['empty']}>{t('noIndicators')}</p> : null}
        <ul className={styles['list']}>
          {studies.studies.value.map((study) => (
            <StudyObject
              key={study.id}
              study={study}
              studies={studies}
              isOpen={opened === study.id}
              onOpen={(isOn) => setOpened(isOn ? study.id : null)}
              onSettings={() => model.show({ kind: 'indicators', study: study.id })}
              onRemove={() => {
                studies.remove(study.id)
                indicators.current?.focus()
              }}
            />
          ))}
        </ul>
      </section>
    </div>
  )
}
