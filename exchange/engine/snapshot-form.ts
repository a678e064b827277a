import {
  fields,
  flag,
  list,
  nullable,
  number,
  numbers,
  oneOf,
  optional,
  text,
  tuple,
  variants,
  type Form,
} from '../../src/base/form'
import type { AccountKind } from '../../src/domain/account/wallet'
import type { StopOrderType, TriggerBy } from '../../src/domain/order/order'
import { CARRIED_FORM } from '../../src/domain/order/order-terms'
import type { Closing } from './records/order-records'
import type { LendingState } from './lending/lending-choices'
import type { Pool, PoolSlot } from './liquidation/insurance-pool'
import type { OrderColumns, OrderExtras } from './orders/order-columns'
import type { EngineSlippage, EngineStop, EngineTpSl, EngineTpSlLeg, EngineTrailing } from './orders/order-terms'
import type { ProtectionState, ProtectionTerms } from './protection/maker-protection'
import type { AccountState, CashState, EngineSnapshot, PositionState, MarketState } from './snapshot'

/** The declared form of an engine's snapshot. What is optional was not there in the first ones (`PositionState`). */

export const ACCOUNT_KIND_FORM: Form<AccountKind> = oneOf('uta2', 'uta', 'demo', 'pm', 'copy')
const TRIGGER_BY_FORM: Form<TriggerBy> = oneOf('last', 'mark', 'index')
const POSITION_IDX_FORM = oneOf(0, 1, 2)

const HOLDING_FORM: Form<PositionState> = fields<PositionState>({
  account: text(),
  lots: number,
  costE8: number,
  leverageE2: number,
  realisedE8: number,
  cumRealisedE8: number,
  createdAtMs: number,
  updatedAtMs: number,
  positionIdx: optional(POSITION_IDX_FORM),
  costRestE8: optional(number),
  extraMarginE8: optional(number),
  isAutoAddMargin: optional(flag),
  openCostE8: optional(number),
  openCostRestE8: optional(number),
  openFeeE8: optional(number),
  fundingE8: optional(number),
  fundingPaidE8: optional(number),
  adlRank: optional(number),
})

const CASH_FORM: Form<CashState> = fields<CashState>({
  coin: text(),
  walletE8: number,
  reserveChunks: optional(number),
  cumRealisedE8: number,
  creditedE8: number,
  large: optional(
    fields<Required<CashState>['large']>({
      wallet: optional(text()),
      cumRealised: optional(text()),
      credited: optional(text()),
    }),
  ),
  symbols: list(text()),
})

const HEDGE_FORM = list<Required<AccountState>['hedgeBySymbol']>(tuple(text(), flag))

const LENDING_FORM: Form<LendingState> = fields<LendingState>({
  lends: flag,
  switches: list<LendingState['switches']>(tuple(text(), flag)),
  leverages: list<LendingState['leverages']>(tuple(text(), number)),
  loans: list<LendingState['loans']>(tuple(text(), number, number)),
  manual: optional(list<NonNullable<LendingState['manual']>>(tuple(text(), number))),
  repaidByHand: optional(list(text())),
  accountWide: optional(flag),
  hedgesSpot: optional(flag),
})

const ACCOUNT_FORM: Form<AccountState> = fields<AccountState>({
  account: text(),
  role: oneOf('user', 'maker', 'house'),
  kind: ACCOUNT_KIND_FORM,
  defaultLeverageE2: number,
  cash: list(CASH_FORM),
  symbols: list(text()),
  links: fields<AccountState['links']>({ ids: list(text()), numbers }),
  marginMode: optional(oneOf('cross', 'isolated', 'portfolio')),
  fees: optional(fields({ takerRateE8: number, makerRateE8: number })),
  hedgeBySymbol: optional(HEDGE_FORM),
  hedgeByCoin: optional(HEDGE_FORM),
  lending: optional(LENDING_FORM),
})

const SLIPPAGE_FORM: Form<EngineSlippage> = variants<EngineSlippage, 'unit'>('unit', {
  tick: fields({ unit: oneOf('tick'), value: number }),
  percent: fields({ unit: oneOf('percent'), value: number }),
})

const TRAILING_FORM: Form<EngineTrailing> = fields<EngineTrailing>({
  distanceTicks: nullable(number),
  rateE8: nullable(number),
  activationTicks: number,
  bestTicks: nullable(number),
  stopTicks: nullable(number),
})

const STOP_FORM: Form<EngineStop> = fields<EngineStop>({
  ticks: number,
  by: TRIGGER_BY_FORM,
  direction: oneOf(1, 2),
  kind: oneOf<StopOrderType>(
    'stop',
    'takeProfit',
    'stopLoss',
    'partialTakeProfit',
    'partialStopLoss',
    'trailingStop',
    'mmRateClose',
  ),
  slippage: nullable(SLIPPAGE_FORM),
  pairId: nullable(text()),
  parentId: nullable(text()),
  trailing: nullable(TRAILING_FORM),
  reserves: optional(flag),
  rateE4: optional(number),
  amountE8: optional(number),
  isHeldBack: optional(flag),
})

const LEG_FORM: Form<EngineTpSlLeg> = fields<EngineTpSlLeg>({
  ticks: number,
  by: TRIGGER_BY_FORM,
  orderType: oneOf('limit', 'market'),
  limitTicks: number,
  slippage: nullable(SLIPPAGE_FORM),
})

const TPSL_FORM: Form<EngineTpSl> = fields<EngineTpSl>({
  mode: oneOf('full', 'partial'),
  takeProfit: nullable(LEG_FORM),
  stopLoss: nullable(LEG_FORM),
})

const CLOSING_FORM: Form<Closing> = fields<Closing>({
  lots: number,
  fills: number,
  entryValueE8: number,
  exitValueE8: number,
  entryRestE8: optional(number),
  exitRestE8: optional(number),
  openFeeE8: number,
  closeFeeE8: number,
  fundingE8: number,
  pnlE8: number,
  execType: text(),
})

const EXTRAS_FORM: Form<OrderExtras> = fields<OrderExtras>({
  stop: optional(STOP_FORM),
  tpSl: optional(TPSL_FORM),
  closing: optional(CLOSING_FORM),
  carried: optional(CARRIED_FORM),
  parentId: optional(text()),
  smpOrderId: optional(text()),
  filledRestE8: optional(number),
})

const ORDERS_FORM: Form<OrderColumns> = fields<OrderColumns>({
  account: numbers,
  market: numbers,
  positionIdx: numbers,
  number: numbers,
  linkId: list(text()),
  side: numbers,
  orderType: numbers,
  ticks: numbers,
  lots: numbers,
  filledLots: numbers,
  filledValueE8: numbers,
  feeE8: numbers,
  status: numbers,
  timeInForce: numbers,
  reduceOnly: numbers,
  closeOnTrigger: numbers,
  selfMatch: numbers,
  createType: numbers,
  cancelType: numbers,
  rejectReason: numbers,
  createdAtMs: numbers,
  updatedAtMs: numbers,
  seq: numbers,
  extras: list<OrderColumns['extras']>(tuple(number, EXTRAS_FORM)),
})

const MARKET_FORM: Form<MarketState> = fields<MarketState>({
  symbol: text(),
  markTicks: nullable(number),
  indexTicks: nullable(number),
  premiumE4: optional(number),
  forwardTicks: optional(nullable(number)),
  volatilityE8: optional(nullable(number)),
  markedAtMs: optional(number),
  rankedAtMs: optional(number),
  holders: list(HOLDING_FORM),
  orders: ORDERS_FORM,
  lastTicks: nullable(number),
  waiting: ORDERS_FORM,
})

const POOL_FORM: Form<Pool> = fields<Pool>({
  isDeleveraging: flag,
  slots: list<Pool['slots']>(fields<PoolSlot>({ number, maxPnlE8: number, maxBalanceE8: number })),
})

const PROTECTION_FORM: Form<ProtectionState> = fields<ProtectionState>({
  account: text(),
  coin: text(),
  terms: nullable(
    fields<ProtectionTerms>({ windowMs: number, frozenMs: number, qtyLimitE8: number, deltaLimitE8: number }),
  ),
  frozenUntilMs: number,
  fills: list<ProtectionState['fills']>(tuple(number, number, number)),
  orders: list(number),
})

export const ENGINE_FORM: Form<EngineSnapshot> = fields<EngineSnapshot>({
  version: number,
  seq: number,
  lastOrderNumber: number,
  lastExecNumber: number,
  accounts: list(ACCOUNT_FORM),
  markets: list(MARKET_FORM),
  finished: ORDERS_FORM,
  words: list(nullable(text())),
  pools: optional(list<Required<EngineSnapshot>['pools']>(tuple(text(), POOL_FORM))),
  protections: optional(list(PROTECTION_FORM)),
})
