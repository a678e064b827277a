import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { partAhead } from './load-part'
import type { Part } from './part-news'
import { whenIdle } from './when-idle'

/** What a user does first on a page, before anything can be pressed. */
const FIRST_SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

const waiting: (() => void)[] = []
const isSeen = signal(false)
/** Whether the user has given a sign: what only he asks for is drawn from then on. */
export const hasSign: ReadonlySignal<boolean> = isSeen

function act(): void {
  for (const sign of FIRST_SIGNS) removeEventListener(sign, act)
  for (const one of waiting.splice(0)) one()
  isSeen.value = true
}

/**
 * Asks for what waits for the first sign, one after the other while the page has nothing else to do, so that the first
 * press does not share its moment with parts that come: at a sign all that is left comes at once. What is drawn at the sign
 * still waits for it.
 */
export async function bringWaiting(): Promise<void> {
  for (;;) {
    await whenIdle()
    const next = waiting.shift()
    if (next === undefined) return
    next()
  }
}

/**
 * Runs once, at the user's first sign (a movement, a key, a focus), or before it when the page has nothing else to do. Once
 * the sign was, what is given later never runs.
 */
export function atFirstSign(run: () => void): void {
  waiting.push(run)
}

/**
 * A component in a file of its own that is asked for at the user's first sign: the first screen does without it, and a
 * press does not wait for it.
 */
export function lazyUntilSign<Props>(
  part: Part,
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const { Part, bring } = partAhead(part, load)
  atFirstSign(() => void bring())
  return Part
}

if (typeof addEventListener === 'function')
  for (const sign of FIRST_SIGNS) addEventListener(sign, act, { passive: true })
