import { attachHub } from '../hub-link/attach'
import { chooseHub } from '../hub-link/choose-hub'
import type { HubLink } from '../hub-link/hub-link'
import { markLoad } from '../kit/load-marks'
import { earlyWatches } from './early-watches'
import { readBootstrap } from './read-bootstrap'
import { installTrustedTypes } from './trusted-types'

/*
 * The page's first script: it starts the hub and asks it for the market of the address, while everything else (React, the
 * models, the panels) is still on its way. Nothing of that may be imported here but as a part.
 */
markLoad('script')
installTrustedTypes()

/** Longest wait for the hello to be on its way. */
const HELLO_MS = 300

/** Nothing is awaited at the top of this file: the parts import it, and would wait for it while it waits for them. */
async function begin(): Promise<void> {
  const [openWorker, watches] = [await chooseHub(), earlyWatches(location.pathname, Date.now())]
  // React and the app keep the thread busy for longer than a hub takes to begin: asked behind them, it would begin behind them.
  const hub = await new Promise<HubLink>((resolve) => {
    const link = attachHub({
      build: __HALYARD_BUILD__,
      bootstrap: readBootstrap(document),
      openWorker,
      early: watches,
      onHello: () => resolve(link),
    })
    // The browser reads the rules of numbers with the first of them, 30 ms. While the hub begins, the thread is free.
    setTimeout(() => new Intl.NumberFormat().format(0))
    setTimeout(() => resolve(link), HELLO_MS)
  })
  // What does not come is asked for again by `src/page/first-parts.js`, as all the page's first files.
  const { drawApp } = await import('./draw-app')
  await drawApp(hub, watches)
}

void begin()
