import type { ComponentType } from 'react'
import { loadWords } from '../i18n/use-translation'
import { atFirstSign } from '../kit/first-sign'
import { loadPart } from '../kit/load-part'

let toasts: Promise<ComponentType> | null = null

/** The component that shows messages, with its words; the first screen does without both. Never rejects. */
export function loadToasts(): Promise<ComponentType> {
  toasts ??= load()
  return toasts
}

atFirstSign(() => void loadToasts())

async function load(): Promise<ComponentType> {
  const [{ Toasts }] = await Promise.all([loadPart('messages', () => import('./Toasts')), loadWords('notices')])
  return Toasts
}
