import { createRandom, type Random } from '../../../../src/base/random'
import type { PositionIdx } from '../../../../exchange/engine/accounts/account-settings'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import type { EngineOrder } from '../../../../exchange/engine/records/order-records'
import type { EngineTpSl, EngineTpSlLeg } from '../../../../exchange/engine/orders/order-terms'
import { COINS, isSmall, markAt, MIDDLE, SYMBOLS, USERS, worth } from './world'

/** A seeded sequence of commands of every kind. What it draws depends on the seed and on the orders now open alone. */
export class Walk {
  readonly #random: Random

  /** @param isPlain orders, amendments and cancels alone: nothing conditional or reduce-only, no price moves */
  constructor(
    seed: number,
    private readonly isPlain = false,
  ) {
    this.#random = createRandom(seed)
  }

  next(engine: MatchingEngine): EngineCommand {
    const draw = this.#random.next() * 100
    if (this.isPlain) return draw < 80 ? this.#place(engine) : draw < 98 ? this.#change(engine) : this.#cancelAll()
    if (draw < 62) return this.#place(engine)
    if (draw < 76) return this.#change(engine)
    if (draw < 81) return this.#setTpSl(engine)
    if (draw < 88) return this.#setting(engine)
    if (draw < 90) return this.#cancelAll()
    if (draw < 97.5) return this.#price()
    if (draw < 99) return { type: 'funding', symbol: this.#symbol(), rateE8: this.#random.int(-375_000, 375_000) }
    if (draw < 99.2) return { type: 'deliver', symbol: 'BTCUSD', ticks: this.#near(50_000), feeRateE8: 50_000 }
    return this.#credit()
  }

  #cancelAll(): EngineCommand {
    return { type: 'cancelAll', account: this.#user(), symbol: this.#pick([null, null, ...SYMBOLS]) }
  }

  /** Mostly around one place, on the order's own side of it, so that a book builds up and is met. */
  #place(engine: MatchingEngine): EngineCommand {
    const random = this.#random
    const account = this.#user()
    const side = this.#side()
    const symbol = this.#symbol()
    const step = random.int(-9, 4)
    const size = random.next() < 0.9 ? random.int(1, 60) : random.int(61, 900)
    const reduceOnly = !this.isPlain && random.next() < 0.2
    const hasTrigger = !this.isPlain && random.next() < 0.08
    const isMarketOrder = random.next() < 0.25
    // Now and then an order waits far away: half the price, or three times it.
    const isFar = !this.isPlain && random.next() < 0.05
    const near = MIDDLE + (side === 'buy' ? step : -step) * 250
    return {
      type: 'place',
      account,
      linkId: random.next() < 0.1 ? String(random.int(0, 400)) : '',
      symbol,
      side,
      orderType: isMarketOrder ? 'market' : 'limit',
      ticks: isFar ? MIDDLE * (side === 'buy' ? 0.5 : random.int(2, 4)) : near,
      lots: symbol === 'BTCUSD' ? size * 40 : size,
      timeInForce:
        random.next() < 0.75 ? 'goodTillCancel' : this.#pick(['immediateOrCancel', 'fillOrKill', 'postOnly']),
      reduceOnly,
      closeOnTrigger: hasTrigger && reduceOnly,
      selfMatch: this.#pick(['cancelMaker', 'cancelTaker', 'cancelBoth']),
      createType: 'CreateByUser',
      positionIdx: this.#positionIdx(engine, account, symbol),
      ...(hasTrigger
        ? { trigger: { ticks: this.#near(3_000), by: this.#by(), direction: this.#pick([1, 2] as const) } }
        : {}),
      ...(!this.isPlain && random.next() < 0.06 ? { tpSl: this.#tpSl() } : {}),
      ...(isMarketOrder && !this.isPlain && random.next() < 0.2
        ? { slippage: { unit: this.#pick(['tick', 'percent'] as const), value: this.#pick([1, 50]) } }
        : {}),
    }
  }

  /** Amends or cancels one of the open orders. */
  #change(engine: MatchingEngine): EngineCommand {
    const random = this.#random
    let account = this.#user()
    let open: readonly EngineOrder[] = engine.openOrders(account)
    for (let tries = 0; open.length === 0 && tries < 3; tries++) {
      account = this.#user()
      open = engine.openOrders(account)
    }
    const order = open[random.int(0, Math.max(0, open.length - 1))]
    const target = { account, symbol: order?.symbol ?? 'BTCUSDT', orderId: order?.id ?? 'none', linkId: null }
    if (random.next() < 0.4) return { type: 'cancel', ...target, withPair: random.next() < 0.5 }
    return {
      type: 'amend',
      ...target,
      ticks: random.next() < 0.5 ? this.#near(2_500) : null,
      lots: random.next() < 0.5 ? random.int(1, 90) * (target.symbol === 'BTCUSD' ? 40 : 1) : null,
      ...(!this.isPlain && random.next() < 0.1 ? { triggerTicks: this.#near(3_000) } : {}),
    }
  }

  #setTpSl(engine: MatchingEngine): EngineCommand {
    const random = this.#random
    const account = this.#user()
    const symbol = this.#symbol()
    const trailing = { rateE8: null, activationTicks: this.#pick([0, 0, MIDDLE + 1_000, MIDDLE - 1_000]) }
    return {
      type: 'setTpSl',
      account,
      symbol,
      ...this.#tpSl(),
      lots: this.#pick([0, 1, 5, 40]),
      takeProfitId: null,
      stopLossId: null,
      trailing: random.next() < 0.3 ? { ...trailing, distanceTicks: this.#pick([0, 250, 1_000]) } : null,
      positionIdx: this.#positionIdx(engine, account, symbol),
    }
  }

  #tpSl(): EngineTpSl {
    return {
      mode: this.#pick(['full', 'partial']),
      takeProfit: this.#random.next() < 0.6 ? this.#leg() : null,
      stopLoss: this.#random.next() < 0.6 ? this.#leg() : null,
    }
  }

  #leg(): EngineTpSlLeg {
    const orderType = this.#pick(['market', 'market', 'limit'] as const)
    return {
      ticks: this.#random.next() < 0.9 ? this.#near(15_000) : 0,
      by: this.#by(),
      orderType,
      limitTicks: orderType === 'limit' ? this.#near(2_500) : 0,
      slippage: this.#random.next() < 0.2 ? { unit: 'tick', value: this.#pick([1, 2_000]) } : null,
    }
  }

  #setting(engine: MatchingEngine): EngineCommand {
    const random = this.#random
    const account = this.#user()
    const symbol = this.#symbol()
    const positionIdx = this.#positionIdx(engine, account, symbol)
    switch (random.int(0, 5)) {
      case 0:
        return { type: 'setMarginMode', account, mode: this.#pick(['cross', 'isolated']) }
      case 1:
        return {
          type: 'setPositionMode',
          account,
          symbol: this.#pick(['BTCUSDT', 'BTCUSDT', null]),
          coin: 'USDT',
          mode: this.#pick(['hedge', 'oneWay']),
        }
      case 2:
        return { type: 'addMargin', account, symbol, positionIdx, amountE8: random.int(-300, 1_000) * 1_000_000 }
      case 3:
        return { type: 'setAutoAddMargin', account, symbol, positionIdx, isOn: random.next() < 0.5 }
      default: {
        const leverageE2 = this.#pick([100, 500, 1_000, 2_500, 10_000])
        const sides = random.next() < 0.3 ? { sellLeverageE2: this.#pick([1_000, 5_000, 10_000]) } : {}
        return { type: 'setLeverage', account, symbol, leverageE2, ...sides }
      }
    }
  }

  /** Mostly a few per cent away, now and then a crash, often back to where the orders are. */
  #price(): EngineCommand {
    const draw = this.#random.next()
    const symbol = this.#symbol()
    if (draw < 0.45) return markAt(symbol, MIDDLE)
    if (draw < 0.9) return markAt(symbol, this.#near(20_000), this.#near(5_000))
    return markAt(symbol, this.#random.int(350_000, 700_000), MIDDLE)
  }

  /** New money now and then, so that nobody stays broke for good. */
  #credit(): EngineCommand {
    const account = this.#user()
    const coin = this.#pick(COINS)
    return { type: 'credit', account, coin, amountE8: worth(coin, isSmall(account) ? 200 : 20_000) }
  }

  /** One that fits the account's position mode, but for one in twenty. */
  #positionIdx(engine: MatchingEngine, account: string, symbol: string): PositionIdx {
    const isHedged = engine.positionMode(account, symbol) === 'hedge'
    return this.#random.next() < 0.05 ? this.#pick([0, 1, 2]) : isHedged ? this.#pick([1, 2]) : 0
  }

  #near(spread: number): number {
    return MIDDLE + this.#random.int(-spread / 50, spread / 50) * 50
  }

  #user(): string {
    return this.#pick(USERS)
  }

  #symbol(): string {
    return this.#pick(SYMBOLS)
  }

  #side(): 'buy' | 'sell' {
    return this.#random.next() < 0.5 ? 'buy' : 'sell'
  }

  #by(): 'last' | 'mark' | 'index' {
    return this.#pick(['last', 'mark', 'index'])
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#random.int(0, from.length - 1)]!
  }
}
