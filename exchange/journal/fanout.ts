import type { VenueEvent } from '../venue/venue-port'
import { followsAll, type Follows } from '../venue/follows'

/** What is published of one input, once that input is on disk. */
export interface News {
  readonly events: readonly VenueEvent[]
  /** Ledger sequence of the input. */
  readonly seq: number
  readonly timeMs: number
}

/**
 * How news reach those who publish them: every listener gets every input once and in order, and none of it before
 * it is on disk. In this process today (`LocalFanout`); a message broker can stand behind it without a change to engine
 * or gateway: `writeNews` and `readNews` are the form in which news cross a wire.
 */
export interface Fanout {
  publish(news: News): void
  /**
   * @param follows the accounts whose wallet the listener wants; left out, all of them
   * @returns a call after which the listener gets no more
   */
  subscribe(listener: (news: News) => void, follows?: Follows): () => void
  /** Whether anybody wants this account's wallet: computing it costs a tenth of an order. */
  isFollowed(account: string): boolean
}

/** Calls its listeners, one after the other. */
export class LocalFanout implements Fanout {
  readonly #listeners = new Map<(news: News) => void, Follows>()

  publish(news: News): void {
    for (const listener of this.#listeners.keys()) {
      try {
        listener(news)
      } catch (error) {
        // Our own mistake in a listener belongs to the process's outermost boundary, not to the disk's error path.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }

  subscribe(listener: (news: News) => void, follows = followsAll): () => void {
    this.#listeners.set(listener, follows)
    return () => this.#listeners.delete(listener)
  }

  isFollowed(account: string): boolean {
    for (const follows of this.#listeners.values()) if (follows(account)) return true
    return false
  }
}

/** News as text. What is worked out only when somebody reads it (positions, wallets, levels) is worked out here. */
export function writeNews({ events, seq, timeMs }: News): string {
  return JSON.stringify({ events: events.map(plain), seq, timeMs })
}

/** @param text of `writeNews`; whoever else writes to the broker is not ours to believe, so the broker is not open */
export function readNews(text: string): News {
  return JSON.parse(text) as News
}

function plain(event: VenueEvent): VenueEvent {
  if (event.type === 'position') return { type: 'position', account: event.account, position: event.position }
  if (event.type === 'wallet') return { type: 'wallet', account: event.account, wallet: event.wallet }
  if (event.type === 'book') {
    const levels = event.levels.map(({ side, ticks, row }) => ({ side, ticks, row }))
    return { ...event, levels }
  }
  return event
}
