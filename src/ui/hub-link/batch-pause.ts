import { keyFrame, KEYS_MS } from '../kit/key-frame'
import { isMarked } from '../kit/load-marks'

/**
 * A window that is seen beside the one that is worked in: figures that change twenty times a second nobody can read either,
 * and eight windows side by side cost a third of the frames. News after a quiet moment comes at once.
 */
const BESIDE_MS = 48
/** A page with live prices whose chart is still on its way: each step of the market takes from the one thread that draws it. */
const COMING_MS = 400
/** What has not come by then, from the beginning of the page, may not come at all; some pages have no chart, or no price. */
const COMES_WITHIN_MS = 6_000

let isPriceComing = true
let isChartComing = true

/** Whether this page has painted no live price yet. */
export function isBeginning(): boolean {
  isPriceComing &&= isComing('live')
  return isPriceComing
}

/** How long after a frame this page asks the hub for its next batch, ms; 0: it takes them as they come. */
export function pauseMs(): number {
  if (isBeginning()) return 0
  isChartComing &&= isComing('chart')
  if (isChartComing) return COMING_MS
  // Of several windows that are seen one has the keyboard.
  return document.hasFocus() && !keyFrame.wasPressedWithin(KEYS_MS) ? 0 : BESIDE_MS
}

function isComing(step: 'live' | 'chart'): boolean {
  return performance.now() < COMES_WITHIN_MS && !isMarked(step)
}
