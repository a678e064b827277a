import type { PlaceCommand } from '../commands'
import type { Account, Market, Position } from '../entities'
import { lend } from '../lending/loans'
import type { EngineRefusal } from '../result'
import { payingCash } from '../risk/coin-guard'
import { unheldCoinsE8 } from '../risk/available'
import type { EngineState } from '../state'
import { coinsOf, type Addition } from './order-checks'

/** Whether an order may borrow here. One that does not ask for it always passes. */
export function checkLeverage(
  state: EngineState,
  account: Account,
  { instrument }: Market,
  command: Pick<PlaceCommand, 'isLeverage' | 'trigger' | 'oco' | 'trailing'>,
): EngineRefusal | null {
  if (command.isLeverage !== true) return null
  const { trigger, oco, trailing } = command
  if (trigger !== undefined || oco !== undefined || trailing !== undefined) return { kind: 'noTriggers' }
  const { baseCoin, settleCoin } = instrument
  const isLent = (coin: string | undefined): boolean =>
    coin !== undefined && (state.coins.find(coin)?.loan ?? null) !== null
  if (!isLent(baseCoin) || !isLent(settleCoin)) return { kind: 'pairNotLent' }
  return state.sharing.get(account.id)?.lends === true ? null : { kind: 'spotMarginOff' }
}

/** Borrows what an accepted order lacks of the coin that it pays with. */
export function borrowFor(state: EngineState, position: Position, add: Addition, nowMs: number): void {
  const { loans } = position.account.backing
  if (loans === null) return
  const cash = payingCash(position, add.side)
  lend(state, cash, loans, coinsOf(position, add).required - unheldCoinsE8(cash), nowMs)
}
