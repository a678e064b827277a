import type { Perpetual } from '../../src/domain/instrument/perpetual'
import { signal } from '@preact/signals-react'
import type { CoinBalance, Wallet } from '../../src/domain/account/wallet'
import type { DecimalText, Leverage, Money, Price, Qty, Rate } from '../../src/domain/decimal'
import type { AuctionPhase } from '../../src/domain/instrument/auction-phase'
import type { Ticker } from '../../src/domain/market/market'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId } from '../../src/domain/order/order'
import type { Position } from '../../src/domain/position/position'
import type { FeedState, HubEvent, HubStatus } from '../../src/workers/hub-events'
import type { IntentState } from '../../src/workers/presses'
import { AccountModel } from '../../src/ui/state/account-model'
import { CatalogueModel } from '../../src/ui/state/catalogue-model'
import { ConnectionModel } from '../../src/ui/state/connection-model'
import { keptApart } from '../../src/ui/state/kept'
import { MarketModel } from '../../src/ui/state/market-model'
import { giveFigures } from '../../src/ui/trading-kit/ticket/figures-part'
import * as ticketFigures from '../../src/ui/trading-kit/ticket/ticket-figures'

// In a page it comes with the user's first sign; whoever tests a ticket gives them.
giveFigures(ticketFigures)

export const BTCUSDT = 'BTCUSDT' as InstrumentSymbol
const money = (text: string): Money => text as Money

export function instrumentOf(change: Partial<Perpetual> = {}): Perpetual {
  return {
    symbol: BTCUSDT,
    displayName: 'BTCUSDT',
    kind: 'linearPerpetual',
    status: 'trading',
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    settleCoin: 'USDT',
    tickSize: '0.1' as Price,
    minPrice: '0.1' as Price,
    maxPrice: '1999999.8' as Price,
    lotSize: '0.001' as Qty,
    minQty: '0.001' as Qty,
    maxLimitQty: '1190' as Qty,
    maxMarketQty: '500' as Qty,
    minNotional: money('5'),
    minLeverage: '1' as Leverage,
    maxLeverage: '100' as Leverage,
    leverageStep: '0.01' as DecimalText,
    takerFeeRate: '0.00055' as Rate,
    makerFeeRate: '0.0002' as Rate,
    funding: { intervalMinutes: 480, upperRate: '0.00375' as Rate, lowerRate: '-0.00375' as Rate },
    priceLimitRatioX: '0.01' as Rate,
    priceLimitRatioY: '0.02' as Rate,
    depthRatios: [1, 2, 4, 10],
    riskTiers: [
      {
        id: 1,
        limit: money('2000000'),
        initialMarginRate: '0.01' as Rate,
        maintenanceMarginRate: '0.005' as Rate,
        maxLeverage: '100' as Leverage,
        deduction: money('0'),
      },
      {
        id: 2,
        limit: money('2600000'),
        initialMarginRate: '0.0111' as Rate,
        maintenanceMarginRate: '0.0056' as Rate,
        maxLeverage: '90' as Leverage,
        deduction: money('1200'),
      },
    ],
    preListing: null,
    launchTimeMs: 0,
    popular: true,
    indexSort: 1,
    ...change,
  }
}

/** BTCUSDT as if before its listing. Its auction takes no fee; the other rates are those of a listed one. */
export function preListedOf(phase: AuctionPhase): Perpetual {
  const { takerFeeRate, makerFeeRate } = instrumentOf()
  const preListing = { phase, phases: [], auctionFeeRate: '0' as Rate, takerFeeRate, makerFeeRate }
  return instrumentOf({ status: 'preLaunch', preListing })
}

export function tickerOf(lastPrice: string, change: Partial<Ticker> = {}): Ticker {
  return {
    symbol: BTCUSDT,
    lastPrice: lastPrice as Price,
    markPrice: lastPrice as Price,
    indexPrice: null,
    bid1Price: null,
    bid1Qty: null,
    ask1Price: null,
    ask1Qty: null,
    prevPrice24h: null,
    highPrice24h: null,
    lowPrice24h: null,
    price24hChange: null,
    volume24h: null,
    turnover24h: null,
    openInterest: null,
    openInterestValue: null,
    fundingRate: null,
    nextFundingTimeMs: null,
    basis: null,
    basisRate: null,
    predictedDeliveryPrice: null,
    timeMs: 0,
    seq: 1,
    ...change,
  }
}

export function coinOf(available: string, change: Partial<CoinBalance> = {}): CoinBalance {
  return {
    coin: 'USDT',
    walletBalance: money(available),
    unrealisedPnl: money('0'),
    equity: money(available),
    available: money(available),
    positionInitialMargin: money('0'),
    orderInitialMargin: money('0'),
    maintenanceMargin: money('0'),
    cumRealisedPnl: money('0'),
    usdValue: money(available),
    ...change,
  }
}

export function walletOf(coin: CoinBalance): Wallet {
  return {
    accountType: 'uta2',
    totalEquity: coin.equity,
    totalWalletBalance: coin.walletBalance,
    totalMarginBalance: coin.equity,
    totalAvailable: coin.available,
    totalUnrealisedPnl: coin.unrealisedPnl,
    totalInitialMargin: money('0'),
    totalMaintenanceMargin: coin.maintenanceMargin,
    initialMarginRate: null,
    maintenanceMarginRate: null,
    coins: [coin],
    seq: 1,
  }
}

export function positionOf(change: Partial<Position> = {}): Position {
  return {
    symbol: BTCUSDT,
    positionIdx: 0,
    side: 'buy',
    size: '0.5' as Qty,
    entryPrice: '60000' as Price,
    leverage: '10' as Leverage,
    marginMode: 'cross',
    value: money('30000'),
    markPrice: '60000' as Price,
    unrealisedPnl: money('0'),
    realisedPnl: money('0'),
    cumRealisedPnl: money('0'),
    initialMargin: money('3000'),
    maintenanceMargin: money('150'),
    liquidationPrice: null,
    bankruptcyPrice: null,
    breakEvenPrice: null,
    createdAtMs: 1,
    updatedAtMs: 1,
    seq: 1,
    ...change,
  }
}

export function orderOf(id: string, change: Partial<Omit<Order, 'type' | 'price'>> = {}): Order {
  return {
    id: id as OrderId,
    linkId: `link-${id}` as OrderLinkId,
    symbol: BTCUSDT,
    side: 'buy',
    type: 'limit',
    price: '60000' as Price,
    qty: '0.2' as Qty,
    filledQty: '0' as Qty,
    leavesQty: '0.2' as Qty,
    filledValue: money('0'),
    fee: money('0'),
    avgPrice: null,
    status: 'new',
    timeInForce: 'goodTillCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    createType: 'CreateByUser',
    cancelType: null,
    rejectReason: null,
    createdAtMs: 1,
    updatedAtMs: 1,
    seq: 1,
    ...change,
  }
}

export function intentOf(id: string, state: IntentState['state'], pressedAtMs = 1): IntentState {
  return {
    id: id as OrderLinkId,
    order: {
      symbol: BTCUSDT,
      side: 'buy',
      type: 'market',
      price: null,
      qty: '0.01' as Qty,
      timeInForce: 'immediateOrCancel',
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
    },
    pressedAtMs,
    state,
    rejection: null,
  }
}

export function statusOf(state: FeedState): HubStatus {
  const channel = { state, lastDataAtMs: null, lastDataLocalMs: null, seq: 1, reconnects: 0, latencyMs: null }
  return {
    publicChannel: channel,
    privateChannel: channel,
    state,
    tabs: 1,
    clockOffsetMs: 0,
    dropped: 0,
    resyncs: 0,
  }
}

/** Models of a page on a live market at 60,000 with 10,000 USDT free, and a way to send events into them. */
/** @param last `null` where no price has come yet */
export function deskOf({
  available = '10000',
  instrument = instrumentOf(),
  last = '60000',
}: { available?: string; instrument?: Perpetual; last?: string | null } = {}) {
  const connection = new ConnectionModel()
  const catalogue = new CatalogueModel()
  const account = new AccountModel()
  const market = new MarketModel(BTCUSDT, signal(instrument))
  const send = (...events: readonly HubEvent[]): void => {
    for (const event of events) for (const model of [connection, catalogue, account, market]) model.apply(event)
  }
  connection.setLife('attached', 'epoch')
  send(
    { type: 'status', status: statusOf('live') },
    { type: 'session', session: { account: 'acc', name: 'paper', kind: 'uta2' } },
    {
      type: 'instruments',
      status: 'resolved',
      versionInForce: null,
      instruments: [instrument],
      confirmed: true,
      asOfMs: null,
    },
    { type: 'wallet', wallet: walletOf(coinOf(available)) },
  )
  if (last !== null) send({ type: 'ticker', ticker: tickerOf(last), stale: false })
  const clock = { ticking: signal(0), nowMs: () => clock.ticking.peek() }
  return { connection, catalogue, account, market, send, clock, kept: keptApart() }
}
