import { readFileSync } from 'node:fs'
import { expect, vi } from 'vitest'
import type { AccountKind } from '../../../../src/domain/account/wallet'
import type { Price, Qty } from '../../../../src/domain/decimal'
import type { NewOrder } from '../../../../src/domain/order/new-order'
import type { InstrumentSymbol, OrderId, OrderLinkId } from '../../../../src/domain/order/order'
import type { TpSlLeg } from '../../../../src/domain/order/tp-sl'
import { i18n } from '../../../../src/ui/i18n/instance'
import { toastText } from '../../../../src/ui/notices/toast-text'
import { NoticeModel } from '../../../../src/ui/state/notice-model'
import { NodeHub } from '../../../chaos/lib/node-hub'
import { RealGateway } from '../../../exchange/api/lib/real-gateway'

export const BTC = 'BTCUSDT' as InstrumentSymbol
export const BTC_USDT = 'BTC/USDT' as InstrumentSymbol
/** Market steps: seldom enough to leave the processor to the calls. */
const TICK_MS = 250
const LIVE_MS = 20_000

let world: RealGateway
let ticking: ReturnType<typeof setInterval>
const hubs: NodeHub[] = []
let presses = 0

/** Pairs and linear perpetuals, unless a file needs more. */
type Listed = Pick<NonNullable<Parameters<typeof RealGateway.open>[0]>, 'markets' | 'families'>

/** An exchange that steps, with the words of the page. */
export async function openWorld(listed: Listed = {}): Promise<void> {
  const words = (name: string): object =>
    JSON.parse(readFileSync(new URL(`../../../../locales/en/${name}.json`, import.meta.url), 'utf8')) as object
  const en = { notices: words('notices'), trade: words('trade'), assets: words('assets') }
  await i18n.init({ lng: 'en', resources: { en }, interpolation: { escapeValue: false } })
  world = await RealGateway.open({ stepMs: 0, families: ['spot'], ...listed })
  ticking = setInterval(() => void world.tick(), TICK_MS)
}

export async function closeWorld(): Promise<void> {
  clearInterval(ticking)
  for (const hub of hubs) await hub.stop()
  await world.close()
}

export async function control(action: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${world.port}/control/${action}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
}

/** A trader with a hub and an account of their own, as a browser is. */
export class Desk {
  private constructor(
    readonly hub: NodeHub,
    readonly account: string,
    readonly last: number,
  ) {}

  /** @param kind of the account; what a browser is given, unless told otherwise */
  static async open(kind?: AccountKind): Promise<Desk> {
    const hub = new NodeHub(`http://127.0.0.1:${world.port}`, `refusals-${hubs.length}`)
    hubs.push(hub)
    if (kind !== undefined) await hub.openAccount(kind)
    const { account } = await hub.start(LIVE_MS)
    // Pairs are a list of their own, which comes a moment later (ADR-625).
    const isConfirmed = (): boolean => hub.port.events('spotPairs').some(({ confirmed }) => confirmed)
    await vi.waitUntil(isConfirmed, { timeout: LIVE_MS })
    const answer = (await (
      await fetch(`http://127.0.0.1:${world.port}/v5/market/tickers?category=linear&symbol=${BTC}`)
    ).json()) as { readonly result: { readonly list: readonly { readonly lastPrice: string }[] } }
    return new Desk(hub, account, Number(answer.result.list[0]!.lastPrice))
  }

  /** The mark price, as the exchange has it now. */
  async mark(): Promise<number> {
    const answer = (await (
      await fetch(`http://127.0.0.1:${world.port}/v5/market/tickers?category=linear&symbol=${BTC}`)
    ).json()) as { readonly result: { readonly list: readonly { readonly markPrice: string }[] } }
    return Number(answer.result.list[0]!.markPrice)
  }

  /** The lowest price at which anybody sells now. */
  async bestAsk(): Promise<Price> {
    const answer = (await (
      await fetch(`http://127.0.0.1:${world.port}/v5/market/tickers?category=linear&symbol=${BTC}`)
    ).json()) as { readonly result: { readonly list: readonly { readonly ask1Price: Price }[] } }
    return answer.result.list[0]!.ask1Price
  }

  async isPartlyFilled(orderId: OrderId): Promise<boolean> {
    const cookie = [...this.hub.cookies].map((pair) => pair.join('=')).join('; ')
    const answer = (await (
      await fetch(`http://127.0.0.1:${world.port}/v5/order/realtime?category=linear&orderId=${orderId}`, {
        headers: { cookie },
      })
    ).json()) as { readonly result: { readonly list: readonly { readonly orderStatus: string }[] } }
    return answer.result.list[0]?.orderStatus === 'PartiallyFilled'
  }

  /** A price so far from the last one, on the tick. */
  near(share: number): Price {
    return String(Math.round(this.last * share)) as Price
  }

  order(change: Partial<NewOrder>): NewOrder {
    return {
      symbol: BTC,
      side: 'buy',
      type: 'limit',
      price: this.near(0.995),
      qty: '0.01' as Qty,
      timeInForce: 'goodTillCancel',
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      ...change,
    }
  }

  async place(change: Partial<NewOrder>, id = `press-${++presses}` as OrderLinkId) {
    // What a row makes first may keep the exchange for a while.
    await vi.waitUntil(() => this.hub.state() === 'live', { timeout: LIVE_MS })
    const press = { id, order: this.order(change), account: this.account, pressedAtMs: Date.now() }
    return this.hub.tab.placeOrder(press)
  }

  /** Places it, and it has to be taken. */
  async takes(change: Partial<NewOrder>): Promise<void> {
    expect(await this.place(change)).toMatchObject({ kind: 'accepted' })
  }

  /** Orders as a program of the account would have placed them meanwhile. */
  async placeByProgram(count: number, change: Partial<NewOrder>): Promise<void> {
    const sender = { account: this.account, connId: '', term: 0, clientTag: '' }
    const place = (i: number) =>
      ({ type: 'place', account: this.account, linkId: `many-${i}`, order: this.order(change) }) as const
    await Promise.all(Array.from({ length: count }, (_, i) => world.journal.submit(place(i), sender)))
  }

  /** What the trader is told by toasts. */
  toasts(): readonly string[] {
    const notices = new NoticeModel(() => 0)
    for (const event of this.hub.port.events('notice')) notices.apply(event)
    return notices.toasts.value.map((toast) => {
      const { title, body } = toastText(toast, new Map())
      return `${title}: ${body}`
    })
  }
}

export const leg = (price: Price, change: Partial<TpSlLeg> = {}): TpSlLeg => ({
  price,
  by: 'last',
  orderType: 'market',
  limitPrice: null,
  slippage: null,
  ...change,
})
export const MARKET = { type: 'market', price: null, timeInForce: 'immediateOrCancel' } as const
