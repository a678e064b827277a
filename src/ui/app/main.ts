import { attachHub } from '../hub-link/attach'
import { chooseHub } from '../hub-link/choose-hub'
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

const [openWorker, watches] = [await chooseHub(), earlyWatches(location.pathname, Date.now())]
const hub = attachHub({
  build: __HALYARD_BUILD__,
  bootstrap: readBootstrap(document),
  openWorker,
  early: watches,
})
// What does not come is asked for again by `public/first-parts.js`, as all the page's first files.
await import('./draw-app').then(({ drawApp }) => drawApp(hub, watches))
