import { isOptionKind, kindOfName } from '../../domain/instrument/product-kind'
import type { Position } from '../../domain/position/position'
import type { KeyOf } from '../i18n/words'

/** What stands in the column of guards, over some positions: nothing guards an option, which has its greeks there. */
export function guardsTitle(rows: readonly Pick<Position, 'symbol'>[]): KeyOf<'trade'> {
  const options = rows.filter(({ symbol }) => isOptionKind(kindOfName(symbol))).length
  if (options === 0) return 'column.tpSl'
  return options === rows.length ? 'column.greeks' : 'column.tpSlGreeks'
}
