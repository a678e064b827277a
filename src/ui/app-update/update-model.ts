import { signal, type ReadonlySignal } from '@preact/signals-react'
import { claimReload } from './reload-guard'

/** While nobody answers, the server is asked again after so long whether it is back. */
const PROBE_MS = 2_000
/** A worker that was let in controls the page within milliseconds; later than this it is not waited for. */
const TAKE_OVER_MAX_MS = 5_000

/** `ready`: a new build waits. `broken`: a part of this build could not be loaded, and only the user may reload now. */
export type UpdatePhase = 'none' | 'ready' | 'broken'

/** Whether this tab runs an old build, and the user's answer to that. */
class UpdateModel {
  readonly #phase = signal<UpdatePhase>('none')
  readonly phase: ReadonlySignal<UpdatePhase> = this.#phase
  #activate: (() => void) | null = null
  #isBusy: () => boolean = () => false
  #remember: () => void = () => undefined
  #isAccepted = false
  #isPartMissing = false

  /** @param activate lets the waiting worker take over */
  offer(activate: () => void): void {
    this.#activate = activate
    if (this.#isAccepted) activate()
    if (this.#phase.peek() === 'none') this.#phase.value = 'ready'
  }

  /** Another tab let the new worker in; this one goes on with what it has until its user says so. */
  controllerChanged(): void {
    this.#activate = null
    if (this.#isAccepted) location.reload()
    else this.#phase.value = 'ready'
  }

  /**
   * The user pressed; the page reloads once the new worker controls it. Should it not take over, the page reloads all the
   * same, unless an order is on its way by then: a worker that still waits is offered again.
   */
  accept(): void {
    this.#isAccepted = true
    this.#remember()
    if (this.#activate === null) {
      location.reload()
      return
    }
    this.#activate()
    this.#reloadLater(() => true)
  }

  #reloadLater(mayReload: () => boolean): void {
    setTimeout(() => {
      this.#isAccepted = false
      if (this.#isBusy() || !mayReload()) return
      this.#remember()
      location.reload()
    }, TAKE_OVER_MAX_MS)
  }

  /**
   * The page was loaded again between the press and the new worker's first moment, whoever loaded it, and is still of the
   * old build: the press holds. Should the worker not take over, the next page is of its build all the same, as it has put
   * its shell in the place of the old one (src/sw/shell-pages.ts). @param hasTakenOver whether no worker waits any more
   */
  resume(hasTakenOver: boolean): void {
    if (hasTakenOver) {
      location.reload()
      return
    }
    this.#isAccepted = true
    this.#activate?.()
    // Once: a page that would be of the old build again asks its user.
    this.#reloadLater(() => claimReload(Date.now()))
  }

  /** @param remember notes a press, for the page that may be loaded before it has had its effect */
  setMemory(remember: () => void): void {
    this.#remember = remember
  }

  later(): void {
    this.#phase.value = 'none'
  }

  /** Says whether an order is on its way: then nothing reloads by itself. */
  setBusyCheck(isBusy: () => boolean): void {
    this.#isBusy = isBusy
  }

  /**
   * A lazy part is gone from the server: one reload at most, and none under an order (S3). Where nobody answers, a reload
   * would cost the page that is there (S8): it goes on, and offers one once somebody does.
   */
  async partMissing(): Promise<void> {
    // After the press a reload is on its way, to the build that has its parts.
    if (this.#isPartMissing || this.#isAccepted) return
    this.#isPartMissing = true
    if (!(await isServed())) {
      do await new Promise((done) => setTimeout(done, PROBE_MS))
      while (!(await isServed()))
      this.#phase.value = 'broken'
    } else if (!this.#isBusy() && claimReload(Date.now())) location.reload()
    else this.#phase.value = 'broken'
    this.#isPartMissing = false
  }
}

/** Whether the page's own server answers, whatever it says. */
async function isServed(): Promise<boolean> {
  try {
    await fetch('/healthz', { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/** One per page. */
export const updateModel = new UpdateModel()
