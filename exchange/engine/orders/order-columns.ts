import { assert } from '../../../src/base/assert'
import { CodeColumn, NumberColumn, type NumberList } from '../../../src/base/columns'
import type { OrderId, OrderStatus, OrderType, Side, TimeInForce } from '../../../src/domain/order/order'
import type { CarriedTerms } from '../../../src/domain/order/order'
import { type Account, type Market, Order } from '../entities'
import type { Closing } from '../records/order-records'
import type { PositionIdx } from '../accounts/account-settings'
import type { EngineStop, EngineTpSl } from './order-terms'
import type { SelfMatch } from '../matching/self-match'
import type { EngineState } from '../state'

/**
 * A list of orders in a snapshot, one column a field: an exchange has hundreds of thousands at rest, and as many objects
 * would stop it for as long as it takes to make and move them. Accounts and markets are places in the snapshot's lists,
 * words are places in its `words`.
 */
export interface OrderColumns {
  readonly account: NumberList
  readonly market: NumberList
  readonly positionIdx: NumberList
  readonly number: NumberList
  readonly linkId: readonly string[]
  readonly side: NumberList
  readonly orderType: NumberList
  readonly ticks: NumberList
  readonly lots: NumberList
  readonly filledLots: NumberList
  readonly filledValueE8: NumberList
  readonly feeE8: NumberList
  readonly status: NumberList
  readonly timeInForce: NumberList
  readonly reduceOnly: NumberList
  readonly closeOnTrigger: NumberList
  readonly selfMatch: NumberList
  readonly createType: NumberList
  readonly cancelType: NumberList
  readonly rejectReason: NumberList
  readonly createdAtMs: NumberList
  readonly updatedAtMs: NumberList
  readonly seq: NumberList
  /** What few orders have, by their place in the columns. */
  readonly extras: readonly (readonly [place: number, extras: OrderExtras])[]
}

export interface OrderExtras {
  readonly stop?: EngineStop
  readonly tpSl?: EngineTpSl
  readonly closing?: Closing
  readonly carried?: CarriedTerms
  /** What `carried.parentOrderId` was in snapshots of earlier builds. */
  readonly parentId?: string
  readonly smpOrderId?: string
  readonly filledRestE8?: number
}

type Word = string | null

/** Codes of a column are bytes. */
const WORDS_MAX = 256

function emptyColumns(size: number) {
  return {
    account: new NumberColumn(size),
    market: new NumberColumn(size),
    positionIdx: new CodeColumn(size),
    number: new NumberColumn(size),
    linkId: Array.from<string>({ length: size }).fill(''),
    side: new CodeColumn(size),
    orderType: new CodeColumn(size),
    ticks: new NumberColumn(size),
    lots: new NumberColumn(size),
    filledLots: new NumberColumn(size),
    filledValueE8: new NumberColumn(size),
    feeE8: new NumberColumn(size),
    status: new CodeColumn(size),
    timeInForce: new CodeColumn(size),
    reduceOnly: new CodeColumn(size),
    closeOnTrigger: new CodeColumn(size),
    selfMatch: new CodeColumn(size),
    createType: new CodeColumn(size),
    cancelType: new CodeColumn(size),
    rejectReason: new CodeColumn(size),
    createdAtMs: new NumberColumn(size),
    updatedAtMs: new NumberColumn(size),
    seq: new NumberColumn(size),
    extras: [] as (readonly [number, OrderExtras])[],
  }
}

/** Writes the orders of one snapshot, which lists accounts and markets as the state does. */
export class OrderWriter {
  readonly #accounts: ReadonlyMap<Account, number>
  readonly #markets: ReadonlyMap<Market, number>
  readonly #codes = new Map<Word, number>()

  constructor(state: EngineState) {
    this.#accounts = new Map(Array.from(state.accounts.values(), (account, place) => [account, place]))
    this.#markets = new Map(Array.from(state.markets.values(), (market, place) => [market, place]))
  }

  /** The words of all orders written so far, by their codes. */
  words(): readonly Word[] {
    return [...this.#codes.keys()]
  }

  write(orders: readonly Order[]): OrderColumns {
    return this.#write(orders.length, [orders])
  }

  /** Both sides by priority, each order fetched once: a list of them first would fetch 100,000 into the processor twice. */
  writeBook({ bids, asks }: Market['book']): OrderColumns {
    return this.#write(bids.size + asks.size, [bids.orders(), asks.orders()])
  }

  #write(size: number, lists: readonly Iterable<Order>[]): OrderColumns {
    const columns = emptyColumns(size)
    let at = 0
    for (const orders of lists) {
      for (const order of orders) {
        this.#put(columns, at, order)
        const extras = extrasOf(order)
        if (extras !== null) columns.extras.push([at, extras])
        at += 1
      }
    }
    return columns
  }

  #put(columns: ReturnType<typeof emptyColumns>, at: number, order: Order): void {
    const { position } = order
    columns.account[at] = this.#accounts.get(position.account)!
    columns.market[at] = this.#markets.get(position.market)!
    columns.positionIdx[at] = position.positionIdx
    columns.number[at] = order.number
    columns.linkId[at] = order.linkId
    columns.side[at] = this.#codeOf(order.side)
    columns.orderType[at] = this.#codeOf(order.orderType)
    columns.ticks[at] = order.ticks
    columns.lots[at] = order.lots
    columns.filledLots[at] = order.filledLots
    columns.filledValueE8[at] = order.filledValueE8
    columns.feeE8[at] = order.feeE8
    columns.status[at] = this.#codeOf(order.status)
    columns.timeInForce[at] = this.#codeOf(order.timeInForce)
    columns.reduceOnly[at] = order.reduceOnly ? 1 : 0
    columns.closeOnTrigger[at] = order.closeOnTrigger ? 1 : 0
    columns.selfMatch[at] = this.#codeOf(order.selfMatch)
    columns.createType[at] = this.#codeOf(order.createType)
    columns.cancelType[at] = this.#codeOf(order.cancelType)
    columns.rejectReason[at] = this.#codeOf(order.rejectReason)
    columns.createdAtMs[at] = order.createdAtMs
    columns.updatedAtMs[at] = order.updatedAtMs
    columns.seq[at] = order.seq
  }

  #codeOf(word: Word): number {
    const known = this.#codes.get(word)
    if (known !== undefined) return known
    const code = this.#codes.size
    assert(code < WORDS_MAX, `the words of orders fit into ${WORDS_MAX} codes`)
    this.#codes.set(word, code)
    return code
  }
}

function extrasOf({ stop, tpSl, closing, carried, smpOrderId, filledRestE8 }: Order): OrderExtras | null {
  const isPlain = stop === null && tpSl === null && carried === null && closing === null && smpOrderId === null
  if (isPlain && filledRestE8 === 0) return null
  return {
    ...(stop === null ? {} : { stop }),
    ...(tpSl === null ? {} : { tpSl }),
    ...(carried === null ? {} : { carried }),
    ...(smpOrderId === null ? {} : { smpOrderId }),
    ...(closing === null ? {} : { closing: { ...closing } }),
    ...(filledRestE8 === 0 ? {} : { filledRestE8 }),
  }
}

/** Reads them back, once accounts and positions are restored. */
export class OrderReader {
  readonly #state: EngineState
  readonly #accounts: readonly string[]
  readonly #markets: readonly string[]
  readonly #words: readonly Word[]

  constructor(
    state: EngineState,
    {
      accounts,
      markets,
      words,
    }: {
      readonly accounts: readonly { readonly account: string }[]
      readonly markets: readonly { readonly symbol: string }[]
      readonly words: readonly Word[]
    },
  ) {
    this.#state = state
    this.#accounts = accounts.map(({ account }) => account)
    this.#markets = markets.map(({ symbol }) => symbol)
    this.#words = words
  }

  /** As they were written: what decides something later is their order. */
  *read(columns: OrderColumns): Generator<Order> {
    const extras = new Map(columns.extras)
    for (let at = 0; at < columns.number.length; at += 1) yield this.#order(columns, at, extras.get(at))
  }

  #order(columns: OrderColumns, at: number, extras: OrderExtras | undefined): Order {
    const account = this.#state.accounts.get(this.#accounts[columns.account[at]!]!)!
    const market = this.#state.markets.get(this.#markets[columns.market[at]!]!)!
    const order = new Order(account.position(market, columns.positionIdx[at] as PositionIdx), {
      number: columns.number[at]!,
      linkId: columns.linkId[at]!,
      side: this.#word<Side>(columns.side, at),
      orderType: this.#word<OrderType>(columns.orderType, at),
      ticks: columns.ticks[at]!,
      lots: columns.lots[at]!,
      timeInForce: this.#word<TimeInForce>(columns.timeInForce, at),
      reduceOnly: columns.reduceOnly[at] === 1,
      closeOnTrigger: columns.closeOnTrigger[at] === 1,
      selfMatch: this.#word<SelfMatch>(columns.selfMatch, at),
      createType: this.#word<string>(columns.createType, at),
      createdAtMs: columns.createdAtMs[at]!,
    })
    order.filledLots = columns.filledLots[at]!
    order.filledValueE8 = columns.filledValueE8[at]!
    order.filledRestE8 = extras?.filledRestE8 ?? 0
    order.feeE8 = columns.feeE8[at]!
    order.status = this.#word<OrderStatus>(columns.status, at)
    order.cancelType = this.#word<string | null>(columns.cancelType, at)
    order.rejectReason = this.#word<string | null>(columns.rejectReason, at)
    order.updatedAtMs = columns.updatedAtMs[at]!
    order.seq = columns.seq[at]!
    order.stop = extras?.stop ?? null
    order.tpSl = extras?.tpSl ?? null
    order.closing = extras?.closing === undefined ? null : { ...extras.closing }
    order.carried = extras === undefined ? null : carriedOf(extras)
    order.smpOrderId = extras?.smpOrderId ?? null
    order.toldClosings = order.closing?.fills ?? 0
    return order
  }

  /** Our own writing is read back: a code stands for a word of its column. */
  #word<W extends Word>(column: NumberList, at: number): W {
    return this.#words[column[at]!] as W
  }
}

function carriedOf({ carried, parentId }: OrderExtras): CarriedTerms | null {
  if (carried !== undefined) return carried
  return parentId === undefined ? null : { parentOrderId: parentId as OrderId }
}
