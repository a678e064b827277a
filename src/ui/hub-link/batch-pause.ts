import { isMarked } from '../kit/load-marks'

/**
 * A window that is seen beside the one that is worked in: figures that change twenty times a second nobody can read either,
 * and eight windows side by side cost a third of the frames. News after a quiet moment comes at once.
 */
const BESIDE_MS = 48
/** A page whose first screen is still on its way: each step of the market takes from the one thread that draws it. */
const COMING_MS = 200
/** A chart that has not come by then, from the beginning of the page, may not come at all; other pages have none. */
const COMES_WITHIN_MS = 6_000

let isComing = true

/** How long after a frame this page asks the hub for its next batch, ms; 0: it takes them as they come. */
export function pauseMs(): number {
  isComing &&= performance.now() < COMES_WITHIN_MS && !isMarked('chart')
  if (isComing) return COMING_MS
  // Of several windows that are seen one has the keyboard.
  return document.hasFocus() ? 0 : BESIDE_MS
}
