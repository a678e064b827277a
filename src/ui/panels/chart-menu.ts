import type { Price, Rate } from '../../domain/decimal'
import { compare, Exact, roundToStep, toText } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import type { Side } from '../../domain/order/order'
import { formatPrice, formatQty } from '../format'
import { say } from '../i18n/instance'
import { alertItems } from './alert-items'
import { takePlan, takePrice } from '../order-entry/take-plan'
import { ticketOf } from '../order-entry/ticket-of'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import type { ChartMenuItem, TradePlan } from '../trading-kit/chart-line'
import { onePressOf } from '../trading-kit/one-press/one-press'

/** Of a bracket's entry, until its lines are dragged: two for one. */
const BRACKET = { stop: '0.005' as Rate, target: '0.01' as Rate } as const

interface Place {
  readonly app: App
  readonly market: MarketModel
  readonly link: LinkGroup
  readonly hasTicket: boolean
}

/** What a trader can do at a price: put it into the ticket, and, while one-press trading is armed, send it at once. */
export function chartMenu(place: Place, price: Price): readonly (readonly ChartMenuItem[])[] {
  const instrument = place.market.instrument.peek()
  if (instrument === null) return []
  return [
    place.hasTicket ? ticketItems(place, price, instrument) : [],
    sendItems(place, price, instrument),
    alertItems(place.app, place.market, price),
  ]
}

function ticketItems({ app, market, link }: Place, price: Price, instrument: Contract): readonly ChartMenuItem[] {
  const shown = { price: formatPrice(price, instrument.tickSize) }
  const ticket = () => ticketOf(market, app, link)
  const side = restingSide(price, market)
  const plan = side === null ? null : bracketAt(price, side, instrument)
  return [
    { id: 'limit', text: say('chart:menu.limit', shown), run: () => takePrice(ticket(), 'limit', price) },
    { id: 'stop', text: say('chart:menu.stop', shown), run: () => takePrice(ticket(), 'conditional', price) },
    ...(plan === null
      ? []
      : [
          {
            id: 'bracket',
            text: say(`chart:menu.bracket.${plan.side}`, shown),
            run: () => takePlan(ticket(), plan),
          },
        ]),
  ]
}

function sendItems({ app, market }: Place, price: Price, instrument: Contract): readonly ChartMenuItem[] {
  const { arming, sizes, orders } = onePressOf(app)
  const qty = sizes.qty(market)
  const side = restingSide(price, market)
  if (!arming.isArmed.peek() || qty === null || side === null) return []
  const shown = { price: formatPrice(price, instrument.tickSize), qty: formatQty(qty, instrument.lotSize) }
  return [
    {
      id: 'send',
      text: say(`chart:menu.send.${side}`, shown),
      run: () =>
        void orders.send(market, { side, type: 'limit', price, qty, timeInForce: 'goodTillCancel', reduceOnly: false }),
    },
  ]
}

/** Which side rests there: below the market a buyer, above it a seller; `null` at the market, or while there is none. */
function restingSide(price: Price, market: MarketModel): Side | null {
  const last = market.lastPrice.peek()
  if (last === null) return null
  const distance = compare(price, last)
  return distance === 0 ? null : distance < 0 ? 'buy' : 'sell'
}

/** Entry, stop and target around a price. */
export function bracketAt(entry: Price, side: Side, { tickSize }: Pick<Contract, 'tickSize'>): TradePlan | null {
  const away = (rate: Rate, sign: 1 | -1): Price =>
    roundToStep(toText<Price>(new Exact(rate).times(sign).plus(1).times(entry)), tickSize, sign > 0 ? 'up' : 'down')
  const up = side === 'buy' ? 1 : -1
  const plan = { side, entry, target: away(BRACKET.target, up), stop: away(BRACKET.stop, up === 1 ? -1 : 1) }
  return new Exact(plan.stop).gt(0) && new Exact(plan.target).gt(0) ? plan : null
}
