import type { ComponentType } from 'react'
import { loadWords } from '../i18n/use-translation'

/** What could not be loaded is asked for again after so long. */
const RETRY_MS = 2_000
/** What a user does first on a page, long enough before something has to be said about it. */
const FIRST_SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

let toasts: Promise<ComponentType> | null = null

/** The component that shows messages, with its words; the first screen does without both. Never rejects. */
export function loadToasts(): Promise<ComponentType> {
  toasts ??= untilLoaded()
  return toasts
}

/** Loads them at a user's first sign. @returns a function that stops waiting for it */
export function loadToastsAtFirstSign(): () => void {
  const load = (): void => {
    stop()
    void loadToasts()
  }
  const stop = (): void => {
    for (const sign of FIRST_SIGNS) removeEventListener(sign, load)
  }
  for (const sign of FIRST_SIGNS) addEventListener(sign, load, { passive: true })
  return stop
}

async function untilLoaded(): Promise<ComponentType> {
  const words = loadWords('notices')
  for (;;) {
    try {
      const { Toasts } = await import('./Toasts')
      await words
      return Toasts
    } catch {
      // The network is away, or the build was replaced: then the page offers to reload (app-update).
      await new Promise((done) => setTimeout(done, RETRY_MS))
    }
  }
}
