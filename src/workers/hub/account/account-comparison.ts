import type { Clock } from '../../../base/clock'

/** Longest time a lost private message goes unnoticed where no heartbeat shows it (reliability F4). */
export const COMPARE_EVERY_MS = 8_000
export const RETRY_MIN_MS = 500
/** An exchange that answers again is believed again within five seconds. */
export const RETRY_MAX_MS = 4_000
/** A single failure is an accident; from this one on, nothing that is known of the account is called live. */
export const DOUBT_FROM_FAILURE = 2

/**
 * `off`: no channel, nothing to compare. `resting`: the last one was finished. `running`. `again`: running, and something
 * came up since it began that it may not have seen. `waiting`: the last one failed.
 */
export type ComparisonState = 'off' | 'resting' | 'running' | 'again' | 'waiting'
export type ComparisonEvent = 'begun' | 'asked' | 'due' | 'finished' | 'failed' | 'ended'

/**
 * An event that a state does not list leaves it as it is: what is asked for while a retry waits is answered by that
 * retry, so that there is one chain of calls however often they fail.
 */
export const NEXT_COMPARISON: Readonly<Record<ComparisonState, Partial<Record<ComparisonEvent, ComparisonState>>>> = {
  off: { begun: 'running' },
  resting: { asked: 'running', due: 'running', ended: 'off' },
  running: { asked: 'again', finished: 'resting', failed: 'waiting', ended: 'off' },
  again: { finished: 'running', failed: 'waiting', ended: 'off' },
  waiting: { due: 'running', ended: 'off' },
}

/** How long to wait after failure `n` (1 is the first in a row): doubled each time, jittered, bounded. */
export function retryMs(failures: number, random: number): number {
  const full = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(failures - 1, 10))
  return Math.max(RETRY_MIN_MS, Math.round(full * (0.5 + random / 2)))
}

/** How a comparison ended: `timeout` is a failure that has already lasted longer than two others. */
export type Compared = 'finished' | 'failed' | 'timeout'

export interface ComparisonPorts {
  readonly clock: Clock
  readonly random: () => number
  /** Reads everything once. @param isCurrent false as soon as nobody waits for this one any more */
  readonly compare: (isCurrent: () => boolean) => Promise<Compared>
  /** What is known of the account may be wrong, until the next `agreed`. */
  readonly doubted: () => void
  /** A comparison that nothing called into question has finished. */
  readonly agreed: () => void
}

/** When the account is compared with what the exchange says over REST, and whether what is known may be called live. */
export class AccountComparison {
  #state: ComparisonState = 'off'
  #failures = 0
  /** What a comparison that began before this is no answer to. */
  #doubts = 0
  #isDoubted = true
  /** Rises with each that begins and each channel that ends: an older one is nobody's. */
  #run = 0
  #cancelTimer: (() => void) | null = null

  constructor(private readonly ports: ComparisonPorts) {}

  get state(): ComparisonState {
    return this.#state
  }

  /** Whether everything known has been compared since it was last in doubt. */
  get isAgreed(): boolean {
    return this.#state !== 'off' && !this.#isDoubted
  }

  /** The channel is there: nothing is live before the first comparison (F12). */
  begin(): void {
    this.#isDoubted = true
    this.#failures = 0
    this.#dispatch('begun')
  }

  /** The channel is gone, or nobody looks. */
  end(): void {
    this.#run++
    this.#dispatch('ended')
  }

  ask(): void {
    this.#dispatch('asked')
  }

  /** A message was lost: nothing is live until a comparison that begins now has finished. */
  doubt(): void {
    if (this.#state === 'off') return
    this.#doubts++
    this.#isDoubted = true
    this.ports.doubted()
    this.#dispatch('asked')
  }

  #dispatch(event: ComparisonEvent): void {
    const next = NEXT_COMPARISON[this.#state][event]
    if (next === undefined) return
    this.#state = next
    // `again` goes on as it is until the one that is running has ended.
    if (next === 'again') return
    this.#cancelTimer?.()
    this.#cancelTimer = null
    if (next === 'running') void this.#compare(++this.#run)
    else if (next === 'resting') this.#wait(COMPARE_EVERY_MS)
    else if (next === 'waiting') this.#wait(retryMs(this.#failures, this.ports.random()))
  }

  #wait(ms: number): void {
    this.#cancelTimer = this.ports.clock.after(ms, () => {
      this.#cancelTimer = null
      this.#dispatch('due')
    })
  }

  async #compare(run: number): Promise<void> {
    const doubts = this.#doubts
    const compared = await this.ports.compare(() => run === this.#run)
    if (run !== this.#run) return
    if (compared === 'finished') {
      this.#failures = 0
      if (doubts === this.#doubts) this.#isDoubted = false
      this.#dispatch('finished')
      if (!this.#isDoubted) this.ports.agreed()
      return
    }
    this.#failures += compared === 'timeout' ? DOUBT_FROM_FAILURE : 1
    if (this.#failures >= DOUBT_FROM_FAILURE && !this.#isDoubted) {
      this.#isDoubted = true
      this.ports.doubted()
    }
    this.#dispatch('failed')
  }
}
