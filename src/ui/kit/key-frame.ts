/** So long after a key another is likely, ms: the page is kept free for it, and whoever types looks at the field. */
export const KEYS_MS = 2_000

/** What waited for a key is done for so long in one task, ms: the next key is handled between two of them. */
const TURN_MS = 4

export interface KeyFramePorts {
  /** Runs a call once what stands on the page has been painted. */
  afterPaint(call: () => void): void
  /** Runs a call in a task of its own. */
  soon(call: () => void): void
}

/**
 * The frame that paints a key. What was typed is seen before anything is computed from it: market data, figures and
 * warnings give way to that one frame, and come behind it in turns.
 */
export class KeyFrame {
  #isUnpainted = false
  /** Of the newest key, by the steady clock. */
  #pressedAtMs = -Infinity
  readonly #followers = new Set<() => void>()
  readonly #waiting = new Set<() => void>()

  pressed(ports: KeyFramePorts): void {
    this.#pressedAtMs = performance.now()
    if (this.#isUnpainted) return
    this.#isUnpainted = true
    for (const follower of this.#followers) follower()
    ports.afterPaint(() => {
      this.#isUnpainted = false
      this.#turn(ports)
    })
  }

  /** Calls at a key, before anything of it is handled. @returns what ends it */
  onPressed(call: () => void): () => void {
    this.#followers.add(call)
    return () => this.#followers.delete(call)
  }

  /** Whether a key was pressed whose frame is still to be painted. */
  get isUnpainted(): boolean {
    return this.#isUnpainted
  }

  /** Whether somebody is typing, as far as is known: the newest key is not older. */
  wasPressedWithin(ms: number): boolean {
    return performance.now() - this.#pressedAtMs < ms
  }

  /** Runs a call behind that frame; at once where there is none. The same function waits once. */
  behind(call: () => void): void {
    if (this.#isUnpainted) {
      this.#waiting.add(call)
      return
    }
    this.#waiting.delete(call)
    call()
  }

  /** Nothing is waited for any longer: the page goes and paints no frame. */
  flush(): void {
    this.#isUnpainted = false
    for (const call of this.#waiting) {
      this.#waiting.delete(call)
      call()
    }
  }

  #turn(ports: KeyFramePorts): void {
    const begunAt = performance.now()
    // The next key has a frame of its own, which ends in a turn, too.
    while (this.#waiting.size > 0 && !this.#isUnpainted) {
      if (performance.now() - begunAt > TURN_MS) return ports.soon(() => this.#turn(ports))
      const [call] = this.#waiting
      this.#waiting.delete(call!)
      call!()
    }
  }
}

/** The page's. */
export const keyFrame = new KeyFrame()

/** Follows the page's keys. A page that is left, or hidden, paints no frame: what waits is done there and then. */
export function followKeys(ports: KeyFramePorts): void {
  addEventListener('keydown', () => keyFrame.pressed(ports), true)
  addEventListener('pagehide', () => keyFrame.flush(), true)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keyFrame.flush()
  })
}
