import { createInterface } from 'node:readline'
import { openJournal } from '../../../exchange/journal/open-journal'
import { startMarketSteps } from '../../../exchange/market-steps'
import { systemClock } from '../../../exchange/system-clock'
import { createVenue, restoreVenue } from '../../../exchange/venue/create-venue'
import type { VenueInput } from '../../../exchange/venue/contract'

/*
 * The exchange without its gateway, as a process that a test can kill: one input per line in, one line out per answer,
 * written when the journal says so and not before.
 */
const [dataDir = ''] = process.argv.slice(2)
const journal = await openJournal({
  dataDir,
  genesis: { type: 'genesis', seed: 7, region: 'global', feedSymbol: null },
  clock: systemClock,
  createVenue: ({ seed, region, feedSymbol }, startMs) => createVenue({ seed, region, feedSymbol, startMs }),
  restoreVenue,
  warn: (text) => console.error(text),
  snapshotEveryInputs: 150,
})
const stopMarket = startMarketSteps({ journal, clock: systemClock, everyMs: 20, feed: null })
console.log(JSON.stringify({ ready: journal.recovery.mismatches }))

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  const input = JSON.parse(line) as VenueInput
  const origin = { account: 'trader', connId: String(process.pid), term: 1, clientTag: '', bodyHash: line.slice(0, 64) }
  void journal.submit(input, origin).then((answer) => {
    if (answer.outcome === 'conflict') throw new Error(`conflict on ${line}`)
    const { outcome, result, seq } = answer
    const order = result.ok ? (result.order?.id ?? null) : null
    const linkId = input.type === 'place' ? input.linkId : ''
    console.log(JSON.stringify({ linkId, outcome, seq, ok: result.ok, order }))
  })
})
lines.on('close', () => {
  void stopMarket()
    .then(() => journal.close())
    .then(() => process.exit(0))
})
