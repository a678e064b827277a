import type { DrawingsModel } from './drawings-model'

/** A key as the page says it. */
export type DrawingKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

interface Chart {
  readonly barMs: number
  readonly tick: number
  round(price: number): number
  /** Of the chosen ones. */
  copy(): void
  paste(): void
}

const ARROWS: Readonly<Record<string, readonly [bars: number, ticks: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/**
 * Does what a key means for the drawings while the chart, or their row in a list, has the focus: arrows move the chosen
 * ones by a bar or a tick (ten with Shift), Delete removes them, Escape lets them or the tool go; with Ctrl: Z and
 * Shift+Z undo and redo, A chooses all, C and X copy, V pastes.
 * @returns whether the key was meant for them
 */
export function pressDrawingKey(model: DrawingsModel, event: DrawingKey, chart: Chart): boolean {
  const chosen = model.chosen.peek()
  if ((event.ctrlKey || event.metaKey) && !event.altKey) return pressCommand(model, event, chart)
  if (event.altKey) return false
  // Of one character: of the others each has a name.
  if (event.key.length === 1 && model.typeAhead(event.key)) return true
  if (event.key === 'Escape') {
    if (chosen.length === 0 && model.tool.peek() === null) return false
    model.choose(null)
    model.select(null)
    return true
  }
  if (chosen.length === 0) return false
  if (event.key === 'Delete' || event.key === 'Backspace') {
    model.removeChosen()
    return true
  }
  if (event.key === 'Enter' && model.selected.peek() !== null) {
    model.edit(model.selected.peek()!.id)
    return model.edited.peek() !== null
  }
  const way = ARROWS[event.key]
  if (way === undefined) return false
  const times = event.shiftKey ? 10 : 1
  const ids = chosen.map(({ id }) => id)
  model.move(ids, way[0] * times * chart.barMs, way[1] * times * chart.tick, (price) => chart.round(price))
  return true
}

function pressCommand(model: DrawingsModel, { key, shiftKey }: DrawingKey, chart: Chart): boolean {
  const isChosen = model.chosen.peek().length > 0
  switch (key.toLowerCase()) {
    case 'z':
      if (shiftKey) model.redo()
      else model.undo()
      return true
    case 'a':
      model.selectAll()
      return true
    case 'c':
      if (isChosen) chart.copy()
      return isChosen
    case 'x':
      if (!isChosen) return false
      chart.copy()
      model.removeChosen()
      return true
    case 'v':
      chart.paste()
      return true
    default:
      return false
  }
}
