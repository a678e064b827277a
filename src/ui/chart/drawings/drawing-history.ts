import { apply, type DrawingCommand } from './drawing-commands'
import { merge, NO_DRAWINGS, type DrawingSet } from './drawing-set'

/** Commands that can be undone. */
const UNDO_MAX = 200

/** Drawings of a symbol in one tab, with what this tab did to them. Each change makes another one. */
export interface DrawingHistory {
  readonly set: DrawingSet
  /** What undoes the last commands, newest last. */
  readonly undos: readonly DrawingCommand[]
  /** What does again what was undone, next one last. */
  readonly redos: readonly DrawingCommand[]
}

export const EMPTY_HISTORY: DrawingHistory = { set: NO_DRAWINGS, undos: [], redos: [] }

/** Does a command that can be undone; what was undone before cannot be done again after it. */
export function perform(history: DrawingHistory, command: DrawingCommand, tab: string): DrawingHistory {
  const { set, inverse } = apply(history.set, command, tab)
  if (inverse.after.size === 0) return history
  return { set, undos: [...history.undos, inverse].slice(-UNDO_MAX), redos: [] }
}

export function undo(history: DrawingHistory, tab: string): DrawingHistory {
  const command = history.undos.at(-1)
  if (command === undefined) return history
  const { set, inverse } = apply(history.set, command, tab)
  return { set, undos: history.undos.slice(0, -1), redos: [...history.redos, inverse] }
}

export function redo(history: DrawingHistory, tab: string): DrawingHistory {
  const command = history.redos.at(-1)
  if (command === undefined) return history
  const { set, inverse } = apply(history.set, command, tab)
  return { set, undos: [...history.undos, inverse].slice(-UNDO_MAX), redos: history.redos.slice(0, -1) }
}

/** What another tab has is taken in; it cannot be undone here. */
export function receive(history: DrawingHistory, other: DrawingSet): DrawingHistory {
  return { ...history, set: merge(history.set, other) }
}
