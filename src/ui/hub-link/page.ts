import { afterPaint } from '../kit/after-paint'
import { HubGeneration } from './hub-generation'
import { followKeys, keyFrame } from '../kit/key-frame'
import { isBeginning, pauseMs } from './batch-pause'
import { followPresses } from './press-start'

/** What the link needs of a page; tests pass a fake. */
export interface Page {
  /** Whether a hub can run here at all: that takes Web Locks, and with them a secure context (H12). */
  readonly isSupported: boolean
  /** Wall clock and steady clock, milliseconds: a computer that sleeps stops the steady one. */
  now(): number
  monotonic(): number
  isVisible(): boolean
  onVisibility(listener: (visible: boolean) => void): void
  /** Whether it lets some time pass after a frame before it asks the hub for the next batch. */
  pauses(): boolean
  /** Whether it has painted no live price yet. */
  isBeginning(): boolean
  /** After that time; at once in a page that does not. */
  afterPause(call: () => void): void
  /** The page is being left: closed, or put into the back-forward cache. */
  onLeave(listener: () => void): void
  /** It came back out of that cache. */
  onReturn(listener: () => void): void
  /** Its tab is frozen, or thawed. */
  onFreeze(listener: (isFrozen: boolean) => void): void
  /** Presses from their beginning on, before any control hears of them (`followPresses`). */
  onPress(began: (isSeen: boolean) => void, ended: () => void): void
  /** Whether a key was pressed whose frame is still to be painted. */
  isKeyUnpainted(): boolean
  /** Once what stands on the page now has been painted; a page that is not painted keeps it waiting. */
  afterPaint(call: () => void): void
  /** In the next animation frame; at once while the page is hidden and paints none. */
  nextFrame(call: () => void): void
  /** Behind everything that the page has to do now, the frame that is under way first of all. */
  whenIdle(call: () => void): void
  after(delayMs: number, call: () => void): () => void
  sleep(delayMs: number): Promise<void>
  newId(): string
  /** Which hub the tabs of this profile meet in: raised when one hangs, and known to tabs that come later. */
  generation(): number
  raiseGeneration(generation: number): void
  /** Whether a hub that was there before this page still is. */
  isFoundHubHeld(): Promise<boolean>
  /** Another tab raised it. */
  onGeneration(listener: () => void): void
  /** @returns a function that lets go; settles once the lock is held */
  holdLock(name: string): Promise<() => void>
  /** @returns a function that stops waiting */
  whenLockFree(name: string, call: () => void): () => void
}

/** Longest wait for an animation frame before a batch is applied without one. */
const FRAME_WAIT_MS = 100

function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

function after(delayMs: number, call: () => void): () => void {
  const timer = setTimeout(call, delayMs)
  return () => clearTimeout(timer)
}

/**
 * A timer would come between the work on a frame and the frame. Where tasks have no priority, a timer it is; where a page
 * is never idle, one ends the waiting.
 */
function whenIdle(call: () => void): void {
  if (!('scheduler' in globalThis)) {
    after(0, call)
    return
  }
  let isDone = false
  const once = (): void => {
    if (isDone) return
    isDone = true
    stop()
    call()
  }
  const stop = after(FRAME_WAIT_MS, once)
  void scheduler.postTask(once, { priority: 'background' })
}

export function browserPage(): Page {
  followKeys({ afterPaint, soon: (call) => void setTimeout(call) })
  const isSupported = 'locks' in navigator && isSecureContext && 'BroadcastChannel' in globalThis
  const generation = isSupported ? new HubGeneration(navigator.locks) : null
  return {
    isSupported,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    isVisible,
    isBeginning,
    pauses: () => pauseMs() > 0,
    afterPause(call) {
      const waitMs = pauseMs()
      if (waitMs === 0) call()
      else setTimeout(call, waitMs)
    },
    onVisibility(listener) {
      document.addEventListener('visibilitychange', () => listener(isVisible()))
      // The worker may not hear that the network is back; a tab that says "look again" wakes it.
      addEventListener('online', () => listener(isVisible()))
    },
    onLeave(listener) {
      addEventListener('pagehide', listener)
    },
    onReturn(listener) {
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) listener()
      })
    },
    onFreeze(listener) {
      document.addEventListener('freeze', () => listener(true))
      document.addEventListener('resume', () => listener(false))
    },
    onPress: followPresses,
    isKeyUnpainted: () => keyFrame.isUnpainted,
    afterPaint,
    nextFrame(call) {
      if (!isVisible()) {
        call()
        return
      }
      let isDone = false
      const once = (): void => {
        if (isDone) return
        isDone = true
        clearTimeout(timer)
        document.removeEventListener('visibilitychange', once)
        call()
      }
      requestAnimationFrame(once)
      // A page that calls itself visible may still be painted once a second (covered, in another window).
      const timer = setTimeout(once, FRAME_WAIT_MS)
      // A tab that is hidden before its frame would wait for one until it is seen again.
      document.addEventListener('visibilitychange', once)
    },
    whenIdle,
    after,
    sleep: (delayMs) => new Promise((resolve) => after(delayMs, resolve)),
    newId: () => crypto.randomUUID(),
    generation: () => generation?.known ?? 0,
    raiseGeneration: (next) => generation?.raise(next),
    isFoundHubHeld: async () => (await generation?.isFoundHubHeld()) ?? false,
    onGeneration: (listener) => generation?.onRaised(listener),
    async holdLock(name) {
      const held = new Promise<() => void>((resolve, reject) => {
        navigator.locks.request(name, () => new Promise<void>((release) => resolve(() => release()))).catch(reject)
      })
      // The first thing a tab does; what it knows of the others has to be there before it opens a hub.
      const [release] = await Promise.all([held, generation?.ready])
      return release
    },
    whenLockFree(name, call) {
      const abort = new AbortController()
      navigator.locks
        .request(name, { mode: 'shared', signal: abort.signal }, () => call())
        // Only the abort of our own waiting ends here.
        .catch(() => undefined)
      return () => abort.abort()
    },
  }
}
