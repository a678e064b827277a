import { num, sum, ZERO, type Num } from '../../laws/lib/numbers'
import type { Envelope, RestReader } from '../../laws/lib/rest'
import type { Listed } from './listed'

const CREATE_PATH = '/contract/v5/order/create'
/** Too many calls: the same press may come again. */
const RATE_LIMITED = 10_006
const PAUSE_MS = 100
const TRIES_MAX = 100
/** A maker's bid lies half a spread under what an option is worth: below this many ticks it may be no price any more. */
const WORTHLESS_TICKS = 2

interface Execution {
  readonly execQty: string
  readonly execFee: string
  readonly feeCurrency: string
}

/** How a round trip ended. */
export type RoundTrip =
  /** Bought and sold back whole. */
  | { readonly end: 'back' }
  /** A pair that nobody may buy: sold from what was given. */
  | { readonly end: 'soldOnly' }
  /** A pair that nobody may sell: bought, and held. */
  | { readonly end: 'boughtOnly' }
  /** An option that is worth less than its first price: makers sell it, and nobody bids. */
  | { readonly end: 'noBids' }
  | { readonly end: 'fault'; readonly fault: string }

/**
 * Buys and sells back at market, through the native dialect's call. A pair gives back what came less its fee, in whole
 * lots; one that nobody may buy refuses the buy, and sells what the account was given.
 */
export async function roundTrip(rest: RestReader, listed: Listed, press: string): Promise<RoundTrip> {
  if (listed.kind === 'spread') await untilQuoted(rest, listed.symbol)
  const bought = await send(rest, listed, { side: 'Buy', qty: listed.qty, press: `${press}-b` })
  if (listed.isBuyBanned === true) {
    if (bought.refusal === null) return { end: 'fault', fault: 'it may not be bought, and was' }
    const sold = faultOf(await send(rest, listed, { side: 'Sell', qty: listed.qty, press: `${press}-s` }), listed.qty)
    return sold === null ? { end: 'soldOnly' } : { end: 'fault', fault: `the sell: ${sold}` }
  }
  const fault = faultOf(bought, listed.qty)
  if (fault !== null) return { end: 'fault', fault: `the buy: ${fault}` }
  const qty = listed.kind === 'spot' ? bought.net.div(listed.lot).floor().times(listed.lot) : listed.qty
  const sale = await send(rest, listed, { side: 'Sell', qty, press: `${press}-s` })
  if (listed.isSellBanned === true) {
    return sale.refusal === null ? { end: 'fault', fault: 'it may not be sold, and was' } : { end: 'boughtOnly' }
  }
  const sold = faultOf(sale, qty)
  if (sold === null) return { end: 'back' }
  if (listed.kind === 'option' && (await isWorthless(rest, listed))) return { end: 'noBids' }
  return { end: 'fault', fault: `the sell: ${sold}` }
}

/** Makers quote a spread once its legs have traded: half a second after the exchange's first start. */
async function untilQuoted(rest: RestReader, symbol: string): Promise<void> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const book = await rest.get<{ readonly a: unknown[]; readonly b: unknown[] }>(
      `/v5/spread/orderbook?symbol=${encodeURIComponent(symbol)}&limit=1`,
    )
    if (book.a.length > 0 && book.b.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

interface OptionTicker {
  readonly bid1Price: string
  readonly markPrice: string
}

async function isWorthless(rest: RestReader, { symbol, tick }: Listed): Promise<boolean> {
  const { list } = await rest.get<{ readonly list: readonly OptionTicker[] }>(
    `/v5/market/tickers?category=option&symbol=${symbol}`,
  )
  const { bid1Price, markPrice } = list[0]!
  return num(bid1Price === '' ? '0' : bid1Price).isZero() && num(markPrice).lt(num(tick).times(WORTHLESS_TICKS))
}

function faultOf({ refusal, gross }: Sent, asked: Num): string | null {
  if (refusal !== null) return refusal
  return gross.eq(asked) ? null : `${gross.toFixed()} of ${asked.toFixed()} was filled`
}

interface Sent {
  readonly refusal: string | null
  readonly gross: Num
  /** Less a fee that was taken in the same coin. */
  readonly net: Num
}

async function send(
  rest: RestReader,
  listed: Listed,
  order: { readonly side: 'Buy' | 'Sell'; readonly qty: Num; readonly press: string },
): Promise<Sent> {
  const body = {
    symbol: listed.symbol,
    side: order.side,
    orderType: 'Market',
    qty: order.qty.toFixed(),
    orderLinkId: order.press,
    ...(order.side === 'Sell' && (listed.kind === 'contract' || listed.kind === 'option') ? { reduceOnly: true } : {}),
  }
  const answer = await untilTaken(() => rest.post(CREATE_PATH, body))
  if (answer.retCode !== 0) return { refusal: `${answer.retCode} ${answer.retMsg}`, gross: ZERO, net: ZERO }
  const { orderId } = answer.result as { readonly orderId: string }
  const { list } = await rest.get<{ readonly list: readonly Execution[] }>(
    `/v5/execution/list?category=all&orderId=${orderId}&limit=100`,
  )
  const gross = sum(list.map(({ execQty }) => num(execQty)))
  const inKind = list.filter(({ feeCurrency }) => listed.kind === 'spot' && feeCurrency === listed.baseCoin)
  return { refusal: null, gross, net: gross.minus(sum(inKind.map(({ execFee }) => num(execFee)))) }
}

/** A call that was refused for coming too soon is sent again: nothing came of it. */
export async function untilTaken(call: () => Promise<Envelope>): Promise<Envelope> {
  for (let tries = 1; ; tries++) {
    const answer = await call()
    if (answer.retCode !== RATE_LIMITED || tries === TRIES_MAX) return answer
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
