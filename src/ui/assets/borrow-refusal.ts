import type { Money } from '../../domain/decimal'
import type { Outcome } from '../../workers/presses'
import { say } from '../i18n/instance'
import { outcomeText } from '../trading-kit/refusals/outcome-text'
import { formatWhole } from './owed-text'

/** Why nothing was borrowed: prices may have moved what can be, and the exchange says how much it is then. */
export function borrowRefusal(outcome: Outcome<unknown>, coin: string): string | null {
  const most = outcome.kind === 'refused' ? outcome.rejection.ext['available'] : null
  return typeof most === 'string'
    ? say('assets:borrow.overMax', { max: formatWhole(most as Money, coin), coin })
    : outcomeText(outcome)
}
