import { createRandom, type Random } from '../../../../../src/base/random'
import type { EngineCommand } from '../../../../../exchange/engine/commands'
import type { MatchingEngine } from '../../../../../exchange/engine/matching-engine'
import type { EngineTpSlLeg } from '../../../../../exchange/engine/orders/order-terms'
import { USDT } from '../../engine-fixture'
import { COIN } from '../../spot-fixture'
import {
  COINS,
  FIRST_INDEX,
  isOption,
  isSmall,
  MARKETS,
  marksOf,
  stepOf,
  ticksPerDollar,
  USERS,
  worthOf,
} from './mixed-world'

const SYMBOLS = MARKETS.map(({ symbol }) => symbol)
/** What ends: its positions are settled, and it goes on trading as the next of its kind. */
const DATED = SYMBOLS.filter((symbol) => symbol.includes('-') && !symbol.includes('_'))
const FUNDED = ['BTCUSDT', 'BTCUSD', 'BTCPERP']
/** Of all that trades, what one order asks for at most, in lots. */
const LOTS_MAX: Readonly<Record<string, number>> = {
  BTCUSD: 20_000,
  'BTC-C': 300,
  'BTC-P': 300,
  'BTCUSDT-26MAR27_BTCUSDT': 60,
}
const LOTS_MAX_ELSE = 900

/** A seeded sequence of commands over every product. What it draws depends on the seed and on the orders now open alone. */
export class MixedWalk {
  readonly #random: Random
  #index = FIRST_INDEX
  #basis = 0
  #waiting: EngineCommand[] = []

  constructor(seed: number) {
    this.#random = createRandom(seed)
  }

  next(engine: MatchingEngine): EngineCommand {
    const waiting = this.#waiting.shift()
    if (waiting !== undefined) return waiting
    const draw = this.#random.next() * 100
    if (draw < 64) return this.#place()
    if (draw < 80) return this.#change(engine)
    if (draw < 83) return { type: 'cancelAll', account: this.#user(), symbol: this.#pick([null, ...SYMBOLS]) }
    if (draw < 85) return this.#setting()
    if (draw < 86) return this.#protection()
    if (draw < 88) return this.#guard()
    if (draw < 92) return this.#move()
    if (draw < 93) return { type: 'funding', symbol: this.#pick(FUNDED), rateE8: this.#random.int(-100_000, 100_000) }
    if (draw < 93.6) return this.#deliver()
    if (draw < 95) return this.#loan()
    return this.#credit()
  }

  /** All prices move together; the first of their marks comes at once, the others one after the other. */
  #move(): EngineCommand {
    const random = this.#random
    const isJump = random.next() < 0.04
    this.#index *= Math.exp((isJump ? 0.12 : 0.006) * random.normal())
    this.#index = Math.min(90_000, Math.max(20_000, this.#index))
    this.#basis = Math.max(-900, Math.min(900, 0.9 * this.#basis + 40 * random.normal()))
    const [first, ...others] = SYMBOLS.flatMap((symbol) => marksOf(symbol, this.#index, this.#basis))
    this.#waiting = [...others, { type: 'reviewAccounts' }]
    return first!
  }

  #place(): EngineCommand {
    const random = this.#random
    const symbol = this.#pick(SYMBOLS)
    const isContract = FUNDED.includes(symbol) || symbol === 'BTCUSDT-26MAR27'
    const isMarket = random.next() < 0.25
    const side = random.next() < 0.5 ? 'buy' : 'sell'
    const hasTrigger = isContract && random.next() < 0.05
    const selfMatch = this.#pick(['cancelMaker', 'cancelTaker', 'cancelBoth'] as const)
    return {
      type: 'place',
      account: this.#user(),
      linkId: random.next() < 0.05 ? String(random.int(0, 400)) : '',
      symbol,
      side,
      orderType: isMarket ? 'market' : 'limit',
      ticks: isMarket ? 0 : this.#near(symbol),
      lots: this.#lots(symbol),
      timeInForce: isMarket
        ? 'immediateOrCancel'
        : this.#pick([
            'goodTillCancel',
            'goodTillCancel',
            'goodTillCancel',
            'immediateOrCancel',
            'fillOrKill',
            'postOnly',
          ]),
      reduceOnly: random.next() < 0.1 && !symbol.includes('_') && !symbol.includes('/'),
      closeOnTrigger: false,
      selfMatch,
      createType: 'CreateByUser',
      ...(hasTrigger
        ? {
            trigger: {
              ticks: this.#near(symbol),
              by: this.#pick(['last', 'mark', 'index'] as const),
              direction: this.#pick([1, 2] as const),
            },
          }
        : {}),
      ...(symbol === 'BTC/USDT' ? this.#ofPair(symbol, side) : {}),
      // Of something else than an option it is refused.
      ...(random.next() < (isOption(symbol) ? 0.5 : 0.01) ? { isProtected: true } : {}),
    }
  }

  /** Protection of a market maker, begun, changed or reset: limits of one fill or of several, a freeze of some steps or until it is reset. */
  #protection(): EngineCommand {
    const account = this.#user()
    const random = this.#random
    const coin = random.next() < 0.95 ? 'BTC' : 'DOGE'
    if (random.next() < 0.4) return { type: 'resetMakerProtection', account, coin }
    return {
      type: 'setMakerProtection',
      account,
      coin,
      windowMs: random.next() < 0.03 ? 0 : this.#pick([4_000, 20_000, 60_000]),
      frozenMs: this.#pick([0, 5_000, 60_000]),
      qtyLimitE8: Math.round(random.next() * COIN) + 1,
      deltaLimitE8: Math.round(random.next() * COIN) + 1,
    }
  }

  #ofPair(symbol: string, side: 'buy' | 'sell'): Partial<EngineCommand & { type: 'place' }> {
    const draw = this.#random.next()
    if (draw < 0.2) return this.#plan(symbol, side)
    // More than most have, so that it is lent.
    return draw < 0.6 ? { isLeverage: true, lots: this.#lots(symbol) * 3 } : {}
  }

  /** An hour of interest, a debt that is repaid, or whether coins back each other. */
  #loan(): EngineCommand {
    const account = this.#user()
    const draw = this.#random.next()
    if (draw < 0.3) return { type: 'interest', hours: this.#random.int(1, 12) }
    if (draw < 0.5) {
      const coin = this.#pick([null, ...COINS])
      return { type: 'repay', account, coin, amountE8: this.#pick([null, 1, 500 * USDT]) }
    }
    if (draw < 0.6) {
      const coin = this.#pick(COINS)
      const amountE8 = coin === 'BTC' ? COIN / 50 : 700 * USDT
      return this.#random.next() < 0.7
        ? { type: 'borrow', account, coin, amountE8 }
        : { type: 'repay', account, coin, amountE8, isOwnCoinOnly: true }
    }
    if (draw < 0.75) return { type: 'setCollateral', account, coins: ['BTC'], isOn: this.#random.next() < 0.7 }
    if (draw < 0.79)
      return {
        type: 'setRepaymentMode',
        account,
        coin: this.#pick([null, ...COINS]),
        mode: this.#random.next() < 0.5 ? 'manual' : 'auto',
      }
    if (draw < 0.86)
      return { type: 'setBorrowLeverage', account, coin: null, leverageE2: this.#pick([200, 500, 1_000]) }
    return { type: 'setSpotMargin', account, isOn: this.#random.next() < 0.7 }
  }

  /** What makes a pair's order wait or bring something: two legs over one amount, an amount of its own, a price to trail. */
  #plan(symbol: string, side: 'buy' | 'sell'): Partial<EngineCommand & { type: 'place' }> {
    const middle = this.#near(symbol, 0)
    const off = Math.max(1, Math.abs(this.#near(symbol, 0.01) - middle))
    const leg = (ticks: number): EngineTpSlLeg => {
      const orderType = this.#pick(['limit', 'market'] as const)
      return { ticks, by: 'last', orderType, limitTicks: orderType === 'limit' ? ticks : 0, slippage: null }
    }
    const [above, below] = [leg(middle + off), leg(middle - off)]
    const sale = { takeProfit: above, stopLoss: below }
    const purchase = { takeProfit: below, stopLoss: above }
    const trigger = { ticks: middle + off, by: 'last', direction: 1 } as const
    return this.#pick<Partial<EngineCommand & { type: 'place' }>>([
      { oco: side === 'sell' ? sale : purchase, carried: { planType: 'oco' } },
      { tpSl: { mode: 'full', ...(side === 'sell' ? purchase : sale) } },
      { trigger, reserves: true },
      { trailing: { distanceTicks: off, rateE8: null, activationTicks: 0 } },
    ])
  }

  /** Amends or cancels one of the open orders. */
  #change(engine: MatchingEngine): EngineCommand {
    const random = this.#random
    let account = this.#user()
    let open = engine.openOrders(account)
    for (let tries = 0; open.length === 0 && tries < 3; tries++) {
      account = this.#user()
      open = engine.openOrders(account)
    }
    const order = open[random.int(0, Math.max(0, open.length - 1))]
    const symbol = order?.symbol ?? 'BTCUSDT'
    const target = { account, symbol, orderId: order?.id ?? 'none', linkId: null }
    if (random.next() < 0.5) return { type: 'cancel', ...target }
    return {
      type: 'amend',
      ...target,
      ticks: random.next() < 0.6 ? this.#near(symbol) : null,
      lots: random.next() < 0.5 ? this.#lots(symbol) : null,
    }
  }

  #setting(): EngineCommand {
    const account = this.#user()
    const symbol = this.#pick(SYMBOLS)
    const draw = this.#random.next()
    if (draw < 0.2) {
      const mode = this.#pick(['cross', 'isolated', 'portfolio'] as const)
      const margin = mode === 'portfolio' && this.#random.next() < 0.7 ? { accountWide: true as const } : {}
      return { type: 'setMarginMode', account, mode, ...margin }
    }
    if (draw < 0.3) return { type: 'setSpotHedge', account, isOn: this.#random.next() < 0.7 }
    if (draw < 0.4)
      return {
        type: 'setPositionMode',
        account,
        symbol: 'BTCUSDT',
        coin: null,
        mode: this.#pick(['hedge', 'oneWay', 'oneWay']),
      }
    return { type: 'setLeverage', account, symbol, leverageE2: this.#pick([100, 500, 1_000, 2_500, 5_000]) }
  }

  #guard(): EngineCommand {
    const symbol = this.#pick(FUNDED)
    const leg = (): EngineTpSlLeg | null =>
      this.#random.next() < 0.4
        ? null
        : { ticks: this.#near(symbol, 0.05), by: 'mark', orderType: 'market', limitTicks: 0, slippage: null }
    return {
      type: 'setTpSl',
      account: this.#user(),
      symbol,
      mode: 'full',
      takeProfit: leg(),
      stopLoss: leg(),
      lots: 0,
      takeProfitId: null,
      stopLossId: null,
      trailing: null,
    }
  }

  /** An option pays by the index, a future by its price. */
  #deliver(): EngineCommand {
    const symbol = this.#pick(DATED)
    return { type: 'deliver', symbol, ticks: Math.round(this.#index * ticksPerDollar(symbol)), feeRateE8: 15_000 }
  }

  /** New money now and then, so that nobody stays broke for good. */
  #credit(): EngineCommand {
    const account = this.#user()
    const coin = this.#pick(COINS)
    const dollars = this.#random.int(1, isSmall(account) ? 100 : 2_000)
    const amountE8 = coin === 'BTC' ? Math.round((dollars / FIRST_INDEX) * COIN) : dollars * USDT
    return { type: 'credit', account, coin, amountE8 }
  }

  /** A price about what it is worth, so that a book builds up and is met; spreads a few dollars about their difference. */
  #near(symbol: string, width = 0.004): number {
    const worth = worthOf(symbol, this.#index, this.#basis)
    const spread = symbol.includes('_') ? 15 : Math.max(5, worth) * width * (symbol.startsWith('BTC-') ? 20 : 1)
    const step = stepOf(symbol)
    const ticks = Math.round(((worth + spread * this.#random.normal()) * ticksPerDollar(symbol)) / step) * step
    return symbol.includes('_') ? ticks : Math.max(step, ticks)
  }

  /** Mostly small. */
  #lots(symbol: string): number {
    return Math.ceil(this.#random.next() ** 3 * (LOTS_MAX[symbol] ?? LOTS_MAX_ELSE))
  }

  #user(): string {
    return this.#pick(USERS)
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#random.int(0, from.length - 1)]!
  }
}
