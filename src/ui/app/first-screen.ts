import { parseTradePath } from '../../domain/instrument/trade-route'
import { whenMarked } from '../kit/load-marks'

/** Longest wait for a chart: bars may not come at all, and an exchange may not answer. */
const CHART_MS = 10_000

/**
 * Settles when what the page opened with stands: its chart is drawn, where it has one. What nobody has asked for yet shares
 * the line and the processor with it until then.
 */
export function whenFirstScreen(): Promise<void> {
  if (parseTradePath(location.pathname, Date.now()) === null) return Promise.resolve()
  return Promise.race([whenMarked('chart'), new Promise<void>((resolve) => setTimeout(resolve, CHART_MS))])
}
