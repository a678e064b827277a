import { beforeEach } from 'vitest'
import { IS_WEAKER } from './weaker-venue'

/** Tests that are about a capability which the weaker venue lacks; `weaker-venue.test.ts` says what holds in its place. */
const RESTS_ON: Readonly<Record<string, readonly string[]>> = {
  'a checksum in each book message': ['a book whose checksum differs is emptied and asked for again (I7)'],
  'lists as of a sequence: a time cannot say that a list is of an earlier state than the last one': [
    'an order that is younger than the list is not ended by its absence',
    'an order that is held for ended and listed as open is open again, and that is a fault on record',
    'has its word from the beginning: what came after the backup is gone, and that is said',
    'one whose lists lag behind for a moment after its start keeps everything, and is not live before they agree',
  ],
  'calls without a time after which they are refused: a receive window is part of every order there': [
    'absent before the landing time is not yet "not placed"; twice absent after it is (O2)',
    'a closing leg whose fill is known too late is not followed by the other',
  ],
  'first answers that can be asked for: a state does not show that something was refused': [
    'a refusal whose answer was lost is a refusal, with its code and bound',
  ],
}

const names = new Map(Object.entries(RESTS_ON).flatMap(([why, tests]) => tests.map((name) => [name, why] as const)))

beforeEach(({ task, skip }) => {
  const why = names.get(task.name)
  if (IS_WEAKER && why !== undefined) skip(`needs ${why}`)
})
