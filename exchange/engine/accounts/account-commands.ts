import type { AccountKind } from '../../../src/domain/account/wallet'
import type { MarginMode } from './account-settings'
import type { Side } from '../../../src/domain/order/order'
import { Account, type Position } from '../entities'
import type { EngineCommand } from '../commands'
import { refuse, type EngineRefusal, type EngineResult } from '../result'
import { sharedOf } from '../lending/shared-of'
import { riskOf, takeMarginMode } from '../risk/risk-of'
import { availableE8, positionMarginE8 } from '../risk/available'
import { exposureE8 } from '../risk/margin'
import { orderMarginE8 } from '../risk/order-margin'
import { tierOf } from '../risk/formulas'
import { ONE_E2, VALUE_MAX_E8 } from '../scaled'
import type { EngineState } from '../state'

type OpenAccount = Extract<EngineCommand, { type: 'openAccount' }>
type Credit = Extract<EngineCommand, { type: 'credit' }>
type SetFees = Extract<EngineCommand, { type: 'setFees' }>
type SetLeverage = Extract<EngineCommand, { type: 'setLeverage' }>

/** Opens an account; one that is open already stays as it is. */
export function openAccount(state: EngineState, command: OpenAccount): EngineResult {
  if (state.accounts.has(command.account)) return { ok: true }
  const { defaultLeverageE2 } = command
  if (!Number.isSafeInteger(defaultLeverageE2) || defaultLeverageE2 < 1) {
    return refuse({ kind: 'leverageInvalid', maxLeverageE2: SETTABLE_MAX_E2 })
  }
  const { account, role, kind } = command
  const opened = new Account(account, role, kind, defaultLeverageE2, state.links)
  takeMarginMode(opened, OPENING_MODE[kind])
  state.accounts.set(account, opened)
  if (command.accountWide === true && opened.coinMargin !== null) sharedOf(state, opened).marginAsOne(true)
  return { ok: true }
}

/** An account of portfolio margin has it from the beginning, and for good. */
export const OPENING_MODE: Readonly<Record<AccountKind, MarginMode>> = {
  uta2: 'cross',
  uta: 'cross',
  demo: 'cross',
  pm: 'portfolio',
  copy: 'cross',
}

/** An opening leverage is held down to each contract's own maximum; this only bounds the number. */
const SETTABLE_MAX_E2 = 100_000

/** Adds money from outside. Positive, and only up to 2^52 units of E8 in the wallet: trading alone takes it further. */
export function credit(state: EngineState, account: Account, command: Credit, nowMs: number): EngineResult {
  const { amountE8 } = command
  const wallet = account.cash.get(command.coin)?.walletE8 ?? 0
  if (!Number.isSafeInteger(amountE8) || amountE8 <= 0) return refuse({ kind: 'amountInvalid' })
  const roomE8 = Math.max(0, VALUE_MAX_E8 - wallet)
  if (amountE8 > roomE8) return refuse({ kind: 'walletFull', limitE8: VALUE_MAX_E8, roomE8 })
  const cash = account.coin(command.coin)
  cash.receive(amountE8)
  cash.credited.add(amountE8)
  state.outbox.touchWallet(account)
  if (account.role === 'user') {
    const { walletE8 } = cash
    const seq = state.outbox.nextSeq()
    state.outbox.push({ type: 'credit', account: account.id, coin: cash.coin, amountE8, walletE8, timeMs: nowMs, seq })
  }
  return { ok: true }
}

/**
 * Sets the leverage of a contract: at least 1×, at most what the contract and the tier of the present position and
 * orders allow, and only if the account can carry the margin that it needs then. Long and short side may differ in hedge
 * mode with isolated margin alone (semantics.md §2.8).
 */
export function setLeverage(state: EngineState, account: Account, command: SetLeverage): EngineResult {
  const taken = takeLeverage(state, account, command)
  if ('kind' in taken) return refuse(taken)
  tellLeverage(state, account, taken)
  return { ok: true }
}

/** The positions of a contract with the leverage that they had. */
export type LeverageBefore = readonly { readonly position: Position; readonly before: number }[]

/** Changes it and tells nobody yet, so that it may be taken back. */
export function takeLeverage(
  state: EngineState,
  account: Account,
  command: Omit<SetLeverage, 'type' | 'account'>,
): LeverageBefore | EngineRefusal {
  const market = state.markets.get(command.symbol)
  if (market === undefined) return { kind: 'unknownSymbol' }
  if (account.coinMargin !== null) return { kind: 'portfolioMargin' }
  if (market.product.margin !== null) return { kind: 'noLeverage' }
  const sides = account.sides(market).map((position) => ({
    position,
    before: position.leverageE2,
    leverageE2: position.positionIdx === 2 ? (command.sellLeverageE2 ?? command.leverageE2) : command.leverageE2,
  }))
  const isOneForBoth = command.sellLeverageE2 === undefined || command.sellLeverageE2 === command.leverageE2
  const risk = riskOf(account)
  if (!isOneForBoth && (sides.length === 1 || !risk.hasLeverageBySide)) {
    return { kind: 'leverageSidesDiffer' }
  }
  const { tiers, maxLeverageE2: contractMax } = market.instrument
  const maxima = sides.map(({ position }) => Math.min(contractMax, tierOf(tiers, exposureE8(position)).maxLeverageE2))
  const { boundsBothSides } = state.rules
  const ofBoth = isOneForBoth && boundsBothSides ? Math.min(...maxima) : null
  for (const [at, { position, leverageE2 }] of sides.entries()) {
    const maxLeverageE2 = ofBoth ?? maxima[at]!
    if (!Number.isSafeInteger(leverageE2) || leverageE2 < ONE_E2 || leverageE2 > maxLeverageE2) {
      const ofSide = isOneForBoth || !boundsBothSides ? {} : { side: sideOf(position) }
      return { kind: 'leverageInvalid', maxLeverageE2, ...ofSide }
    }
  }
  if (sides.every(({ before, leverageE2 }) => before === leverageE2)) return { kind: 'leverageUnchanged' }
  const available = availableE8(sides[0]!.position.cash)
  let requiredE8 = 0
  for (const { position, leverageE2 } of sides) {
    requiredE8 -= positionMarginE8(position) + orderMarginE8(position)
    position.leverageE2 = leverageE2
    requiredE8 += positionMarginE8(position) + orderMarginE8(position)
  }
  const isShort = requiredE8 > 0 && requiredE8 > available
  const wouldLiquidate = risk.hasOwnMargin && sides.some(({ position }) => position.lots !== 0 && risk.isDue(position))
  if (isShort || wouldLiquidate) {
    takeBackLeverage(sides)
    return isShort ? { kind: 'insufficientBalance', requiredE8, availableE8: available } : { kind: 'wouldLiquidate' }
  }
  return sides
}

/** Of a hedge, by what opens it. */
const sideOf = ({ positionIdx }: Position): Side => (positionIdx === 2 ? 'sell' : 'buy')

export function takeBackLeverage(sides: LeverageBefore): void {
  for (const { position, before } of sides) position.leverageE2 = before
}

export function tellLeverage(state: EngineState, account: Account, sides: LeverageBefore): void {
  for (const { position } of sides) state.outbox.touchPosition(position)
  state.outbox.touchWallet(account)
}

/** A rate of more than one per cent is a mistake. */
const FEE_RATE_MAX_E8 = 1_000_000

/**
 * Moves the account to other fees, from the next fill on. Margin that covers the fee to close follows at once; the
 * exchange may always do this, whatever the account has left.
 */
export function setFees(state: EngineState, account: Account, { fees }: SetFees): EngineResult {
  if (fees !== null && !(isFeeRate(fees.takerRateE8) && isFeeRate(fees.makerRateE8))) {
    return refuse({ kind: 'amountInvalid' })
  }
  account.fees = fees
  for (const position of account.positions.values()) if (position.lots !== 0) state.outbox.touchPosition(position)
  state.outbox.touchWallet(account)
  return { ok: true }
}

function isFeeRate(rateE8: number): boolean {
  return Number.isSafeInteger(rateE8) && rateE8 >= 0 && rateE8 <= FEE_RATE_MAX_E8
}
