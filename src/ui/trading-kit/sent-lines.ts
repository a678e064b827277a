import type { TradedMarket } from '../../domain/instrument/market-type'
import { isSpotPair } from '../../domain/instrument/spot-pair'
import type { NewOrder } from '../../domain/order/new-order'
import type { Slippage } from '../../domain/order/order'
import type { SendTerms } from '../../domain/order/send-doubts'
import { twapParts, type NewStrategy } from '../../domain/order/strategy'
import type { TpSl, TpSlLeg } from '../../domain/order/tp-sl'
import { decimalsOf, Exact, roundToStep, toText, type Qty } from '../../domain/decimal'
import { qtyCoin } from '../contract-units'
import { formatCount, formatNumber, formatPercent, formatPrice, formatQty } from '../format'
import type { Translate } from '../i18n/words'

type Say = Translate<'ask'>

/** One line of what is sent: its name, its value, and in few words what that means. */
export interface SentLine {
  readonly label: string
  readonly value: string
  readonly aside?: string
}

/** How long an order stays, and how far from the best price it may fill. A post-only limit order is called so. */
export function stayLines(order: NewOrder | undefined, t: Say): readonly SentLine[] {
  if (order === undefined) return []
  const { price, timeInForce, slippage, trigger } = order
  const isNamed = timeInForce === 'postOnly' && trigger === undefined
  const lines: SentLine[] = []
  if (price !== null && !isNamed)
    lines.push({
      label: t('trade:timeInForceLabel'),
      value: t(`trade:timeInForce.short.${timeInForce}`),
      aside: t(`ask:inForce.${timeInForce}`),
    })
  if (slippage !== undefined)
    lines.push({ label: t('trade:slippageTolerance'), value: slippageWords(slippage, t), aside: t('fromBest') })
  return lines
}

/** What the order may do besides: each only where it was asked for. */
export function flagLines({ reduceOnly }: Pick<SendTerms, 'reduceOnly'>, order: NewOrder | undefined, t: Say) {
  const { closeOnTrigger = false, isLeverage } = order ?? {}
  const yes = (label: string): SentLine => ({ label, value: t('yes') })
  return [
    reduceOnly ? yes(t('trade:reduceOnly')) : null,
    closeOnTrigger ? yes(t('trade:closeOnTrigger')) : null,
    isLeverage === true ? yes(t('borrows')) : null,
  ].filter((line) => line !== null)
}

const OCO_LEG = { takeProfit: 'ocoLimit', stopLoss: 'ocoStop' } as const

/** What an order trails, and the take-profit and stop-loss that it brings or is. */
export function planLines(
  order: Pick<NewOrder, 'trailRate' | 'trailValue' | 'activationPrice' | 'heldFor'>,
  tpSl: TpSl | undefined,
  listed: TradedMarket | null,
  t: Say,
): readonly SentLine[] {
  const { trailRate, trailValue, activationPrice } = order
  const tick = listed?.tickSize ?? null
  const lines: SentLine[] = []
  if (activationPrice !== undefined) lines.push({ label: t('activation'), value: formatPrice(activationPrice, tick) })
  if (trailRate !== undefined) lines.push({ label: t('distance'), value: formatPercent(trailRate) })
  else if (trailValue !== undefined) lines.push({ label: t('distance'), value: formatPrice(trailValue, tick) })
  if (tpSl === undefined) return lines
  // A pair holds no position, and its legs watch its last price.
  const isPair = listed !== null && isSpotPair(listed)
  if (!isPair && tpSl.keepsMode !== true) lines.push({ label: t('tpSlMode'), value: t(`ask:tpSlOf.${tpSl.mode}`) })
  for (const name of ['takeProfit', 'stopLoss'] as const) {
    const leg = tpSl[name]
    if (leg === null) continue
    const label = t(`trade:purpose.${order.heldFor === 'oco' ? OCO_LEG[name] : name}`)
    // A leg of price 0 is taken away.
    if (leg.price === '0') lines.push({ label, value: t('removed') })
    else lines.push({ label, value: formatPrice(leg.price, tick), aside: legWords(leg, isPair, tick, t) })
  }
  return lines
}

function legWords(leg: TpSlLeg, isPair: boolean, tick: Parameters<typeof formatPrice>[1], t: Say): string {
  const { by, limitPrice, slippage } = leg
  const then = limitPrice === null ? t('thenMarket') : t('thenLimit', { price: formatPrice(limitPrice, tick) })
  const within = slippage === null ? null : t('within', { slippage: slippageWords(slippage, t) })
  return [isPair ? null : t(`trade:by.${by}`), then, within].filter((words) => words !== null).join(' · ')
}

/** How a strategy goes about it. */
export function strategyLines(strategy: NewStrategy, listed: TradedMarket | null, t: Say): readonly SentLine[] {
  const { tickSize: tick = null, lotSize: lot = null, quoteCoin = '' } = listed ?? {}
  const size = (qty: Qty): string => `${formatQty(qty, lot)} ${qtyCoin(listed)}`
  switch (strategy.kind) {
    case 'twap': {
      const count = twapParts(strategy)
      const share = toText<Qty>(new Exact(strategy.qty).div(Math.max(1, count)))
      const part = lot === null ? share : roundToStep(share, lot, 'nearest')
      return [
        { label: t('duration'), value: t('minutes', { count: Math.round(strategy.durationMs / 60_000) }) },
        { label: t('interval'), value: t('seconds', { count: strategy.intervalMs / 1000 }) },
        { label: t('parts'), value: t('partsOf', { count: formatCount(count), part: size(part) }) },
      ]
    }
    case 'chaseLimit': {
      const { maxDistance } = strategy
      const value = maxDistance === null ? t('anyDistance') : `${formatPrice(maxDistance, tick)} ${quoteCoin}`
      return [{ label: t('chaseAtMost'), value }]
    }
    case 'iceberg':
      return [{ label: t('showQty'), value: size(strategy.showQty) }]
  }
}

function slippageWords({ unit, value }: Slippage, t: Say): string {
  return t(`ask:slippage.${unit}`, { value: formatNumber(value, { decimals: decimalsOf(value) }) })
}
