import type { OrderStatus, OrderType, Side, TimeInForce } from '../../src/domain/order/order'
import type { Account } from './accounts'
import type { Closing } from './closed-pnl'
import type { EngineStop, EngineTpSl, PositionIdx, SelfMatch } from './contract'
import { Order } from './orders'
import type { EngineState } from './state'

/**
 * A list of orders in a snapshot, one array a field: an exchange has hundreds of thousands at rest, and as many objects
 * would stop it for as long as it takes to make and move them. Accounts and markets are places in the snapshot's lists.
 */
export interface OrderColumns {
  readonly account: number[]
  readonly market: number[]
  readonly positionIdx: PositionIdx[]
  readonly number: number[]
  readonly linkId: string[]
  readonly side: Side[]
  readonly orderType: OrderType[]
  readonly ticks: number[]
  readonly lots: number[]
  readonly filledLots: number[]
  readonly filledValueE8: number[]
  readonly feeE8: number[]
  readonly status: OrderStatus[]
  readonly timeInForce: TimeInForce[]
  readonly reduceOnly: (0 | 1)[]
  readonly closeOnTrigger: (0 | 1)[]
  readonly selfMatch: SelfMatch[]
  readonly createType: string[]
  readonly cancelType: (string | null)[]
  readonly rejectReason: (string | null)[]
  readonly createdAtMs: number[]
  readonly updatedAtMs: number[]
  readonly seq: number[]
  /** What few orders have, by their place in the columns. */
  readonly extras: (readonly [place: number, extras: OrderExtras])[]
}

interface OrderExtras {
  readonly stop?: EngineStop
  readonly tpSl?: EngineTpSl
  readonly closing?: Closing
  readonly parentId?: string
}

function emptyColumns(): OrderColumns {
  return {
    account: [],
    market: [],
    positionIdx: [],
    number: [],
    linkId: [],
    side: [],
    orderType: [],
    ticks: [],
    lots: [],
    filledLots: [],
    filledValueE8: [],
    feeE8: [],
    status: [],
    timeInForce: [],
    reduceOnly: [],
    closeOnTrigger: [],
    selfMatch: [],
    createType: [],
    cancelType: [],
    rejectReason: [],
    createdAtMs: [],
    updatedAtMs: [],
    seq: [],
    extras: [],
  }
}

/** Writes the orders of one snapshot, which lists accounts and markets as the state does. */
export class OrderWriter {
  readonly #accounts: ReadonlyMap<Account, number>
  readonly #markets: ReadonlyMap<string, number>

  constructor(state: EngineState) {
    this.#accounts = new Map(Array.from(state.accounts.values(), (account, place) => [account, place]))
    this.#markets = new Map(Array.from(state.markets.keys(), (symbol, place) => [symbol, place]))
  }

  write(orders: Iterable<Order>): OrderColumns {
    const columns = emptyColumns()
    for (const order of orders) this.#add(columns, order)
    return columns
  }

  #add(columns: OrderColumns, order: Order): void {
    const { holding, stop, tpSl, closing, parentId } = order
    columns.account.push(this.#accounts.get(holding.account)!)
    columns.market.push(this.#markets.get(holding.market.instrument.symbol)!)
    columns.positionIdx.push(holding.positionIdx)
    columns.number.push(order.number)
    columns.linkId.push(order.linkId)
    columns.side.push(order.side)
    columns.orderType.push(order.orderType)
    columns.ticks.push(order.ticks)
    columns.lots.push(order.lots)
    columns.filledLots.push(order.filledLots)
    columns.filledValueE8.push(order.filledValueE8)
    columns.feeE8.push(order.feeE8)
    columns.status.push(order.status)
    columns.timeInForce.push(order.timeInForce)
    columns.reduceOnly.push(order.reduceOnly ? 1 : 0)
    columns.closeOnTrigger.push(order.closeOnTrigger ? 1 : 0)
    columns.selfMatch.push(order.selfMatch)
    columns.createType.push(order.createType)
    columns.cancelType.push(order.cancelType)
    columns.rejectReason.push(order.rejectReason)
    columns.createdAtMs.push(order.createdAtMs)
    columns.updatedAtMs.push(order.updatedAtMs)
    columns.seq.push(order.seq)
    if (stop === null && tpSl === null && parentId === null && closing === null) return
    const extras = {
      ...(stop === null ? {} : { stop }),
      ...(tpSl === null ? {} : { tpSl }),
      ...(parentId === null ? {} : { parentId }),
      ...(closing === null ? {} : { closing: { ...closing } }),
    }
    columns.extras.push([columns.number.length - 1, extras])
  }
}

/** Reads them back, once accounts and holdings are restored. */
export class OrderReader {
  readonly #state: EngineState
  readonly #accounts: readonly string[]
  readonly #markets: readonly string[]

  constructor(
    state: EngineState,
    accounts: readonly { readonly account: string }[],
    markets: readonly { readonly symbol: string }[],
  ) {
    this.#state = state
    this.#accounts = accounts.map(({ account }) => account)
    this.#markets = markets.map(({ symbol }) => symbol)
  }

  /** As they were written: what decides something later is their order. */
  *read(columns: OrderColumns): Generator<Order> {
    const extras = new Map(columns.extras)
    for (let at = 0; at < columns.number.length; at += 1) yield this.#order(columns, at, extras.get(at))
  }

  #order(columns: OrderColumns, at: number, extras: OrderExtras | undefined): Order {
    const account = this.#state.accounts.get(this.#accounts[columns.account[at]!]!)!
    const market = this.#state.markets.get(this.#markets[columns.market[at]!]!)!
    const order = new Order(account.holding(market, columns.positionIdx[at]), {
      number: columns.number[at]!,
      linkId: columns.linkId[at]!,
      side: columns.side[at]!,
      orderType: columns.orderType[at]!,
      ticks: columns.ticks[at]!,
      lots: columns.lots[at]!,
      timeInForce: columns.timeInForce[at]!,
      reduceOnly: columns.reduceOnly[at] === 1,
      closeOnTrigger: columns.closeOnTrigger[at] === 1,
      selfMatch: columns.selfMatch[at]!,
      createType: columns.createType[at]!,
      createdAtMs: columns.createdAtMs[at]!,
    })
    order.filledLots = columns.filledLots[at]!
    order.filledValueE8 = columns.filledValueE8[at]!
    order.feeE8 = columns.feeE8[at]!
    order.status = columns.status[at]!
    order.cancelType = columns.cancelType[at]!
    order.rejectReason = columns.rejectReason[at]!
    order.updatedAtMs = columns.updatedAtMs[at]!
    order.seq = columns.seq[at]!
    order.stop = extras?.stop ?? null
    order.tpSl = extras?.tpSl ?? null
    order.closing = extras?.closing === undefined ? null : { ...extras.closing }
    order.parentId = extras?.parentId ?? null
    order.toldClosings = order.closing?.fills ?? 0
    return order
  }
}
