import type { Wallet } from '../../src/domain/account/wallet'
import type { Money, Qty } from '../../src/domain/decimal'
import type { NewOrder } from '../../src/domain/order/new-order'
import type { Order, OrderId } from '../../src/domain/order/order'
import type { PortfolioMargins, PortfolioReport, WhatIf, WhatIfTrade } from '../../src/domain/risk/portfolio-report'
import { SPLIT_ORDERS_MAX } from '../../src/domain/order/quantity-rules'
import type { PlaceCommand } from '../engine/commands'
import type { MatchingEngine } from '../engine/matching-engine'
import type { AccountLending } from '../engine/lending/lending-info'
import type { EngineOrder } from '../engine/records/order-records'
import { DOLLARS, type EngineTrade } from '../engine/records/portfolio-report'
import type { EngineBalance } from '../engine/records/position-records'
import { byRank } from './accounts'
import type { AlgoOrders } from './algo-orders/algo-orders'
import { toStrategy } from './algo-orders/strategy-shapes'
import type { Lending } from './lending'
import { withLending } from './lending-shapes'
import { closingLots, maxLotsOf, onlyCloses, reducibleLots } from './split-order'
import type { Listing } from './listing'
import type { Listings } from './listings'
import { pageOfOpenOrders } from './open-order-page'
import { toMargins, toPortfolio } from './portfolio-shape'
import { readOrder } from './read-order'
import { bigText, toOrder, toPosition } from './shapes'
import type { Users } from './users'
import type { OpenOrderPage, OrderPreview } from './venue-port'
import { toWallet } from './wallet-shape'

interface ReadPorts {
  readonly engine: MatchingEngine
  readonly listings: ReadonlyMap<string, Listing>
  readonly markets: Listings
  readonly users: Users
  readonly strategies: AlgoOrders
  readonly lending: Lending
  /** Of the newest input. */
  lastSeq(): number
}

/** What the venue is asked of one account: its orders, positions and wallet, and what an order would make of them. */
export class AccountReads {
  readonly #ports: ReadPorts

  constructor(ports: ReadPorts) {
    this.#ports = ports
  }

  openOrders(account: string, symbol: string | null) {
    const orders = this.#ports.engine.openOrders(account, ...(symbol === null ? [] : [symbol]))
    return orders.map((order) => toOrder(order, this.#listing(order.symbol)))
  }

  openOrderPage(account: string, { symbol, isListed, limit, after }: OpenOrderPage) {
    const orders = this.#ports.engine.openOrders(account, ...(symbol === null ? [] : [symbol]))
    const listed = orders.filter((order) =>
      isListed(order.symbol, order.status === 'untriggered' ? waitingTermsOf(order) : null),
    )
    const page = pageOfOpenOrders(listed, { limit, after })
    return { rows: page.rows.map((order) => toOrder(order, this.#listing(order.symbol))), next: page.next }
  }

  findOrder(account: string, reference: { readonly orderId?: string; readonly orderLinkId?: string }): Order | null {
    const { orderId, orderLinkId } = reference
    const order = this.#ports.engine.findOrder(account, {
      ...(orderId === undefined ? {} : { orderId }),
      ...(orderLinkId === undefined ? {} : { linkId: orderLinkId }),
    })
    return order === null ? null : toOrder(order, this.#listing(order.symbol))
  }

  strategies(account: string) {
    return this.#ports.strategies.list(account).map((one) => toStrategy(one, this.#listing(one.terms.symbol)))
  }

  positions(account: string, symbol: string | null) {
    const positions = this.#ports.engine.positions(account, ...(symbol === null ? [] : [symbol]))
    return positions.map((position) => toPosition(position, this.#listing(position.symbol)))
  }

  wallet(account: string) {
    return this.#walletWith(account, this.#ports.engine.balances(account), this.#ports.lending.shared(account))
  }

  portfolio(account: string): readonly PortfolioReport[] | null {
    const rows = this.#ports.engine.portfolio(account)
    return rows?.map((one) => toPortfolio(one, (symbol) => this.#listing(symbol))) ?? null
  }

  usdPrice(coin: string): Money {
    return bigText(this.#ports.markets.usdPriceE8(coin))
  }

  portfolioAfter(account: string, trades: readonly WhatIfTrade[]): WhatIf | null {
    const { engine, listings } = this.#ports
    const read = trades.map(({ symbol, qty }) => {
      const size = listings.get(symbol)?.lots.size
      return { symbol, lots: size === undefined ? 0 : Math.round(Number(qty) / size) }
    })
    const marginsOf = (some: readonly EngineTrade[]) => engine.portfolioAfter(account, some)?.map(toMargins) ?? null
    const together = marginsOf(read)
    if (together === null) return null
    const unitOf = (symbol: string) => {
      const { baseCoin, settleCoin } = this.#listing(symbol).instrument
      return (one: PortfolioMargins): boolean =>
        one.underlying === baseCoin && (one.settleCoin === settleCoin || one.settleCoin === DOLLARS)
    }
    return { together, alone: read.map((one) => marginsOf([one])?.find(unitOf(one.symbol)) ?? null) }
  }

  mostHeld(account: string, symbol: string): Qty {
    const { engine, listings } = this.#ports
    const listing = listings.get(symbol)
    return listing === undefined ? ('0' as Qty) : listing.lots.toText<Qty>(engine.mostHeld(account, symbol))
  }

  #walletWith(account: string, balances: readonly EngineBalance[], lending: AccountLending | null): Wallet | null {
    const { users, markets, lastSeq } = this.#ports
    const user = users.byAccount.get(account)
    if (user === undefined) return null
    const usdPriceE8 = (coin: string) => markets.usdPriceE8(coin)
    const wallet = {
      ...toWallet(user.kind, byRank(balances), usdPriceE8, lastSeq()),
      marginMode: this.#ports.engine.marginMode(account),
      ...(lending !== null && this.#ports.engine.marginMode(account) === 'portfolio'
        ? { hedgesSpot: lending.hedgesSpot }
        : {}),
    }
    return lending === null ? wallet : withLending(wallet, lending, usdPriceE8)
  }

  previewOrder(account: string, linkId: string, order: NewOrder): OrderPreview | null {
    const before = this.wallet(account)
    const listing = this.#ports.listings.get(order.symbol)
    if (before === null) return null
    if (listing === undefined) return { refusal: { kind: 'unknownSymbol' }, before, after: null }
    if (!this.#ports.markets.isOpen(order.symbol)) return { refusal: { kind: 'symbolNotTrading' }, before, after: null }
    const read = readOrder({ type: 'place', account, linkId, order }, listing)
    if (!read.ok) return { refusal: read.error, before, after: null }
    const preview = this.#ports.engine.preview(this.#inParts(read.value, order))
    if (preview === null) return null
    const { refusal, after, lending } = preview
    return { refusal, before, after: after === null ? null : this.#walletWith(account, after, lending) }
  }

  largestOrder(account: string, order: NewOrder): Qty | null {
    const listing = this.#ports.listings.get(order.symbol)
    if (listing === undefined || !this.#ports.markets.isOpen(order.symbol)) return null
    const read = readOrder({ type: 'place', account, linkId: '', order }, listing)
    const lots = read.ok ? this.#ports.engine.mostLots(this.#inParts(read.value, order)) : null
    return typeof lots === 'number' ? (listing.lots.toText(lots) as Qty) : null
  }

  /** One that may become several is looked at as one of all their lots; one that closes does unasked, as far as it closes. */
  #inParts(command: PlaceCommand, { isSplit }: NewOrder): PlaceCommand {
    if (!onlyCloses(command)) return isSplit === true ? { ...command, mostParts: SPLIT_ORDERS_MAX } : command
    const held = reducibleLots(this.#ports.engine, command)
    const mostParts = Math.max(1, Math.ceil(held / maxLotsOf(command, this.#listing(command.symbol))))
    return held === 0 ? command : { ...command, lots: closingLots(command, held), mostParts }
  }

  #listing(symbol: string): Listing {
    return this.#ports.listings.get(symbol)!
  }
}

/** What an order waits as, of what `toOrder` shows. */
function waitingTermsOf({ stop, carried }: EngineOrder): Pick<Order, 'stopOrderType' | 'planType' | 'pairOrderId'> {
  const { planType } = carried ?? {}
  return {
    stopOrderType: stop?.kind ?? 'stop',
    pairOrderId: (stop?.pairId ?? null) as OrderId | null,
    ...(planType === undefined ? {} : { planType }),
  }
}
