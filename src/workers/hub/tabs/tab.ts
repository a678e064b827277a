import type { Candle, Trade } from '../../../domain/market/market'
import type { Execution } from '../../../domain/order/execution'
import type { InstrumentSymbol, Order, OrderId } from '../../../domain/order/order'
import type { Position } from '../../../domain/position/position'
import type { TabHello, Watch } from '../../hub-api'
import type { Notice } from '../../hub-events'
import type { TabPort } from '../ports'

/** What a tab has not been told yet, conflated: a newer value takes the place of an older one. */
class Pending {
  readonly drawn = new Set<string>()
  readonly tickers = new Map<InstrumentSymbol, string>()
  readonly trades = new Map<string, { isSnapshot: boolean; rows: readonly Trade[] }>()
  readonly candles = new Map<string, Map<number, Candle>>()
  readonly candleResets = new Set<string>()
  readonly orders = new Map<OrderId, Order>()
  readonly positions = new Map<string, Position>()
  executions: Execution[] = []
  notices: Notice[] = []
  status = true
  session = true
  instruments = true
  spotPairs = true
  singles = true
  intents = true
  wallet = false
  strategies = false
  alerts = false
  preferences = false
  account = true

  /** Values that wait. */
  get size(): number {
    const lists = [this.drawn, this.tickers, this.trades, this.candles, this.candleResets, this.orders, this.positions]
    return lists.reduce((sum, { size }) => sum + size, this.executions.length + this.notices.length)
  }

  forgetMarket(): void {
    this.drawn.clear()
    this.tickers.clear()
    this.trades.clear()
    this.candles.clear()
    this.candleResets.clear()
  }
}

/** One attached tab. */
export class Tab {
  readonly pending = new Pending()
  readonly watches = new Map<string, Watch>()
  /** Sequence of the batch that is on its way, if one is. */
  inFlight: number | null = null
  seq = 0
  visible: boolean
  /** The page's, as it was last said; the newest that was painted. One that never was away shows nothing from before. */
  view: number
  drawnView = 0
  lastVisibleAt = 0
  pressedAt = -1
  stopWaiting: () => void = () => {}

  constructor(
    readonly id: string,
    readonly port: TabPort,
    { visible, view }: Pick<TabHello, 'visible' | 'view'>,
  ) {
    this.visible = visible
    this.view = view
  }
}
