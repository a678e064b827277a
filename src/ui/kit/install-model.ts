import { computed, signal, type ReadonlySignal } from '@preact/signals-react'

/** The event by which a browser says that the app can be installed. TypeScript does not know it: not every browser has it. */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

interface Ports {
  /** Where the browser's events come from. */
  readonly target: Pick<EventTarget, 'addEventListener'>
  /** Whether this page is an installed app's already, or of the app that brings its own browser. */
  readonly isInstalled: () => boolean
  /** Whether the browser would show a banner of its own: one for fingers does. */
  readonly hasBanner: () => boolean
}

/** Whether the browser would install the app, and how to ask it to: at the user's press, and never by itself. */
export class InstallModel {
  readonly #offer = signal<InstallEvent | null>(null)
  readonly canInstall: ReadonlySignal<boolean>

  constructor({ target, isInstalled, hasBanner }: Ports) {
    this.canInstall = computed(() => this.#offer.value !== null && !isInstalled())
    target.addEventListener('beforeinstallprompt', (event) => {
      // It would come at a moment of the browser's choice. Where there is none, keeping it back is a line on the console.
      if (hasBanner()) event.preventDefault()
      this.#offer.value = event as InstallEvent
    })
    target.addEventListener('appinstalled', () => (this.#offer.value = null))
  }

  /** Asks. An offer can be used once; the browser makes another one if it was refused. */
  async install(): Promise<void> {
    const offer = this.#offer.peek()
    this.#offer.value = null
    await offer?.prompt()
  }
}
