import type { Hono } from 'hono'
import { CODE } from '../../../src/wire/rest/codes'
import { FIRST_ANSWER_PATH, writeFirstAnswer, type FirstAnswer } from '../../../src/wire/rest/first-answer'
import type { FirstAnswer as Ended } from '../../journal/contract'
import { answer, Refused, requireCaller, type Core } from '../core'
import { readQuery } from '../http/read-request'
import { INTENT_ID, refusalOf } from './order-calls'

/** Tells how a press ended whose answer was lost, where no order could tell (decisions 5). Changes nothing. */
export function addFirstAnswerCall(app: Hono, core: Core): void {
  app.get(FIRST_ANSWER_PATH, async (context) => {
    const { account } = requireCaller(core, context)
    const id = readQuery(context).get('clientTag') ?? ''
    if (!INTENT_ID.test(id))
      throw new Refused(CODE.badRequest, 'clientTag has to be 1-36 letters, digits, - or _', { field: 'clientTag' })
    // What was sent before this look has an answer now, so that "no such press" is definite.
    await core.door.settled(account)
    const ended = await core.journal.answerTo(account, id)
    const found = ended === null ? null : answerOf(core, ended)
    return answer(core, context, writeFirstAnswer({ answer: found, seq: core.journal.durableSeq() }))
  })
}

function answerOf(core: Core, { input, result }: Ended): FirstAnswer {
  if (result.ok) return { code: CODE.ok, message: 'OK', ext: {} }
  const { retCode, message, extMap } = refusalOf(core, input, result.refusal, 'house')
  return { code: retCode, message, ext: extMap }
}
