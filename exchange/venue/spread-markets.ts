import { byName, fields, type Form } from '../../src/base/form'
import type { Price } from '../../src/domain/decimal'
import { HOUSE_CREDIT_E8, HOUSE_LEVERAGE_E2 } from './accounts'
import type { FamilyMarkets, FamilyPorts } from './family-markets'
import type { Listing } from './listing'
import { SPREAD_MARKET_FORM, SpreadMarket, type SpreadAccounts, type SpreadMarketState } from './spread-market'
import type { Emit } from './venue-port'

/** A spread's quotes are tended once in so many ticks, each spread in its turn. */
const TURNS = 10
const TICK_MS = 100
/** What each account has of a coin whose pair is a leg, E8: what it has more or less of it goes into the pair's book. */
const COINS_E8 = 10_000 * 1e8
const SETTLE_COIN = 'USDT'

export interface SpreadMarketsState {
  readonly markets: Readonly<Record<string, SpreadMarketState>>
}

export const SPREAD_MARKETS_FORM: Form<SpreadMarketsState> = fields<SpreadMarketsState>({
  markets: byName(SPREAD_MARKET_FORM),
})

/**
 * The spreads' markets. Makers quote what the legs' books imply and pass what they get on into these books, so that spread
 * and legs never stand far apart; nothing of it is past what the engine checks of anybody.
 */
export class SpreadMarkets implements FamilyMarkets {
  readonly family = 'spread'
  readonly open = new Map<string, SpreadMarket>()
  readonly #ports: FamilyPorts
  readonly #saved: SpreadMarketsState['markets']
  readonly #coins = new Set<string>()
  /** The pair of each coin that has one as a leg. */
  readonly #pairs = new Map<string, string>()

  constructor(ports: FamilyPorts, saved: SpreadMarketsState | undefined) {
    this.#ports = ports
    this.#saved = saved?.markets ?? {}
  }

  openMarkets(listings: readonly Listing[]): void {
    for (const listing of listings) {
      const { symbol, baseCoin } = listing.instrument
      const accounts = accountsOf(baseCoin)
      const market = new SpreadMarket(listing, this.#ports, accounts, this.#saved[symbol])
      const pair = market.terms.legs.find((leg) => this.#ports.listing(leg).engine.baseCoin !== undefined)
      if (pair !== undefined) this.#pairs.set(baseCoin, pair)
      for (const account of Object.values(accounts)) this.#openAccount(account, pair === undefined ? null : baseCoin)
      this.#coins.add(baseCoin)
      this.open.set(symbol, market)
    }
  }

  endMarket(symbol: string): Price | null {
    // It only ends: what its fills made is held in the legs.
    this.#ports.handle({ type: 'deliver', symbol, ticks: 0, feeRateE8: 0 })
    this.open.delete(symbol)
    return null
  }

  step(nowMs: number): void {
    const turn = Math.round(nowMs / TICK_MS)
    let place = 0
    for (const [symbol, market] of this.open) {
      if (!this.#hasLegs(market)) this.endMarket(symbol)
      else if ((turn + place++) % TURNS === 0) market.step()
    }
    if (turn % TURNS === 0) for (const coin of this.#coins) this.#passOn(coin)
  }

  tell(nowMs: number, seq: number, emit: Emit | null): void {
    for (const market of this.open.values()) market.tell(nowMs, seq, emit)
  }

  refill(): void {
    for (const coin of this.#coins) {
      for (const account of Object.values(accountsOf(coin))) {
        const balance = this.#balanceE8(account, SETTLE_COIN)
        if (balance < HOUSE_CREDIT_E8 / 2) this.#credit(account, SETTLE_COIN, HOUSE_CREDIT_E8)
      }
    }
  }

  state(): SpreadMarketsState {
    return { markets: Object.fromEntries([...this.open].map(([symbol, market]) => [symbol, market.state()])) }
  }

  /** A leg may have been ended before its day, by control. */
  #hasLegs({ terms }: SpreadMarket): boolean {
    return terms.legs.every((leg) => this.#ports.listing(leg).engine.isTrading !== false)
  }

  /** What makers and takers hold of a leg goes into its book, at the prices there. */
  #passOn(coin: string): void {
    const pair = this.#pairs.get(coin)
    for (const account of Object.values(accountsOf(coin))) {
      for (const { symbol, lots } of this.#ports.engine.positions(account)) this.#sell(account, symbol, lots)
      if (pair === undefined) continue
      const lotE8 = Number(this.#ports.listing(pair).lotE8)
      this.#sell(account, pair, Math.trunc((this.#balanceE8(account, coin) - COINS_E8) / lotE8))
    }
  }

  /** At the market; fewer than none are bought. */
  #sell(account: string, symbol: string, lots: number): void {
    const { maxMarketLots, minLots, isTrading, baseCoin } = this.#ports.listing(symbol).engine
    if (isTrading === false || Math.abs(lots) < minLots) return
    this.#ports.handle({
      type: 'place',
      account,
      linkId: '',
      symbol,
      side: lots > 0 ? 'sell' : 'buy',
      orderType: 'market',
      ticks: 0,
      lots: Math.min(Math.abs(lots), maxMarketLots),
      timeInForce: 'immediateOrCancel',
      reduceOnly: baseCoin === undefined,
      closeOnTrigger: false,
      selfMatch: 'cancelTaker',
      createType: 'CreateByUser',
    })
  }

  #openAccount(account: string, coin: string | null): void {
    if (!this.#ports.engine.hasAccount(account)) {
      const defaultLeverageE2 = HOUSE_LEVERAGE_E2
      this.#ports.handle({ type: 'openAccount', account, role: 'maker', kind: 'uta2', defaultLeverageE2 })
      this.#credit(account, SETTLE_COIN, HOUSE_CREDIT_E8)
    }
    if (coin !== null && this.#balanceE8(account, coin) === 0) this.#credit(account, coin, COINS_E8)
  }

  #balanceE8(account: string, coin: string): number {
    return this.#ports.engine.balances(account).find((one) => one.coin === coin)?.walletE8 ?? 0
  }

  #credit(account: string, coin: string, amountE8: number): void {
    this.#ports.handle({ type: 'credit', account, coin, amountE8 })
  }
}

/** Of all spreads of a coin. No user can be called so: the colon is not a letter of ids. */
function accountsOf(baseCoin: string): SpreadAccounts {
  return { maker: `maker:${baseCoin}-spreads:1`, flow: `flow:${baseCoin}-spreads:1` }
}
