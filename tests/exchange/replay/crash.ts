import type { EngineCommand } from '../../../exchange/engine/commands'
import type { MatchingEngine } from '../../../exchange/engine/matching-engine'
import type { EngineEvent } from '../../../exchange/engine/events'
import type { EngineInstrument } from '../../../exchange/engine/instrument'
import { createEngine } from '../../../exchange/engine/create-engine'
import { createRandom, type Random } from '../../../src/base/random'
import { BTC, place, USDT } from '../engine/engine-fixture'
import { pathOf, type Bar } from './bars'
import { isCrossDue, isIsolatedDue } from './expected'

/** BTCUSDT with the three tiers of 2026 (semantics.md §2.9). */
export const INSTRUMENT: EngineInstrument = {
  ...BTC,
  tiers: [
    {
      limitE8: 300_000 * USDT,
      initialRateE8: 660_000,
      maintenanceRateE8: 330_000,
      maxLeverageE2: 15_000,
      deductionE8: 0,
    },
    {
      limitE8: 2_000_000 * USDT,
      initialRateE8: 1_000_000,
      maintenanceRateE8: 500_000,
      maxLeverageE2: 10_000,
      deductionE8: 510 * USDT,
    },
    {
      limitE8: 2_600_000 * USDT,
      initialRateE8: 1_110_000,
      maintenanceRateE8: 560_000,
      maxLeverageE2: 9_000,
      deductionE8: 1_710 * USDT,
    },
  ],
}

export const ACCOUNTS = 200
const USERS = Array.from({ length: ACCOUNTS }, (_, index) => `user-${index}`)
const MAKERS = ['maker-1', 'maker-2']
const LEVERAGES_E2 = [200, 500, 1_000, 2_000, 2_500, 5_000, 7_500, 10_000]
const BAR_MS = 60_000
const FUNDING_BARS = 480
const MAX_STEP = 0.001
/** Quotes of each maker a side: their distance in shares of the price, and their size in lots. */
const LEVELS = 6
const LEVEL_STEP = 0.000_3
const CALM_LOTS = 600
/** The price falls while it is this far below the highest of the last hour. */
const FALL = 0.01
const HOUR = 60

export interface Venue {
  /** What the insurance pool begins with. */
  readonly poolUsdt: number
  /** Lots of one quote, at most, while the price falls: thin books leave positions to the pool. */
  readonly fallLots: number
}

export interface ReplayReport {
  marks: number
  orders: number
  isolatedDue: number
  crossDue: number
  partial: number
  takeover: number
  adl: number
  lowestPoolUsdt: number
  /** What broke a rule, in words; must be empty. */
  readonly faults: string[]
}

/**
 * A day of recorded bars, replayed against 200 accounts of various leverage, half of them isolated. Every mark is held
 * against the Decimal rules: who is liquidated, and who is not; the pool, the sums and the open interest after it.
 */
export function replay(bars: readonly Bar[], seed: number, venue: Venue): ReplayReport {
  const day = new Day(seed, venue)
  bars.forEach((bar, index) => day.play(bar, index))
  return day.report
}

class Day {
  readonly report: ReplayReport = {
    marks: 0,
    orders: 0,
    isolatedDue: 0,
    crossDue: 0,
    partial: 0,
    takeover: 0,
    adl: 0,
    lowestPoolUsdt: Number.POSITIVE_INFINITY,
    faults: [],
  }
  readonly #engine: MatchingEngine = createEngine([INSTRUMENT])
  readonly #random: Random
  readonly #opens: number[] = []
  #nowMs = 0

  constructor(
    seed: number,
    private readonly venue: Venue,
  ) {
    this.#random = createRandom(seed)
    const random = this.#random
    for (const account of MAKERS) this.#open(account, 'maker', 1_000, 20_000_000)
    for (const account of USERS) {
      const leverageE2 = LEVERAGES_E2[random.int(0, LEVERAGES_E2.length - 1)]!
      this.#open(account, 'user', leverageE2, Math.round(200 * 250 ** random.next()))
      if (random.next() < 0.5) this.#run({ type: 'setMarginMode', account, mode: 'isolated' })
    }
    const amountE8 = venue.poolUsdt * USDT
    if (amountE8 > 0) this.#run({ type: 'credit', account: 'insurance', coin: 'USDT', amountE8 })
  }

  play(bar: Bar, index: number): void {
    const path = pathOf(bar, MAX_STEP)
    this.#opens.push(bar.open)
    path.forEach((price, step) => {
      this.#nowMs = index * BAR_MS + Math.floor((step * BAR_MS) / path.length)
      const markTicks = Math.round(price * 10)
      this.#mark(markTicks)
      this.#quote(markTicks)
    })
    for (let i = 0; i < 6; i++) this.#trade(USERS[this.#random.int(0, ACCOUNTS - 1)]!)
    if (index % FUNDING_BARS === FUNDING_BARS - 1) {
      this.#run({ type: 'funding', symbol: 'BTCUSDT', rateE8: 10_000 })
    }
  }

  #open(account: string, role: 'user' | 'maker', defaultLeverageE2: number, usdt: number): void {
    this.#run({ type: 'openAccount', account, role, kind: 'uta2', defaultLeverageE2 })
    this.#run({ type: 'credit', account, coin: 'USDT', amountE8: usdt * USDT })
  }

  #run(command: EngineCommand): readonly EngineEvent[] {
    return this.#engine.handle(command, this.#nowMs).events
  }

  /** Makers move their quotes to the new price. */
  #quote(markTicks: number): void {
    const isFalling = markTicks / 10 < Math.max(...this.#opens.slice(-HOUR)) * (1 - FALL)
    const mostLots = isFalling ? this.venue.fallLots : CALM_LOTS
    for (const account of MAKERS) {
      this.#run({ type: 'cancelAll', account, symbol: 'BTCUSDT' })
      for (let level = 1; level <= LEVELS; level++) {
        const away = Math.round(markTicks * LEVEL_STEP * level) + this.#random.int(0, 5)
        const lots = this.#random.int(1, mostLots)
        for (const side of ['buy', 'sell'] as const) {
          const ticks = side === 'buy' ? markTicks - away : markTicks + away
          this.#run(place(account, { side, ticks, lots, timeInForce: 'postOnly' }))
        }
      }
    }
  }

  /** Opens, adds to or closes a position at market, now and then with a margin of its own. */
  #trade(account: string): void {
    const random = this.#random
    const engine = this.#engine
    const position = engine.positions(account, 'BTCUSDT')[0]!
    const market = { orderType: 'market', timeInForce: 'immediateOrCancel' } as const
    if (position.lots !== 0 && random.next() < 0.15) {
      const side = position.lots > 0 ? 'sell' : 'buy'
      this.#run(place(account, { ...market, side, lots: Math.abs(position.lots), reduceOnly: true }))
      return
    }
    if (position.lots !== 0 && random.next() < 0.2) {
      const target = { account, symbol: 'BTCUSDT', positionIdx: 0 } as const
      this.#run({ type: 'setAutoAddMargin', ...target, isOn: random.next() < 0.3 })
      this.#run({ type: 'addMargin', ...target, amountE8: random.int(1, 50) * USDT })
      return
    }
    const { availableE8 } = engine.balances(account)[0]!
    const room = (Math.max(0, availableE8) * position.leverageE2) / 100 / (position.markTicks! * INSTRUMENT.valueUnitE8)
    const lots = Math.floor(room * (0.2 + 0.6 * random.next()))
    if (lots < 1) return
    // More longs than shorts, as before every crash.
    const side = random.next() < 0.65 ? 'buy' : 'sell'
    this.report.orders += 1
    this.#run(place(account, { ...market, side, lots: Math.min(lots, 20_000) }))
  }

  #mark(markTicks: number): void {
    const engine = this.#engine
    const expected = new Map<string, boolean>()
    const before = new Map<string, number>()
    for (const account of USERS) {
      const position = engine.positions(account, 'BTCUSDT')[0]!
      if (position.lots === 0) continue
      const isIsolated = position.marginMode === 'isolated'
      const isDue = isIsolated
        ? isIsolatedDue(position, INSTRUMENT, markTicks)
        : isCrossDue(position, engine.balances(account)[0]!, INSTRUMENT, markTicks)
      expected.set(account, isDue)
      before.set(account, position.extraMarginE8 ?? 0)
      if (isDue) this.report[isIsolated ? 'isolatedDue' : 'crossDue'] += 1
    }
    const events = this.#run({ type: 'mark', symbol: 'BTCUSDT', markTicks, indexTicks: markTicks })
    this.report.marks += 1
    const told = new Map<string, Set<string>>()
    for (const event of events) {
      if (event.type !== 'liquidation') continue
      this.report[event.stage] += 1
      told.set(event.account, (told.get(event.account) ?? new Set()).add(event.stage))
    }
    for (const [account, isDue] of expected) this.#compare(account, isDue, told.get(account) ?? new Set(), before)
    this.#balanced(markTicks)
  }

  #compare(account: string, isDue: boolean, stages: ReadonlySet<string>, before: ReadonlyMap<string, number>): void {
    const wasLiquidated = stages.has('partial') || stages.has('takeover')
    if (wasLiquidated === isDue) return
    const position = this.#engine.positions(account, 'BTCUSDT')[0]!
    if (isDue) {
      // Deleveraged away first; refilled by auto-add-margin; or nobody was there to take a solvent cross position.
      if (stages.has('adl') || (position.extraMarginE8 ?? 0) > before.get(account)!) return
      if (position.marginMode === 'cross') return
    }
    this.#fault(`${account} ${isDue ? 'should have been' : 'was'} liquidated at ${position.markTicks}`)
  }

  #balanced(markTicks: number): void {
    const engine = this.#engine
    for (const { sumE8, creditedE8 } of engine.conservation()) {
      if (sumE8 !== creditedE8) this.#fault(`${sumE8} of ${creditedE8} at ${markTicks}`)
    }
    const held = [...USERS, ...MAKERS, 'insurance'].map((one) => engine.positions(one, 'BTCUSDT')[0]!.lots)
    const long = held.reduce((sum, lots) => sum + Math.max(0, lots), 0)
    if (held.reduce((sum, lots) => sum + lots, 0) !== 0) this.#fault(`positions do not cancel at ${markTicks}`)
    if (engine.openInterestLots('BTCUSDT') !== long) this.#fault(`open interest is not ${long} at ${markTicks}`)
    const pool = engine.insurancePool('USDT').balanceE8
    this.report.lowestPoolUsdt = Math.min(this.report.lowestPoolUsdt, pool / USDT)
    // An exhausted pool holds nothing: what it took over went to the other side.
    if (pool <= 0 && held.at(-1) !== 0) this.#fault(`the pool has ${pool} and still ${held.at(-1)} lots`)
    for (const account of USERS) {
      const { walletE8 } = engine.balances(account)[0]!
      if (walletE8 < 0) this.#fault(`${account} owes ${walletE8}`)
    }
  }

  #fault(text: string): void {
    if (this.report.faults.length < 20) this.report.faults.push(text)
  }
}
