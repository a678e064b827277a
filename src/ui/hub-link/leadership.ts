/** What a campaign needs of a page; tests pass fakes. */
export interface LeadershipPorts {
  /** Holds the lock of that name while the call runs. Rejects when the wait is given up. */
  hold(name: string, signal: AbortSignal, whileHeld: () => Promise<void>): Promise<unknown>
  /** Starts the hub of a leader. @returns how to end it, and when it has died by itself */
  startHub(name: string): { end(): void; readonly died: Promise<void> }
  after(delayMs: number, call: () => void): () => void
}

/** Pause before a page whose hub died or whose lock was refused stands for leader again. */
const AGAIN_MS = 250

/**
 * This page's part in the election of a leader (H9): it stands for every leader channel it is asked for, one at a time, and runs
 * the hub for as long as it holds that channel's lock. A page that goes, or moves on to the next generation, ends its hub
 * before it lets go of the lock, so that two never lead (I5); the exchange's terms fence what slipped through (H10).
 */
export class Leadership {
  #name: string | null = null
  #campaign: AbortController | null = null

  constructor(private readonly ports: LeadershipPorts) {}

  /** Stands for this leader channel, and for no other from now on. */
  stand(name: string): void {
    if (this.#name === name) return
    this.resign()
    this.#name = name
    this.#campaign = new AbortController()
    void this.#run(name, this.#campaign.signal)
  }

  /** The page goes: whoever waits leads within milliseconds (B9a). */
  resign(): void {
    this.#campaign?.abort()
    this.#campaign = null
    this.#name = null
  }

  async #run(name: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // A refused lock is not a reason to stop: the browser may be busy taking an old page apart.
      await this.ports.hold(name, signal, () => this.#lead(name, signal)).catch(() => undefined)
      await new Promise<void>((resolve) => this.ports.after(AGAIN_MS, resolve))
    }
  }

  async #lead(name: string, signal: AbortSignal): Promise<void> {
    // Resigned while the lock was on its way (H11).
    if (signal.aborted) return
    const hub = this.ports.startHub(name)
    const resigned = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    await Promise.race([resigned, hub.died])
    hub.end()
  }
}
