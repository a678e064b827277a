import type { Price } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import { formatPrice, formatQty } from '../format'
import { say } from '../i18n/instance'
import { alertItems } from './alert-items'
import { bracketAt, restingSide } from './bracket'
import { takePlan, takePrice } from '../order-entry/take-plan'
import { ticketOf } from '../order-entry/ticket-of'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import type { ChartMenuItem } from '../trading-kit/chart-line'
import { onePressOf } from '../trading-kit/one-press/one-press'
import { pressWord } from '../trading-kit/one-press/press-words'

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
    {
      id: 'limit',
      text: say('chart:menu.limit', shown),
      ticketSide: side ?? 'buy',
      run: () => takePrice(ticket(), 'limit', price),
    },
    {
      id: 'stop',
      text: say('chart:menu.stop', shown),
      // What waits for a price below the market sells as it falls, and above it buys.
      ticketSide: side === 'buy' ? 'sell' : 'buy',
      run: () => takePrice(ticket(), 'conditional', price),
    },
    ...(plan === null
      ? []
      : [
          {
            id: 'bracket',
            text: say(`chart:menu.bracket.${plan.side}`, shown),
            ticketSide: plan.side,
            run: () => takePlan(ticket(), plan, { keepsSize: true }),
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
      text: say(`chart:menu.send.${pressWord(app.account, market.symbol, side)}`, shown),
      run: () =>
        void orders.send(market, { side, type: 'limit', price, qty, timeInForce: 'goodTillCancel', reduceOnly: false }),
    },
  ]
}
