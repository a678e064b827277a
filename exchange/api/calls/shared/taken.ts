import type { Price } from '../../../../src/domain/decimal'
import { CODE, type RetCode } from '../../../../src/wire/rest/codes'
import { VALID_UNTIL_HEADER } from '../../../../src/wire/rest/create-order'
import type { Origin, SubmitResult } from '../../../journal/journal-port'
import type { VenueInput } from '../../../venue/venue-input'
import type { VenueRefusal } from '../../../venue/venue-port'
import { Refused, type Core } from '../../core'
import { nameBrokenTerm } from './broken-term'
import type { Dialect } from './refusal-answer'
import { writeVenueRefusal } from './refusals'

/** An input that was taken, by this call or by the first with its id. */
export type Committed = Extract<SubmitResult, { readonly outcome: 'done' | 'repeated' }> & {
  readonly result: { readonly ok: true }
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
  if (refusal.kind === 'declined') return new Refused(refusal.retCode as RetCode, refusal.message, refusal.extMap)
  const symbol = symbolOf(input)
  const instrument = symbol === null ? null : core.catalogue.find(symbol)
  const priceUnit = symbol === null ? null : core.journal.venue.priceUnit(symbol)
  const answer = writeVenueRefusal(refusal, dialect, instrument, priceUnit)
  const { retCode, retMsg, extMap } = nameBrokenTerm(answer, refusal, input, {
    dialect,
    instrument,
    touch: touchOf(core, input),
    trailed: { instrument, last: lastOf(core, symbol), isLong: closesLong(core, input) },
  })
  return new Refused(retCode, retMsg, extMap)
}

/** The best price that an order would meet now, as the venue has it (`lastOf`): what it has just taken is gone. */
function touchOf({ journal }: Core, input: VenueInput): Price | null {
  if (input.type !== 'place') return null
  const { side, symbol } = input.order
  const ticker = journal.venue.ticker(symbol)
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
