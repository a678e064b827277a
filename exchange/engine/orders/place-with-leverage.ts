import { takeBackLeverage, takeLeverage, tellLeverage } from '../accounts/account-commands'
import type { PlaceCommand } from '../commands'
import type { Account } from '../entities'
import { refuse, type EngineRefusal, type EngineResult } from '../result'
import type { EngineState } from '../state'
import { placeOrder } from './place-order'
import { previewOrder } from './preview-order'

/** What an order may be refused with at one leverage and not at another. */
const OF_LEVERAGE: ReadonlySet<EngineRefusal['kind']> = new Set(['insufficientBalance', 'riskLimitExceeded'])

/**
 * An order that names its leverage is checked and placed with it, and its contract has it from then on (spec §4, §7). Both
 * come about or neither: an order that is refused leaves the leverage as it was, whatever it is refused for (ADR-1084).
 */
export function placeWithLeverage(
  state: EngineState,
  account: Account,
  asked: PlaceCommand,
  nowMs: number,
): EngineResult {
  if (asked.leverageE2 === undefined) return placeOrder(state, account, asked, nowMs)
  const { leverageE2, ...command } = asked
  if (isInForce(state, account, command, leverageE2)) return placeOrder(state, account, command, nowMs)
  const taken = takeLeverage(state, account, { symbol: command.symbol, leverageE2 })
  if ('kind' in taken) return refuse(ownRefusal(state, account, command) ?? ofLeverage(taken))
  const placed = placeOrder(state, account, command, nowMs)
  if (placed.ok) tellLeverage(state, account, taken)
  else takeBackLeverage(taken)
  return placed
}

function isInForce(
  state: EngineState,
  account: Account,
  { symbol, positionIdx = 0 }: PlaceCommand,
  leverageE2: number,
): boolean {
  const market = state.markets.get(symbol)
  if (market === undefined || !market.product.holdsPosition) return false
  const sides = account.sides(market)
  // Of an index that does not fit the mode the order itself says so.
  return (sides.find((one) => one.positionIdx === positionIdx) ?? sides[0])?.leverageE2 === leverageE2
}

/** What no leverage would mend is told before what is the leverage's own fault. */
function ownRefusal(state: EngineState, account: Account, command: PlaceCommand): EngineRefusal | null {
  const { trigger, oco, trailing, rateE4 } = command
  // Those that wait are asked about when they are placed alone.
  if ([trigger, oco, trailing, rateE4].some((one) => one !== undefined)) return null
  const { refusal } = previewOrder(state, account, command)
  return refusal === null || OF_LEVERAGE.has(refusal.kind) ? null : refusal
}

function ofLeverage(refusal: EngineRefusal): EngineRefusal {
  return refusal.kind === 'insufficientBalance' ? { ...refusal, ofLeverage: true } : refusal
}
