import { byName, type Form } from '../../src/base/form'
import { firstPriceOf, leaderOf, referencePrice } from '../listings/catalogue'
import { tokenPrice } from '../listings/leveraged-tokens'
import { DOLLARS_FOR } from '../listings/spot-lines'
import { DayDraws } from '../simulation/day-draws'
import { SymbolMarket } from '../simulation/symbol-market'
import { HOUSE_LEVERAGE_E2, houseAccounts } from './accounts'
import type { FamilyMarkets, FamilyPorts } from './family-markets'
import type { Listing } from './listing'
import { LISTED_INSTRUMENT_FORM, type ListedInstrumentState } from './listed-instrument'
import { createMakerOrders } from './maker-orders'
import { firstAnchor, marketSetup, pastsOf, QUIET_STEPS } from './market-setup'
import { SpotMarket } from './spot-market'

/** The open pairs of a snapshot, by symbol, in the order in which they take their turns. */
export type SpotState = Readonly<Record<string, ListedInstrumentState>>

export const SPOT_STATE_FORM: Form<SpotState> = byName(LISTED_INSTRUMENT_FORM)

const TICK_MS = 100
/** What each maker and taker of a pair has of either coin, dollars: some hundred times what its quotes take. */
const HOUSE_DOLLARS = 5_000_000
/** The engine holds no more of a coin: of a cheap one that is the bound, E8. */
const HOUSE_MOST_E8 = 40_000_000 * 1e8

/**
 * Pairs and those who quote in them. Each follows the index of its coin's USDT perpetual, in its own quote coin, and takes
 * one step a second, in turns.
 */
export class SpotMarkets implements FamilyMarkets {
  readonly family = 'spot'
  readonly open = new Map<string, SpotMarket>()
  readonly #ports: FamilyPorts
  readonly #saved: SpotState
  readonly #draws = new DayDraws()
  /** Lots of all pairs printed so far in this run of the program: a taker reads the difference. Not part of the state. */
  #tradedLots = 0

  constructor(ports: FamilyPorts, saved: SpotState = {}) {
    this.#ports = ports
    this.#saved = saved
  }

  openMarkets(listings: readonly Listing[]): void {
    // As they stood: in each step the markets take their turns in this order.
    const places = new Map(Object.keys(this.#saved).map((symbol, at) => [symbol, at]))
    const placeOf = ({ instrument }: Listing): number => places.get(instrument.symbol) ?? places.size
    const opened = listings.toSorted((a, b) => placeOf(a) - placeOf(b)).map((listing) => this.#open(listing))
    this.#draws.release()
    const fresh = opened.filter(({ listing }) => this.#saved[listing.instrument.symbol] === undefined)
    for (const { listing } of fresh) this.#openHouse(listing)
    for (const market of fresh) {
      market.listed.market.open(this.#ports.nowMs(), this.#leaderPrice(market.listing))
      market.listed.samplePrices()
    }
  }

  /** A pair never ends. */
  endMarket(): null {
    return null
  }

  step(nowMs: number): void {
    const turn = Math.round(nowMs / TICK_MS)
    let place = 0
    for (const market of this.open.values()) {
      if ((turn + place++) % QUIET_STEPS !== 0) continue
      const leaderPrice = this.#leaderPrice(market.listing)
      if (leaderPrice !== null) market.listed.follow(nowMs, leaderPrice)
    }
  }

  tell(...[nowMs, seq, emit]: Parameters<FamilyMarkets['tell']>): void {
    for (const { listed } of this.open.values()) {
      listed.samplePrices()
      listed.emitTicker(nowMs, seq, emit)
      listed.emitCandles(emit)
    }
  }

  /** Fees drain the house's accounts, and moves leave them with the one coin or the other. */
  refill(): void {
    for (const { listing } of this.open.values()) {
      const { makers, flows } = houseAccounts(listing.instrument)
      for (const account of [...makers, ...flows]) {
        const balances = this.#ports.engine.balances(account)
        for (const [coin, amountE8] of this.#creditsOf(listing)) {
          const walletE8 = balances.find((one) => one.coin === coin)?.walletE8 ?? 0
          if (walletE8 < amountE8 / 2)
            this.#ports.handle({ type: 'credit', account, coin, amountE8: amountE8 - walletE8 })
        }
      }
    }
  }

  state(): SpotState {
    return Object.fromEntries([...this.open].map(([symbol, { listed }]) => [symbol, listed.state()]))
  }

  #open(listing: Listing): SpotMarket {
    const { symbol } = listing.instrument
    const { seed, startMs, engine } = this.#ports
    const anchor = firstAnchor(listing, startMs)
    const saved = this.#saved[symbol]
    const orderEntry = createMakerOrders(symbol, engine, {
      handle: (command) => this.#ports.handle(command),
      tradedLots: () => this.#tradedLots,
    })
    const market = new SpotMarket(
      {
        listing,
        market: new SymbolMarket(
          marketSetup(listing, { ...this.#ports, hasPremiums: false }, anchor),
          orderEntry,
          saved?.market,
        ),
        pasts: pastsOf(listing, seed, anchor, this.#draws),
        best: () => {
          const { bids, asks } = engine.book(symbol, 1)
          return { bid: bids[0] ?? null, ask: asks[0] ?? null }
        },
        followedPrice: () => this.#leaderPrice(listing),
        onLots: (lots) => (this.#tradedLots += lots),
      },
      saved,
    )
    this.open.set(symbol, market)
    return market
  }

  /** The index of the coin in the pair's own quote coin; `null` while its perpetual has no market. */
  #leaderPrice({ instrument }: Listing): number | null {
    const token = instrument.kind === 'spot' ? instrument.leveragedToken : null
    const leader = this.#ports.contract((token === null ? leaderOf(instrument) : `${token.underlying}USDT`) ?? '')
    if (leader === undefined) return null
    const dollars = leader.market.indexTicks * leader.listing.ticks.size
    if (token !== null) return tokenPrice(token.direction, dollars, firstPriceOf(token.underlying) ?? dollars)
    return dollars / (DOLLARS_FOR[instrument.quoteCoin] ?? 1)
  }

  #openHouse(listing: Listing): void {
    const { makers, flows } = houseAccounts(listing.instrument)
    for (const account of [...makers, ...flows]) {
      const defaultLeverageE2 = HOUSE_LEVERAGE_E2
      this.#ports.handle({ type: 'openAccount', account, role: 'maker', kind: 'uta2', defaultLeverageE2 })
      for (const [coin, amountE8] of this.#creditsOf(listing)) {
        this.#ports.handle({ type: 'credit', account, coin, amountE8 })
      }
    }
  }

  /** As much money of either coin, by the price that the pair began at. */
  #creditsOf({ instrument }: Listing): readonly (readonly [coin: string, amountE8: number])[] {
    const coins = HOUSE_DOLLARS / Number(referencePrice(instrument).startPrice)
    return [
      [instrument.quoteCoin, HOUSE_DOLLARS * 1e8],
      [instrument.baseCoin, Math.min(HOUSE_MOST_E8, Math.ceil(coins) * 1e8)],
    ]
  }
}
