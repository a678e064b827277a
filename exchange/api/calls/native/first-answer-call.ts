import { CODE } from '../../../../src/wire/rest/codes'
import { FIRST_ANSWER_PATH, writeFirstAnswer, type FirstAnswer } from '../../../../src/wire/rest/first-answer'
import type { FirstAnswer as Ended } from '../../../journal/journal-port'
import { Refused, type Core } from '../../core'
import { text } from '../shared/route/field'
import { route } from '../shared/route/route'
import { ANY_OBJECT, INTEGER, listOf, object, SEQ, TEXT } from '../shared/route/schema'
import { INTENT_ID } from '../shared/commit'
import { refusalOf } from '../shared/taken'

/** Says how a call ended whose answer was lost, where no order shows it (decisions 5). Changes nothing. */
export const FIRST_ANSWER_CALLS = [
  route({
    method: 'GET',
    path: FIRST_ANSWER_PATH,
    about:
      'How a setting ended whose answer was lost (ours); an empty list when no such press had arrived as of `seq`, unless it is older than `knownFrom`: of those answers are forgotten',
    who: 'reader',
    input: { clientTag: text({ max: 64, about: 'id of the press, 1–36 of [A-Za-z0-9_-]' }) },
    result: object({
      list: listOf(object({ retCode: INTEGER, retMsg: TEXT, extMap: ANY_OBJECT })),
      seq: SEQ,
      knownFrom: { ...INTEGER, description: 'milliseconds' },
    }),
    async run({ core, caller, input }) {
      if (!INTENT_ID.test(input.clientTag))
        throw new Refused(CODE.badRequest, 'clientTag has to be 1-36 letters, digits, - or _', { field: 'clientTag' })
      const ended = await core.journal.answerTo(caller.account, input.clientTag)
      const found = ended === null ? null : answerOf(core, ended)
      const { journal } = core
      return writeFirstAnswer({ answer: found, seq: journal.durableSeq(), knownFromMs: journal.answersKnownFromMs() })
    },
  }),
]

function answerOf(core: Core, { input, result }: Ended): FirstAnswer {
  if (result.ok) return { code: CODE.ok, message: 'OK', ext: {} }
  const { retCode, message, extMap } = refusalOf(core, input, result.refusal, 'native')
  return { code: retCode, message, ext: extMap }
}
