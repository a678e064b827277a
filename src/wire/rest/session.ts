import type { AccountKind } from '../../domain/account/wallet'
import { invert, readFlag, readText, readWord, type JsonObject } from '../json'

export const SESSION_PATH = '/sandbox/session'

/** Header without which no state changes: a form or a foreign page cannot send it (decisions 33). */
export const REQUESTED_WITH_HEADER = 'x-requested-with'
/** Header of the token of a session, in the app's own browser (spec §6), where no cookie is written or read. */
export const USER_TOKEN_HEADER = 'usertoken'
/**
 * Optional: the sender's hub (any word), its browser profile and its term in it. A term below the highest seen of the
 * profile in this session is refused; without a profile it is held against all of them (I5).
 */
export const HUB_CONNECTION_HEADER = 'hub-connection'
export const HUB_PROFILE_HEADER = 'hub-profile'
export const HUB_TERM_HEADER = 'hub-term'

/** `result` of POST /sandbox/session, and a row of GET /sandbox/accounts. The token travels in the cookie, and in the app's own browser beside the result. */
export interface SessionJson {
  readonly account: string
  readonly name: string
  /** `uta2`, `uta`, `demo`, `pm` or `copy`. */
  readonly kind: string
  /** In a session: whether the account was opened by this call. In a list: whether it is the one in use. */
  readonly isNew?: boolean
  /** Whether calls that come after their `valid-until` are refused here; absent where the header means nothing. */
  readonly keepsValidUntil?: boolean
  readonly isCurrent?: boolean
}

const KIND_OF: ReadonlyMap<string, AccountKind> = invert<AccountKind>({
  uta2: 'uta2',
  uta: 'uta',
  demo: 'demo',
  pm: 'pm',
  copy: 'copy',
})

/** @throws WireError naming the field */
export function parseSession(json: JsonObject): {
  readonly account: string
  readonly name: string
  readonly kind: AccountKind
  readonly isNew: boolean
  readonly keepsValidUntil: boolean
} {
  return {
    account: readText(json, 'account'),
    name: readText(json, 'name'),
    kind: readWord(json, 'kind', KIND_OF),
    isNew: 'isNew' in json ? readFlag(json, 'isNew') : false,
    keepsValidUntil: 'keepsValidUntil' in json ? readFlag(json, 'keepsValidUntil') : false,
  }
}
