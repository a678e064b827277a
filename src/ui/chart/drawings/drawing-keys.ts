import type { DrawingsModel } from './drawings-model'

/** A key as the page says it. */
export type DrawingKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

interface Steps {
  readonly barMs: number
  readonly tick: number
  round(price: number): number
}

const ARROWS: Readonly<Record<string, readonly [bars: number, ticks: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/**
 * Does what a key means for the drawings while the chart has the focus: arrows move the chosen one by a bar or a tick
 * (ten with Shift), Delete removes it, Escape lets it or the tool go, Ctrl+Z and Ctrl+Shift+Z undo and redo.
 * @returns whether the key was meant for them
 */
export function pressDrawingKey(model: DrawingsModel, event: DrawingKey, { barMs, tick, round }: Steps): boolean {
  const selected = model.selected.peek()
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z') {
    if (event.shiftKey) model.redo()
    else model.undo()
    return true
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.key === 'Escape') {
    if (selected === null && model.tool.peek() === null) return false
    model.choose(null)
    model.select(null)
    return true
  }
  if (selected === null) return false
  if (event.key === 'Delete' || event.key === 'Backspace') {
    if (!selected.isLocked) model.remove(selected.id)
    return true
  }
  const way = ARROWS[event.key]
  if (way === undefined) return false
  const times = event.shiftKey ? 10 : 1
  model.move(selected.id, way[0] * times * barMs, way[1] * times * tick, round)
  return true
}
