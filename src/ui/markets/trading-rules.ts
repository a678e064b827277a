import { assertNever } from '../../base/assert'
import {
  decimalsOf,
  fromSteps,
  isZero,
  type DecimalText,
  type Leverage,
  type Money,
  type Price,
  type Qty,
  type Rate,
} from '../../domain/decimal'
import { isContract } from '../../domain/instrument/contract'
import { deliveryOf, fundingOf } from '../../domain/instrument/instrument'
import type { TradedMarket } from '../../domain/instrument/market-type'
import { qtyCoinOf } from '../../domain/instrument/qty-coin'
import {
  coinDecimals,
  formatDateTime,
  formatLeverage,
  formatMoney,
  formatPercent,
  formatPrice,
  formatQty,
} from '../format'
import type { KeyOf, Translate } from '../i18n/words'

type Id<Path extends string> =
  Extract<KeyOf<'help'>, `${Path}.${string}`> extends `${Path}.${infer Name}` ? Name : never

/** A rule in words: what it is about, and its figure. */
export interface RuleRow {
  readonly id: Id<'rules.row'>
  readonly text: string
}

export interface RuleGroup {
  readonly id: Id<'rules.group'>
  readonly rows: readonly RuleRow[]
}

type Say = Translate<'help'>

/**
 * What an order in a market has to keep to, and what it costs: the figures of the exchange's lists with those that spec §3
 * derives from them (initial and maintenance margin of the first tier, steps of price and quantity, groups of the book).
 */
export function tradingRules(market: TradedMarket, t: Say): readonly RuleGroup[] {
  const groups: readonly RuleGroup[] = [
    { id: 'price', rows: priceRows(market, t) },
    { id: 'quantity', rows: quantityRows(market) },
    { id: 'margin', rows: marginRows(market, t) },
    { id: 'fees', rows: feeRows(market, t) },
    { id: 'life', rows: lifeRows(market, t) },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

function priceRows(market: TradedMarket, t: Say): readonly RuleRow[] {
  const { tickSize, minPrice, maxPrice, depthRatios } = market
  const price = (one: Price): string => formatPrice(one, tickSize)
  return [
    { id: 'tick', text: price(tickSize) },
    { id: 'prices', text: t('rules.range', { from: price(minPrice), to: price(maxPrice) }) },
    ...bandRows(market, t),
    { id: 'groups', text: depthRatios.map((ticks) => plain(fromSteps<Price>(ticks, tickSize))).join(', ') },
  ]
}

/** How far from the market a price may lie (semantics.md §1.9). */
function bandRows(market: TradedMarket, t: Say): readonly RuleRow[] {
  if (isContract(market)) {
    const { priceLimitRatioX: x, priceLimitRatioY: y } = market
    return [{ id: 'band', text: t('rules.band', { x: percent(x), y: percent(y) }) }]
  }
  if (market.kind !== 'spot') return []
  return [
    { id: 'limitBand', text: percent(market.limitOrderPriceLimit) },
    { id: 'marketBand', text: percent(market.marketOrderPriceLimit) },
  ]
}

function quantityRows(market: TradedMarket): readonly RuleRow[] {
  const { lotSize, minQty, maxLimitQty, maxMarketQty, maxPostOnlyQty, minNotional, quoteCoin } = market
  const coin = qtyCoinOf(market)
  const qty = (one: Qty): string => `${formatQty(one, lotSize)} ${coin}`
  const value = (one: Money): string => `${plain(one)} ${quoteCoin}`
  return [
    { id: 'lot', text: qty(lotSize) },
    { id: 'least', text: qty(minQty) },
    { id: 'mostLimit', text: qty(maxLimitQty) },
    { id: 'mostMarket', text: qty(maxMarketQty) },
    ...(maxPostOnlyQty === undefined ? [] : [{ id: 'mostPostOnly', text: qty(maxPostOnlyQty) } as const]),
    ...(isZero(minNotional) ? [] : [{ id: 'leastValue', text: value(minNotional) } as const]),
    ...(market.kind === 'spot' ? [{ id: 'mostValue', text: value(market.maxAmount) } as const] : []),
  ]
}

function marginRows(market: TradedMarket, t: Say): readonly RuleRow[] {
  if (isContract(market)) {
    const { minLeverage, maxLeverage, leverageStep, riskTiers } = market
    const [first] = riskTiers
    const steps = { from: times(minLeverage), to: times(maxLeverage), step: leverageStep }
    return [
      { id: 'leverage', text: t('rules.steps', steps) },
      ...(first === undefined
        ? []
        : [
            { id: 'initial', text: percent(first.initialMarginRate) } as const,
            { id: 'maintenance', text: percent(first.maintenanceMarginRate) } as const,
          ]),
    ]
  }
  switch (market.kind) {
    case 'usdcOption':
    case 'usdtOption': {
      const { initialRate, leastInitialRate, maintenanceRate } = market.margin
      return [
        { id: 'sellerInitial', text: percent(initialRate) },
        { id: 'sellerLeast', text: percent(leastInitialRate) },
        { id: 'sellerMaintenance', text: percent(maintenanceRate) },
      ]
    }
    case 'spot': {
      const { isLoanEnabled, baseLeverage, quoteLeverage } = market.margin
      const upTo = { baseLeverage: times(baseLeverage), quoteLeverage: times(quoteLeverage) }
      const { baseCoin: base, quoteCoin: quote } = market
      return [{ id: 'loan', text: isLoanEnabled ? t('rules.loanUpTo', { base, quote, ...upTo }) : t('rules.noLoan') }]
    }
    case 'spread':
      return []
    default:
      return assertNever(market)
  }
}

function feeRows(market: TradedMarket, t: Say): readonly RuleRow[] {
  const { makerFeeRate, takerFeeRate } = market
  const delivery = deliveryOf(market)
  const fee = (rate: Rate): string => (isZero(rate) ? t('rules.noFee') : percent(rate))
  return [
    { id: 'maker', text: fee(makerFeeRate) },
    { id: 'taker', text: fee(takerFeeRate) },
    ...(delivery === null || market.kind === 'spread'
      ? []
      : [{ id: 'delivery', text: fee(delivery.feeRate) } as const]),
    ...('feeCap' in market
      ? ([
          { id: 'cap', text: percent(market.feeCap) },
          { id: 'liquidation', text: percent(market.margin.liquidationFeeRate) },
        ] as const)
      : []),
  ]
}

function lifeRows(market: TradedMarket, t: Say): readonly RuleRow[] {
  const funding = fundingOf(market)
  const delivery = deliveryOf(market)
  const band = funding && { from: percent(funding.lowerRate), to: percent(funding.upperRate) }
  return [
    ...(market.kind === 'spread'
      ? [
          {
            id: 'legs',
            text: t('rules.legs', { first: market.legs[0].symbol, second: market.legs[1].symbol }),
          } as const,
        ]
      : []),
    ...('strike' in market ? [{ id: 'strike', text: plain(market.strike) } as const] : []),
    ...(funding === null
      ? []
      : [{ id: 'funding', text: t('rules.hours', { hours: funding.intervalMinutes / 60 }) } as const]),
    ...(band === null ? [] : [{ id: 'fundingBand', text: t('rules.range', band) } as const]),
    { id: 'listed', text: formatDateTime(market.launchTimeMs) },
    ...(delivery === null ? [] : [{ id: 'ends', text: formatDateTime(delivery.timeMs) } as const]),
  ]
}

/** With the decimals that it has. */
const plain = (value: DecimalText): string => formatMoney(value, { decimals: decimalsOf(value) })

/** Per cent with at least two decimals, and all that a rate has beyond them. */
export function percent(rate: Rate): string {
  return formatPercent(rate, { decimals: Math.max(2, decimalsOf(rate) - 2) })
}

export const times = (leverage: Leverage): string => formatLeverage(leverage, decimalsOf(leverage))

/** A tier's limit and deduction. */
export function tierMoney(amount: Money, coin: string): string {
  return formatMoney(amount, { decimals: Math.min(decimalsOf(amount), coinDecimals(coin)) })
}
