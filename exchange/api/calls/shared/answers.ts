import { CONTRACT_TYPES } from '../../../../src/wire/rest/contract-words'
import { CARRIED_TERMS } from '../../../../src/wire/shape/order-terms'
import {
  DECIMAL,
  each,
  eachMaybe,
  FLAG,
  INTEGER,
  listOf,
  maybe,
  mixed,
  named,
  object,
  orNull,
  TEXT,
  TIME,
  tuple,
  type Schema,
} from './route/schema'

/** Rows that more than one call answers with, as `src/wire` writes them. The tests hold every answer against these. */

const NULL: Schema = { type: 'null' }

const STOP_TEXTS = 'triggerBy stopOrderType tpTriggerBy slTriggerBy tpslMode'
const STOP_PRICES = 'triggerPrice takeProfit stopLoss tpLimitPrice slLimitPrice'

const CARRIED_NAMES = Object.values(CARRIED_TERMS)
  .map(({ name }) => name)
  .join(' ')

const ORDER = {
  ...each('orderId orderLinkId symbol side orderType orderStatus timeInForce createType', TEXT),
  ...each('cancelType cxlRejReason rejectReason', TEXT),
  ...each('price qty cumExecQty cumExecValue cumExecFee leavesQty avgPrice', DECIMAL),
  ...each('reduceOnly closeOnTrigger', FLAG),
  ...each('positionIdx seq', INTEGER),
  ...each('createdAtE3 updatedAtE3 createdTime updatedTime', TIME),
  ...eachMaybe(CARRIED_NAMES, TEXT),
  ...eachMaybe('pairOrderId smpType smpOrderId tpSlMode tpOrderType slOrderType', TEXT),
  ...eachMaybe('maxSlippageType tpMaxSlippageType slMaxSlippageType', TEXT),
  ...eachMaybe('limitTakeProfit limitStopLoss stopPrice mmRate trailingStop trailingPercent', DECIMAL),
  ...eachMaybe('maxSlippage tpMaxSlippage slMaxSlippage', DECIMAL),
  heldBack: maybe({
    ...FLAG,
    description:
      'of what guards a position: its trigger was reached, and it waits since its fill would liquidate the rest of the account',
  }),
}
/** Spec §3 Order. */
export const ORDER_ROW = named(
  'Order',
  object({
    ...ORDER,
    ...eachMaybe(STOP_TEXTS, TEXT),
    ...eachMaybe(STOP_PRICES, DECIMAL),
    triggerDirection: maybe(INTEGER),
  }),
)
/** The view form of spec §3: `side` and `orderType` in upper case, money that there is none of `0`. */
export const ORDER_VIEW_ROW = named(
  'OrderView',
  object({
    ...ORDER,
    ...eachMaybe(STOP_TEXTS, TEXT),
    ...eachMaybe(STOP_PRICES, DECIMAL),
    triggerDirection: maybe(INTEGER),
    ...each('type status planType ocoTriggerBy specialTradeFrom', TEXT),
    ...each('symbolId symbolName baseTokenId baseTokenName quoteTokenId quoteTokenName', TEXT),
    ...each('amount executedAmount leavesAmount executedQty origQty orderQtyForView quotePrice', DECIMAL),
    ...each('tpTriggerPrice slTriggerPrice tpLimitPrice slLimitPrice trailingPercentage trailingValue', DECIMAL),
    showLimitActiveOrderTpsl: FLAG,
    time: TIME,
  }),
)
/** Fees paid so far, by coin; empty before the first. */
const FEES_BY_COIN: Schema = { type: 'object', additionalProperties: DECIMAL }
export const V5_ORDER_ROW = named(
  'V5Order',
  object({
    ...ORDER,
    ...each(STOP_TEXTS, TEXT),
    // Rows of pairs have none.
    tpslMode: maybe(TEXT),
    ...each(STOP_PRICES, DECIMAL),
    ...each('category feeCurrency smpType slippageToleranceType blockTradeId isLeverage orderIv marketUnit', TEXT),
    ...each('lastPriceOnCreated placeType smpOrderId slippageTolerance ocoTriggerBy ocoTriggerType', TEXT),
    ...each('basePrice extraFees', TEXT),
    ...each('triggerDirection smpGroup', INTEGER),
    ...each('leavesValue closedPnl', DECIMAL),
    cumFeeDetail: FEES_BY_COIN,
  }),
)

/** v5's: an empty text, or a list. */
const EXTRA_FEES = mixed(
  TEXT,
  listOf(object({ ...each('feeCoin feeType subFeeType', TEXT), ...each('feeRate fee', DECIMAL) })),
)

const EXECUTION = {
  ...each('execId orderId orderLinkId symbol side execType', TEXT),
  ...each('execPrice execQty execValue execFee feeRate execPnl closedSize', DECIMAL),
  isMaker: FLAG,
  execTime: TIME,
  seq: INTEGER,
}
export const EXECUTION_ROW = named(
  'Execution',
  object({
    ...EXECUTION,
    extraFees: maybe(EXTRA_FEES),
    // Of options, the market at the fill.
    ...eachMaybe('tradeIv markIv markPrice indexPrice underlyingPrice', DECIMAL),
  }),
)
export const V5_EXECUTION_ROW = named(
  'V5Execution',
  object({
    ...EXECUTION,
    ...each('category orderType stopOrderType createType feeCurrency blockTradeId', TEXT),
    ...each('orderPrice orderQty leavesQty isLeverage tradeIv markIv markPrice indexPrice underlyingPrice', DECIMAL),
    ...each('execFeeV2 marketUnit', TEXT),
    extraFees: EXTRA_FEES,
  }),
)

/** Spec §3 Position, and v5's further fields. */
export const V5_POSITION_ROW = named(
  'Position',
  object({
    ...each('symbol side positionStatus category tpslMode', TEXT),
    ...each('size avgPrice sessionAvgPrice entryPrice leverage positionValue markPrice liqPrice bustPrice', DECIMAL),
    ...each(
      'breakEvenPrice unrealisedPnl curRealisedPnl cumRealisedPnl positionIM positionMM positionBalance',
      DECIMAL,
    ),
    ...each('riskLimitValue positionIMByMp positionMMByMp takeProfit stopLoss trailingStop', DECIMAL),
    ...each('delta gamma vega theta', DECIMAL),
    ...each('positionIdx tradeMode adlRankIndicator autoAddMargin seq riskId', INTEGER),
    openTime: { ...INTEGER, description: 'milliseconds; 0 without a position' },
    ...each('createdTime updatedTime leverageSysUpdatedTime mmrSysUpdatedTime', TIME),
    isReduceOnly: FLAG,
    ...eachMaybe('extraMargin positionFundingFee activationPrice trailingPercent', DECIMAL),
    ...eachMaybe('tpTriggerBy slTriggerBy tpSlMode', TEXT),
  }),
)

const COIN = object({
  coin: TEXT,
  ...each('walletBalance unrealisedPnl equity availableToWithdraw totalPositionIM totalOrderIM', DECIMAL),
  ...each('totalPositionMM cumRealisedPnl usdValue locked bonus borrowAmount spotBorrow accruedInterest', DECIMAL),
  ...each('spotHedgingQty availableToBorrow free', DECIMAL),
  ...eachMaybe('availableBalance', DECIMAL),
  ...each('collateralSwitch marginCollateral', FLAG),
})
export const V5_WALLET = named(
  'Wallet',
  object({
    ...each('accountType accountKind marginMode', TEXT),
    spotHedgingStatus: maybe(TEXT),
    ...each('totalEquity totalWalletBalance totalMarginBalance totalAvailableBalance totalPerpUPL', DECIMAL),
    ...each('totalInitialMargin totalMaintenanceMargin accountIMRate accountMMRate accountLTV', DECIMAL),
    ...each('totalInitialMarginByMp totalMaintenanceMarginByMp accountIMRateByMp accountMMRateByMp', DECIMAL),
    coin: listOf(COIN),
    seq: INTEGER,
  }),
)

const CLOSED_PNL = {
  ...each('symbol orderId side orderType execType', TEXT),
  ...each('orderPrice qty leverage closedSize cumEntryValue avgEntryPrice cumExitValue avgExitPrice', DECIMAL),
  ...each('openFee closeFee fundingFee closedPnl fillCount', DECIMAL),
  ...each('positionIdx seq', INTEGER),
  ...each('createdTime updatedTime', TIME),
}
export const CLOSED_PNL_ROW = named('ClosedPnl', object(CLOSED_PNL))
export const V5_CLOSED_PNL_ROW = named('V5ClosedPnl', object({ category: TEXT, ...CLOSED_PNL }))

export const TRANSACTION_ROW = named(
  'Transaction',
  object({
    ...each('id symbol category side type transSubType currency tradeId orderId orderLinkId', TEXT),
    ...each('qty size tradePrice funding fee cashFlow change cashBalance feeRate bonusChange', DECIMAL),
    extraFees: EXTRA_FEES,
    transactionTime: TIME,
    seq: INTEGER,
  }),
)

export const STRATEGY_ROW = named(
  'Strategy',
  object({
    ...each('strategyId orderLinkId strategyType symbol side status stopReason', TEXT),
    ...each('qty filledQty leavesQty duration interval price maxChaseDistance showQty orderCount', DECIMAL),
    positionIdx: INTEGER,
    reduceOnly: FLAG,
    ...each('createdTime updatedTime', TIME),
  }),
)

export const PRICE_ALERT_ROW = named(
  'PriceAlert',
  object({
    ...each('alertId alertLinkId symbol condition triggerBy frequency interval', TEXT),
    ...each('price percent firedPrice', DECIMAL),
    isActive: FLAG,
    firedCount: INTEGER,
    ...each('firedTime createdTime', TIME),
  }),
)

/** Spec §7, risk-limit-list: margins in E8, leverage in E2. */
export const RISK_LIMIT_ROW = named(
  'RiskLimit',
  object({
    ...each('id isLowestRisk', INTEGER),
    symbol: TEXT,
    ...each('limit startingMarginE8 maintainMarginE8 maxLeverageE2 mmDeduction', DECIMAL),
  }),
)
export const V5_RISK_LIMIT_ROW = named(
  'V5RiskLimit',
  object({
    ...each('id isLowestRisk', INTEGER),
    symbol: TEXT,
    ...each('riskLimitValue maintenanceMargin initialMargin maxLeverage mmDeduction', DECIMAL),
  }),
)

const PRE_LISTING_INFO = object({
  curAuctionPhase: TEXT,
  phases: listOf(object({ phase: TEXT, startTime: TIME, endTime: TIME })),
  auctionFeeInfo: object(each('auctionFeeRate takerFeeRate makerFeeRate', DECIMAL)),
  skipCallAuction: FLAG,
})
const INSTRUMENT = {
  ...each('symbol contractType status baseCoin quoteCoin settleCoin copyTrading displayName symbolType', TEXT),
  symbolId: INTEGER,
  ...each('launchTime deliveryTime', TIME),
  ...each('deliveryFeeRate priceScale upperFundingRate lowerFundingRate', DECIMAL),
  leverageFilter: object(each('minLeverage maxLeverage leverageStep', DECIMAL)),
  priceFilter: object(each('minPrice maxPrice tickSize', DECIMAL)),
  lotSizeFilter: object(
    each('maxOrderQty minOrderQty qtyStep postOnlyMaxOrderQty maxMktOrderQty minNotionalValue', DECIMAL),
  ),
  riskParameters: object(each('priceLimitRatioX priceLimitRatioY', DECIMAL)),
  ...each('unifiedMarginTrade isPreListing', FLAG),
  fundingInterval: { ...INTEGER, description: 'minutes' },
  preListingInfo: orNull(PRE_LISTING_INFO),
}
export const INSTRUMENT_INFO_ROW = named('Instrument', object(INSTRUMENT))
const PAIR = {
  ...each('symbol baseCoin quoteCoin innovation status marginTrading stTag symbolType', TEXT),
  lotSizeFilter: object({
    ...each('basePrecision quotePrecision minOrderQty maxOrderQty minOrderAmt maxOrderAmt', DECIMAL),
    ...each('maxLimitOrderQty maxMarketOrderQty postOnlyMaxLimitOrderSize', DECIMAL),
  }),
  priceFilter: object({ tickSize: DECIMAL }),
  riskParameters: object(each('priceLimitRatioX priceLimitRatioY', DECIMAL)),
}
export const SPOT_INFO_ROW = named('SpotInstrument', object(PAIR))
const ACCOUNTS_OWN = each('isPublicRpi myRpiPermission', FLAG)
export const ACCOUNT_SPOT_ROW = named('AccountSpotInstrument', object({ ...PAIR, ...ACCOUNTS_OWN }))
/** The same, and what of it is the account's own. */
export const ACCOUNT_INSTRUMENT_ROW = named('AccountInstrument', object({ ...INSTRUMENT, ...ACCOUNTS_OWN }))

const OPTION_ONES = {
  ...each('symbol status baseCoin quoteCoin settleCoin optionsType displayName', TEXT),
  ...each('launchTime deliveryTime', TIME),
  deliveryFeeRate: DECIMAL,
  priceFilter: object(each('minPrice maxPrice tickSize', DECIMAL)),
  lotSizeFilter: object(each('maxOrderQty minOrderQty qtyStep', DECIMAL)),
}
export const OPTION_INFO_ROW = named('Option', object(OPTION_ONES))
/** The same, and what of it is the account's own. */
export const ACCOUNT_OPTION_ROW = named(
  'AccountOption',
  object({ ...OPTION_ONES, ...each('isPublicRpi myRpiPermission', FLAG) }),
)

/** Volatilities are fractions of a year's; 0 where no volatility gives the price. */
export const OPTION_TICKER_ROW = named(
  'OptionTicker',
  object({
    symbol: TEXT,
    ...each('bid1Price bid1Size bid1Iv ask1Price ask1Size ask1Iv lastPrice highPrice24h lowPrice24h', DECIMAL),
    ...each('markPrice indexPrice markIv underlyingPrice openInterest turnover24h volume24h', DECIMAL),
    ...each('totalVolume totalTurnover delta gamma vega theta predictedDeliveryPrice change24h', DECIMAL),
    seq: INTEGER,
  }),
)

/** What a contract does not have (a dated one no funding, a perpetual no basis) is empty. */
export const V5_TICKER_ROW = named(
  'Ticker',
  object({
    ...each('symbol curPreListingPhase', TEXT),
    ...each('lastPrice markPrice indexPrice bid1Price bid1Size ask1Price ask1Size prevPrice24h prevPrice1h', DECIMAL),
    ...each('highPrice24h lowPrice24h price24hPcnt volume24h turnover24h openInterest openInterestValue', DECIMAL),
    ...each('fundingRate fundingIntervalHour fundingCap basis basisRate basisRateYear', DECIMAL),
    ...each('predictedDeliveryPrice deliveryFeeRate preOpenPrice preQty', DECIMAL),
    ...each('nextFundingTime deliveryTime', TIME),
    seq: INTEGER,
  }),
)

/** Of pairs. */
export const SPOT_TICKER_ROW = named(
  'SpotTicker',
  object({
    symbol: TEXT,
    ...each('bid1Price bid1Size ask1Price ask1Size lastPrice prevPrice24h price24hPcnt', DECIMAL),
    ...each('highPrice24h lowPrice24h turnover24h volume24h usdIndexPrice', DECIMAL),
    seq: INTEGER,
  }),
)

const RISK_LIMIT_ENTRY = object({
  ...each('id isLowestRisk', INTEGER),
  ...each('symbol symbolName contractType section', TEXT),
  ...each('limit startingMargin maintainMargin maxLeverage mmDeduction', DECIMAL),
})
/** Spec §3, contract symbol config, and what of the rules it does not name. */
export const BRIEF_SYMBOL = named(
  'BriefSymbol',
  object({
    ...each('symbolName symbol symbolAlias displayName baseCurrency quoteCurrency baseCoin coin coinName', TEXT),
    ...each('contractType contractStatus symbolStatus qtyUnit obDepthMergeTimes section quarter', TEXT),
    ...each('darkIcon lightIcon symbolLabelIcon expectUrl', TEXT),
    ...each('symbolDisplay tickSizeFraction priceFraction priceScale lotFraction balanceFraction', INTEGER),
    ...each('walletBalanceFraction upnlFraction valueScale indexSort supportCopyTrade feeRateTagId', INTEGER),
    ...each('expectDisplay fundingInterval', INTEGER),
    ...each('minPrice maxPrice minQty maxQty maxMarketQty maxNewOrderQty maxNewMarketOrderQty', DECIMAL),
    ...each('maxPostOnlyOrderSize tickSize priceStep lotSize minNotionalValue minLeverageE2 maxLeverageE2', DECIMAL),
    ...each('riskMinLeverageE2 riskMaxLeverageE2 baseInitialMarginRateE4 stepInitialMarginRateE4', DECIMAL),
    ...each('baseMaintenanceMarginRateE4 stepMaintenanceMarginRateE4 baseMaxOrdPzValue stepMaxOrdPzValue', DECIMAL),
    ...each('minDesignatedMarginE8 maxDesignatedMarginE8 takerFeeRate makerFeeRate leverageStep', DECIMAL),
    ...each('upperFundingRate lowerFundingRate priceLimitRatioX priceLimitRatioY deliveryFeeRate', DECIMAL),
    ...each('startTradingTimeE3 settleTimeE3 expectStartTradingTime expectCurrentTimestamp riskLimitCreatedAt', TIME),
    ...each('isPopular isPreListing utaSupportOnly', FLAG),
    preListingInfo: orNull(PRE_LISTING_INFO),
    ...each('fgridbotConfig grlea', NULL),
    symbolTags: listOf(TEXT),
    riskLimits: listOf(RISK_LIMIT_ENTRY),
  }),
)
export const BRIEF_SYMBOL_LISTS = object({
  version: TEXT,
  ...each(CONTRACT_TYPES.join(' '), listOf(BRIEF_SYMBOL)),
})

/** Levels of one side of a book, `[price, quantity]`, best first. */
export const LEVELS = listOf(tuple(DECIMAL, DECIMAL))

/** Spec §3, quote-token group and spot symbol. */
export const QUOTE_TOKEN_GROUP = named(
  'QuoteTokenGroup',
  object({
    ...each('tokenId tokenName tokenFullName tokenType', TEXT),
    zeroFeeType: INTEGER,
    quoteTags: listOf(TEXT),
    quoteTokenSymbols: listOf(
      object({
        ...each('symbolId symbolName baseTokenId baseTokenName quoteTokenId quoteTokenName digitMerge', TEXT),
        ...each('basePrecision quotePrecision minTradeQuantity minTradeAmount minPricePrecision', DECIMAL),
        ...each(
          'maxTradeQuantity maxMarketTradeQuantity maxTradeAmount quoteTokenLeverageRatio baseTokenLeverageRatio volume',
          DECIMAL,
        ),
        ...each('limitOrderPriceLimitPercentage marketOrderPriceLimitPercentage', DECIMAL),
        ...each('label ltUnderlying ltDirection tokenFullName iconUrl iconDayUrl mark', TEXT),
        ...each('showStatus allowPlan noticeVisible loanEnabled isTest isBanBuy isBanSell isFiat', FLAG),
        ...each('symbolType tradeStatus zeroFeeType quantityPrecision pricePrecision amountPrecision', INTEGER),
        tags: listOf(TEXT),
        onlineTime: TIME,
      }),
    ),
  }),
)
