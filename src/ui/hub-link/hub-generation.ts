const NAME = 'halyard-hub-generation'
const HELD = new RegExp(`^${NAME}-(\\d{1,9})$`)
/** A hub's own lock, named by its epoch. */
const HUB = /^halyard-hub-(?!generation-)/

/**
 * Which hub the tabs of a profile meet in: raised when one hangs. Every tab that knows a generation holds a shared lock
 * with its number in the name, so a tab that comes later finds it among the held locks, and it is forgotten with the
 * last of them. Local storage would remember it for ever, and is not for this (decisions 12).
 */
export class HubGeneration {
  #known = 0
  readonly #channel: BroadcastChannel
  #listener: () => void = () => {}
  /** Locks of the hubs that were there before this page. */
  #found: readonly string[] = []
  /** Settles when the locks that others hold were read. */
  readonly ready: Promise<void>

  constructor(private readonly locks: LockManager) {
    this.#channel = new BroadcastChannel(NAME)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'number' && Number.isSafeInteger(data) && this.#learn(data)) this.#listener()
    })
    this.ready = locks.query().then(
      ({ held }) => {
        for (const { name } of held ?? []) {
          const found = HELD.exec(name ?? '')
          if (found !== null) this.#learn(Number(found[1]))
        }
        this.#found = hubsAmong(held)
      },
      // Without an answer tabs find out one by one.
      () => undefined,
    )
  }

  get known(): number {
    return this.#known
  }

  /** Whether a hub that was there before this page still is: it is not one that takes its time to begin. */
  async isFoundHubHeld(): Promise<boolean> {
    if (this.#found.length === 0) return false
    try {
      const held = hubsAmong((await this.locks.query()).held)
      return this.#found.some((name) => held.includes(name))
    } catch {
      return false
    }
  }

  raise(generation: number): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
    if (this.#learn(generation)) this.#channel.postMessage(generation)
  }

  onRaised(listener: () => void): void {
    this.#listener = listener
  }

  #learn(generation: number): boolean {
    if (generation <= this.#known) return false
    this.#known = generation
    // Held for as long as the page lives.
    this.locks.request(`${NAME}-${generation}`, { mode: 'shared' }, () => new Promise(() => {})).catch(() => undefined)
    return true
  }
}

function hubsAmong(held: readonly LockInfo[] = []): readonly string[] {
  return held.flatMap(({ name = '' }) => (HUB.test(name) ? [name] : []))
}
