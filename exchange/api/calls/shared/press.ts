import type { TradingStop } from '../../../../src/domain/position/position-settings'
import { intentOf, type Origin } from '../../../journal/journal-port'
import type { Pressed, VenueInput } from '../../../venue/venue-input'
import { Refused, type Core } from '../../core'
import { findWall } from './compliance-wall'
import type { Dialect } from './refusal-answer'
import { findRefusalLimit } from './refusal-limit'
import { taken } from './taken'

/*
 * A press that was answered once has that answer for ever, whatever the market, the position, the rules or the clock have
 * become (ADR-1100). So nothing that may change is looked at before it is known whether the press came before: what the
 * exchange worked out for it then is read in its line, and a refusal by what was then is a line too.
 */

/** What an order's call asks for. */
export type WantedOrder = Omit<Extract<VenueInput, { readonly type: 'place' }>, 'type'>

/**
 * The input of a press of which its call leaves something to the exchange.
 *
 * @param asked the input with 0 for what is left
 * @param workOut makes the whole input, of the first one or else of what is now. What it refuses is kept for the repeats
 * @throws Refused
 */
export async function wholeInput<T extends Pressed>(
  core: Core,
  sender: Origin,
  asked: T,
  dialect: Dialect,
  workOut: (first: T | null) => T,
): Promise<T> {
  const pending = firstInput(core, sender, asked)
  const first = pending === null ? null : await pending
  // Of another kind it is another press: the journal says so.
  if (first !== null) return first.type === asked.type ? workOut(first as T) : asked
  try {
    return workOut(null)
  } catch (error) {
    throw error instanceof Refused ? await declined(core, sender, asked, dialect, error) : error
  }
}

/**
 * What stands in the way of any input now: the compliance wall, and the bound of refused calls. A press that came before
 * is let through, to get its first answer.
 *
 * @throws Refused 10024 or 10006
 */
export function checkInputNow(core: Core, sender: Origin, input: VenueInput, dialect: Dialect): Promise<void> | null {
  const wall = findWall(core, sender.account, input)
  const barrier = wall ?? findRefusalLimit(core, sender.account, input)
  if (barrier === null) return null
  return letRepeatsThrough(core, sender, input, async () => {
    throw wall !== null && isPressed(input) ? await declined(core, sender, input, dialect, wall) : barrier
  })
}

async function letRepeatsThrough(
  core: Core,
  sender: Origin,
  input: VenueInput,
  refuse: () => Promise<never>,
): Promise<void> {
  const pending = firstInput(core, sender, input)
  if (pending === null || (await pending) === null) await refuse()
}

/** @returns `null` for an input that no press names, and where none came before: at once, so that what follows is the first */
function firstInput(core: Core, { clientTag }: Origin, input: VenueInput): Promise<VenueInput | null> | null {
  const intent = intentOf(input, clientTag)
  const pending = intent === null ? null : core.journal.answerTo(intent.account, intent.id)
  return pending === null ? null : pending.then((first) => (first === null ? null : askedOf(first.input)))
}

/** What guards of a position a press asked for when it came first. */
export async function firstGuard(core: Core, account: string, id: string): Promise<TradingStop | null> {
  const pending = id === '' ? null : core.journal.answerTo(account, id)
  const first = pending === null ? null : await pending
  return first !== null && first.input.type === 'setTpSl' ? first.input.order : null
}

function askedOf(input: VenueInput): VenueInput {
  return input.type === 'declined' ? input.asked : input
}

function isPressed(input: VenueInput): input is Pressed {
  return input.type === 'place' || input.type === 'openStrategy' || input.type === 'lending'
}

/**
 * Keeps a refusal for the repeats of its press, within the bound of refused calls; one without an id has none.
 * @returns it. @throws Refused where the press came too late, or came before
 */
async function declined(core: Core, sender: Origin, asked: Pressed, dialect: Dialect, why: Refused): Promise<Refused> {
  const { account, clientTag } = sender
  const isKept = intentOf(asked, clientTag) !== null && core.limits.refusals.admits(account, performance.now())
  if (!isKept) return why
  const { retCode, message, extMap } = why
  const input = { type: 'declined', account, asked, refusal: { kind: 'declined', retCode, message, extMap } } as const
  taken(core, sender, input, dialect, await core.journal.submit(input, sender))
  return why
}
