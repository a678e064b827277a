import type { Recording } from '../../workers/recording'
import { createApp } from '../app/create-app'
import type { App } from '../state/app-context'
import { keptApart } from '../state/kept'
import { ReplayLink, type ReplayClock } from './replay-link'

const pageClock: ReplayClock = {
  monotonic: () => performance.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs)
    return () => clearTimeout(timer)
  },
}

/** A recording and an app of its own, which it fills: of the live one it has the theme. */
export interface ReplaySession {
  readonly link: ReplayLink
  readonly app: App
}

/** @returns the recording at its beginning, standing still */
export function openSession(recording: Recording, { theme }: Pick<App, 'theme'>): ReplaySession {
  const link = new ReplayLink(recording, pageClock)
  const app = createApp(link, {
    kept: keptApart(),
    clock: { ticking: link.position, nowMs: link.nowMs },
    theme,
  })
  link.seek(link.startMs)
  return { link, app }
}
