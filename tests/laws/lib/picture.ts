import { num, type Num } from './numbers'
import type { RestReader } from './rest'

export interface PositionRow {
  readonly symbol: string
  readonly positionIdx: number
  readonly side: string
  readonly size: string
  readonly avgPrice: string
  readonly sessionAvgPrice: string
  readonly leverage: string
  readonly tradeMode: number
  readonly positionValue: string
  readonly markPrice: string
  readonly unrealisedPnl: string
  readonly positionIM: string
  readonly positionMM: string
  readonly liqPrice: string
  readonly bustPrice: string
  readonly extraMargin?: string
  readonly autoAddMargin: number
}

export interface OrderRow {
  readonly symbol: string
  readonly orderId: string
  readonly side: 'Buy' | 'Sell'
  readonly orderType: string
  readonly orderStatus: string
  readonly price: string
  readonly qty: string
  readonly leavesQty: string
  readonly cumExecQty: string
  readonly reduceOnly: boolean
  readonly positionIdx: number
  readonly stopOrderType: string
  readonly createType: string
  readonly cancelType: string
  readonly rejectReason: string
  readonly triggerPrice: string
  readonly tpslMode: string
}

export interface CoinRow {
  readonly coin: string
  readonly walletBalance: string
  readonly unrealisedPnl: string
  readonly equity: string
  readonly availableToWithdraw: string
  readonly availableBalance?: string
  readonly totalPositionIM: string
  readonly totalOrderIM: string
  readonly totalPositionMM: string
  readonly usdValue: string
}

export interface WalletRow {
  readonly totalEquity: string
  readonly totalWalletBalance: string
  readonly totalPerpUPL: string
  readonly totalInitialMargin: string
  readonly totalMaintenanceMargin: string
  readonly coin: readonly CoinRow[]
}

/** One account as its three lists show it at one moment of the market. */
export interface Picture {
  readonly wallet: WalletRow
  readonly coins: ReadonlyMap<string, CoinRow>
  /** Those that are open. */
  readonly positions: readonly PositionRow[]
  readonly orders: readonly OrderRow[]
  readonly isIsolated: boolean
  /** Money and positions as text: two pictures hold the same when their texts are the same. */
  readonly holdings: string
  /** What the working orders set aside, coin by coin. */
  readonly ordered: string
}

/**
 * @param orders the ones of the last look, where they need not be read again unless money, positions or the margin of
 * orders has changed since; `null` reads them in any case
 */
export async function takePicture(rest: RestReader, isIsolated: boolean, earlier: Picture | null): Promise<Picture> {
  const { list: wallets } = await rest.get<{ list: WalletRow[] }>('/v5/account/wallet-balance?accountType=UNIFIED')
  const { list: positions } = await rest.get<{ list: PositionRow[] }>('/v5/position/list?category=all')
  const wallet = wallets[0]!
  const open = positions.filter(({ size }) => size !== '0')
  const holdings = JSON.stringify([
    wallet.coin.map(({ walletBalance }) => walletBalance),
    open.map(({ symbol, positionIdx, size, side }) => [symbol, positionIdx, size, side]),
  ])
  const ordered = wallet.coin.map(({ totalOrderIM }) => totalOrderIM).join(' ')
  const isSame = earlier !== null && earlier.holdings === holdings && earlier.ordered === ordered
  const orders = isSame ? earlier.orders : await readOrders(rest)
  return {
    wallet,
    coins: new Map(wallet.coin.map((row) => [row.coin, row])),
    positions: open,
    orders,
    isIsolated,
    holdings,
    ordered,
  }
}

async function readOrders(rest: RestReader): Promise<readonly OrderRow[]> {
  const { list } = await rest.get<{ list: OrderRow[] }>('/v5/order/realtime?category=all&limit=500')
  return list
}

export function signOf(side: string): 1 | -1 {
  return side === 'Buy' ? 1 : -1
}

export function keyOf(row: { readonly symbol: string; readonly positionIdx: number }): string {
  return `${row.symbol} ${row.positionIdx}`
}

export function sizeOf(row: PositionRow): Num {
  return num(row.size)
}
