import { Exact, toText, type Price, type Rate } from '../../domain/decimal'
import { alertLevel, type AlertTerms, type PriceAlert } from '../../domain/market/price-alert'
import { snapPrice, type PriceLimits } from '../../domain/order/price-rules'
import { formatInterval, formatPercent, formatPrice } from '../format'
import { say } from '../i18n/instance'
import type { LineMoving, LineSpec } from '../trading-kit/chart-line'
import { distanceText } from '../trading-kit/moved-detail'

/** A share that a dragged line counts: exact to a ten-thousandth of a per cent. */
const SHARE_DECIMALS = 6

/**
 * What an alert waits for, in a few words: two that differ in their price, or in how often, are told apart. The words
 * of `chart` have come by the time that a line is drawn.
 */
export function alertWords({
  condition,
  by,
  frequency,
  percent,
  interval,
}: Pick<PriceAlert, 'condition' | 'by' | 'frequency' | 'percent' | 'interval'>): string {
  const share = formatPercent(percent ?? ('0' as Rate), { signed: true })
  const words = say(`chart:alert.line.${condition}`, { percent: share })
  // Most wait for the last price, once: that is not said.
  const line = by === 'last' ? words : say('chart:alert.line.by', { line: words, price: say(`chart:alert.by.${by}`) })
  if (frequency === 'everyTime') return say('chart:alert.line.everyTime', { line })
  return interval === null ? line : say('chart:alert.line.atClose', { line, interval: formatInterval(interval) })
}

interface Ports {
  readonly remove: (alert: PriceAlert) => void
  readonly amend: (alert: PriceAlert, terms: AlertTerms) => Promise<unknown>
  readonly lastPrice: () => Price | null
}

/** The lines of the alerts that wait: dotted and grey, since nothing is traded there. */
export function alertLines(alerts: readonly PriceAlert[], limits: PriceLimits, ports: Ports): readonly LineSpec[] {
  return alerts.map((alert) => {
    const level = alertLevel(alert)
    const priceText = formatPrice(level, limits.tickSize)
    const text = alertWords(alert)
    return {
      id: `alert/${alert.id}`,
      kind: 'alert',
      tone: 'muted',
      text,
      dash: 'dotted',
      price: Number(level),
      priceText,
      actions: [{ id: 'cancel', mark: '×', label: say('chart:alert.remove', { line: text, price: priceText }) }],
      onAction: () => ports.remove(alert),
      move: {
        label: say('chart:alert.move', { line: text, price: priceText }),
        tick: Number(limits.tickSize),
        begin: () => beginAlertMove(alert, limits, ports),
      },
    }
  })
}

/** Begins to move an alert; where it is let go it waits anew. */
export function beginAlertMove(alert: PriceAlert, limits: PriceLimits, { amend, lastPrice }: Ports): LineMoving {
  return {
    at(value) {
      const price = snapPrice(value, limits)
      const terms = movedAlert(alert, price)
      const last = lastPrice()
      return {
        price,
        priceText: formatPrice(price, limits.tickSize),
        text: alertWords(terms ?? alert),
        tone: 'muted',
        detail: last === null ? null : { text: distanceText(price, last, limits.tickSize), tone: 'muted' },
        problem: terms === null ? say('chart:alert.noShare') : null,
      }
    },
    async drop(price) {
      const terms = movedAlert(alert, price)
      if (terms !== null && compareLevels(alert, terms)) await amend(alert, terms)
    },
  }
}

function compareLevels(alert: PriceAlert, terms: AlertTerms): boolean {
  return !new Exact(alertLevel(alert)).eq(alertLevel(terms))
}

/**
 * An alert whose line is at another price. One by a share keeps the price that it counts from, and its share follows.
 *
 * @returns `null` where its share would be none
 */
export function movedAlert(alert: AlertTerms, price: Price): AlertTerms | null {
  const { symbol, condition, by, frequency, interval } = alert
  const same = { symbol, condition, by, frequency, interval }
  if (condition !== 'percent') return { ...same, price, percent: null }
  const share = new Exact(price).div(alert.price).minus(1).toDecimalPlaces(SHARE_DECIMALS)
  return share.isZero() ? null : { ...same, price: alert.price, percent: toText<Rate>(share) }
}
