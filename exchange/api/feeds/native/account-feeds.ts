import { PUBLISHED_TOPICS, type PublishedTopic } from '../../../../src/wire/push/topics'
import type { Journal } from '../../../journal/journal-port'
import type { VenueEvent } from '../../../venue/venue-port'
import type { Connection } from '../dispatcher/connection'
import type { Outlet } from '../dispatcher/topic-stream'
import { AccountFeed } from './account-feed'
import type { FindInstrument } from './account-rows'

/**
 * The feeds of all accounts that anybody has followed since the start: whoever comes back asks for what was said
 * meanwhile. Of the others nothing is kept here, and their orders cost nothing here.
 */
export class AccountFeeds {
  readonly #feeds = new Map<string, AccountFeed>()

  constructor(
    private readonly journal: Journal,
    private readonly outlet: Pick<Outlet, 'frame' | 'outgoing'>,
    private readonly firstSeq: number,
    private readonly find: FindInstrument,
  ) {}

  /** @returns the account's feed, and adds a channel that may subscribe to topics from now on */
  follow(account: string, channel: Connection): AccountFeed {
    const feed =
      this.#feeds.get(account) ?? new AccountFeed(account, this.firstSeq, this.journal, this.outlet, this.find)
    this.#feeds.set(account, feed)
    feed.add(channel)
    return feed
  }

  /** Whether the account's wallet has to be published. */
  isFollowed(account: string): boolean {
    return this.#feeds.has(account)
  }

  take(events: readonly VenueEvent[], seq: number, timeMs: number): void {
    let byFeed: Map<AccountFeed, VenueEvent[]> | null = null
    for (const event of events) {
      if (!('account' in event)) continue
      const feed = this.#feeds.get(event.account)
      if (feed === undefined) continue
      byFeed ??= new Map()
      const own = byFeed.get(feed)
      if (own === undefined) byFeed.set(feed, [event])
      else own.push(event)
    }
    if (byFeed === null) return
    for (const [feed, own] of byFeed) feed.take(own, seq, timeMs)
  }

  /** @param event what no input has changed */
  publish(event: VenueEvent & { readonly account: string }, timeMs: number): void {
    this.#feeds.get(event.account)?.publish(event, timeMs)
  }

  say(account: string, topic: PublishedTopic, rows: unknown, timeMs: number): void {
    this.#feeds.get(account)?.say(topic, rows, timeMs)
  }

  refresh(timeMs: number): void {
    for (const feed of this.#feeds.values()) feed.refresh(timeMs)
  }

  reset(matches: (topic: string) => boolean, timeMs: number): void {
    for (const feed of this.#feeds.values()) {
      for (const topic of PUBLISHED_TOPICS) if (matches(topic)) feed.reset(topic, timeMs)
    }
  }
}
