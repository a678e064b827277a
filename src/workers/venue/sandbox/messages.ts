import {
  CLOSE_BY_OTHER_CODE,
  OVERTAKEN_CODE,
  parseServerMessage,
  UNREADABLE_CODE,
  type PushRequestJson,
} from '../../../wire/push/message'
import type { VenueMessages, VenueRequest } from '../venue-messages'

export const SANDBOX_MESSAGES: VenueMessages = {
  read(text) {
    const message = parseServerMessage(text)
    if (message.kind !== 'reply') return message
    const { req_id, success, ret_msg, failed } = message.reply
    const reply = { requestId: req_id, isSuccess: success, message: ret_msg, ...(failed && { failed }) }
    return { kind: 'reply', reply }
  },
  write: (request, id) => JSON.stringify({ ...jsonOf(request), req_id: id }),
  closeReason: (code) => (code === OVERTAKEN_CODE ? 'overtaken' : code === CLOSE_BY_OTHER_CODE ? 'closeByOther' : null),
  unreadableCode: UNREADABLE_CODE,
}

/** What is undefined in it is not written. */
function jsonOf(request: VenueRequest): PushRequestJson {
  switch (request.op) {
    case 'subscribe':
      return { op: 'subscribe', args: request.topics, from: request.from }
    case 'unsubscribe':
      return { op: 'unsubscribe', args: request.topics }
    case 'login':
      return { op: 'login', args: request.tokens, term: request.term, profile: request.profile ?? undefined }
    case 'ping':
      return { op: 'ping' }
  }
}
