import { CODE } from '../../../../src/wire/rest/codes'
import type { EngineRefusal } from '../../../engine/result'
import type { RefusalAnswer } from './refusal-answer'

type Reason = Extract<EngineRefusal, { readonly kind: 'protectionRefused' }>['why']

const SAID: Readonly<Record<Reason, { readonly retMsg: string; readonly field: string }>> = {
  notOption: { retMsg: 'market maker protection is of options alone', field: 'mmp' },
  unknownCoin: { retMsg: 'no options on this coin', field: 'baseCoin' },
  notSet: { retMsg: 'no market maker protection is set for this coin', field: 'baseCoin' },
  terms: { retMsg: 'market maker protection out of bounds', field: 'window' },
}

/** Refusals of market-maker protection. */
export function writeProtectionRefusal(why: Reason): RefusalAnswer {
  const { retMsg, field } = SAID[why]
  return { retCode: CODE.badRequest, retMsg, extMap: { field } }
}
