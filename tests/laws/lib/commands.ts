import type { TradedAccount } from './account'
import type { Contract } from './contract'
import { ONE, max, num, toStep, type Num } from './numbers'
import type { OrderRow, PositionRow } from './picture'
import type { Random } from './random'
import type { Envelope } from './rest'

export interface Quote {
  readonly last: Num
  readonly mark: Num
  readonly index: Num
}

/** What one command did, as far as the laws have to know. */
export interface Sent {
  readonly name: string
  readonly body: unknown
  readonly answer: Envelope
  /** Whether it set or took away guards of a position, or its orders: then guards may be gone by the trader's will. */
  readonly touchesGuards: boolean
}

const TRIGGERS = ['LastPrice', 'MarkPrice', 'IndexPrice'] as const

/** Draws and sends one random command of a trader. */
export class Commands {
  constructor(
    private readonly random: Random,
    private readonly contracts: readonly Contract[],
    private readonly quote: (symbol: string) => Quote | null,
  ) {}

  async send(account: TradedAccount): Promise<Sent> {
    const { random } = this
    const contract = this.#contract(account)
    const drawn = random.next()
    if (drawn < 0.4) return this.#create(account, contract)
    if (drawn < 0.44) return this.#batch(account, contract)
    if (drawn < 0.52) return this.#close(account)
    if (drawn < 0.6) return this.#conditional(account, contract)
    if (drawn < 0.7) return this.#guard(account)
    if (drawn < 0.77) return this.#amend(account)
    if (drawn < 0.85) return this.#cancel(account)
    if (drawn < 0.89) return this.#cancelAll(account, contract)
    if (drawn < 0.93) return this.#leverage(account, contract)
    if (drawn < 0.96) return this.#margin(account)
    if (drawn < 0.972) return this.#marginMode(account)
    if (drawn < 0.983) return this.#positionMode(account, contract)
    return this.#faucet(account)
  }

  /** Half of the time one that the account has something in. */
  #contract(account: TradedAccount): Contract {
    const { positions, orders } = account.picture
    const held = [...positions, ...orders].map(({ symbol }) => symbol)
    const own = held.length > 0 && this.random.chance(0.5) ? this.random.pick(held) : null
    return this.contracts.find(({ symbol }) => symbol === own) ?? this.random.pick(this.contracts)
  }

  /** From the least to more than the largest order, evenly by magnitude; mostly what an account can pay. */
  #qty(account: TradedAccount, contract: Contract, price: Num): string {
    const { random } = this
    const most = random.chance(0.06) ? contract.maxQty.times(1.1) : contract.maxMarketQty
    const worth = num(10 ** random.between(account.isBold ? 4 : 1, random.chance(0.2) ? 6.6 : 5.7))
    const wanted = contract.isInverse ? worth : worth.div(price)
    const qty = toStep(wanted.gt(most) ? most : wanted, contract.lot, 'down')
    return max(contract.minQty, qty).toFixed()
  }

  #price(contract: Contract, from: Num, away: number): string {
    return max(contract.tick, toStep(from.times(1 + away), contract.tick, 'near')).toFixed()
  }

  #idx(account: TradedAccount, contract: Contract, side: 'Buy' | 'Sell', closes: boolean): number {
    if (!account.hedged.has(contract.symbol)) return 0
    return (side === 'Buy') === closes ? 2 : 1
  }

  #order(account: TradedAccount, contract: Contract): Record<string, unknown> {
    const { random } = this
    const { last } = this.quoteOf(contract)
    const side = random.chance(0.5) ? 'Buy' : 'Sell'
    const isMarket = random.chance(0.35)
    const reduceOnly = random.chance(0.12)
    const near = random.chance(0.7) ? 0.004 : 0.03
    return {
      category: contract.category,
      symbol: contract.symbol,
      side,
      orderType: isMarket ? 'Market' : 'Limit',
      qty: this.#qty(account, contract, last),
      ...(isMarket ? {} : { price: this.#price(contract, last, random.between(-near, near)) }),
      timeInForce: isMarket ? 'IOC' : random.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'PostOnly']),
      ...(reduceOnly ? { reduceOnly } : {}),
      positionIdx: this.#idx(account, contract, side, reduceOnly),
      ...(reduceOnly || random.chance(0.85) ? {} : this.#tpSl(contract, side, last)),
    }
  }

  #tpSl(contract: Contract, side: 'Buy' | 'Sell', from: Num): Record<string, unknown> {
    const { random } = this
    const s = side === 'Buy' ? 1 : -1
    return {
      takeProfit: this.#price(contract, from, s * random.between(0.003, 0.06)),
      stopLoss: this.#price(contract, from, -s * random.between(0.003, 0.06)),
      tpTriggerBy: random.pick(TRIGGERS),
      slTriggerBy: random.pick(TRIGGERS),
      tpslMode: random.pick(['Full', 'Partial']),
    }
  }

  async #create(account: TradedAccount, contract: Contract): Promise<Sent> {
    return this.#post(account, 'create', '/v5/order/create', this.#order(account, contract), true)
  }

  async #batch(account: TradedAccount, contract: Contract): Promise<Sent> {
    const request = Array.from({ length: 2 + this.random.whole(5) }, () => this.#order(account, contract))
    const body = { category: contract.category, request }
    return this.#post(account, 'create-batch', '/v5/order/create-batch', body, true)
  }

  async #close(account: TradedAccount): Promise<Sent> {
    const row = this.#position(account)
    if (row === null) return this.#create(account, this.random.pick(this.contracts))
    const contract = this.contractOf(row.symbol)
    const part = this.random.chance(0.5) ? ONE : num(this.random.next())
    const qty = max(contract.minQty, toStep(num(row.size).times(part), contract.lot, 'down'))
    const body = {
      category: contract.category,
      symbol: row.symbol,
      side: row.side === 'Buy' ? 'Sell' : 'Buy',
      orderType: 'Market',
      timeInForce: 'IOC',
      qty: qty.toFixed(),
      reduceOnly: true,
      positionIdx: row.positionIdx,
    }
    return this.#post(account, 'close', '/v5/order/create', body, false)
  }

  async #conditional(account: TradedAccount, contract: Contract): Promise<Sent> {
    const { random } = this
    const order = this.#order(account, contract)
    const by = random.pick(TRIGGERS)
    const quote = this.quoteOf(contract)
    const from = { LastPrice: quote.last, MarkPrice: quote.mark, IndexPrice: quote.index }[by]
    const away = random.between(-0.03, 0.03)
    const trigger = {
      triggerPrice: this.#price(contract, from, away),
      triggerBy: by,
      triggerDirection: away > 0 ? 1 : 2,
    }
    return this.#post(account, 'conditional', '/v5/order/create', { ...order, ...trigger }, true)
  }

  async #guard(account: TradedAccount): Promise<Sent> {
    const { random } = this
    const row = this.#position(account)
    if (row === null) return this.#create(account, random.pick(this.contracts))
    const contract = this.contractOf(row.symbol)
    const mark = num(row.markPrice)
    const base = { category: contract.category, symbol: row.symbol, positionIdx: row.positionIdx }
    const tpSl = this.#tpSl(contract, row.side as 'Buy' | 'Sell', mark)
    const kind = random.next()
    const size = toStep(num(row.size).times(random.between(0.2, 1)), contract.lot, 'up').toFixed()
    const body =
      kind < 0.35
        ? { ...base, ...tpSl, tpslMode: 'Full' }
        : kind < 0.65
          ? { ...base, ...tpSl, tpslMode: 'Partial', tpSize: size, slSize: size }
          : kind < 0.9
            ? {
                ...base,
                trailingStop: max(
                  contract.tick,
                  toStep(mark.times(random.between(0.002, 0.03)), contract.tick, 'near'),
                ).toFixed(),
              }
            : { ...base, takeProfit: '0', stopLoss: '0', trailingStop: '0', tpslMode: 'Full' }
    return this.#post(account, 'trading-stop', '/v5/position/trading-stop', body, true)
  }

  async #amend(account: TradedAccount): Promise<Sent> {
    const order = this.#openOrder(account)
    if (order === null) return this.#create(account, this.random.pick(this.contracts))
    const contract = this.contractOf(order.symbol)
    const { random } = this
    const price = num(order.price)
    const body = {
      category: contract.category,
      symbol: order.symbol,
      orderId: order.orderId,
      ...(price.isZero() || random.chance(0.4)
        ? {}
        : { price: this.#price(contract, price, random.between(-0.005, 0.005)) }),
      ...(order.triggerPrice === '' || random.chance(0.5)
        ? {}
        : { triggerPrice: this.#price(contract, num(order.triggerPrice), random.between(-0.01, 0.01)) }),
      ...(random.chance(0.5)
        ? {}
        : {
            qty: max(
              contract.minQty,
              toStep(num(order.qty).times(random.between(0.3, 1.6)), contract.lot, 'down'),
            ).toFixed(),
          }),
    }
    return this.#post(account, 'amend', '/v5/order/amend', body, order.stopOrderType !== '')
  }

  async #cancel(account: TradedAccount): Promise<Sent> {
    const order = this.#openOrder(account)
    if (order === null) return this.#create(account, this.random.pick(this.contracts))
    const { category } = this.contractOf(order.symbol)
    const body = { category, symbol: order.symbol, orderId: order.orderId }
    return this.#post(account, 'cancel', '/v5/order/cancel', body, order.stopOrderType !== '')
  }

  async #cancelAll(account: TradedAccount, contract: Contract): Promise<Sent> {
    const body = this.random.chance(0.5)
      ? { category: 'all' }
      : { category: contract.category, symbol: contract.symbol }
    return this.#post(account, 'cancel-all', '/v5/order/cancel-all', body, true)
  }

  async #leverage(account: TradedAccount, contract: Contract): Promise<Sent> {
    const { random } = this
    const most = Math.log10(contract.maxLeverage.toNumber())
    const least = account.isBold ? most / 2 : 0
    const one = () => toStep(num(10 ** random.between(least, most)), num('0.01'), 'down').toFixed()
    const buyLeverage = one()
    const isApart = account.isIsolated && account.hedged.has(contract.symbol)
    const body = {
      category: contract.category,
      symbol: contract.symbol,
      buyLeverage,
      sellLeverage: isApart ? one() : buyLeverage,
    }
    const sent = await this.#post(account, 'set-leverage', '/v5/position/set-leverage', body, false)
    await account.readLeverage(contract)
    return sent
  }

  async #margin(account: TradedAccount): Promise<Sent> {
    const { random } = this
    const row = this.#position(account)
    if (row === null) return this.#faucet(account)
    const { category, isInverse } = this.contractOf(row.symbol)
    const base = { category, symbol: row.symbol, positionIdx: row.positionIdx }
    if (random.chance(0.25)) {
      const body = { ...base, autoAddMargin: random.whole(2) }
      return this.#post(account, 'auto-add-margin', '/v5/position/set-auto-add-margin', body, false)
    }
    const amount = num(row.positionIM)
      .times(random.between(-0.4, 0.8))
      .toDecimalPlaces(isInverse ? 8 : 4)
      .toFixed()
    return this.#post(account, 'add-margin', '/v5/position/add-margin', { ...base, margin: amount }, false)
  }

  async #marginMode(account: TradedAccount): Promise<Sent> {
    const setMarginMode = account.isIsolated ? 'REGULAR_MARGIN' : 'ISOLATED_MARGIN'
    const sent = await this.#post(account, 'set-margin-mode', '/v5/account/set-margin-mode', { setMarginMode }, false)
    if (sent.answer.retCode === 0) account.isIsolated = !account.isIsolated
    for (const contract of this.contracts) await account.readLeverage(contract)
    return sent
  }

  async #positionMode(account: TradedAccount, contract: Contract): Promise<Sent> {
    const { symbol, category } = contract
    const wantsHedge = !account.hedged.has(symbol)
    const sent = await this.#post(
      account,
      'switch-mode',
      '/v5/position/switch-mode',
      { category, symbol, mode: wantsHedge ? 3 : 0 },
      false,
    )
    if (sent.answer.retCode === 0) {
      if (wantsHedge) account.hedged.add(symbol)
      else account.hedged.delete(symbol)
      await account.readLeverage(contract)
    }
    return sent
  }

  async #faucet(account: TradedAccount): Promise<Sent> {
    const [coin, most] = this.random.pick([
      ['USDT', 6],
      ['USDC', 6],
      ['BTC', 1.3],
      ['ETH', 2.3],
    ] as const)
    const amount = num(10 ** this.random.between(0, most))
      .toDecimalPlaces(2)
      .toFixed()
    return this.#post(account, 'faucet', '/sandbox/faucet', { coin, amount }, false)
  }

  #position(account: TradedAccount): PositionRow | null {
    const known = account.picture.positions.filter(({ symbol }) => this.quote(symbol) !== null)
    return known.length === 0 ? null : this.random.pick(known)
  }

  #openOrder(account: TradedAccount): OrderRow | null {
    const orders = account.picture.orders.filter(({ symbol }) => this.quote(symbol) !== null)
    return orders.length === 0 ? null : this.random.pick(orders)
  }

  contractOf(symbol: string): Contract {
    return this.contracts.find((one) => one.symbol === symbol)!
  }

  quoteOf({ symbol }: Contract): Quote {
    return this.quote(symbol) ?? { last: ONE, mark: ONE, index: ONE }
  }

  async #post(
    account: TradedAccount,
    name: string,
    path: string,
    body: unknown,
    touchesGuards: boolean,
  ): Promise<Sent> {
    return { name, body, answer: await account.rest.post(path, body), touchesGuards }
  }
}
