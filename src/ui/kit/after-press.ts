/** Whether a button of the mouse is down, or a finger's tap is just becoming one. */
let isDown = false
const waiting = new Set<(isInPress: boolean) => void>()
/** The click of this press sends nothing: what says so instead; `null` while it sends. */
let held: (() => void) | null = null

/** Begins to follow presses; again and again is once. */
export function watchPresses(): void {
  window.addEventListener('mousedown', begin, true)
  // What is dragged away is never let go of here, and a window that is left hears nothing of it.
  for (const end of ['mouseup', 'dragend', 'blur']) window.addEventListener(end, finish, true)
  window.addEventListener('click', hold, true)
}

/**
 * What the press has just changed was not what its user saw: the click that it becomes sends nothing (decisions 45).
 * Whatever else it does, such as opening a menu, it does.
 *
 * @param answer runs in the place of what would have been sent
 */
export function holdPress(answer: () => void): void {
  held = answer
}

/** Marks a button whose click sends what stands in fields. */
export const SENDS = { 'data-sends': '' } as const

/**
 * Runs at once, or where a press is under way when it is let go, before the click that it becomes. What is said of a
 * field that was just left moves what stands below it: a press that began on a button would end beside it, and be none.
 *
 * @param work is told whether it runs within a press
 */
export function afterPress(work: (isInPress: boolean) => void): void {
  if (isDown) waiting.add(work)
  else work(false)
}

function begin(): void {
  isDown = true
  held = null
}

function hold(event: Event): void {
  if (held !== null && event.target instanceof Element && event.target.closest('[data-sends]') !== null) {
    event.preventDefault()
    event.stopPropagation()
    held()
  }
  held = null
}

function finish(event: Event): void {
  // Fields lose the focus by the press itself; of that the window hears, too.
  if (event.type === 'blur' && event.target !== window) return
  isDown = false
  const due = [...waiting]
  waiting.clear()
  for (const work of due) work(true)
}
