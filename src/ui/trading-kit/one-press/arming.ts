import { effect, signal, type ReadonlySignal } from '@preact/signals-react'
import type { App } from '../../state/app-context'

type Sight = Pick<App, 'account' | 'connection'>

/**
 * Whether one press sends: in the ladder, in the order book where that is chosen, and by a hotkey. It is off on every
 * new page. It has no time of its own: it ends by the trader's hand, when nobody sees the page, or with the account.
 */
export class Arming {
  readonly #isArmed = signal(false)
  readonly isArmed: ReadonlySignal<boolean> = this.#isArmed

  constructor(private readonly app: Sight) {
    let life = app.account.life.peek()
    // For as long as the page: there is one of it for an app.
    effect(() => {
      const isSame = app.account.life.value === life
      life = app.account.life.value
      if (!isSame || !this.#canArm()) this.#isArmed.value = false
    })
  }

  /** @returns whether it is on now: a recording and a page that is signed out cannot send */
  arm(): boolean {
    this.#isArmed.value = this.#canArm()
    return this.#isArmed.peek()
  }

  disarm(): void {
    this.#isArmed.value = false
  }

  /** Ends it when the page is hidden. @returns a function that stops looking */
  followSight(page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>): () => void {
    const look = (): void => {
      if (page.hidden) this.disarm()
    }
    page.addEventListener('visibilitychange', look)
    return () => page.removeEventListener('visibilitychange', look)
  }

  #canArm(): boolean {
    return this.app.account.session.value !== null && !this.app.connection.isReplay.value
  }
}
