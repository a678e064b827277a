import type { ComponentType } from 'react'
import { loadWords } from '../i18n/use-translation'
import { atFirstSign } from '../kit/first-sign'

/** What could not be loaded is asked for again after so long. */
const RETRY_MS = 2_000

let toasts: Promise<ComponentType> | null = null

/** The component that shows messages, with its words; the first screen does without both. Never rejects. */
export function loadToasts(): Promise<ComponentType> {
  toasts ??= untilLoaded()
  return toasts
}

atFirstSign(() => void loadToasts())

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
