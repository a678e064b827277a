import { useRef, type KeyboardEvent } from 'react'
import styles from './Tabs.module.css'

export interface TabItem<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly count?: number
  /** A word beside it, such as that it is new. */
  readonly tag?: string
}

interface Props<Id extends string> {
  readonly label: string
  readonly items: readonly TabItem<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
  /** Element id prefix; a panel is `${idPrefix}-${id}-panel`. */
  readonly idPrefix: string
}

/** Tabs by the ARIA pattern: one stop, arrows move, Home and End jump. */
export function Tabs<Id extends string>({ label, items, selected, onSelect, idPrefix }: Props<Id>) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = items.findIndex((item) => item.id === selected)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const item = items.at(next % items.length)
    if (item === undefined) return
    onSelect(item.id)
    list.current?.querySelector<HTMLElement>(`#${idPrefix}-${item.id}-tab`)?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles['tabs']} onKeyDown={onKeyDown} tabIndex={-1}>
      {items.map((item) => {
        const { id, label: text, count, tag } = item
        return (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${idPrefix}-${id}-tab`}
            aria-selected={id === selected}
            aria-controls={id === selected ? `${idPrefix}-${id}-panel` : undefined}
            aria-label={text}
            aria-describedby={describedBy(item, idPrefix)}
            tabIndex={id === selected ? 0 : -1}
            className={styles['tab']}
            onClick={() => onSelect(id)}
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
          </button>
        )
      })}
    </div>
  )
}

function describedBy({ id, count, tag }: TabItem<string>, idPrefix: string): string | undefined {
  const parts = [...(tag === undefined ? [] : ['tag']), ...(count === undefined ? [] : ['count'])]
  return parts.length === 0 ? undefined : parts.map((part) => `${idPrefix}-${id}-${part}`).join(' ')
}
