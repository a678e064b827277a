import type { Account, Cash, Position } from '../entities'
import type { EngineRules } from '../engine-rules'
import type { EngineCommand } from '../commands'
import { refuse, type EngineRefusal, type EngineResult, type MarginModeReason } from '../result'
import { availableE8 } from '../risk/available'
import { isBelowMaintenance } from '../risk/margin'
import { riskOf, takeMarginMode } from '../risk/risk-of'
import type { MarginMode } from './account-settings'
import { OPENING_MODE } from './account-commands'
import { ISOLATED } from '../risk/isolated'
import { debtsOf } from '../lending/conversion'
import { sharedOf } from '../lending/shared-of'
import { hasOpenSpreads } from '../orders/spread-legs'
import { openSpreads, owed, SHARED, SHORT, whyShared } from './mode-causes'
import type { EngineState } from '../state'

type Command<T extends EngineCommand['type']> = Extract<EngineCommand, { type: T }>

/** Added margin has at most four decimals (semantics.md §2.8). */
const MARGIN_STEP_E8 = 10_000

/**
 * Changes the margin mode of the whole account. Refused, with every reason, when the account could not carry its
 * positions and orders in the new mode, or a position would be liquidated at once. Open orders of spreads are told last:
 * they may be cancelled for nothing where something else stays in the way (ADR-1085).
 */
export function setMarginMode(state: EngineState, account: Account, command: Command<'setMarginMode'>): EngineResult {
  if (command.mode === account.marginMode) return refuse({ kind: 'modeUnchanged' })
  if (account.kind === 'pm' && command.mode !== OPENING_MODE.pm) return refuse({ kind: 'portfolioMargin' })
  const open = state.rules.namesCauses ? openSpreads(account) : []
  const spreads: EngineRefusal | null = hasOpenSpreads(account)
    ? { kind: 'spreadRefused', why: 'inProgress', ...(open.length > 0 && { reasons: open }) }
    : null
  if (spreads !== null && !state.rules.tellsSpreadsLast) return refuse(spreads)
  const fixed = fixedModes(account)
  if (fixed.length > 0) return refuse({ kind: 'marginModeRefused', reasons: [...fixed, ...open] })
  const before = account.marginMode
  const added = [...account.positions.values()].map((position) => [position, position.extraMarginE8] as const)
  const isAccountWide = command.mode === 'portfolio' && command.accountWide === true
  const shared = isAccountWide ? sharedOf(state, account) : (state.sharing.get(account.id) ?? null)
  const wasAccountWide = shared?.marginsAsOne === true
  takeMarginMode(account, command.mode)
  shared?.marginAsOne(isAccountWide)
  for (const [position] of added) position.extraMarginE8 = 0
  const reasons = [...REASONS_AGAINST[command.mode](state, account)]
  // Debts stand on what coins back together.
  if (shared !== null && !shared.isInForce && debtsOf(shared).length > 0)
    reasons.push(...(state.rules.namesCauses ? owed(shared) : [SHORT]))
  const refusal: EngineRefusal | null =
    reasons.length > 0 ? { kind: 'marginModeRefused', reasons: [...reasons, ...open] } : spreads
  if (refusal !== null) {
    takeMarginMode(account, before)
    shared?.marginAsOne(wasAccountWide)
    for (const [position, extra] of added) position.extraMarginE8 = extra
    return refuse(refusal)
  }
  for (const position of account.positions.values()) if (position.lots !== 0) state.outbox.touchPosition(position)
  state.outbox.touchWallet(account)
  return { ok: true }
}

/**
 * What has one margin mode alone (spec §4): every contract of a UTA account that is in cross, its linear contracts in
 * isolated; the contracts of a UTA2 account in isolated that are not linear. The mode is the account's, so it stays while
 * any of those has a position or an order; of a UTA account it stays in any case, as each of its modes is the only one of
 * linear contracts.
 */
function fixedModes(account: Account): readonly MarginModeReason[] {
  if (account.kind === 'uta') return [{ kind: 'modeFixed', symbol: null }]
  if (account.kind !== 'uta2' || account.marginMode !== 'isolated') return []
  return [...account.positions.values()].flatMap(({ market: { instrument, product }, lots, firstOrder }) => {
    const isInUse = lots !== 0 || firstOrder !== null
    const { symbol } = instrument
    return isInUse && product.sense < 0 ? [{ kind: 'modeFixed' as const, symbol }] : []
  })
}

const REASONS_AGAINST: Readonly<
  Record<MarginMode, (state: EngineState, account: Account) => readonly MarginModeReason[]>
> = {
  cross: reasonsAgainstCross,
  isolated: reasonsAgainstIsolated,
  portfolio: reasonsAgainstPortfolio,
}

function shortOf(cash: Cash): MarginModeReason['kind'] | null {
  if (isBelowMaintenance(cash)) return 'wouldLiquidate'
  return availableE8(cash) < 0 ? 'insufficientBalance' : null
}

/**
 * What each coin falls short of; coins that back each other do so as one. With orders of spreads nothing is said of it: what
 * they hold is free once they are gone, as they have to be.
 */
function shortCoins(
  { namesShortCoins }: EngineRules,
  account: Account,
  kindOf: (cash: Cash) => MarginModeReason['kind'] | null,
): readonly MarginModeReason[] {
  const reasons = new Map<string, MarginModeReason>()
  if (hasOpenSpreads(account)) return []
  const { cash, backing } = account
  for (const one of cash.values()) {
    const kind = kindOf(one)
    if (kind === null) continue
    const coin = backing.isOfAll(one) ? '' : one.coin
    const named = namesShortCoins && coin !== '' ? { coin } : {}
    reasons.set(namesShortCoins ? `${kind} ${coin}` : `${kind} ${one.coin}`, { kind, symbol: null, ...named })
  }
  return [...reasons.values()]
}

function reasonsAgainstIsolated({ rules, sharing }: EngineState, account: Account): readonly MarginModeReason[] {
  // What an account owes, and what its coins back together, only its whole equity carries.
  const shared = account.backing.loans === null ? undefined : sharing.get(account.id)
  const reasons: MarginModeReason[] = shared === undefined ? [] : rules.namesCauses ? [...whyShared(shared)] : [SHARED]
  reasons.push(...shortCoins(rules, account, (cash) => (availableE8(cash) < 0 ? 'insufficientBalance' : null)))
  for (const position of account.positions.values()) {
    const { symbol } = position.market.instrument
    if (position.market.product.isCrossOnly) {
      if (position.lots !== 0 || position.firstOrder !== null) reasons.push({ kind: 'crossOnly', symbol })
    } else if (ISOLATED.isDue(position)) reasons.push({ kind: 'wouldLiquidate', symbol })
  }
  return reasons
}

/** Portfolio margin knows one position of a contract, and none of a contract that is not listed yet (ADR-397). */
function reasonsAgainstPortfolio({ rules }: EngineState, account: Account): readonly MarginModeReason[] {
  const reasons = [...shortCoins(rules, account, shortOf)]
  for (const { lots, firstOrder, market } of account.positions.values()) {
    if (lots === 0 && firstOrder === null) continue
    const { symbol, isPreMarket } = market.instrument
    if (isPreMarket === true) reasons.push({ kind: 'preMarket', symbol })
  }
  for (const [symbol, isHedge] of account.hedgeBySymbol) if (isHedge) reasons.push({ kind: 'hedgeMode', symbol })
  for (const [coin, isHedge] of account.hedgeByCoin) {
    if (isHedge) reasons.push({ kind: 'hedgeMode', symbol: null, ...(rules.namesShortCoins && { coin }) })
  }
  return reasons
}

function reasonsAgainstCross({ rules }: EngineState, account: Account): readonly MarginModeReason[] {
  const reasons = [...shortCoins(rules, account, shortOf)]
  for (const { positionIdx, sibling, leverageE2, market } of account.positions.values()) {
    if (positionIdx === 1 && sibling !== null && sibling.leverageE2 !== leverageE2) {
      reasons.push({ kind: 'leverageSidesDiffer', symbol: market.instrument.symbol })
    }
  }
  return reasons
}

/** One-way or hedge mode for a symbol or for all of a coin; refused with a position or orders there. */
export function setPositionMode(
  state: EngineState,
  account: Account,
  command: Command<'setPositionMode'>,
): EngineResult {
  const isHedge = command.mode === 'hedge'
  if (isHedge && account.coinMargin !== null) return refuse({ kind: 'portfolioMargin' })
  const markets = [...state.markets.values()].filter(({ instrument }) =>
    command.symbol === null ? instrument.settleCoin === command.coin : instrument.symbol === command.symbol,
  )
  if (markets.length === 0) return refuse({ kind: 'unknownSymbol' })
  const able = markets.filter(({ instrument }) => instrument.allowsHedge === true)
  if (isHedge && able.length === 0) return refuse({ kind: 'hedgeNotAllowed' })
  const changed = able.filter((market) => account.isHedged(market) !== isHedge)
  if (command.symbol !== null && changed.length === 0) return refuse({ kind: 'modeUnchanged' })
  const hasSpreads = isHedge && changed.some((market) => hasOpenSpreads(account, market))
  if (hasSpreads && !state.rules.tellsSpreadsLast) return refuse({ kind: 'spreadRefused', why: 'inProgress' })
  const positions = changed.flatMap((market) => [...account.positions.values()].filter((one) => one.market === market))
  if (positions.some((one) => one.lots !== 0)) return refuse({ kind: 'modeHasPosition' })
  if (positions.some((one) => one.firstOrder !== null)) return refuse({ kind: 'modeHasOrders' })
  if (hasSpreads) return refuse({ kind: 'spreadRefused', why: 'inProgress' })
  const leverages = new Map(positions.map((one) => [one.market, one.leverageE2]))
  if (command.symbol !== null) account.hedgeBySymbol.set(command.symbol, isHedge)
  else account.hedgeByCoin.set(command.coin!, isHedge)
  for (const [market, leverageE2] of leverages) {
    for (const side of account.sides(market)) side.leverageE2 = leverageE2
  }
  for (const market of changed) for (const side of account.sides(market)) state.outbox.touchPosition(side)
  return { ok: true }
}

/**
 * Adds to the margin of an isolated position from what is available, or takes added margin back as long as the position
 * does not reach its liquidation price.
 */
export function addMargin(state: EngineState, account: Account, command: Command<'addMargin'>): EngineResult {
  const position = isolatedPosition(state, account, command)
  if ('ok' in position) return position
  const { amountE8 } = command
  if (!Number.isSafeInteger(amountE8) || amountE8 === 0 || amountE8 % MARGIN_STEP_E8 !== 0) {
    return refuse({ kind: 'amountInvalid' })
  }
  const available = amountE8 > 0 ? availableE8(position.cash) : Math.max(0, position.extraMarginE8)
  if (Math.abs(amountE8) > available) {
    return refuse({ kind: 'insufficientBalance', requiredE8: Math.abs(amountE8), availableE8: available })
  }
  position.extraMarginE8 += amountE8
  if (amountE8 < 0 && ISOLATED.isDue(position)) {
    position.extraMarginE8 -= amountE8
    return refuse({ kind: 'wouldLiquidate' })
  }
  state.outbox.touchPosition(position)
  state.outbox.touchWallet(account)
  return { ok: true }
}

/** Switches auto-add-margin of a position (semantics.md §1.5); it works with isolated margin only. */
export function setAutoAddMargin(
  state: EngineState,
  account: Account,
  command: Command<'setAutoAddMargin'>,
): EngineResult {
  const position = isolatedPosition(state, account, command)
  if ('ok' in position) return position
  if (position.isAutoAddMargin === command.isOn) return refuse({ kind: 'modeUnchanged' })
  position.isAutoAddMargin = command.isOn
  state.outbox.touchPosition(position)
  return { ok: true }
}

function isolatedPosition(
  state: EngineState,
  account: Account,
  command: Command<'addMargin'> | Command<'setAutoAddMargin'>,
): Position | Extract<EngineResult, { ok: false }> {
  const market = state.markets.get(command.symbol)
  if (market === undefined) return { ok: false, refusal: { kind: 'unknownSymbol' } }
  if (!riskOf(account).hasOwnMargin) {
    return { ok: false, refusal: { kind: command.type === 'addMargin' ? 'notIsolated' : 'autoMarginNotIsolated' } }
  }
  const position = account.sides(market).find((one) => one.positionIdx === command.positionIdx)
  if (position === undefined) return { ok: false, refusal: { kind: 'positionIdxInvalid' } }
  if (position.lots === 0) return { ok: false, refusal: { kind: 'noMarginPosition' } }
  return position
}
