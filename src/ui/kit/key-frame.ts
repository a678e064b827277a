/**
 * The frame that paints a key. What was typed is seen before anything is computed from it: market data, figures and
 * warnings give way to that one frame.
 */
export class KeyFrame {
  #isUnpainted = false
  readonly #followers = new Set<() => void>()
  readonly #waiting = new Set<() => void>()

  /** @param afterPaint runs a call once what stands on the page has been painted */
  pressed(afterPaint: (call: () => void) => void): void {
    if (this.#isUnpainted) return
    this.#isUnpainted = true
    for (const follower of this.#followers) follower()
    afterPaint(() => this.flush())
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

  /** Runs a call behind that frame; at once where there is none. The same function waits once. */
  behind(call: () => void): void {
    if (this.#isUnpainted) this.#waiting.add(call)
    else call()
  }

  /** Nothing is waited for any longer: the frame was painted, or the page goes and paints none. */
  flush(): void {
    this.#isUnpainted = false
    const calls = [...this.#waiting]
    this.#waiting.clear()
    for (const call of calls) call()
  }
}

/** The page's. */
export const keyFrame = new KeyFrame()

/** Follows the page's keys. A page that is left, or hidden, paints no frame: what waits is done there and then. */
export function followKeys(afterPaint: (call: () => void) => void): void {
  addEventListener('keydown', () => keyFrame.pressed(afterPaint), true)
  addEventListener('pagehide', () => keyFrame.flush(), true)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keyFrame.flush()
  })
}
