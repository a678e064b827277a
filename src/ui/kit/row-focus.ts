import { useEffect, useRef, type RefObject } from 'react'
import { OPEN_GUARD_MS } from './open-guard'

const CONTROLS = 'button, a[href], input, select'
/** Rows of tables and lists, and the labels of the chart's lines. */
const ROWS = 'tr, li, [data-chip]'

/** The control of a row that had the focus last. */
interface Place {
  readonly control: HTMLElement
  readonly action: string
  /** Set once the row is gone: the rows that stood behind and before it, nearest first. */
  heirs: readonly Element[] | null
}

/**
 * Keeps the focus in a list whose rows go: when the row with the focus is removed (its order was cancelled, its position
 * closed), the same button of the next row has it, else of the nearest one before, else the list itself. It would fall to
 * the page otherwise, and the keyboard begin again at the top.
 *
 * The button that gets it does another row's thing: a key that is still down, or pressed again at once, was meant for the
 * row that went, and does nothing.
 *
 * @param list has a `tabIndex`, and stays
 * @returns a function that stops it
 */
export function keepRowFocus(list: HTMLElement): () => void {
  let place: Place | null = null
  /** The button that has just got the focus, and did not ask for it. */
  let heir: HTMLElement | null = null
  let movedAtMs = 0

  const onFocusIn = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || isInDialog(target, list)) return
    place = rowOf(target, list) === null ? null : { control: target, action: actionOf(target), heirs: null }
  }
  const onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
    const left = place
    if (left === null || left.control !== target) return
    if (relatedTarget instanceof Element) {
      // A dialog over the list takes the focus for a while; anything else is where the user went.
      if (!isOver(relatedTarget, list)) place = null
      return
    }
    // Nothing has it now: either somebody pressed beside everything, or the row is just being taken away.
    queueMicrotask(() => {
      const { activeElement } = document
      const isAway = activeElement !== null && isOver(activeElement, list)
      if (place === left && left.control.isConnected && !isOff(left.control) && !isAway) place = null
    })
  }
  const move = (): void => {
    if (place === null || place.control.isConnected || document.activeElement !== document.body) return
    // While a dialog is open nothing behind it takes the focus: what it leaves in this list tells of its end.
    const topmost = [...document.querySelectorAll('dialog[open]')].at(-1)
    if (topmost !== undefined && !topmost.contains(list)) return
    const { action, heirs } = place
    heir = (heirs ?? []).map((row) => controlIn(row, action)).find((one) => one !== null) ?? null
    movedAtMs = performance.now()
    if (heir !== null) heir.focus()
    else {
      place = null
      list.focus({ preventScroll: true })
    }
  }
  const observer = new MutationObserver((records) => {
    if (place !== null && !place.control.isConnected) place.heirs ??= heirsOf(place.control, records)
    move()
  })
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== heir || (event.key !== 'Enter' && event.key !== ' ')) return
    // A key that is held stays the one press that it was. On a busy page it is heard later than it was pressed.
    if (!event.repeat && event.timeStamp - movedAtMs >= OPEN_GUARD_MS) return
    event.preventDefault()
    event.stopPropagation()
  }

  list.addEventListener('focusin', onFocusIn)
  list.addEventListener('focusout', onFocusOut)
  list.addEventListener('keydown', onKey, true)
  observer.observe(list, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    list.removeEventListener('focusin', onFocusIn)
    list.removeEventListener('focusout', onFocusOut)
    list.removeEventListener('keydown', onKey, true)
  }
}

/** `keepRowFocus` for the element of a component. */
export function useRowFocus<T extends HTMLElement>(): RefObject<T | null> {
  const list = useRef<T>(null)
  useEffect(() => (list.current === null ? undefined : keepRowFocus(list.current)), [])
  return list
}

/** What a control does, to find the one of another row that does the same. */
function actionOf(control: Element): string {
  return control.getAttribute('data-action') ?? control.getAttribute('aria-label') ?? control.textContent
}

function controlIn(row: Element, action: string): HTMLElement | null {
  if (!row.isConnected) return null
  const controls = [...row.querySelectorAll<HTMLElement>(CONTROLS)]
  return controls.find((one) => actionOf(one) === action && !isOff(one)) ?? null
}

/** The rows around the one that was taken away, as they stand now: those behind it, then those before it. */
function heirsOf(control: Element, records: readonly MutationRecord[]): readonly Element[] {
  const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(control)))
  if (record === undefined) return []
  return [...siblings(record.nextSibling, 'nextSibling'), ...siblings(record.previousSibling, 'previousSibling')]
}

function* siblings(first: Node | null, way: 'nextSibling' | 'previousSibling'): Generator<Element> {
  for (let node = first; node !== null; node = node[way]) if (node instanceof Element) yield node
}

function rowOf(control: Element, list: Element): Element | null {
  const row = control.closest(ROWS)
  return row !== null && list.contains(row) ? row : null
}

function isInDialog(target: Element, list: Element): boolean {
  const dialog = target.closest('dialog')
  return dialog !== null && list.contains(dialog)
}

/** Whether it is in a dialog that is not the list's own. */
function isOver(target: Element, list: Element): boolean {
  const dialog = target.closest('dialog')
  return dialog !== null && !dialog.contains(list)
}

function isOff(control: HTMLElement): boolean {
  return control.matches(':disabled')
}
