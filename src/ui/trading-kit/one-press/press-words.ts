import type { InstrumentSymbol, Side } from '../../../domain/order/order'
import { say } from '../../i18n/instance'
import type { AccountModel } from '../../state/account-model'
import type { QuickPress } from './quick-orders'

/** What a press says that it would do: in hedge mode a buy opens a long, and a sale a short, whatever is held. */
export type PressWord = Side | 'openLong' | 'openShort'

type Account = Pick<AccountModel, 'positionMode'>

/** Whether presses open long and short side by side, so that "buy" and "sell" do not say what they do. Reads signals. */
export function isHedged(account: Account, symbol: InstrumentSymbol): boolean {
  return account.positionMode(symbol) === 'hedge'
}

/** Reads signals. */
export function pressWord(account: Account, symbol: InstrumentSymbol, side: Side): PressWord {
  if (!isHedged(account, symbol)) return side
  return side === 'buy' ? 'openLong' : 'openShort'
}

/** What became of a press. @param values quantity and price as they are shown */
export function lastPressText(
  { state, order, effect }: QuickPress,
  values: { readonly qty: string; readonly price: string },
): string {
  return effect === null
    ? say(`ladder:press.${state}.${order.side}`, values)
    : say(`ladder:pressHedge.${state}.${effect}`, values)
}
