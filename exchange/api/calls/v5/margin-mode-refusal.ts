import { CODE } from '../../../../src/wire/rest/codes'
import { Refused } from '../../core'

/** A refused change of the margin mode with its `reasons` as published too: an item with a code and words for each. */
export function withReasons(refused: Refused): Refused {
  const { retCode, message, extMap } = refused
  if (retCode !== CODE.marginModeFailed && retCode !== CODE.spreadInProgress) return refused
  const reasons = (extMap['reasons'] ?? '').split(',').filter((one) => one !== '')
  return new Refused(retCode, message, extMap, { reasons: reasons.map(published) })
}

/** Codes and words are the house's own. */
function published(reason: string): { readonly reasonCode: string; readonly reasonMsg: string } {
  const [reasonCode = '', symbol = '', coin = symbol] = reason.split(':')
  const words = reasonCode.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return { reasonCode, reasonMsg: coin === '' ? words : `${words}: ${coin}` }
}
