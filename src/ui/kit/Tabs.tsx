import type { KeyboardEvent } from 'react'
import styles from './Tabs.module.css'

export interface TabItem<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly count?: number
  /** A word beside it, such as that it is new. */
  readonly tag?: string
  /** What waits there to be read, as a description: a point, which moves nothing. */
  readonly waiting?: string
  /** It is there and cannot be chosen now. */
  readonly isDisabled?: boolean
}

interface Props<Id extends string> {
  readonly label: string
  readonly items: readonly TabItem<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
  /** Element id prefix; a panel is `${idPrefix}-${id}-panel`. */
  readonly idPrefix: string
  /** Id of the element that says why tabs are disabled. */
  readonly disabledReason?: string
}

/** Tabs by the ARIA pattern: one stop, arrows move, Home and End jump, and all of them pass over what is disabled. */
export function Tabs<Id extends string>(props: Props<Id>) {
  const { label, items, selected, onSelect, idPrefix, disabledReason } = props
  const onKeyDown = (event: KeyboardEvent): void => {
    const choices = items.filter((item) => item.isDisabled !== true)
    const at = choices.findIndex((item) => item.id === selected)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: choices.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const item = choices.at(next % choices.length)
    if (item === undefined) return
    onSelect(item.id)
    document.getElementById(`${idPrefix}-${item.id}-tab`)?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className={styles['tabs']} onKeyDown={onKeyDown} tabIndex={-1}>
      {items.map((item) => {
        const { id, label: text, count, tag, waiting, isDisabled = false } = item
        return (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${idPrefix}-${id}-tab`}
            aria-selected={id === selected}
            aria-controls={id === selected ? `${idPrefix}-${id}-panel` : undefined}
            aria-label={text}
            aria-disabled={isDisabled || undefined}
            aria-describedby={describedBy(item, idPrefix, disabledReason)}
            tabIndex={id === selected ? 0 : -1}
            className={styles['tab']}
            onClick={() => {
              if (!isDisabled) onSelect(id)
            }}
          >
            {text}
            {tag === undefined ? null : (
              <span id={`${idPrefix}-${id}-tag`} className={styles['tag']}>
                {tag}
              </span>
            )}
            {count === undefined ? null : (
              <span id={`${idPrefix}-${id}-count`} className={styles['count']}>
                {count}
              </span>
            )}
            {waiting === undefined ? null : (
              <i id={`${idPrefix}-${id}-waiting`} className={styles['waiting']} title={waiting} />
            )}
          </button>
        )
      })}
    </div>
  )
}

function describedBy(item: TabItem<string>, idPrefix: string, disabledReason: string | undefined): string | undefined {
  const { id, count, tag, waiting, isDisabled } = item
  const ids = [
    ...(tag === undefined ? [] : [`${idPrefix}-${id}-tag`]),
    ...(count === undefined ? [] : [`${idPrefix}-${id}-count`]),
    ...(waiting === undefined ? [] : [`${idPrefix}-${id}-waiting`]),
    ...(isDisabled === true && disabledReason !== undefined ? [disabledReason] : []),
  ]
  return ids.length === 0 ? undefined : ids.join(' ')
}
