/**
 * Where a call that changes money stands.
 * - `journalling`: being written down; nothing has left.
 * - `sent`: its one request is out.
 * - `unknown`: no answer that says what became of it. Shown as unknown, and looked up until the exchange tells (I3).
 * - `absent`: proven never to have been taken; only a press of the user's sends it again.
 */
export type CallState = 'journalling' | 'sent' | 'unknown' | 'absent' | 'accepted' | 'refused'

export type CallEvent =
  /** On disk, or a way out for which the disk was too slow; and nothing bars it. Its request leaves now. */
  | 'recorded'
  | 'notRecorded'
  /** Something forbids it after all, before anything left: another account, a channel that is not live. */
  | 'barred'
  | 'answeredYes'
  | 'answeredNo'
  /** No answer in time, or one that says nothing: 5xx, unreadable, "duplicate". */
  | 'answerLost'
  /** The account's stream or a list shows what bears this call's id. */
  | 'seen'
  | 'provenDone'
  | 'provenRefused'
  | 'provenAbsent'
  /** The user's own press on what is absent. */
  | 'pressedAgain'
  | 'givenUp'

/**
 * The life of every journalled call; an event that a state does not list changes nothing. What the invariants ask for can
 * be read here:
 * - I1, I2: `sent` is entered by `recorded` alone, from `journalling`, and `journalling` again from `absent` by the user
 *   alone. So one entry is one request, and nothing is sent while a call is unknown.
 * - I3: out of `unknown` lead the exchange's own word (an answer, what is seen) and a proof. Time leads nowhere.
 * - I9: `accepted` is final. A refusal may have been concluded from look-ups, and the exchange's own "yes" outranks it.
 * - I17 and D3: `barred` and `notRecorded` refuse while nothing has left, so that the refusal is the truth.
 */
export const NEXT_CALL_STATE: { readonly [S in CallState]: Readonly<Partial<Record<CallEvent, CallState>>> } = {
  // The answer to an earlier sending, or what is seen of it, may come while a second one is being written down.
  journalling: {
    recorded: 'sent',
    notRecorded: 'refused',
    barred: 'refused',
    answeredYes: 'accepted',
    seen: 'accepted',
  },
  sent: { answeredYes: 'accepted', answeredNo: 'refused', answerLost: 'unknown', seen: 'accepted' },
  unknown: {
    answeredYes: 'accepted',
    answeredNo: 'refused',
    seen: 'accepted',
    provenDone: 'accepted',
    provenRefused: 'refused',
    provenAbsent: 'absent',
  },
  absent: { answeredYes: 'accepted', seen: 'accepted', pressedAgain: 'journalling', givenUp: 'refused' },
  refused: { answeredYes: 'accepted', seen: 'accepted' },
  accepted: {},
}

/** As the journal and the tabs have it: `sending` until something is known. */
export type StoredCallState = 'sending' | 'unknown' | 'notPlaced' | 'refused' | 'accepted'

const STORED: { readonly [S in CallState]: StoredCallState } = {
  journalling: 'sending',
  sent: 'sending',
  unknown: 'unknown',
  absent: 'notPlaced',
  refused: 'refused',
  accepted: 'accepted',
}

export function storedState(state: CallState): StoredCallState {
  return STORED[state]
}

/** Where a call of a former hub instance goes on: what may have left is unknown, and nothing is sent (O18). */
export function recoveredState(stored: StoredCallState): CallState {
  return stored === 'sending' ? 'unknown' : stored === 'notPlaced' ? 'absent' : stored
}

/** Whether nothing more is expected of it. */
export function isEnded(state: CallState): state is 'accepted' | 'refused' {
  return state === 'accepted' || state === 'refused'
}
