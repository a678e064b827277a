/*
 * What nautilus_trader reads of v5's answers, and cannot do without: the fields of its Bybit adapter's structs that have
 * no default and are not optional, with the JSON form that each is read from, and the words of those that are closed sets.
 * Facts taken from nautechsystems/nautilus_trader, crates/adapters/bybit/src: http/models.rs and websocket/messages.rs at
 * 01572a44fad76a2a9d0b72269a1191d1f8202364, common/models.rs and common/enums.rs at
 * 04dcc19f7598a9aabaa582b6d85ae7a20a9779bb. Only what this exchange serves: contracts.
 */

export interface RequiredFields {
  /** Where the fields stand, `result.list[]`. */
  readonly at: string
  readonly text?: string
  readonly number?: string
  readonly flag?: string
  /** Fields whose values are a closed set. */
  readonly words?: Readonly<Record<string, readonly (string | number)[]>>
}

const SIDE = ['', 'Buy', 'Sell']
const TRIGGER_BY = ['', 'LastPrice', 'IndexPrice', 'MarkPrice']
const ORDER_TYPE = ['Market', 'Limit', 'UNKNOWN']
const STOP_ORDER_TYPE = `,UNKNOWN,TakeProfit,StopLoss,TrailingStop,Stop,PartialTakeProfit,PartialStopLoss,tpslOrder,\
OcoOrder,MmRateClose,BidirectionalTpslOrder`.split(',')
const ORDER_STATUS = `Created,New,Rejected,PartiallyFilled,PartiallyFilledCanceled,Filled,Cancelled,Untriggered,\
Triggered,Deactivated`.split(',')
const EXEC_TYPE = 'Trade,AdlTrade,Funding,BustTrade,Delivery,Settle,BlockTrade,MovePosition,UNKNOWN'.split(',')
const CATEGORY = ['spot', 'linear', 'inverse', 'option']
const ORDER_WORDS = {
  side: SIDE,
  orderStatus: ORDER_STATUS,
  timeInForce: ['GTC', 'IOC', 'FOK', 'PostOnly'],
  orderType: ORDER_TYPE,
  stopOrderType: STOP_ORDER_TYPE,
  tpTriggerBy: TRIGGER_BY,
  slTriggerBy: TRIGGER_BY,
  triggerBy: TRIGGER_BY,
  triggerDirection: [0, 1, 2],
}
const ORDER: Omit<RequiredFields, 'at'> = {
  text: `orderId orderLinkId symbol price qty side isLeverage orderStatus cancelType rejectReason leavesQty leavesValue
    cumExecQty cumExecValue cumExecFee timeInForce orderType stopOrderType triggerPrice takeProfit stopLoss tpTriggerBy
    slTriggerBy triggerBy lastPriceOnCreated smpType smpOrderId tpLimitPrice slLimitPrice placeType createdTime
    updatedTime`,
  number: 'positionIdx triggerDirection smpGroup',
  flag: 'reduceOnly closeOnTrigger',
  words: ORDER_WORDS,
}
const EXECUTION_TEXT = `symbol orderId orderLinkId side orderPrice orderQty leavesQty orderType execFee execId execPrice
  execQty execType execValue execTime feeRate tradeIv markIv markPrice indexPrice underlyingPrice blockTradeId closedSize`
const POSITION_TEXT = `riskLimitValue symbol side size positionValue positionStatus leverage positionBalance markPrice
  liqPrice bustPrice positionMM positionIM tpslMode takeProfit stopLoss trailingStop unrealisedPnl curRealisedPnl
  cumRealisedPnl mmrSysUpdatedTime leverageSysUpdatedTime createdTime updatedTime`
const POSITION_NUMBER = 'positionIdx riskId tradeMode autoAddMargin adlRankIndicator seq'
const WALLET_TEXT = `totalEquity accountIMRate totalMarginBalance totalInitialMargin totalAvailableBalance accountMMRate
  totalWalletBalance accountLTV totalMaintenanceMargin`
const INSTRUMENT: readonly RequiredFields[] = [
  {
    at: 'result.list[]',
    text: `symbol contractType status baseCoin quoteCoin launchTime deliveryTime deliveryFeeRate priceScale settleCoin`,
    number: 'fundingInterval',
    flag: 'unifiedMarginTrade',
    words: { contractType: ['LinearPerpetual', 'LinearFutures', 'InversePerpetual', 'InverseFutures'] },
  },
  { at: 'result.list[].leverageFilter', text: 'minLeverage maxLeverage leverageStep' },
  { at: 'result.list[].priceFilter', text: 'minPrice maxPrice tickSize' },
  { at: 'result.list[].lotSizeFilter', text: 'maxOrderQty minOrderQty qtyStep' },
]

/** By call, and by topic of the sockets. */
export const NAUTILUS_FIELDS: Readonly<Record<string, readonly RequiredFields[]>> = {
  'GET /v5/market/time': [{ at: 'result', text: 'timeSecond timeNano' }],
  'GET /v5/market/tickers': [
    {
      at: 'result.list[]',
      text: `symbol lastPrice indexPrice markPrice prevPrice24h price24hPcnt highPrice24h lowPrice24h prevPrice1h
        openInterest openInterestValue turnover24h volume24h fundingRate nextFundingTime predictedDeliveryPrice basisRate
        deliveryFeeRate deliveryTime ask1Size bid1Price ask1Price bid1Size basis`,
    },
  ],
  'GET /v5/market/kline': [
    { at: 'result', text: 'category symbol', words: { category: CATEGORY } },
    { at: 'result.list[]', text: '0 1 2 3 4 5 6' },
  ],
  'GET /v5/market/recent-trade': [
    { at: 'result', text: 'category', words: { category: CATEGORY } },
    {
      at: 'result.list[]',
      text: 'execId symbol price size side time',
      flag: 'isBlockTrade',
      words: { side: SIDE },
    },
  ],
  'GET /v5/market/funding/history': [
    { at: 'result', text: 'category', words: { category: CATEGORY } },
    { at: 'result.list[]', text: 'symbol fundingRate fundingRateTimestamp' },
  ],
  'GET /v5/market/orderbook': [
    { at: 'result', text: 's', number: 'ts u seq cts' },
    { at: 'result.b[]', text: '0 1' },
    { at: 'result.a[]', text: '0 1' },
  ],
  'GET /v5/market/instruments-info': INSTRUMENT,
  'GET /v5/account/fee-rate': [{ at: 'result.list[]', text: 'symbol takerFeeRate makerFeeRate' }],
  'GET /v5/account/wallet-balance': [
    { at: 'result.list[]', text: `${WALLET_TEXT} accountType totalPerpUPL`, words: { accountType: ['UNIFIED'] } },
    {
      at: 'result.list[].coin[]',
      text: `availableToBorrow bonus accruedInterest availableToWithdraw equity usdValue borrowAmount walletBalance
        unrealisedPnl cumRealisedPnl locked coin`,
      flag: 'collateralSwitch marginCollateral',
    },
  ],
  'GET /v5/order/realtime': [{ at: 'result.list[]', ...ORDER }],
  'GET /v5/order/history': [{ at: 'result.list[]', ...ORDER }],
  'GET /v5/execution/list': [
    {
      at: 'result.list[]',
      text: `${EXECUTION_TEXT} feeCurrency`,
      number: 'seq',
      flag: 'isMaker',
      words: { side: SIDE, orderType: ORDER_TYPE, execType: EXEC_TYPE, stopOrderType: STOP_ORDER_TYPE },
    },
  ],
  'GET /v5/position/list': [
    {
      at: 'result.list[]',
      text: `${POSITION_TEXT} avgPrice`,
      number: POSITION_NUMBER,
      flag: 'isReduceOnly',
      words: { side: SIDE, positionIdx: [0, 1, 2] },
    },
  ],
  'GET /v5/user/query-api': [
    {
      at: 'result',
      text: `id note apiKey secret vipLevel rsaPublicKey parentUid kycLevel kycRegion createdAt`,
      number: 'readOnly type uta userID inviterID affiliateID deadlineDay',
      flag: 'isMaster',
    },
  ],
  orderbook: [
    { at: '', text: 'topic type', number: 'ts' },
    { at: 'data', text: 's', number: 'u seq' },
    { at: 'data.b[]', text: '0 1' },
    { at: 'data.a[]', text: '0 1' },
  ],
  tickers: [
    { at: '', text: 'topic type', number: 'ts' },
    { at: 'data', text: 'symbol' },
  ],
  publicTrade: [
    { at: '', text: 'topic type', number: 'ts' },
    { at: 'data[]', text: 's S v p i', number: 'T', flag: 'BT', words: { S: SIDE } },
  ],
  kline: [
    { at: '', text: 'topic type', number: 'ts' },
    {
      at: 'data[]',
      text: 'interval open close high low volume turnover',
      number: 'start end timestamp',
      flag: 'confirm',
    },
  ],
  order: [
    { at: '', text: 'topic id', number: 'creationTime' },
    {
      at: 'data[]',
      text: `category symbol orderId side orderType cancelType price qty orderIv timeInForce orderStatus orderLinkId
        lastPriceOnCreated leavesQty leavesValue cumExecQty cumExecValue avgPrice blockTradeId cumExecFee createdTime
        updatedTime rejectReason triggerPrice takeProfit stopLoss tpTriggerBy slTriggerBy tpLimitPrice slLimitPrice
        placeType smpType smpOrderId feeCurrency triggerBy stopOrderType`,
      number: 'positionIdx smpGroup triggerDirection',
      flag: 'reduceOnly closeOnTrigger',
      words: { category: CATEGORY, ...ORDER_WORDS },
    },
  ],
  execution: [
    { at: '', text: 'topic id', number: 'creationTime' },
    {
      at: 'data[]',
      text: `${EXECUTION_TEXT} category isLeverage stopOrderType`,
      number: 'seq',
      flag: 'isMaker',
      words: {
        category: CATEGORY,
        side: SIDE,
        orderType: ORDER_TYPE,
        execType: EXEC_TYPE,
        stopOrderType: STOP_ORDER_TYPE,
      },
    },
  ],
  position: [
    { at: '', text: 'topic id', number: 'creationTime' },
    {
      at: 'data[]',
      text: `${POSITION_TEXT} category positionIMByMp positionMMByMp sessionAvgPrice entryPrice`,
      number: POSITION_NUMBER,
      flag: 'isReduceOnly',
      words: { category: CATEGORY },
    },
  ],
  wallet: [
    { at: '', text: 'topic id', number: 'creationTime' },
    { at: 'data[]', text: WALLET_TEXT },
    {
      at: 'data[].coin[]',
      text: 'coin walletBalance availableToWithdraw availableToBorrow accruedInterest equity',
    },
  ],
  subscribe: [{ at: '', text: 'op', flag: 'success' }],
  'order.create': [{ at: '', text: 'op retMsg', number: 'retCode' }],
}

const namesOf = (names: string | undefined): readonly string[] => (names ?? '').split(/\s+/).filter((one) => one !== '')

/** Where an answer or a frame lacks what the struct needs. */
export function missingFields(required: readonly RequiredFields[], value: unknown): readonly string[] {
  return required.flatMap(({ at, text, number, flag, words }) =>
    valuesAt(value, at).flatMap((one) => {
      const row = one as Readonly<Record<string, unknown>>
      const form = (names: string | undefined, isForm: (field: unknown) => boolean): readonly string[] =>
        namesOf(names)
          .filter((name) => !isForm(row[name]))
          .map((name) => `${at}.${name} is ${JSON.stringify(row[name])}`)
      const odd = Object.entries(words ?? {})
        .filter(([name, known]) => !known.includes(row[name] as string | number))
        .map(([name]) => `${at}.${name} is the word ${JSON.stringify(row[name])}`)
      return [
        ...form(text, (field) => typeof field === 'string'),
        ...form(number, (field) => Number.isSafeInteger(field)),
        ...form(flag, (field) => typeof field === 'boolean'),
        ...odd,
      ]
    }),
  )
}

/** The values at `result.list[].coin[]`; lists have to be lists. */
export function valuesAt(value: unknown, at: string): readonly unknown[] {
  return namesOf(at.replaceAll('.', ' ')).reduce<readonly unknown[]>(
    (found, name) => {
      const isList = name.endsWith('[]')
      const key = isList ? name.slice(0, -2) : name
      return found.flatMap((one) => {
        const inner = (one as Readonly<Record<string, unknown>>)[key]
        return isList ? (inner as readonly unknown[]) : [inner]
      })
    },
    [value],
  )
}
