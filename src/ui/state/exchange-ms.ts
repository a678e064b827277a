import type { App } from './app-context'

/** Now by the exchange's clock, which bars begin and end by, ms: the computer's may be minutes away from it. */
export function exchangeMs({ clock, connection }: Pick<App, 'clock' | 'connection'>): number {
  return clock.nowMs() + connection.clockOffsetMs.peek()
}
