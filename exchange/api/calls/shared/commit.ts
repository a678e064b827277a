import type { Price } from '../../../../src/domain/decimal'
import type { OrderLinkId } from '../../../../src/domain/order/order'
import { CODE } from '../../../../src/wire/rest/codes'
import { CLIENT_TAG_HEADER, VALID_UNTIL_HEADER } from '../../../../src/wire/rest/create-order'
import type { Origin, SubmitResult } from '../../../journal/journal-port'
import type { VenueInput } from '../../../venue/venue-input'
import type { VenueRefusal } from '../../../venue/venue-port'
import { Refused, senderOf, type Core } from '../../core'
import { nameBrokenTerm } from './broken-term'
import { checkWall } from './compliance-wall'
import type { HttpCall } from './http/http-call'
import { tellLostCancel } from './lost-cancel'
import type { Dialect } from './refusal-answer'
import { checkRefusals } from './refusal-limit'
import { writeVenueRefusal } from './refusals'

export const INTENT_ID = /^[A-Za-z0-9_-]{1,36}$/

/** An input that was taken, by this call or by the first with its id. */
export type Committed = Extract<SubmitResult, { readonly outcome: 'done' | 'repeated' }> & {
  readonly result: { readonly ok: true }
}

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
  checkWall(core, sender.account, input)
  checkRefusals(core, sender.account, input)
  const done = await core.journal.submit(faulted, sender)
  tellLostCancel(core, input, done)
  return taken(core, sender, input, dialect, done)
}

/** @param done what became of `input`. @returns it, if it was taken. @throws Refused */
export function taken(core: Core, sender: Origin, input: VenueInput, dialect: Dialect, done: SubmitResult): Committed {
  if (done.outcome === 'conflict') {
    throw new Refused(CODE.duplicateLinkId, 'this orderLinkId was used for another order', {
      field: 'orderLinkId',
      orderId: done.orderId ?? '',
    })
  }
  if (done.outcome === 'late')
    throw new Refused(CODE.timestampOutsideWindow, 'the call came after the time that it was valid until', {
      field: VALID_UNTIL_HEADER,
      max: String(sender.validUntilMs),
    })
  if (!done.result.ok) {
    // A repeat of a refusal is no line.
    if (done.outcome === 'done') core.limits.refusals.take(sender.account, performance.now())
    throw refusalOf(core, input, done.result.refusal, dialect)
  }
  return { ...done, result: done.result }
}

/** The venue's refusal of an input as an answer, with bounds in the units of its contract. */
export function refusalOf(core: Core, input: VenueInput, refusal: VenueRefusal, dialect: Dialect): Refused {
  const symbol = symbolOf(input)
  const instrument = symbol === null ? null : core.catalogue.find(symbol)
  const answer = writeVenueRefusal(refusal, dialect, instrument)
  const { retCode, retMsg, extMap } = nameBrokenTerm(answer, refusal, input, {
    dialect,
    instrument,
    touch: touchOf(core, input),
    trailed: { instrument, last: lastOf(core, symbol), isLong: closesLong(core, input) },
  })
  return new Refused(retCode, retMsg, extMap)
}

/** The best price that an order would meet now. */
function touchOf(core: Core, input: VenueInput): Price | null {
  if (input.type !== 'place') return null
  const { side, symbol } = input.order
  const ticker = core.market.ticker(symbol)
  return (side === 'buy' ? ticker?.ask1Price : ticker?.bid1Price) ?? null
}

/** As the venue has it, which has held the input against it: what is published follows with the market's next step. */
function lastOf({ journal }: Core, symbol: string | null): Price | null {
  return symbol === null ? null : (journal.venue.ticker(symbol)?.lastPrice ?? null)
}

/** Whether what trails sells; `null` where it guards nothing. */
function closesLong({ journal }: Core, input: VenueInput): boolean | null {
  if (input.type === 'place') return input.order.side === 'sell'
  if (input.type !== 'setTpSl') return null
  const { symbol, positionIdx } = input.order
  const held = journal.venue.positions(input.account, symbol).find((one) => one.positionIdx === positionIdx)
  return held === undefined || held.side === null ? null : held.side === 'buy'
}

function symbolOf(input: VenueInput): string | null {
  if ('order' in input) return input.order.symbol
  if ('strategy' in input) return input.strategy.symbol
  return 'symbol' in input ? input.symbol : null
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
