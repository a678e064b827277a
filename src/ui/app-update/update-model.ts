import { signal, type ReadonlySignal } from '@preact/signals-react'
import { claimReload } from './reload-guard'

/** `ready`: a new build waits. `broken`: a part of this build is gone from the server, and reloading did not help. */
export type UpdatePhase = 'none' | 'ready' | 'broken'

/** Whether this tab runs an old build, and the user's answer to that. */
class UpdateModel {
  readonly #phase = signal<UpdatePhase>('none')
  readonly phase: ReadonlySignal<UpdatePhase> = this.#phase
  #activate: (() => void) | null = null
  #isBusy: () => boolean = () => false
  #isAccepted = false

  /** @param activate lets the waiting worker take over */
  offer(activate: () => void): void {
    this.#activate = activate
    if (this.#phase.peek() === 'none') this.#phase.value = 'ready'
  }

  /** Another tab let the new worker in; this one goes on with what it has until its user says so. */
  controllerChanged(): void {
    this.#activate = null
    if (this.#isAccepted) location.reload()
    else this.#phase.value = 'ready'
  }

  /** The user pressed; the page reloads once the new worker controls it. */
  accept(): void {
    this.#isAccepted = true
    if (this.#activate === null) location.reload()
    else this.#activate()
  }

  later(): void {
    this.#phase.value = 'none'
  }

  /** Says whether an order is on its way: then nothing reloads by itself. */
  setBusyCheck(isBusy: () => boolean): void {
    this.#isBusy = isBusy
  }

  /** A lazy part could not be loaded: one reload at most, and none under an order (S3). */
  partMissing(nowMs: number): void {
    if (!this.#isBusy() && claimReload(nowMs)) location.reload()
    else this.#phase.value = 'broken'
  }
}

/** One per page. */
export const updateModel = new UpdateModel()
