import type { Account } from '../entities'
import type { EngineCommand } from '../commands'
import { availableE8 } from '../risk/available'
import { isBelowMaintenance } from '../risk/margin'
import { riskOf } from '../risk/risk-of'
import { refuse, type EngineRefusal, type EngineResult } from '../result'
import { ONE_E2 } from '../scaled'
import type { EngineState } from '../state'
import { debtsOf } from './conversion'
import type { SharedCollateral } from './shared-collateral'
import { sharedOf } from './shared-of'

type Command<T extends EngineCommand['type']> = Extract<EngineCommand, { type: T }>

/** Spec §9: up to ten times what it has. */
const LEVERAGE_MAX_E2 = 1_000
const LEVERAGE_MIN_E2 = 2 * ONE_E2

/** Whether orders of pairs may borrow; from then on every coin backs everything. Not with isolated margin. */
export function setSpotMargin(state: EngineState, account: Account, command: Command<'setSpotMargin'>): EngineResult {
  const known = state.sharing.get(account.id)
  if ((known?.lends ?? false) === command.isOn) return { ok: true }
  const problem = problemOf(account)
  if (problem !== null) return refuse(problem)
  const shared = known ?? sharedOf(state, account)
  if (!command.isOn && debtsOf(shared).length > 0) return refuse({ kind: 'switchRefused', why: 'debts' })
  shared.lends = command.isOn
  return keepOr(state, account, shared, () => (shared.lends = !command.isOn))
}

/**
 * With portfolio margin, whether what the wallet has of a coin hedges what is short of it there; from then on all that its
 * coins settle is margined as one.
 */
export function setSpotHedge(state: EngineState, account: Account, { isOn }: Command<'setSpotHedge'>): EngineResult {
  if (account.coinMargin === null) return refuse({ kind: 'switchRefused', why: 'mode' })
  const shared = sharedOf(state, account)
  const before = { hedgesSpot: shared.hedgesSpot, marginsAsOne: shared.marginsAsOne }
  shared.hedgesSpot = isOn
  if (isOn) shared.marginsAsOne = true
  return keepOr(state, account, shared, () => Object.assign(shared, before))
}

/** Whether coins count as collateral. */
export function setCollateral(state: EngineState, account: Account, command: Command<'setCollateral'>): EngineResult {
  const problem = problemOf(account)
  if (problem !== null) return refuse(problem)
  const switches = [
    ...command.coins.map((coin) => [coin, command.isOn] as const),
    ...(command.alsoOff ?? []).map((coin) => [coin, false] as const),
  ]
  for (const [coin, isOn] of switches) {
    const terms = state.coins.find(coin)
    if (terms === null) return refuse({ kind: 'unknownCollateral', coin })
    if (!terms.isOptional && !isOn) return refuse({ kind: 'switchRefused', why: 'fixed' })
  }
  const shared = sharedOf(state, account)
  const before = new Map(shared.switches)
  for (const [coin, isOn] of switches) shared.switches.set(coin, isOn)
  return keepOr(state, account, shared, () => {
    shared.switches.clear()
    for (const [coin, isOn] of before) shared.switches.set(coin, isOn)
  })
}

/** How many times what it has an account may borrow: of one coin, or of all (which forgets what was said of one). */
export function setBorrowLeverage(
  state: EngineState,
  account: Account,
  { coin, leverageE2 }: Command<'setBorrowLeverage'>,
): EngineResult {
  if (!Number.isSafeInteger(leverageE2) || leverageE2 < LEVERAGE_MIN_E2 || leverageE2 > LEVERAGE_MAX_E2) {
    return refuse({ kind: 'leverageInvalid', minLeverageE2: LEVERAGE_MIN_E2, maxLeverageE2: LEVERAGE_MAX_E2 })
  }
  const shared = state.sharing.get(account.id)
  if (shared === undefined || !shared.lends) return refuse({ kind: 'spotMarginOff' })
  if (coin !== null && (state.coins.find(coin)?.loan ?? null) === null) {
    return refuse({ kind: 'unknownCollateral', coin })
  }
  const before = new Map(shared.leverages)
  const coins = coin === null ? state.coins.all.map((one) => one.coin) : [coin]
  for (const one of coins) shared.leverages.set(one, leverageE2)
  return keepOr(state, account, shared, () => {
    shared.leverages.clear()
    for (const [one, value] of before) shared.leverages.set(one, value)
  })
}

/**
 * Whether what is free of a coin repays what is owed of it, of one coin or of all. What is owed follows at once: with
 * manual repayment it stays until it is repaid by hand, with the other free coins repay it, however it was borrowed.
 */
export function setRepaymentMode(
  state: EngineState,
  account: Account,
  { coin, mode }: Command<'setRepaymentMode'>,
): EngineResult {
  const problem = problemOf(account)
  if (problem !== null) return refuse(problem)
  if (coin !== null && (state.coins.find(coin)?.loan ?? null) === null) {
    return refuse({ kind: 'unknownCollateral', coin })
  }
  const shared = sharedOf(state, account)
  const before = shared.state()
  const coins = coin === null ? state.coins.all.filter(({ loan }) => loan !== null).map((one) => one.coin) : [coin]
  for (const one of coins) if (shared.modeOf(one) !== mode) shared.setMode(one, mode)
  return keepOr(state, account, shared, () => {
    shared.byCoin.clear()
    shared.repaidByHand.clear()
    shared.choose(before)
  })
}

function problemOf(account: Account): EngineRefusal | null {
  return riskOf(account).hasOwnMargin ? { kind: 'crossOnly' } : null
}

/** Keeps a new setting where the account can carry what it has with it; else it goes back. */
function keepOr(state: EngineState, account: Account, shared: SharedCollateral, undo: () => void): EngineResult {
  shared.apply()
  // Debts stand on what coins back together.
  if (!shared.isInForce && debtsOf(shared).length > 0) {
    undo()
    shared.apply()
    return refuse({ kind: 'switchRefused', why: 'debts' })
  }
  if (account.coins.every((cash) => availableE8(cash) >= 0 && !isBelowMaintenance(cash))) {
    state.outbox.touchWallet(account)
    return { ok: true }
  }
  undo()
  shared.apply()
  return refuse({ kind: 'switchRefused', why: 'margin' })
}
