import type { AccountModel } from './account-model'

const CHANNEL = 'halyard-leave'

/** The trader leaves the account, or stays after all, as the exchange did not do it. */
export type LeaveNews = 'leaves' | 'stays'

/** Tells all tabs of the browser, this one too: what one of them asks for ends the account of each. */
export function tellLeave(news: LeaveNews): void {
  if (typeof BroadcastChannel !== 'function') return
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage(news)
  channel.close()
}

/** Whatever tab the trader leaves the account in, its end is no surprise here. @returns a function that stops it */
export function followLeaves(account: Pick<AccountModel, 'leave' | 'stay'>): () => void {
  if (typeof BroadcastChannel !== 'function') return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'leaves') account.leave()
    else if (data === 'stays') account.stay()
  })
  return () => channel.close()
}
