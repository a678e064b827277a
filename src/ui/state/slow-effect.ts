import { effect } from '@preact/signals-react'
import { keyFrame } from '../kit/key-frame'
import { beforeSteps, SLOW_INTERVAL_MS, SlowWork } from './between-steps'

/** A change so soon behind something that the trader did is of it, ms. */
const OWN_MS = 50
/** Fewer than five keys a second is no typing any more. */
const REST_MS = 250
const TOUCHES = ['pointermove', 'pointerdown', 'pointerup', 'click', 'input', 'change']

let touchedAt = -Infinity
const followers = new Set<() => void>()

/** Whether the trader did something a moment ago: what changes now is of it. */
const isOwn = (): boolean => performance.now() - touchedAt < OWN_MS

/**
 * An effect for figures and lines that are read: it gives way to the frame of a key, and the market has it run about five
 * times a second, between two of its steps. What it reads is not computed meanwhile, either: it follows nothing then, nor
 * while a step is handed on, as an effect has what it follows computed to know whether it has to run. What the trader does
 * shows at once.
 *
 * @returns what stops it
 */
export function slowEffect(run: () => void): () => void {
  return effectBehindKey(run, true)
}

/** The same for what a key changes beside the field that it is for: that rests until no key came for a while. */
export function restingEffect(run: () => void): () => void {
  return effectBehindKey(run, true, REST_MS)
}

/** An effect that only gives way to the frame of a key. @returns what stops it */
export function effectBehindKey(run: () => void, isSlow = false, restMs = 0): () => void {
  let stop: (() => void) | null = null
  let isOver = false
  const leave = (): void => {
    stop?.()
    stop = null
  }
  const follow = (): void => {
    slow.stop()
    if (isOver || stop !== null) return
    let isFirst = true
    stop = effect(() => {
      if (!isSlow || isFirst || isOwn()) run()
      else {
        leave()
        slow.ask()
      }
      isFirst = false
    })
  }
  const slow = new SlowWork(SLOW_INTERVAL_MS, follow)
  let resting: ReturnType<typeof setTimeout> | undefined
  const unfollow = keyFrame.onPressed(() => {
    leave()
    clearTimeout(resting)
    if (restMs === 0) keyFrame.behind(follow)
    else resting = setTimeout(() => keyFrame.behind(follow), restMs)
  })
  const stay = isSlow
    ? beforeSteps(() => {
        if (stop === null || isOwn()) return
        leave()
        slow.ask()
      })
    : () => {}
  followers.add(follow)
  keyFrame.behind(follow)
  return () => {
    isOver = true
    clearTimeout(resting)
    unfollow()
    stay()
    followers.delete(follow)
    slow.stop()
    leave()
  }
}

/** The trader did something. */
export function touched(): void {
  touchedAt = performance.now()
  // What was left for a key waits for that key's frame.
  if (!keyFrame.isUnpainted) for (const follow of followers) follow()
}

// Before the handlers of what was done: what they change is seen by those who follow.
if ('document' in globalThis)
  for (const type of TOUCHES) addEventListener(type, touched, { capture: true, passive: true })
