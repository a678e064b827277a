import Database from 'libsql'
import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FakeVenue, place } from './fake-venue'
import { ledgerLines, ledgerText, newDataDir, open, ORIGIN } from './support'

/** Two resting orders, a fill, a refusal, a cancel, ticks between: ten inputs, one fill line, and the genesis. */
async function trade(dataDir: string, more: Parameters<typeof open>[1] = {}) {
  const journal = await open(dataDir, more)
  for (const linkId of ['one', 'two', 'three']) await journal.submit(place(linkId), ORIGIN)
  await journal.submit({ type: 'tick' }, ORIGIN)
  await journal.submit(place('four', { type: 'market' }), ORIGIN)
  await journal.submit(place('five', { qty: '0' }), ORIGIN)
  await journal.submit({ type: 'tick' }, ORIGIN)
  await journal.submit({ type: 'cancelAll', account: 'a', symbol: null }, ORIGIN)
  await journal.submit(place('six'), ORIGIN)
  await journal.submit({ type: 'tick' }, ORIGIN)
  return journal
}

const path = (dataDir: string): string => join(dataDir, 'ledger.jsonl')

/** Leaves the folder as a killed process does: no snapshot on close, the lock gone with the process. */
async function kill(dataDir: string, journal: Awaited<ReturnType<typeof open>>): Promise<string> {
  const copy = newDataDir()
  writeFileSync(path(copy), readFileSync(path(dataDir)))
  await journal.close()
  return copy
}

describe('a killed exchange comes back with the same state', () => {
  test('from the ledger alone', async () => {
    const dataDir = newDataDir()
    const first = await trade(dataDir)
    const state = first.venue.snapshot()
    const second = await open(await kill(dataDir, first))
    expect(second.venue.snapshot()).toEqual(state)
    expect(second.recovery).toMatchObject({ replayedInputs: 11, mismatches: 0, isNew: false })
    expect(second.durableSeq()).toBe(12)
  })

  test('from a snapshot and the lines after it', async () => {
    const dataDir = newDataDir()
    const first = await trade(dataDir, { snapshotEveryInputs: 4 })
    await first.close()
    const second = await open(dataDir)
    expect(second.venue.snapshot()).toEqual(first.venue.snapshot())
    expect(second.recovery.replayedInputs).toBe(0)
    await second.submit(place('seven'), ORIGIN)
    expect(ledgerLines(dataDir).map((line) => line['seq'])).toEqual(Array.from({ length: 13 }, (_, index) => index + 1))
  })

  test('from the ledger alone when the tables beside it are of another version', async () => {
    const dataDir = newDataDir()
    const first = await trade(dataDir, { snapshotEveryInputs: 4 })
    const page = { symbol: null, startMs: null, endMs: null, limit: 100, cursor: null }
    const before = first.orderHistory('a', page)
    await first.close()
    const db = new Database(join(dataDir, 'history.sqlite'))
    db.exec('PRAGMA user_version = 1')
    db.exec('ALTER TABLE pages RENAME COLUMN rows TO texts')
    db.close()
    const second = await open(dataDir)
    expect(second.recovery).toMatchObject({ replayedInputs: 11, mismatches: 0 })
    expect(second.orderHistory('a', page)).toEqual(before)
    expect(before.rows).toHaveLength(4)
  })

  test('an unreadable snapshot is passed over, with a word', async () => {
    const dataDir = newDataDir()
    const first = await trade(dataDir, { snapshotEveryInputs: 4 })
    await first.close()
    const warnings: string[] = []
    let tries = 0
    const second = await open(dataDir, {
      warn: (text) => warnings.push(text),
      restoreVenue(state) {
        if ((tries += 1) === 1) throw new Error('written by another build')
        return new FakeVenue(state)
      },
    })
    expect(second.venue.snapshot()).toEqual(first.venue.snapshot())
    expect(second.recovery.replayedInputs).toBeGreaterThan(0)
    expect(warnings).toEqual([expect.stringMatching(/cannot be restored .*written by another build/)])
  })
})

describe('what a crash leaves at the end of the ledger', () => {
  test('around and within each of the last lines: an unfinished line is cut, whole ones count, fills are completed', async () => {
    const dataDir = newDataDir()
    const first = await open(dataDir)
    await first.submit(place('one'), ORIGIN)
    await first.submit(place('two', { type: 'market' }), ORIGIN)
    const text = ledgerText(dataDir)
    const ends = [...text.matchAll(/\n/g)].map((newline) => newline.index + 1)
    const copy = await kill(dataDir, first)
    // Genesis, order, order, fill: four lines. Any cut inside line n + 1 leaves n.
    const cuts = new Set(ends.flatMap((end) => [end - 2, end - 1, end, end + 1]))
    for (let size = ends[0] ?? 0; size <= text.length; size += 31) cuts.add(size)
    for (const size of [...cuts].filter((cut) => cut >= (ends[0] ?? 0) && cut <= text.length)) {
      const torn = newDataDir()
      writeFileSync(path(torn), readFileSync(path(copy)).subarray(0, size))
      const whole = ends.filter((end) => end <= size).length
      const journal = await open(torn)
      expect(ledgerLines(torn)).toHaveLength(whole === 3 ? 4 : whole)
      expect(ledgerText(torn)).toBe(text.slice(0, whole === 3 ? text.length : ends[whole - 1]))
      expect(journal.recovery.mismatches).toBe(0)
      await journal.close()
    }
  })

  test('a bad line in the middle is fatal and named by its byte; nothing is changed', async () => {
    const dataDir = newDataDir()
    const copy = await kill(dataDir, await trade(dataDir))
    const text = ledgerText(copy)
    const secondLine = text.indexOf('\n') + 1
    const bad = `${text.slice(0, secondLine)}X${text.slice(secondLine + 1)}`
    writeFileSync(path(copy), bad)
    await expect(open(copy)).rejects.toMatchObject({
      name: 'LedgerCorrupt',
      message: `the line at byte ${secondLine} of the ledger cannot be read`,
    })
    expect(ledgerText(copy)).toBe(bad)
  })

  test('a missing line is fatal too', async () => {
    const dataDir = newDataDir()
    const copy = await kill(dataDir, await trade(dataDir))
    const lines = ledgerText(copy).split('\n')
    writeFileSync(path(copy), lines.toSpliced(2, 1).join('\n'))
    await expect(open(copy)).rejects.toThrow(/has sequence 4, expected 3/)
  })

  test('a ledger that is shorter than its snapshot is refused', async () => {
    const dataDir = newDataDir()
    const first = await trade(dataDir)
    await first.close()
    const lastLine = ledgerText(dataDir).trimEnd().lastIndexOf('\n') + 1
    truncateSync(path(dataDir), lastLine)
    await expect(open(dataDir)).rejects.toThrow(new RegExp(`ends at byte ${lastLine}, but a snapshot was taken`))
    expect(statSync(path(dataDir)).size).toBe(lastLine)
  })
})

describe('the replay is compared with the ledger', () => {
  test('another answer is reported and counted; the ledger stays', async () => {
    const dataDir = newDataDir()
    const copy = await kill(dataDir, await trade(dataDir))
    writeFileSync(path(copy), ledgerText(copy).replace('"orderId":"a:2"', '"orderId":"a:9"'))
    const warnings: string[] = []
    const journal = await open(copy, { warn: (text) => warnings.push(text) })
    expect(journal.recovery.mismatches).toBe(1)
    expect(warnings[0]).toMatch(/REPLAY MISMATCH at sequence 3/)
  })

  test('a fill that the replay does not make is counted', async () => {
    const dataDir = newDataDir()
    const copy = await kill(dataDir, await trade(dataDir))
    const fill = ledgerLines(copy).find((line) => 'execId' in line)
    appendFileSync(path(copy), `${JSON.stringify({ ...fill, seq: 13 })}\n`)
    const journal = await open(copy)
    expect(journal.recovery.mismatches).toBe(1)
  })
})
