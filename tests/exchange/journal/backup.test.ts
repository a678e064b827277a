import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { FakeVenue, place } from './fake-venue'
import { ledgerText, newDataDir, open, ORIGIN } from './support'

/** The commands of docs/operate.md under a heading, as an operator would copy them. */
function commandsOf(heading: string): string {
  const doc = readFileSync(join(import.meta.dirname, '../../../docs/operate.md'), 'utf8')
  const section = doc.slice(doc.indexOf(`## ${heading}`))
  const found = /```sh\n([\s\S]*?)```/.exec(section)?.[1]
  if (found === undefined) throw new Error(`docs/operate.md has no commands under ${heading}`)
  return found
}

const PAGE = { symbol: null, startMs: null, endMs: null, limit: 100, cursor: null }

test('a copy made by the commands of docs/operate.md while orders come holds everything that was answered before', async () => {
  const data = newDataDir()
  const backup = join(newDataDir(), 'copy')
  const journal = await open(data, { snapshotEveryInputs: 20 })
  writeFileSync(join(data, 'sessions.json'), '{"sessions":[]}')
  for (let i = 0; i < 50; i++) await journal.submit(place(`before-${i}`), ORIGIN)
  await journal.submit({ type: 'cancelAll', account: 'a', symbol: null }, ORIGIN)
  const answered = journal.durableSeq()
  const history = journal.orderHistory('a', PAGE)

  const copying = { isDone: false }
  const flow = (async () => {
    for (let i = 0; !copying.isDone; i++) await journal.submit(place(`during-${i}`), ORIGIN)
  })()
  const env = { ...process.env, DATA: data, BACKUP: backup }
  await promisify(execFile)('bash', ['-euc', commandsOf('Back up')], { env })
  copying.isDone = true
  await flow

  const restored = await open(backup)
  expect(restored.recovery).toMatchObject({ isNew: false, mismatches: 0 })
  expect(restored.durableSeq()).toBeGreaterThanOrEqual(answered)
  // What it has is the beginning of what the exchange has.
  const copied = ledgerText(backup)
  expect(ledgerText(data).startsWith(copied)).toBe(true)
  expect(restored.orderHistory('a', PAGE).rows).toEqual(history.rows)
  expect(readFileSync(join(backup, 'sessions.json'), 'utf8')).toBe('{"sessions":[]}')
  expect(restored.venue).toBeInstanceOf(FakeVenue)
  await restored.submit(place('after'), ORIGIN)
  await restored.close()
  await journal.close()
})
