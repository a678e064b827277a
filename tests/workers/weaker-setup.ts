import { beforeEach } from 'vitest'
import { IS_WEAKER } from './weaker-venue'

/** Tests that are about a capability which the weaker venue lacks; `weaker-venue.test.ts` says what holds in its place. */
const RESTS_ON: Readonly<Record<string, readonly string[]>> = {
  'a checksum in each book message': ['a book whose checksum differs is emptied and asked for again (I7)'],
  'lists that say as of which sequence they are complete: without it an absence in a list proves nothing': [
    'of 1,200 open orders one ended and its message was lost: it is open nowhere after the next comparison',
    '300 orders were cancelled elsewhere while the line was cut: none is open when the page is live, and every end is found',
    'a position that REST closed is shown when it is opened again: rows and ledger lines count apart',
    'a lost message and a poll that fails twice: the row is gone, and nothing was live from the second failure on',
    'what is lost while a comparison is under way is not covered by it: another one comes before anything is live',
    'one that was lost at the end of the stream is missed within a second, not at the next poll',
    'an order that is held for ended and listed as open is open again, and that is a fault on record',
    'an order that the exchange does not know at all is open nowhere, and that is a fault on record',
    'an order that REST no longer lists is asked for by its id: only the exchange says how it ended (F12)',
    'a position that REST no longer lists is closed',
    'has its word from the beginning: what came after the backup is gone, and that is said',
    'one whose lists lag behind for a moment after its start keeps everything, and is not live before they agree',
  ],
  'an order that may still land ten seconds later, or a time that it is valid until': [
    'absent before the landing time is not yet "not placed"; twice absent after it is (O2)',
    'where the exchange refuses what comes late, an absence counts as soon as the order is late (I2, O2)',
    'a closing leg whose fill is known too late is not followed by the other',
  ],
  'first answers that can be asked for': [
    'is on disk before its request leaves; a lost answer is the one that the exchange gave to its tag',
    'a refusal whose answer was lost is a refusal, with its code and bound',
    'one that never arrived is unknown, also to the next hub, and then "never taken"; nobody sends it again',
    'a request that was lost, and the position was closed meanwhile: the reason says so',
    'a request that was lost, and the position is still there: the reason says so',
    'that never arrived is unknown, then not started: two look-ups after the landing time, and nothing sent again',
    'without an answer is done once the exchange says so of the press',
    'one that had ended by itself meanwhile is told so',
  ],
}

const names = new Map(Object.entries(RESTS_ON).flatMap(([why, tests]) => tests.map((name) => [name, why] as const)))

beforeEach(({ task, skip }) => {
  const why = names.get(task.name)
  if (IS_WEAKER && why !== undefined) skip(`needs ${why}`)
})
