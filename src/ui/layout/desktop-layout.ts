import type { PanelId } from '../panels/panel'

/** A place of the grid with the panels that stand in it, one below the other. */
interface Cell {
  readonly area: string
  readonly panels: readonly PanelId[]
  /** Its panels may be higher than it is: it scrolls, and stays in sight where the page is higher than the window. */
  readonly scrolls?: boolean
  /** Its panels are prices: they are drawn before the others. */
  readonly isFirst?: boolean
}

/** Where the panels of a desktop page stand: a grid in CSS's own words, and its cells in reading order. */
export interface DesktopLayout {
  readonly columns: string
  /** Of a window of at most 1,100 px; missing: the same. */
  readonly narrowColumns?: string
  readonly rows: string
  readonly areas: string
  readonly cells: readonly Cell[]
}

const ROWS = '56px minmax(0, 1fr) var(--account-height)'
const HEADER: Cell = { area: 'symbol', panels: ['symbolHeader'], isFirst: true }
const CHART: Cell = { area: 'chart', panels: ['chart'] }
const TICKET: Cell = { area: 'ticket', panels: ['orderEntry', 'accountCard'], scrolls: true }
const ACCOUNT: Cell = { area: 'account', panels: ['account'] }

/** Book and tape side by side, the ladder behind the tape's tab. */
export const WIDE: DesktopLayout = {
  columns: 'minmax(0, 1fr) 244px 256px 316px',
  rows: ROWS,
  areas: `'symbol symbol symbol ticket' 'chart book tape ticket' 'account account account ticket'`,
  cells: [
    HEADER,
    CHART,
    { area: 'book', panels: ['orderBook'], isFirst: true },
    { area: 'tape', panels: ['tradesAndLadder'] },
    TICKET,
    ACCOUNT,
  ],
}

/** Book, tape and ladder behind tabs. */
export const DESKTOP: DesktopLayout = {
  columns: 'minmax(0, 1fr) 264px 316px',
  narrowColumns: 'minmax(0, 1fr) 232px 292px',
  rows: ROWS,
  areas: `'symbol symbol ticket' 'chart book ticket' 'account account ticket'`,
  cells: [HEADER, CHART, { area: 'book', panels: ['bookAndTrades'], isFirst: true }, TICKET, ACCOUNT],
}
