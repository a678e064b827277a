import { byName, fields, type Form } from '../../src/base/form'
import type { Price } from '../../src/domain/decimal'
import { HOUSE_CREDIT_E8, HOUSE_LEVERAGE_E2 } from './accounts'
import type { FamilyMarkets, FamilyPorts } from './family-markets'
import type { Listing } from './listing'
import { SPREAD_MARKET_FORM, SpreadMarket, type SpreadAccounts, type SpreadMarketState } from './spread-market'
import type { VenueEvent } from './venue-port'

/** A spread's quotes are tended once in so many ticks, each spread in its turn. */
const TURNS = 10
const TICK_MS = 100

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

  constructor(ports: FamilyPorts, saved: SpreadMarketsState | undefined) {
    this.#ports = ports
    this.#saved = saved?.markets ?? {}
  }

  openMarkets(listings: readonly Listing[]): void {
    for (const listing of listings) {
      const { symbol, baseCoin } = listing.instrument
      const accounts = accountsOf(baseCoin)
      for (const account of Object.values(accounts)) this.#openAccount(account, listing)
      this.#coins.add(baseCoin)
      this.open.set(symbol, new SpreadMarket(listing, this.#ports, accounts, this.#saved[symbol]))
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
    if (turn % TURNS === 0) for (const coin of this.#coins) this.#passOn(accountsOf(coin))
  }

  tell(nowMs: number, seq: number, emit: (event: VenueEvent) => void): void {
    for (const market of this.open.values()) market.tell(nowMs, seq, emit)
  }

  refill(): void {
    for (const coin of this.#coins) {
      for (const account of Object.values(accountsOf(coin))) {
        for (const { coin: held, walletE8 } of this.#ports.engine.balances(account)) {
          if (walletE8 < HOUSE_CREDIT_E8 / 2) this.#credit(account, held)
        }
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
  #passOn(accounts: SpreadAccounts): void {
    for (const account of Object.values(accounts)) {
      for (const { symbol, lots } of this.#ports.engine.positions(account)) {
        const side = lots > 0 ? 'sell' : 'buy'
        const { maxMarketLots, minLots, isTrading } = this.#ports.listing(symbol).engine
        if (isTrading === false || Math.abs(lots) < minLots) continue
        this.#ports.handle({
          type: 'place',
          account,
          linkId: '',
          symbol,
          side,
          orderType: 'market',
          ticks: 0,
          lots: Math.min(Math.abs(lots), maxMarketLots),
          timeInForce: 'immediateOrCancel',
          reduceOnly: true,
          closeOnTrigger: false,
          selfMatch: 'cancelTaker',
          createType: 'CreateByUser',
        })
      }
    }
  }

  #openAccount(account: string, { engine }: Listing): void {
    if (this.#ports.engine.hasAccount(account)) return
    const defaultLeverageE2 = HOUSE_LEVERAGE_E2
    this.#ports.handle({ type: 'openAccount', account, role: 'maker', kind: 'uta2', defaultLeverageE2 })
    this.#credit(account, engine.settleCoin)
  }

  #credit(account: string, coin: string): void {
    this.#ports.handle({ type: 'credit', account, coin, amountE8: HOUSE_CREDIT_E8 })
  }
}

/** Of all spreads of a coin. No user can be called so: the colon is not a letter of ids. */
function accountsOf(baseCoin: string): SpreadAccounts {
  return { maker: `maker:${baseCoin}-spreads:1`, flow: `flow:${baseCoin}-spreads:1` }
}
