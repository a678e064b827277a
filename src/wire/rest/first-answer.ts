import { asArray, asObject, readInteger, readText, type JsonObject } from '../json'

/** How a press ended that made no order: asked for by its client tag when its answer was lost (decisions 5, 9). */
export const FIRST_ANSWER_PATH = '/contract/v5/private/first-answer'

/** The code, sentence and bounds that the exchange answered, or would have. */
export interface FirstAnswer {
  readonly code: number
  readonly message: string
  readonly ext: JsonObject
}

/** `answer` is `null` when no such press had arrived as of this sequence. */
export interface FirstAnswerResult {
  readonly answer: FirstAnswer | null
  readonly seq: number
  /** From this time on the exchange has forgotten no press: that it has no older one says nothing. */
  readonly knownFromMs: number
}

export function writeFirstAnswer({ answer, seq, knownFromMs }: FirstAnswerResult): JsonObject {
  const list = answer === null ? [] : [{ retCode: answer.code, retMsg: answer.message, extMap: answer.ext }]
  return { list, seq, knownFrom: knownFromMs }
}

/** @throws WireError naming the field */
export function parseFirstAnswer(value: unknown): FirstAnswerResult {
  const json = asObject(value, 'result')
  const seq = readInteger(json, 'seq')
  // An exchange of before does not say it.
  const knownFromMs = json['knownFrom'] === undefined ? 0 : readInteger(json, 'knownFrom')
  const [row] = asArray(json['list'], 'list')
  if (row === undefined) return { answer: null, seq, knownFromMs }
  const one = asObject(row, 'list')
  const code = readInteger(one, 'retCode')
  return {
    answer: { code, message: readText(one, 'retMsg'), ext: asObject(one['extMap'], 'extMap') },
    seq,
    knownFromMs,
  }
}
