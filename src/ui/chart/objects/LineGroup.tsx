import { useSignals } from '@preact/signals-react/runtime'
import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { IconButton } from '../../kit/IconButton'
import type { LineSpec } from '../../trading-kit/chart-line'
import { MARK } from '../drawings/marks'
import type { LineChoicesModel, LineGroupName } from '../lines/line-choices'
import { LineRow } from './LineRow'
import styles from './ObjectTree.module.css'

interface Props {
  readonly group: LineGroupName
  readonly lines: readonly LineSpec[]
  readonly choices: LineChoicesModel
  /** The line whose row says more. */
  readonly opened: string | null
  readonly onOpened: (id: string | null) => void
  readonly onFocus: (id: string) => void
}

/** Rows of so many of a kind begin closed. */
const MANY = 8

/** The lines of one kind: hidden or locked all at once, or each in a row of its own. */
export function LineGroup({ group, lines, choices, opened, onOpened, onFocus }: Props) {
  useSignals()
  const { t } = useTranslation('drawings')
  const rowsId = useId()
  const [isOpen, setOpen] = useState(lines.length < MANY)
  const { hidden, locked } = choices.choices.value
  const name = t('groupOf', { group: t(`lineGroup.${group}`), count: lines.length })
  const all = lines.map(({ id }) => id)
  const movable = lines.flatMap(({ id, move }) => (move == null ? [] : id))
  const isHidden = all.every((id) => hidden.includes(id))
  const isLocked = movable.length > 0 && movable.every((id) => locked.includes(id))
  return (
    <li>
      <div className={styles['group']}>
        <button
          type="button"
          className={styles['name']}
          aria-expanded={isOpen}
          aria-controls={isOpen ? rowsId : undefined}
          aria-label={name}
          onClick={() => setOpen(!isOpen)}
        >
          <svg viewBox="0 0 16 16" className={styles['mark']} aria-hidden="true">
            <path d={isOpen ? MARK.down : 'M6 3.5L10.5 8 6 12.5'} />
          </svg>
          <span className={styles['text']}>{t(`lineGroup.${group}`)}</span>
          <span className={styles['price']}>{lines.length}</span>
        </button>
        {movable.length === 0 ? null : (
          <IconButton
            label={t('lock', { name })}
            strokes={MARK.lock}
            isOn={isLocked}
            onPress={() => choices.set('locked', movable, !isLocked)}
          />
        )}
        <IconButton
          label={t('show', { name })}
          strokes={MARK.eye}
          isOn={!isHidden}
          onPress={() => choices.set('hidden', all, !isHidden)}
        />
      </div>
      {isOpen ? (
        <ul id={rowsId} className={styles['list']} data-inside="">
          {lines.map((line) => (
            <LineRow
              key={line.id}
              line={line}
              choices={choices}
              isOpen={opened === line.id}
              onOpen={(isOn) => onOpened(isOn ? line.id : null)}
              onFocus={() => onFocus(line.id)}
            />
          ))}
        </ul>
      ) : null}
    </li>
  )
}
