import type { OrderLinkId } from '../../../../src/domain/order/order'
import { CODE } from '../../../../src/wire/rest/codes'
import { CLIENT_TAG_HEADER } from '../../../../src/wire/rest/create-order'
import type { Origin } from '../../../journal/journal-port'
import type { VenueInput } from '../../../venue/venue-input'
import { Refused, senderOf, type Core } from '../../core'
import type { HttpCall } from './http/http-call'
import { tellLostCancel } from './lost-cancel'
import { checkInputNow } from './press'
import type { Dialect } from './refusal-answer'
import { taken, type Committed } from './taken'

export const INTENT_ID = /^[A-Za-z0-9_-]{1,36}$/

/** Sends an account's input through the journal, under the tag of the call. @returns a success. @throws Refused */
export function commit(
  core: Core,
  http: HttpCall,
  input: VenueInput & { readonly account: string },
  dialect: Dialect,
  clientTag = readTag(http),
): Promise<Committed> {
  return commitFrom(core, senderOf(http, input.account, clientTag), input, dialect)
}

/** The same for whoever has no HTTP call: a socket that trades. */
export async function commitFrom<Input extends VenueInput>(
  core: Core,
  sender: Origin,
  input: Input,
  dialect: Dialect,
  /** What control makes of the input. */
  faulted: Input = input,
): Promise<Committed> {
  const check = checkInputNow(core, sender, input, dialect)
  if (check !== null) await check
  const done = await core.journal.submit(faulted, sender)
  tellLostCancel(core, input, done)
  return taken(core, sender, input, dialect, done)
}

/** Decisions 5: header and field are one id. Either may be left out; both have to agree. */
export function readIntentId(http: HttpCall, field: string | null): OrderLinkId {
  const tag = readTag(http)
  if (tag !== '' && field !== null && tag !== field)
    throw new Refused(CODE.badRequest, 'client-tag and orderLinkId differ', { field: 'orderLinkId' })
  return checkIntentId(field ?? tag)
}

/** @throws Refused 10001 */
export function checkIntentId(id: string): OrderLinkId {
  if (id !== '' && !INTENT_ID.test(id))
    throw new Refused(CODE.badRequest, 'orderLinkId has to be 1-36 letters, digits, - or _', { field: 'orderLinkId' })
  return id as OrderLinkId
}

export function readTag(http: HttpCall): string {
  return (http.header(CLIENT_TAG_HEADER) ?? '').slice(0, 64)
}
