import type { Locator, Page } from '@playwright/test'
import type { ExchangeProcess, LedgerLine } from './exchange-process'
import { expect, showTable, ticket } from './trading'

/** A row of REST; a spread's has fewer fields than the others. */
export type RestOrder = Readonly<Record<string, string | boolean | undefined>>

/** What the ledger has of an order that a press asked for. */
interface Asked {
  readonly side: 'buy' | 'sell'
  readonly type: 'limit' | 'market'
  readonly price: string | null
  readonly qty: string
  readonly timeInForce: keyof typeof TIME_IN_FORCE
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly trigger?: { readonly price: string; readonly by: keyof typeof TRIGGER_BY; readonly direction: 1 | 2 }
  readonly tpSl?: { readonly mode: string; readonly takeProfit: Leg | null; readonly stopLoss: Leg | null }
  readonly orderIv?: string
  /** Its two legs are orders of their own, each with the price that it waits for. */
  readonly heldFor?: string
  readonly activationPrice?: string
}

/** What it has of a strategy. */
interface Strategy {
  readonly kind: string
  readonly side: 'buy' | 'sell'
  readonly qty: string
  readonly reduceOnly: boolean
}

interface Leg {
  readonly price: string
  readonly limitPrice: string | null
}

interface PressLine extends LedgerLine {
  readonly command?: { readonly type: string; readonly order?: Asked; readonly strategy?: Strategy }
  readonly result?: { readonly ok: boolean; readonly orderId?: string; readonly strategyId?: string }
  readonly qty?: string
}

/** The words of v5 for the ledger's, and the screen's for v5's. */
const TIME_IN_FORCE = {
  goodTillCancel: 'GTC',
  immediateOrCancel: 'IOC',
  fillOrKill: 'FOK',
  postOnly: 'PostOnly',
} as const
const TRIGGER_BY = { last: 'LastPrice', mark: 'MarkPrice', index: 'IndexPrice' } as const
const SCREEN_TIME_IN_FORCE: Readonly<Record<string, string>> = { PostOnly: 'Post-only' }
const SCREEN_STATE: Readonly<Record<string, string>> = {
  New: 'Live',
  Untriggered: 'Waiting for trigger',
  Filled: 'Filled',
  Cancelled: 'Cancelled',
}

/** Where a table has what, from the left. */
const OPEN = { contract: 0, type: 1, price: 2, trigger: 3, qty: 4, tpSl: 5, state: 6 } as const
const CLOSED = { contract: 0, type: 1, trigger: 2, price: 3, qty: 4, value: 5, state: 6 } as const

export type Category = 'linear' | 'inverse' | 'spot' | 'option' | 'spread'

/** Presses the ticket of one page, and compares what came of each press in the ledger, over REST and on the screen. */
export class EveryKind {
  /** How many orders agreed. */
  compared = 0
  /** Presses that sent nothing and said nothing. */
  readonly silent: string[] = []

  constructor(
    readonly page: Page,
    readonly exchange: ExchangeProcess,
    private readonly category: Category,
  ) {}

  get form(): Locator {
    return ticket(this.page)
  }

  /** Parts come with the first touch, and move the button that is to be pressed. */
  async touch(): Promise<void> {
    const { category, form } = this
    await form.getByRole('textbox').first().click()
    await expect(form.getByRole('button', { name: 'Step the price' }).first()).toBeVisible()
    if (category === 'linear' || category === 'inverse')
      await expect(form.getByRole('button', { name: /^Size 1/ })).toBeVisible()
  }

  async tab(name: string): Promise<void> {
    await this.form.getByRole('tab', { name, exact: true }).click()
  }

  async type(label: string, text: string | number): Promise<void> {
    await this.form.getByRole('textbox', { name: label, exact: true }).fill(String(text))
  }

  async tick(label: string, on = true): Promise<void> {
    await this.form.getByRole('checkbox', { name: label, exact: true }).setChecked(on)
  }

  /** The words of a choice lie over its radio button. */
  async choose(group: string, name: string): Promise<void> {
    await this.form.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click()
  }

  async select(label: string, option: string): Promise<void> {
    await this.form.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option })
  }

  /** Past the page: of those that wait one contract has ten at most. */
  async cancelAll(): Promise<void> {
    const coin = this.category === 'linear' ? { settleCoin: 'USDT' } : {}
    await this.page.evaluate(
      async (body) => {
        const headers = { 'content-type': 'application/json', 'x-requested-with': 'test' }
        await fetch('/v5/order/cancel-all', { method: 'POST', headers, body })
      },
      JSON.stringify({ category: this.category, ...coin }),
    )
    await expect.poll(async () => (await this.#rest('realtime')).length).toBe(0)
  }

  /** A chase moves its order with each step of the market, which stands still while the order is looked at. */
  async pressChase(name: string | RegExp, paceMs: number): Promise<void> {
    await this.press(name, 1, () => this.exchange.setPace(0))
    await this.exchange.setPace(paceMs)
  }

  /**
   * @param orders how many orders the press is to make: a pair has two, one that is split as many as it has parts
   * @param sent what is done before they are looked at
   */
  async press(name: string | RegExp, orders = 1, sent = async (): Promise<void> => {}): Promise<void> {
    const from = this.exchange.ledger().at(-1)?.seq ?? 0
    // A press may send nothing, as one whose button moves away, or whose ticket becomes another one under it: it says so then.
    await expect(
      async () => {
        if (this.#pressed(from) === undefined) await this.form.getByRole('button', { name }).click()
        const isMade = await expect
          .poll(() => this.#pressed(from) !== undefined, { timeout: 5_000 })
          .toBe(true)
          .then(() => true)
          .catch(() => false)
        if (isMade) return
        const told = await this.page.getByRole('alert').allInnerTexts()
        if (told.every((text) => text.trim() === '')) this.silent.push(`${String(name)} after ${this.compared} orders`)
        throw new Error('nothing was sent')
      },
      `${String(name)} makes a line`,
    ).toPass({ timeout: 20_000 })
    const line = this.#pressed(from)!
    expect(line.result, JSON.stringify(line)).toMatchObject({ ok: true })
    await sent()
    const made = await this.#ordersOf(line, orders)
    const { order: asked, strategy } = line.command!
    if (asked?.heldFor === undefined && orders > 1)
      expect(made.reduce((sum, { qty }) => sum + millionths(String(qty)), 0)).toBe(millionths(asked!.qty))
    if (strategy?.kind === 'chaseLimit') await this.#compareWithBook(strategy, made[0]!)
    for (const order of made) {
      // Parts have the terms of the whole, but for its size.
      const isPart = asked?.heldFor === undefined && orders > 1
      if (asked !== undefined) this.#compareWithLedger(isPart ? { ...asked, qty: String(order['qty']) } : asked, order)
      if (this.category !== 'spread') this.#compareFills(order)
      await this.#compareWithRow(order)
      this.compared += 1
    }
  }

  /** The trailing stop of the position, which its row sets. */
  async trail(distance: string | number): Promise<void> {
    const region = await showTable(this.page, 'Positions')
    await region.getByRole('button', { name: 'Trailing stop' }).first().click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByLabel('Distance', { exact: true }).fill(String(distance))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    let made: RestOrder | undefined
    await expect
      .poll(async () => {
        made = (await this.#rest('realtime')).find((one) => one['stopOrderType'] === 'TrailingStop')
        return made !== undefined
      })
      .toBe(true)
    await this.#compareWithRow(made!)
    this.compared += 1
  }

  #pressed(from: number): PressLine | undefined {
    const lines = this.exchange.ledger() as readonly PressLine[]
    return lines.find(({ seq, command }) => seq > from && /^(place|openStrategy)$/.test(command?.type ?? ''))
  }

  /** Of a strategy the orders that name it; of a pair the leg that names the other one, of a split order its other parts. */
  async #ordersOf({ result }: PressLine, count: number): Promise<readonly RestOrder[]> {
    const { orderId, strategyId } = result!
    let found: readonly RestOrder[] = []
    await expect
      .poll(async () => {
        const all = [...(await this.#rest('realtime')), ...(await this.#rest('history'))]
        const isOf = (one: RestOrder): boolean =>
          strategyId === undefined
            ? [one['orderId'], one['pairOrderId'], one['parentOrderId']].includes(orderId)
            : one['parentOrderId'] === strategyId
        const own = all.filter(isOf)
        found = [...new Map(own.map((one) => [one['orderId'], one])).values()]
        return found.length
      })
      .toBe(count)
    return found
  }

  async #rest(list: 'realtime' | 'history'): Promise<readonly RestOrder[]> {
    const { category } = this
    const call = category === 'spread' ? `spread/order/${list}?limit=20` : `order/${list}?category=${category}&limit=20`
    const coin = category === 'linear' ? '&settleCoin=USDT' : ''
    return this.page.evaluate(async (path) => {
      const { result } = (await (await fetch(path)).json()) as { readonly result: { readonly list: RestOrder[] } }
      return result.list
    }, `/v5/${call}${coin}`)
  }

  #compareWithLedger(asked: Asked, rest: RestOrder): void {
    const { trigger, tpSl } = asked
    const told: Record<string, unknown> = { side: asked.side === 'buy' ? 'Buy' : 'Sell' }
    // A leg has a kind and a price of its own: its screen's row is held against REST.
    if (asked.heldFor === undefined)
      Object.assign(told, {
        orderType: asked.type === 'limit' ? 'Limit' : 'Market',
        price: asked.price ?? '0',
        timeInForce: TIME_IN_FORCE[asked.timeInForce],
      })
    told['qty'] = asked.qty
    if (this.category !== 'spread') {
      told['reduceOnly'] = asked.reduceOnly
      told['closeOnTrigger'] = asked.closeOnTrigger
      told['orderIv'] = asked.orderIv ?? ''
    }
    if (trigger !== undefined)
      Object.assign(told, {
        triggerPrice: trigger.price,
        triggerBy: TRIGGER_BY[trigger.by],
        triggerDirection: trigger.direction,
        orderStatus: 'Untriggered',
      })
    if (tpSl !== undefined && asked.heldFor === undefined)
      Object.assign(told, {
        takeProfit: tpSl.takeProfit?.price ?? '',
        stopLoss: tpSl.stopLoss?.price ?? '',
        tpSlMode: tpSl.mode === 'full' ? 'Full' : 'Partial',
        ...(tpSl.takeProfit?.limitPrice ? { tpLimitPrice: tpSl.takeProfit.limitPrice } : {}),
      })
    if (tpSl !== undefined && asked.heldFor !== undefined)
      expect([tpSl.takeProfit?.price, tpSl.stopLoss?.price]).toContain(rest['triggerPrice'])
    if (asked.activationPrice !== undefined) told['triggerPrice'] = asked.activationPrice
    expect(rest).toMatchObject(told)
  }

  /** A chase's order has the terms of the ledger, and rests at the best price of its side. */
  async #compareWithBook({ side, qty, reduceOnly }: Strategy, rest: RestOrder): Promise<void> {
    const isBuy = side === 'buy'
    const { category } = this
    const query = `category=${category}&symbol=${String(rest['symbol'])}&limit=1`
    const answer = await fetch(`${this.exchange.origin}/v5/market/orderbook?${query}`)
    const { result } = (await answer.json()) as { readonly result: Record<'b' | 'a', readonly (readonly string[])[]> }
    const [best] = isBuy ? result.b : result.a
    expect(rest).toMatchObject({
      side: isBuy ? 'Buy' : 'Sell',
      orderType: 'Limit',
      timeInForce: 'PostOnly',
      orderStatus: 'New',
      qty,
      reduceOnly,
      price: best![0],
    })
  }

  /** What the ledger's fills add up to is what REST calls filled. */
  #compareFills(rest: RestOrder): void {
    const fills = (this.exchange.ledger() as readonly PressLine[]).filter(
      ({ execId, makerOrderId, takerOrderId }) =>
        execId !== undefined && [makerOrderId, takerOrderId].includes(String(rest['orderId'])),
    )
    const sum = fills.reduce((total, { qty = '0' }) => total + millionths(qty), 0)
    expect(sum).toBe(millionths(String(rest['cumExecQty'])))
  }

  async #compareWithRow(rest: RestOrder): Promise<void> {
    const status = String(rest['orderStatus'])
    const isOpen = status === 'New' || status === 'Untriggered'
    const region = await showTable(this.page, isOpen ? 'Open orders' : 'Order history')
    const row = region.getByRole('row').and(this.page.locator(`[data-order-id="${String(rest['orderId'])}"]`))
    const at = isOpen ? OPEN : CLOSED
    await expect(row.getByRole('cell').nth(at.state)).toContainText(SCREEN_STATE[status] ?? status)
    const cells = await row.getByRole('cell').allInnerTexts()
    const what = `${cells.join(' | ')} of ${JSON.stringify(rest)}`
    expect(cells[at.contract], what).toContain(String(rest['side']))
    expect(cells[at.type], what).toContain(String(rest['orderType']))
    const timeInForce = String(rest['timeInForce'])
    expect(cells[at.type], what).toContain(SCREEN_TIME_IN_FORCE[timeInForce] ?? timeInForce)
    // Close on trigger is a reduce-only order, too, and says the stronger of the two.
    const reduces = rest['closeOnTrigger'] === true ? 'Close on trigger' : 'Reduce-only'
    // What trails a position's price says that it does, and that alone.
    const trails = rest['stopOrderType'] === 'TrailingStop' && this.category === 'linear'
    if (trails) expect(numbersOf(cells[at.trigger]!), what).toContain(Number(rest['trailingStop']))
    else expect(cells[at.type]!.includes(reduces), what).toBe(rest['reduceOnly'] === true)
    const [price, average] = numbersOf(cells[at.price]!)
    if (rest['orderType'] === 'Market') expect(cells[at.price], what).toContain('Market')
    else expect(price, what).toBe(Number(rest['price']))
    const fillPrice = average ?? price
    if (!isOpen && rest['avgPrice']) expect(fillPrice, what).toBeCloseTo(Number(rest['avgPrice']), 0)
    if (rest['orderIv']) expect(average, what).toBeCloseTo(Number(rest['orderIv']) * 100, 2)
    const [qty, filled] = numbersOf(cells[at.qty]!)
    // An order by amount says over REST what was paid or asked for, and on the screen what that bought.
    if (rest['marketUnit'] !== 'quoteCoin') expect(qty, what).toBe(Number(rest['qty']))
    if (rest['cumExecQty'] !== undefined) expect(filled, what).toBe(Number(rest['cumExecQty']))
    const trigger = String(rest['triggerPrice'] ?? '')
    if (trigger !== '') expect(numbersOf(cells[at.trigger]!), what).toContain(Number(trigger))
    if (!isOpen) return
    // Each leg with its limit, where it has one.
    const legs = ['takeProfit', 'tpLimitPrice', 'stopLoss', 'slLimitPrice'].map((name) => String(rest[name] ?? ''))
    const guards = numbersOf(cells[OPEN.tpSl]!)
    expect(guards, what).toEqual(legs.filter((text) => text).map(Number))
  }
}

/** Whole for every lot here. */
function millionths(text: string): number {
  return Math.round(Number(text) * 1e6)
}

/** The numbers of a cell, in their order: `−1,234.5 / 0.010 BTC` has two. */
function numbersOf(text: string): readonly number[] {
  const plain = text.replaceAll(',', '').replaceAll('−', '-')
  return (plain.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
}
