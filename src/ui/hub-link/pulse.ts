/** How often a visible tab looks whether its hub still speaks. */
export const PULSE_MS = 400
/** Beats without a word after which prices are not called live any more: within 2 s (I4). */
export const SILENT_BEATS = 3
/** Beats without a word after which the hub is left for another one: within 3 s (B4, H3). */
export const HANGING_BEATS = 6

export interface Pong {
  readonly epoch: string
  readonly isKnown?: boolean
}

export interface PulsePorts {
  after(delayMs: number, call: () => void): () => void
  isVisible(): boolean
  ping(): PromiseLike<Pong>
  /** The hub of another life answered on our port (B5), or one that has no word for this tab. */
  isStranger(pong: Pong): boolean
  onStranger(): void
  onSilent(): void
  /** It speaks again after a silence. */
  onHeard(): void
  onHanging(): void
}

/**
 * Whether the hub is alive, judged by whatever it says; it is asked only when it says nothing. Silence is counted in
 * beats and not in milliseconds: a tab that slept itself, or was busy, has counted one, and accuses nobody.
 */
export class Pulse {
  #unheard = 0
  #isHeard = false
  #isAsked = false
  #stop: () => void = () => {}

  constructor(private readonly ports: PulsePorts) {}

  start(): void {
    this.#stop = this.ports.after(PULSE_MS, () => {
      this.start()
      this.#beat()
    })
  }

  stop(): void {
    this.#stop()
    this.#isAsked = true
  }

  /** Anything came from the hub. */
  heard(): void {
    const wasSilent = this.#unheard >= SILENT_BEATS
    this.#isHeard = true
    this.#isAsked = false
    this.#unheard = 0
    if (wasSilent) this.ports.onHeard()
  }

  #beat(): void {
    // A hidden tab's clock is slowed down and would accuse a healthy hub.
    if (this.#isHeard || !this.ports.isVisible()) {
      this.#isHeard = false
      this.#unheard = 0
      return
    }
    this.#ask()
    this.#unheard += 1
    if (this.#unheard === SILENT_BEATS) this.ports.onSilent()
    else if (this.#unheard === HANGING_BEATS) this.ports.onHanging()
  }

  #ask(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    this.ports.ping().then(
      (pong) => {
        if (this.ports.isStranger(pong)) this.ports.onStranger()
        else this.heard()
      },
      // The port is gone; whoever closed it knows.
      () => undefined,
    )
  }
}
