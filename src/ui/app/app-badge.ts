import { effect, type ReadonlySignal } from '@preact/signals-react'

/** What of the browser shows a number on the installed app's icon. Missing where it cannot. */
export interface BadgePort {
  setAppBadge?(count: number): Promise<void>
  clearAppBadge?(): Promise<void>
}

/** Shows the number of open positions on the app's icon; none where nobody is signed in. @returns a function that stops it */
export function showBadge(count: ReadonlySignal<number>, port: BadgePort): () => void {
  let shown: number | null = null
  return effect(() => {
    const next = count.value
    if (next === shown) return
    shown = next
    // A browser that does not install anything may refuse: the number is on the page.
    const done = next === 0 ? port.clearAppBadge?.() : port.setAppBadge?.(next)
    done?.catch(() => undefined)
  })
}
