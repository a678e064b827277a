import { contracts, options, type ByKind } from '../products/by-kind'

type Lines = Pick<typeof import('./chart-lines'), 'chartSources'>

/** What positions, orders and ticket draw on a chart, a file for each kind of market. */
export const LINES: ByKind<() => Promise<Lines>> = {
  ...contracts<() => Promise<Lines>>(() => import('./chart-lines')),
  ...options<() => Promise<Lines>>(() => import('./option-chart-lines')),
  spot: () => import('./spot-chart-lines'),
  spread: () => import('./spread-chart-lines'),
}
