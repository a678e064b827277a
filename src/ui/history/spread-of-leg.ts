import { spreadLegs } from '../../domain/instrument/product-kind'
import type { Execution } from '../../domain/order/execution'
import type { InstrumentSymbol } from '../../domain/order/order'
import { legExecIds } from '../../domain/order/leg-exec-ids'

/** The spread whose fill a leg's is part of, among the fills that are known; `null` where it is not among them. */
export function spreadOfLeg(
  leg: Pick<Execution, 'id' | 'symbol'>,
  known: readonly Execution[],
): InstrumentSymbol | null {
  for (const { id, symbol } of known) {
    const place = spreadLegs(symbol)?.indexOf(leg.symbol) ?? -1
    if (place >= 0 && legExecIds(id)[place] === leg.id) return symbol
  }
  return null
}
