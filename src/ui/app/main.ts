import { attachHub } from '../hub-link/attach'
import { beginFirstChart } from '../chart/port/first-chart'
import { chooseHub } from '../hub-link/choose-hub'
import type { Watch } from '../../workers/hub-api'
import type { HubLink } from '../hub-link/hub-link'
import { fetchOnly } from '../kit/fetch-first'
import { markLoad, whenMarked } from '../kit/load-marks'
import { hasServiceWorker } from '../kit/service-worker'
import { earlyWatches } from './early-watches'
import { readBootstrap } from './read-bootstrap'
import { installTrustedTypes } from './trusted-types'

/*
 * The page's first script: it starts the hub and asks it for the market of the address, while everything else (React, the
 * models, the panels) is still on its way. Nothing of that may be imported here but as a part.
 */
markLoad('script')
installTrustedTypes()

/** Longest wait for a hub to begin. */
const BEGUN_MS = 400

/** The chart of the address: its settings are read while the hub begins, and its bars are the hub's first call. */
function beginChartOf(watches: readonly Watch[], { api }: HubLink): void {
  for (const { topic } of watches)
    if (topic.kind === 'book') beginFirstChart(api, topic.symbol, () => performance.now())
}

/** Nothing is awaited at the top of this file: the parts import it, and would wait for it while it waits for them. */
async function begin(): Promise<void> {
  const [openWorker, watches, bootstrap] = [
    await chooseHub(),
    earlyWatches(location.pathname, Date.now()),
    readBootstrap(document),
  ]
  const hub = attachHub({ build: __HALYARD_BUILD__, bootstrap, openWorker, early: watches })
  // A library asks in its own way.
  if (!bootstrap.chartLibrary) beginChartOf(watches, hub)
  // React and the app keep the thread busy for longer than a hub takes to begin, and until it runs, it needs this thread. So a
  // first visit waits for its first word, and while the app is read, the hub meets the exchange. Whoever comes back finds a
  // hub, or all its files: it is enough that the hello is on its way.
  const begun = whenMarked(hasServiceWorker() ? 'watch' : 'batch')
  await Promise.race([begun, new Promise((resolve) => setTimeout(resolve, BEGUN_MS))])
  // Theirs is the next file of the line, which is free while this thread reads the app.
  if (watches.length > 0) void fetchOnly(() => import('../panels/second-parts'))
  // What does not come is asked for again by `src/page/first-parts.js`, as all the page's first files.
  const { drawApp } = await import('./draw-app')
  await drawApp(hub, watches)
}

void begin()
