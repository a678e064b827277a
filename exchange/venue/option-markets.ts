import { assert } from '../../src/base/assert'
import { byName, fields, number, type Form } from '../../src/base/form'
import { hash32, type RandomState } from '../../src/base/random'
import type { Price } from '../../src/domain/decimal'
import type { OptionContract } from '../../src/domain/instrument/option'
import { perpetualOf, referencePrice } from '../listings/catalogue'
import { OPTION_CHAINS, type OptionChain } from '../listings/option-calendar'
import { optionLotOf } from '../listings/option-instrument'
import { COIN_VOLATILITY_FORM, CoinVolatility, type CoinVolatilityState } from '../simulation/coin-volatility'
import {
  countSeconds,
  DELIVERY_WINDOW_FORM,
  meanTicks,
  startWindow,
  WINDOW_MS,
  type DeliveryWindow,
} from '../simulation/delivery-window'
import { RANDOM_FORM } from '../simulation/random-form'
import { MINUTE_MS } from '../../src/domain/market/interval'
import { TICK_MS } from '../simulation/reference-process'
import { HOUSE_CREDIT_E8, HOUSE_LEVERAGE_E2 } from './accounts'
import type { FamilyMarkets, FamilyPorts } from './family-markets'
import type { Listing } from './listing'
import { createMakerOrders } from './maker-orders'
import { OptionChainMarket } from './option-chain-market'
import { OPTION_MARKET_FORM, OptionMarket, type OptionMarketState } from './option-market'
import type { Emit } from './venue-port'

/** Each chain takes its step once in so many of the venue's. */
const CHAIN_STEPS = 10
/** Accounts that the makers of one chain quote with: each strike of each expiry belongs to one. */
const MAKERS_PER_CHAIN = 16

export interface OptionMarketsState {
  readonly coins: Readonly<Record<string, CoinVolatilityState>>
  readonly flows: Readonly<Record<string, RandomState>>
  /** Of each chain's last step. */
  readonly rounds: Readonly<Record<string, number>>
  /** By coin and expiry: the half hours before expiries, in which delivery prices are made. */
  readonly windows: Readonly<Record<string, DeliveryWindow>>
  readonly markets: Readonly<Record<string, OptionMarketState>>
}

export const OPTION_MARKETS_FORM: Form<OptionMarketsState> = fields<OptionMarketsState>({
  coins: byName(COIN_VOLATILITY_FORM),
  flows: byName(RANDOM_FORM),
  rounds: byName(number),
  windows: byName(DELIVERY_WINDOW_FORM),
  markets: byName(OPTION_MARKET_FORM),
})

/** One chain and where it has its prices from. */
interface Chain extends OptionChain {
  readonly settleCoin: string
  readonly market: OptionChainMarket
  readonly place: number
  /** Of its last step. */
  round: number
}

interface OpenOption {
  readonly chain: Chain
  readonly option: Parameters<OptionChainMarket['add']>[0]
}

/** The value of a best quote at the money, quote coin, and how often a chain trades, by coin. */
const QUOTE_VALUE = 120_000
const TRADES_PER_STEP: Readonly<Record<string, number>> = { BTC: 0.2, ETH: 0.12, SOL: 0.05 }
/** The USDT chain trades so much less. */
const USDT_SHARE = 0.6

/** The markets of all option chains (decisions 25). */
export class OptionMarkets implements FamilyMarkets {
  readonly family = 'option'
  readonly open = new Map<string, OptionMarket>()
  readonly #options = new Map<string, OpenOption>()
  readonly #coins = new Map<string, CoinVolatility>()
  readonly #windows: Map<string, DeliveryWindow>
  readonly #chains: readonly Chain[]
  readonly #saved: Map<string, OptionMarketState>
  #stepped: OptionMarket[] = []

  constructor(
    private readonly ports: FamilyPorts,
    saved: OptionMarketsState | undefined,
  ) {
    this.#windows = new Map(Object.entries(saved?.windows ?? {}).map(([key, one]) => [key, { ...one }]))
    this.#saved = new Map(Object.entries(saved?.markets ?? {}))
    for (const { base } of OPTION_CHAINS) {
      if (this.#coins.has(base)) continue
      const { dailyVolatility } = reference(base)
      const seed = hash32(`${ports.seed}/${base}/volatility`)
      this.#coins.set(base, new CoinVolatility(seed, dailyVolatility, saved?.coins[base]))
    }
    this.#chains = OPTION_CHAINS.map((chain, place) => this.#createChain(chain, place, saved ?? {}))
  }

  #createChain(chain: OptionChain, place: number, { flows, rounds }: Partial<OptionMarketsState>): Chain {
    const settleCoin = chain.margin === 'usdt' ? 'USDT' : 'USDC'
    const name = `${chain.base}-${settleCoin}`
    const setup = {
      seed: hash32(`${this.ports.seed}/${name}/options`),
      taker: takerOf({ base: chain.base, settleCoin }),
      holders: this.ports.hasOrderFlow ? holdersOf({ base: chain.base, settleCoin }) : null,
      quoteLots: QUOTE_VALUE / Number(reference(chain.base).startPrice) / Number(optionLotOf(chain.base)),
      tradesPerStep: (TRADES_PER_STEP[chain.base] ?? 0) * (chain.margin === 'usdt' ? USDT_SHARE : 1),
    }
    return {
      ...chain,
      settleCoin,
      place,
      round: rounds?.[name] ?? 0,
      market: new OptionChainMarket(setup, flows?.[name]),
    }
  }

  openMarkets(listings: readonly Listing[]): void {
    for (const listing of listings) this.#openMarket(listing as Listing<OptionContract>)
  }

  #openMarket(listing: Listing<OptionContract>): void {
    const { instrument, ticks, grid, engine: terms } = listing
    const { symbol, baseCoin, settleCoin, strike, isCall, delivery } = instrument
    const chain = this.#chains.find((one) => one.base === baseCoin && one.settleCoin === settleCoin)
    assert(chain !== undefined && terms.terms?.kind === 'option', `${symbol} is of a chain`)
    const { engine } = this.ports
    const slot = hash32(`${delivery.timeMs}/${strike}`) % MAKERS_PER_CHAIN
    const maker = makerOf(chain, slot)
    const taker = takerOf(chain)
    for (const account of [maker, ...this.#takersOf(chain)]) this.#openAccount(account, settleCoin)
    const orderEntry = createMakerOrders(symbol, engine, {
      handle: (command) => this.ports.handle(command),
      tradedLots: () => 0,
    })
    const saved = this.#saved.get(symbol)
    const market = new OptionMarket(
      listing,
      { orderEntry, maker, taker, stepTicks: grid },
      {
        best: () => {
          const { bids, asks } = engine.book(symbol, 1)
          return { bid: bids[0] ?? null, ask: asks[0] ?? null }
        },
        openInterestLots: () => engine.openInterestLots(symbol),
        predictedTicks: () => this.#predictedTicks(baseCoin, delivery.timeMs),
      },
      saved,
    )
    const option = {
      market,
      orderEntry,
      strikeTicks: terms.terms.strikeTicks,
      isCall,
      expiryMs: delivery.timeMs,
      held: (account: string) => engine.positions(account, symbol)[0]?.lots ?? 0,
    }
    chain.market.add(option)
    this.open.set(symbol, market)
    this.#options.set(symbol, { chain, option })
    const indexTicks = this.#indexTicks(baseCoin, ticks.size)
    if (saved === undefined && indexTicks !== null) {
      const nowMs = this.ports.nowMs()
      const coin = this.#coins.get(baseCoin)!
      if (coin.price === 0) coin.step(nowMs, indexTicks * ticks.size)
      chain.market.begin(option, { nowMs, shape: coin.shape, indexTicks, windowOf: this.#windowsOf(baseCoin) })
    }
    this.#saved.delete(symbol)
  }

  /** All that take in a chain. */
  #takersOf(chain: Pick<Chain, 'base' | 'settleCoin'>): readonly string[] {
    return this.ports.hasOrderFlow ? [takerOf(chain), ...Object.values(holdersOf(chain))] : [takerOf(chain)]
  }

  #openAccount(account: string, coin: string): void {
    if (this.ports.engine.hasAccount(account)) return
    const defaultLeverageE2 = HOUSE_LEVERAGE_E2
    this.ports.handle({ type: 'openAccount', account, role: 'maker', kind: 'uta2', defaultLeverageE2 })
    this.ports.handle({ type: 'credit', account, coin, amountE8: HOUSE_CREDIT_E8 })
  }

  /** Of the coin's USDT perpetual, in ticks of this size; `null` while that has no market. */
  #indexTicks(base: string, tickSize: number): number | null {
    const leader = this.ports.contract(leaderOf(base))
    return leader === undefined ? null : Math.round((leader.market.indexTicks * leader.listing.ticks.size) / tickSize)
  }

  endMarket(symbol: string): Price | null {
    const open = this.#options.get(symbol)
    assert(open !== undefined, `${symbol} is open`)
    const { instrument, ticks: scale } = open.option.market.listing
    const { baseCoin, delivery } = instrument
    const { expiryMs } = open.option
    const nowMs = this.ports.nowMs()
    this.#count(baseCoin, expiryMs, nowMs, scale.size)
    const ticks = this.#settlementTicks(baseCoin, expiryMs, scale.size)
    const feeRateE8 = Math.round(Number(delivery.feeRate) * 1e8)
    const ending = this.ports.hasMeanValues ? ({ cancelType: 'CancelByDelivery' } as const) : {}
    this.ports.handle({ type: 'deliver', symbol, ticks, feeRateE8, ...ending })
    open.chain.market.remove(open.option)
    this.open.delete(symbol)
    this.#options.delete(symbol)
    this.#dropWindows(nowMs)
    return scale.toText<Price>(ticks)
  }

  /** The mean of the half hour as far as it is over; outside it, the index of now. */
  #settlementTicks(base: string, expiryMs: number, tickSize: number): number {
    return this.#predictedTicks(base, expiryMs) ?? this.#indexTicks(base, tickSize)!
  }

  #predictedTicks(base: string, expiryMs: number): number | null {
    const window = this.#windows.get(windowKey(base, expiryMs))
    return window === undefined ? null : meanTicks(window)
  }

  /** What chains of a coin ask about the means of its expiries. */
  #windowsOf(base: string): (expiryMs: number) => DeliveryWindow | null {
    if (!this.ports.hasMeanValues) return () => null
    return (expiryMs) => this.#windows.get(windowKey(base, expiryMs)) ?? NO_SECONDS
  }

  /** Counts what of the half hour before an expiry is over, with the index that was last looked at. */
  #count(base: string, expiryMs: number, nowMs: number, tickSize: number): void {
    const held = this.#coins.get(base)!.price
    if (nowMs <= expiryMs - WINDOW_MS || held === 0) return
    const key = windowKey(base, expiryMs)
    const window = this.#windows.get(key) ?? startWindow()
    countSeconds(window, expiryMs, nowMs, Math.round(held / tickSize))
    this.#windows.set(key, window)
  }

  /** An expiry's last option may end a moment after its first. */
  #dropWindows(nowMs: number): void {
    for (const key of this.#windows.keys())
      if (Number(key.split('/')[1]) < nowMs - WINDOW_KEPT_MS) this.#windows.delete(key)
  }

  step(nowMs: number): void {
    const turn = Math.floor(nowMs / TICK_MS)
    this.#stepped = []
    for (const chain of this.#chains) {
      // By rounds, and not by the turn itself: an exchange that is late leaves turns out, and no chain may stand still.
      const round = Math.floor((turn - chain.place) / CHAIN_STEPS)
      if (round === chain.round) continue
      chain.round = round
      this.#stepChain(chain, nowMs)
    }
  }

  #stepChain(chain: Chain, nowMs: number): void {
    const own = [...this.#options.values()].filter((one) => one.chain === chain)
    const first = own[0]?.option.market.listing
    if (first === undefined) return
    const indexTicks = this.#indexTicks(chain.base, first.ticks.size)
    if (indexTicks === null) return
    const coin = this.#coins.get(chain.base)!
    for (const expiryMs of new Set(own.map(({ option }) => option.expiryMs))) {
      this.#count(chain.base, expiryMs, nowMs, first.ticks.size)
    }
    coin.step(nowMs, indexTicks * first.ticks.size)
    chain.market.step({ nowMs, shape: coin.shape, indexTicks, windowOf: this.#windowsOf(chain.base) })
    this.#stepped.push(...own.map(({ option }) => option.market))
  }

  tell(nowMs: number, seq: number, emit: Emit | null): void {
    if (emit !== null) for (const market of this.#stepped) emit({ type: 'ticker', ticker: market.ticker(nowMs, seq) })
    this.#stepped = []
  }

  refill(): void {
    for (const { base, settleCoin } of this.#chains) {
      const names = Array.from({ length: MAKERS_PER_CHAIN }, (_, n) => makerOf({ base, settleCoin }, n))
      for (const account of [...names, ...this.#takersOf({ base, settleCoin })]) {
        const balance = this.ports.engine.balances(account).find((one) => one.coin === settleCoin)
        if (balance === undefined || balance.walletE8 >= HOUSE_CREDIT_E8 / 2) continue
        this.ports.handle({ type: 'credit', account, coin: settleCoin, amountE8: HOUSE_CREDIT_E8 })
      }
    }
  }

  state(): OptionMarketsState {
    return {
      coins: Object.fromEntries([...this.#coins].map(([base, coin]) => [base, coin.state()])),
      flows: Object.fromEntries(
        this.#chains.map(({ base, settleCoin, market }) => [`${base}-${settleCoin}`, market.state()]),
      ),
      rounds: Object.fromEntries(this.#chains.map(({ base, settleCoin, round }) => [`${base}-${settleCoin}`, round])),
      windows: Object.fromEntries(this.#windows),
      markets: Object.fromEntries([...this.open].map(([symbol, market]) => [symbol, market.state()])),
    }
  }
}

/** An expiry's windows are forgotten a minute after it: all its options end in the same one. */
const WINDOW_KEPT_MS = MINUTE_MS

/** Before its half hour an expiry has none. */
const NO_SECONDS = startWindow()

const windowKey = (base: string, expiryMs: number): string => `${base}/${expiryMs}`
/** No user can be called so: the colon is not a letter of ids. */
const makerOf = ({ base, settleCoin }: Pick<Chain, 'base' | 'settleCoin'>, slot: number): string =>
  `maker:${base}-${settleCoin}-option:${slot + 1}`
const takerOf = ({ base, settleCoin }: Pick<Chain, 'base' | 'settleCoin'>): string =>
  `flow:${base}-${settleCoin}-option:1`
/** Those who buy and sell to hold. */
const holdersOf = ({ base, settleCoin }: Pick<Chain, 'base' | 'settleCoin'>) => ({
  long: `flow:${base}-${settleCoin}-option:2`,
  short: `flow:${base}-${settleCoin}-option:3`,
})
/** The perpetual whose index is the coin's. */
const leaderOf = (base: string): string => perpetualOf(base, 'usdt').symbol
const reference = (base: string) => referencePrice(perpetualOf(base, 'usdt'))
