import type { QualifiedKey } from '../i18n/words'
import type { PanelId } from './panel'

interface PanelFacts {
  /** Its name, which its region has too; `symbol` goes into it. */
  readonly title: QualifiedKey
  /** Below this something in it is cut off: CSS pixels. */
  readonly leastSize: { readonly width: number; readonly height: number }
}

/**
 * What has to be known of a panel before it is placed. Layouts are written by hand so far and held to it by a test: the
 * page itself does not load this.
 */
export const PANEL_FACTS: Readonly<Record<PanelId, PanelFacts>> = {
  symbolHeader: { title: 'market:header.title', leastSize: { width: 390, height: 56 } },
  symbolFigures: { title: 'market:header.title', leastSize: { width: 390, height: 104 } },
  chart: { title: 'market:chart.title', leastSize: { width: 240, height: 200 } },
  orderBook: { title: 'market:book.title', leastSize: { width: 200, height: 178 } },
  recentTrades: { title: 'market:trades.title', leastSize: { width: 200, height: 100 } },
  bookAndTrades: { title: 'market:book.tabs', leastSize: { width: 232, height: 300 } },
  tradesAndLadder: { title: 'market:trades.tabs', leastSize: { width: 240, height: 300 } },
  ladder: { title: 'ladder:title', leastSize: { width: 240, height: 300 } },
  legBooks: { title: 'spread:legBooks.title', leastSize: { width: 232, height: 200 } },
  orderEntry: { title: 'trade:orderEntry', leastSize: { width: 280, height: 300 } },
  accountCard: { title: 'trade:account', leastSize: { width: 200, height: 120 } },
  account: { title: 'trade:positionsAndOrders', leastSize: { width: 390, height: 150 } },
  openOrders: { title: 'trade:positionsAndOrders', leastSize: { width: 390, height: 150 } },
}
