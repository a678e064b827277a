import type { Drawing } from './drawing'
import { bounded, drawingsOf, lastCount, type DrawingSet, type Entry } from './drawing-set'

/** What is done to drawings at once: what each of them is afterwards, `null` for none. */
export interface DrawingCommand {
  readonly after: ReadonlyMap<string, Drawing | null>
}

export function put(...drawings: readonly Drawing[]): DrawingCommand {
  return { after: new Map(drawings.map((one) => [one.id, one])) }
}

export function remove(...ids: readonly string[]): DrawingCommand {
  return { after: new Map(ids.map((id) => [id, null])) }
}

/** Deletes all that are there: one command, so that one "undo" brings all of them back. */
export function removeAll(set: DrawingSet): DrawingCommand {
  return remove(...drawingsOf(set).map((one) => one.id))
}

/** A drawing goes one place up or down; at the end it stays. */
export function reorder(set: DrawingSet, id: string, direction: 1 | -1): DrawingCommand {
  const drawings = drawingsOf(set)
  const index = drawings.findIndex((one) => one.id === id)
  const [one, other] = [drawings[index], drawings[index + direction]]
  if (one === undefined || other === undefined) return { after: new Map() }
  // Places are counted anew: two of them may be the same.
  const moved = drawings.toSpliced(index, 1).toSpliced(index + direction, 0, one)
  return put(...moved.flatMap((drawing, order) => (drawing.order === order ? [] : [{ ...drawing, order }])))
}

/**
 * Does a command.
 * @returns the set after it, and the command that undoes it
 */
export function apply(
  set: DrawingSet,
  { after }: DrawingCommand,
  tab: string,
): { readonly set: DrawingSet; readonly inverse: DrawingCommand } {
  const count = lastCount(set) + 1
  const next = new Map<string, Entry>(set)
  const before = new Map<string, Drawing | null>()
  for (const [id, drawing] of after) {
    const known = set.get(id)?.drawing ?? null
    // Nothing changes for who is not there and shall not be.
    if (known === null && drawing === null) continue
    before.set(id, known)
    next.set(id, { stamp: { count, tab }, drawing })
  }
  return before.size === 0 ? { set, inverse: { after: before } } : { set: bounded(next), inverse: { after: before } }
}
