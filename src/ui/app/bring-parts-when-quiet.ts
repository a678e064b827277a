import { bringWaiting } from '../kit/first-sign'

/** After the first screen the service worker still comes; what waits for a sign comes behind it. */
const QUIET_MS = 3_000

/**
 * Asks for the parts of the first press a while after the first screen, should no sign have come by then.
 * @param isDrawn settles when that screen stands
 */
export function bringPartsWhenQuiet(isDrawn: Promise<void>): void {
  void isDrawn.then(() => setTimeout(() => void bringWaiting(), QUIET_MS))
}
