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
    const reply = {
      requestId: req_id,
      isSuccess: success,
      message: ret_msg,
      ...(failed === undefined ? {} : { failed }),
    }
    return { kind: 'reply', reply }
  },
  write: (request, id) => JSON.stringify({ ...jsonOf(request), req_id: id }),
  closeReason: (code) => (code === OVERTAKEN_CODE ? 'overtaken' : code === CLOSE_BY_OTHER_CODE ? 'closeByOther' : null),
  unreadableCode: UNREADABLE_CODE,
}

function jsonOf(request: VenueRequest): PushRequestJson {
  switch (request.op) {
    case 'subscribe':
      return { op: 'subscribe', args: request.topics, ...(request.from === undefined ? {} : { from: request.from }) }
    case 'unsubscribe':
      return { op: 'unsubscribe', args: request.topics }
    case 'login': {
      const { token, term, profile } = request
      return {
        op: 'login',
        args: [token],
        ...(term === undefined ? {} : { term }),
        ...(profile === undefined ? {} : { profile }),
      }
    }
    case 'ping':
      return { op: 'ping' }
  }
}
