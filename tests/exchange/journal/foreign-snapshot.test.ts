import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Journal } from '../../../exchange/journal/journal-port'
import { openJournal } from '../../../exchange/host/node/journal/open-journal'
import type { Venue } from '../../../exchange/venue/venue-port'
import { createVenue, restoreVenue } from '../../../exchange/venue/create-venue'

const START_MS = 1_800_000_000_000
const NOBODY = { account: '', connId: '', term: 0, clientTag: '' }

describe('a data folder that another build has used', () => {
  let folder: string
  const warnings: string[] = []
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'halyard-'))
    warnings.length = 0
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** @param age changes what the venue writes as its snapshot, as a build of another day would */
  function open(age: (venue: Venue) => Venue = (venue) => venue): ReturnType<typeof openJournal> {
    let nowMs = START_MS
    return openJournal({
      dataDir: folder,
      genesis: { type: 'genesis', seed: 7, region: 'global', feedSymbol: null },
      clock: { now: () => (nowMs += 50), monotonic: () => nowMs, after: () => () => undefined },
      createVenue: ({ seed, region, feedSymbol }, startMs) => age(createVenue({ seed, region, feedSymbol, startMs })),
      restoreVenue,
      warn: (text) => warnings.push(text),
    })
  }
  const openAccount = (journal: Journal, account: string) =>
    journal.submit({ type: 'openAccount', account, kind: 'uta2', name: 'Ada' }, { ...NOBODY, account })

  test('its own snapshot is taken, and nothing is said', async () => {
    const before = await open()
    await openAccount(before, 'one')
    await before.close()
    const after = await open()
    expect(after.recovery).toMatchObject({ replayedInputs: 0, mismatches: 0 })
    expect(warnings).toEqual([])
    await after.close()
  })

  test('a snapshot that lacks a field is passed over: the ledger tells the same story, and the exchange works', async () => {
    const before = await open((venue) => {
      const whole = venue.snapshot.bind(venue)
      // What a build without this field would have written.
      const text = (): string => JSON.stringify(whole()).replaceAll(/"creditedE8":\d+,/g, '')
      return Object.assign(venue, { snapshot: () => JSON.parse(text()) as unknown })
    })
    await openAccount(before, 'one')
    const wallet = before.venue.wallet('one')
    await before.close()
    const after = await open()
    expect(warnings.join(' ')).toMatch(/snapshot \d+ cannot be restored .*another build wrote it: engine\.accounts/)
    expect(after.recovery).toMatchObject({ replayedInputs: 2, mismatches: 0 })
    expect(after.venue.wallet('one')).toEqual(wallet)
    await openAccount(after, 'two')
    expect(after.venue.accounts().map((one) => one.account)).toEqual(['one', 'two'])
    await after.close()
  })
})
