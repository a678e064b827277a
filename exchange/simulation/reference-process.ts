import { fields, list, number, type Form } from '../../src/base/form'
import type { Random } from '../../src/base/random'
import type { Calibration } from './calibration'
import { poisson } from './draws'

/** One step of the market. Everything per step below is per this long. */
export const TICK_MS = 100

const STEP_S = TICK_MS / 1000
const STEPS_PER_DAY = 86_400_000 / TICK_MS
/** How long an order excites further ones, in seconds, and how many it brings over that scale (their sum is below 1). */
const EXCITATION = [
  { decay: Math.exp(-STEP_S / 0.4), brings: 0.28 },
  { decay: Math.exp(-STEP_S / 9), brings: 0.32 },
  { decay: Math.exp(-STEP_S / 150), brings: 0.27 },
] as const
const BRANCHING = EXCITATION.reduce((sum, one) => sum + one.brings, 0)
/** News: about every two hours the slow excitation jumps. It makes this share of all orders in the long run. */
const NEWS_CHANCE = STEP_S / 7_200
const NEWS_SHARE = 0.35
const SLOWEST = EXCITATION.length - 1
/** Mean jump, in mean orders per step, so that the share comes out. */
const NEWS_JUMP = (NEWS_SHARE * (1 - BRANCHING) * (1 - EXCITATION[SLOWEST]!.decay)) / NEWS_CHANCE
/** Slow moods of the market: two log-volatility factors, minutes and hours. */
const MOODS = [
  { perStep: STEP_S / 900, deviation: 0.7 },
  { perStep: STEP_S / 18_000, deviation: 0.65 },
] as const
/** E[exp(mood)] where the moods have variance s²: divides the mean back to one. */
const MOOD_MEAN = Math.exp(MOODS.reduce((sum, one) => sum + one.deviation ** 2, 0) / 2)
const MAX_ORDERS_PER_STEP = 40
/** Now and then a move is many times its size (news, liquidations), and moves stay larger for a while after it. */
const JUMP_CHANCE = 0.0006
const JUMP_FACTOR = 9
/** What a jump adds to the variance of the next moves, and how it fades. */
const AFTERSHOCK = 5
const AFTERSHOCK_STEPS = 15 / STEP_S
/** Both make variance; about half of the steps have orders. Divides the mean back to what is calibrated. */
const MOVE_SCALE =
  1 / Math.sqrt((1 + JUMP_CHANCE * (JUMP_FACTOR ** 2 - 1)) * (1 + (JUMP_CHANCE / 2) * AFTERSHOCK * AFTERSHOCK_STEPS))
/** The price is drawn back to where it began over this many days, so that a sandbox left on does not wander off. */
const PULL_DAYS = 25

/** Plain data: goes into the snapshot as it is. */
export interface ProcessState {
  /** Natural logarithm of the reference price. */
  logPrice: number
  /** Where the pull draws it. */
  anchorLog: number
  readonly excitation: number[]
  /** Extra variance of moves after a jump; fades. */
  aftershock: number
  readonly moods: number[]
}

export const PROCESS_FORM: Form<ProcessState> = fields<ProcessState>({
  logPrice: number,
  anchorLog: number,
  excitation: list(number),
  aftershock: number,
  moods: list(number),
})

export interface ProcessStep {
  /** Market orders of this step. */
  readonly orders: number
  /** The symbol's whole log return of this step. */
  readonly logReturn: number
  /** The part that other symbols share. */
  readonly factorReturn: number
  /** Order intensity against its long-run mean: 1 is an ordinary moment. */
  readonly heat: number
}

/** Starts in an ordinary moment: excited as much as in the long-run mean. */
export function startProcess(price: number, calibration: Calibration): ProcessState {
  return {
    logPrice: Math.log(price),
    anchorLog: Math.log(price),
    excitation: EXCITATION.map((one) => one.brings * calibration.ordersPerSecond * STEP_S),
    aftershock: 0,
    moods: MOODS.map(() => 0),
  }
}

/**
 * Moves the reference by one step. Orders arrive as a self-exciting (Hawkes) process on three time scales under a slow
 * mood, and the price moves only with them: variance is proportional to the number of orders. That one mechanism gives
 * quiet moments, bursts, fat tails and clustered volatility from seconds to hours.
 *
 * @param factorReturn the common factor's return of this step; `null` for the symbol that is the factor
 */
export function stepProcess(
  state: ProcessState,
  calibration: Calibration,
  random: Random,
  factorReturn: number | null,
): ProcessStep {
  const { excitation, moods } = state
  let mood = 0
  for (let k = 0; k < MOODS.length; k++) {
    const { perStep, deviation } = MOODS[k]!
    moods[k]! += -moods[k]! * perStep + deviation * Math.sqrt(2 * perStep) * random.normal()
    mood += moods[k]!
  }
  const meanOrders = calibration.ordersPerSecond * STEP_S
  if (random.next() < NEWS_CHANCE) excitation[SLOWEST]! += random.exponential(NEWS_JUMP * meanOrders)
  let intensity = meanOrders * (1 - NEWS_SHARE) * (1 - BRANCHING) * (Math.exp(mood) / MOOD_MEAN)
  for (const one of excitation) intensity += one
  const orders = Math.min(poisson(random, intensity), MAX_ORDERS_PER_STEP)
  for (let k = 0; k < EXCITATION.length; k++) {
    const { decay, brings } = EXCITATION[k]!
    excitation[k] = excitation[k]! * decay + orders * brings * (1 - decay)
  }
  const perOrder = (calibration.dailyVolatility ** 2 * calibration.ownShare) / STEPS_PER_DAY / meanOrders
  let own = 0
  if (orders > 0) {
    const isJump = random.next() < JUMP_CHANCE
    const scale = Math.sqrt(perOrder * orders * (1 + state.aftershock)) * MOVE_SCALE * (isJump ? JUMP_FACTOR : 1)
    own = scale * random.normal()
    if (isJump) state.aftershock += AFTERSHOCK
  }
  state.aftershock *= 1 - 1 / AFTERSHOCK_STEPS
  const pull = (state.anchorLog - state.logPrice) / (PULL_DAYS * STEPS_PER_DAY)
  const moved = orders > 0 || (factorReturn !== null && factorReturn !== 0)
  const logReturn = moved ? own + pull + (factorReturn ?? 0) * calibration.beta : 0
  state.logPrice += logReturn
  return { orders, logReturn, factorReturn: own, heat: intensity / meanOrders }
}
