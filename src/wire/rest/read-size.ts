import { compare, type Qty } from '../../domain/decimal'
import { isGiven, readOptionalDecimal, readScaled, WireError, type JsonObject } from '../json'

/**
 * A size under either of its names: `qty` is decimal text, `qtyX` the same in E8.
 * @throws WireError naming the field, also where both are given and say different things
 */
export function readSize(json: JsonObject, field: string): Qty | null {
  const plain = readOptionalDecimal<Qty>(json, field)
  const scaledField = `${field}X`
  if (!isGiven(json, scaledField)) return plain
  const scaled = readScaled<Qty>(json, scaledField, 8)
  if (plain !== null && compare(plain, scaled) !== 0) throw new WireError(scaledField, json[scaledField])
  return scaled
}
