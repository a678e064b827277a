import type { FeedState, HubStatus } from '../hub-events'
import type { AccountSide } from './account/account-side'
import type { HubContext } from './hub-context'
import { timesOf } from './market/stream'
import type { MarketSide } from './market/market-side'

/** Worst first: the page shows the worse of the two channels. */
const WORST_FIRST: readonly FeedState[] = ['elsewhere', 'offline', 'connecting', 'stale', 'resync', 'live']

export function worse(a: FeedState, b: FeedState): FeedState {
  return WORST_FIRST.indexOf(a) <= WORST_FIRST.indexOf(b) ? a : b
}

export function hubStatus(
  { ports, rest }: HubContext,
  { feed: market }: MarketSide,
  account: AccountSide,
  tabs: number,
): HubStatus {
  const publicChannel = market.channel.status()
  const privateChannel = account.feed.channel.status()
  return {
    publicChannel,
    privateChannel,
    state: worse(publicChannel.state, privateChannel.state),
    tabs,
    clockOffsetMs: rest.clockOffsetMs,
    dropped: market.channel.dropped + account.feed.channel.dropped + market.dropped + account.feed.dropped,
    resyncs: market.resyncs + account.feed.resyncs,
    storage: ports.store.kind(),
    asOf: { ...timesOf(market.streams(), market.channel.data.wholeAtMs), ...account.times() },
  }
}
