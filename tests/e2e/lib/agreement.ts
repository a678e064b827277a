import type { Page } from '@playwright/test'
import type { ExchangeProcess } from './exchange-process'
import { openOrders } from './hostile'
import { expect, showTable } from './trading'

/** What an account holds, in one form for all who tell it: ids of open orders with their price, and net sizes. */
export interface Holdings {
  /** `id price qty`, sorted; a market order's price is its own business. */
  readonly orders: readonly string[]
  /** `symbol size`, short below zero, sorted; nothing that is zero. */
  readonly positions: readonly string[]
  /** Ids of the fills, sorted. */
  readonly fills: readonly string[]
}

interface Row {
  readonly [field: string]: string
}

/** As the exchange answers over REST, asked with the page's own session. */
export async function restHoldings(page: Page): Promise<Holdings> {
  const [orders, positions, fills] = await page.evaluate(() =>
    Promise.all(
      ['order/realtime?limit=500&settleCoin=USDT', 'position/list?settleCoin=USDT', 'execution/list?limit=100'].map(
        async (call) => {
          const answer = await fetch(`/v5/${call}&category=linear`)
          return ((await answer.json()) as { readonly result: { readonly list: Record<string, string>[] } }).result.list
        },
      ),
    ),
  )
  return {
    orders: orders!.map((row) => `${row['orderId']} ${Number(row['price'])} ${Number(row['qty'])}`).toSorted(),
    positions: netOf(
      positions!.map((row: Row): Sized => [row['symbol']!, row['side'] === 'Sell' ? '-' : '', row['size']!]),
    ),
    fills: fills!.map((row: Row) => row['execId']!).toSorted(),
  }
}

type Sized = readonly [symbol: string, sign: string, size: string]

/** Sizes have at most three decimals here: thousandths are whole. */
function netOf(sizes: readonly Sized[]): readonly string[] {
  const net = new Map<string, number>()
  for (const [symbol, sign, size] of sizes)
    net.set(symbol, (net.get(symbol) ?? 0) + (sign === '-' ? -1 : 1) * Math.round(Number(size) * 1_000))
  return [...net].flatMap(([symbol, thousandths]) => (thousandths === 0 ? [] : [`${symbol} ${thousandths}`])).toSorted()
}

interface Line {
  readonly command?: {
    readonly type: string
    readonly order?: {
      readonly symbol: string
      readonly side: string
      readonly type: string
      readonly timeInForce: string
      readonly price?: string | null
    }
  }
  readonly result?: {
    readonly ok: boolean
    readonly orderId?: string
    readonly orderIds?: readonly string[]
    readonly status?: string
    readonly price?: string | null
    readonly qty?: string
  }
  readonly execId?: string
  readonly qty?: string
  readonly makerOrderId?: string
  readonly takerOrderId?: string
}

interface Told {
  readonly symbol: string
  readonly sign: string
  price: string
  qty: string
  filled: number
  isOver: boolean
}

/** As the ledger's lines add up, for the orders that were placed since the test began. Splits and guards are not followed. */
export function ledgerHoldings(exchange: ExchangeProcess): Holdings {
  const orders = new Map<string, Told>()
  const fills: string[] = []
  for (const line of exchange.ledger() as readonly Line[]) {
    const { command, result } = line
    if (line.execId !== undefined) {
      for (const id of [line.makerOrderId, line.takerOrderId]) {
        const order = orders.get(id ?? '')
        if (order === undefined) continue
        fills.push(line.execId)
        order.filled += Math.round(Number(line.qty) * 1_000)
      }
      continue
    }
    if (command === undefined || result?.ok !== true) continue
    const { orderId = '', orderIds = [], status = '' } = result
    if (command.type === 'place' && command.order !== undefined) {
      const { symbol, side, type } = command.order
      const isOver = type === 'market' || !['new', 'partiallyFilled', 'untriggered'].includes(status)
      const terms = { price: result.price ?? '0', qty: result.qty ?? '0' }
      orders.set(orderId, { symbol, sign: side === 'sell' ? '-' : '', ...terms, filled: 0, isOver })
    }
    const known = orders.get(orderId)
    if (command.type === 'replace' && known !== undefined)
      Object.assign(known, { price: result.price, qty: result.qty })
    if (command.type === 'cancel' && known !== undefined) known.isOver = true
    if (command.type !== 'cancelAll') continue
    for (const id of orderIds) {
      const gone = orders.get(id)
      if (gone !== undefined) gone.isOver = true
    }
  }
  const isOpen = ({ isOver, filled, qty }: Told): boolean => !isOver && filled < Math.round(Number(qty) * 1_000)
  return {
    orders: [...orders]
      .filter(([, order]) => isOpen(order))
      .map(([id, { price, qty }]) => `${id} ${Number(price)} ${Number(qty)}`)
      .toSorted(),
    positions: netOf(
      [...orders.values()].map(({ symbol, sign, filled }): Sized => [symbol, sign, String(filled / 1_000)]),
    ),
    fills: fills.toSorted(),
  }
}

/** As the tables say it. */
async function screenHoldings(page: Page): Promise<Holdings> {
  const orders = await (
    await openOrders(page)
  ).evaluateAll((rows) =>
    rows
      .filter((row) => row.dataset['orderId'] !== '')
      .map((row) => {
        const [price, qty] = ['price', 'qty'].map((column) =>
          Number.parseFloat(row.querySelector<HTMLElement>(`[data-column="${column}"]`)!.innerText.replaceAll(',', '')),
        )
        return `${row.dataset['orderId']} ${price} ${qty}`
      }),
  )
  const region = await showTable(page, 'Positions')
  const positions = await region
    .getByRole('table', { name: 'Positions' })
    .locator('tr[data-side]')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const { symbol = '', side = '' } = row.dataset
        const text = row.querySelector<HTMLElement>('[data-column="size"]')!.innerText.replaceAll(',', '')
        return [symbol, side === 'sell' ? '-' : '', /\d+(?:\.\d+)?/.exec(text)?.[0] ?? text] as const
      }),
    )
  await showTable(page, 'Trade history')
  const fills = await region
    .getByRole('table', { name: 'Trade history' })
    .locator('tr[data-exec-id]')
    .evaluateAll((rows) => rows.map((row) => row.dataset['execId'] ?? ''))
  return { orders: orders.toSorted(), positions: netOf(positions), fills: fills.toSorted() }
}

/** What an account should hold when everything is done. */
export interface Expected {
  /** How many are open. */
  readonly orders: number
  /** As `Holdings` has them; none when left out. */
  readonly positions?: readonly string[]
}

/**
 * Waits until the ledger holds what is expected, and until REST and screen say the same of it, id by id.
 * @returns what they say
 */
export async function expectAgreement(
  page: Page,
  exchange: ExchangeProcess,
  { orders, positions = [] }: Expected,
): Promise<Holdings> {
  await expect
    .poll(
      () => {
        const held = ledgerHoldings(exchange)
        return { orders: held.orders.length, positions: held.positions }
      },
      { message: 'ledger' },
    )
    .toEqual({ orders, positions })
  const ledger = ledgerHoldings(exchange)
  expect(await restHoldings(page), 'REST and ledger').toEqual(ledger)
  await expect.poll(() => screenHoldings(page), { message: 'screen and ledger' }).toEqual(ledger)
  await openOrders(page)
  return ledger
}
