import { createRandom, hash32 } from '../../src/base/random'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/market/interval'

/**
 * Those who hold a contract and have no account here: the public of a venue, without which its open interest would be
 * what its market makers have left over. What some of them hold long the others hold short, lot for lot, so no coin of
 * theirs moves in or out of the ledger, and they never trade here. How much and how many they are follows from seed,
 * symbol and time alone, before the first start as after it.
 */
export interface HoldersOf {
  readonly seed: number
  readonly symbol: string
  /** What they hold long on a usual day. */
  readonly usualLots: number
  /** How many of them there are on a usual day. */
  readonly usualAccounts: number
  readonly launchMs: number
  /** `null` for what never ends. */
  readonly deliveryMs: number | null
}

/** What is held wanders by these shares, each over its own span of time. */
const INTEREST_WAVES: readonly Wave[] = [
  [6 * HOUR_MS, 0.02],
  [DAY_MS, 0.05],
  [7 * DAY_MS, 0.1],
  [30 * DAY_MS, 0.15],
]
/** So does the share of the accounts that are long: more of them than not, because the small ones mostly are. */
const LONG_WAVES: readonly Wave[] = [
  [6 * HOUR_MS, 0.015],
  [2 * DAY_MS, 0.03],
  [14 * DAY_MS, 0.04],
]
const USUAL_LONG_SHARE = 0.54
const LONG_SHARE = { least: 0.25, most: 0.8 } as const
/** How long a new contract takes to find its holders. */
const GATHER_MS = 5 * DAY_MS
/** Before a delivery many close, or go on to the next: what is left of them, and when they begin to. */
const LEAVE_MS = 2 * DAY_MS
const LEFT_SHARE = 0.4

type Wave = readonly [spanMs: number, share: number]

/** @returns lots held long, which are as many as are held short; 0 before the launch and from the delivery on */
export function heldLots(of: HoldersOf, timeMs: number): number {
  return Math.round(of.usualLots * heldShare(of, timeMs))
}

/** How many of the accounts are long, and how many short. */
export function holderCounts(of: HoldersOf, timeMs: number): { readonly long: number; readonly short: number } {
  const { seed, symbol, usualAccounts } = of
  const accounts = Math.round(usualAccounts * heldShare(of, timeMs))
  const share = USUAL_LONG_SHARE + sumOf(LONG_WAVES, `${seed}/${symbol}/long`, timeMs)
  const long = Math.round(accounts * Math.min(LONG_SHARE.most, Math.max(LONG_SHARE.least, share)))
  return { long, short: accounts - long }
}

function heldShare({ seed, symbol, launchMs, deliveryMs }: HoldersOf, timeMs: number): number {
  if (timeMs <= launchMs || (deliveryMs !== null && timeMs >= deliveryMs)) return 0
  const gathered = smooth(Math.min(1, (timeMs - launchMs) / GATHER_MS))
  const left = deliveryMs === null ? 1 : smooth(Math.min(1, (deliveryMs - timeMs) / LEAVE_MS))
  const wandering = Math.exp(sumOf(INTEREST_WAVES, `${seed}/${symbol}/interest`, timeMs))
  return wandering * gathered * (LEFT_SHARE + (1 - LEFT_SHARE) * left)
}

/** The lots of now, drawn once a minute: a ticker is asked for many times a second. */
export class HeldLots {
  #minute = Number.NaN
  #lots = 0

  constructor(private readonly of: HoldersOf) {}

  at(timeMs: number): number {
    const minute = Math.floor(timeMs / MINUTE_MS)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#lots = heldLots(this.of, minute * MINUTE_MS)
    }
    return this.#lots
  }
}

function sumOf(waves: readonly Wave[], name: string, timeMs: number): number {
  return waves.reduce((sum, [spanMs, share]) => sum + share * wave(`${name}/${spanMs}`, timeMs / spanMs), 0)
}

const draw = (name: string): number => createRandom(hash32(name)).normal()

/** A smooth curve through a draw at every whole place. */
function wave(name: string, place: number): number {
  const left = Math.floor(place)
  const part = smooth(place - left)
  return draw(`${name}/${left}`) * (1 - part) + draw(`${name}/${left + 1}`) * part
}

/** From 0 to 1 without a corner. */
const smooth = (x: number): number => x * x * (3 - 2 * x)
