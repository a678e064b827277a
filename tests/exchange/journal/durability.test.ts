import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createVenue, place } from './fake-venue'
import { FakeClock, ledgerLines, newDataDir, open, openHeld, ORIGIN } from './support'

describe('an input is answered only when it is on disk (decisions 34)', () => {
  test('neither the answer nor the events leave before the sync has returned', async () => {
    const { journal, log } = await openHeld(newDataDir())
    const heard: string[] = []
    journal.fanout.subscribe(({ events }) => heard.push(`events ${events.length}`))
    log.isHeld = true
    const answer = journal.submit(place('one'), ORIGIN).then(() => heard.push('answer'))
    await log.reached()
    // The venue has it already; the world must not.
    expect(journal.venue.openOrders('a', null)).toHaveLength(1)
    expect(heard).toEqual([])
    expect(journal.durableSeq()).toBe(1)
    log.release()
    await answer
    expect(heard).toEqual(['events 1', 'answer'])
    // Line 1 is the genesis.
    expect(journal.durableSeq()).toBe(2)
  })

  test('whoever asks for what the venue shows waits until that is on disk, and no longer', async () => {
    const { journal, log } = await openHeld(newDataDir())
    while (journal.settled() !== null) await journal.settled()
    expect(journal.appliedSeq()).toBe(journal.durableSeq())
    log.isHeld = true
    const first = journal.submit(place('one'), ORIGIN)
    await log.reached()
    const settled = journal.settled()?.then(() => journal.durableSeq())
    // Line 1 is the genesis.
    expect([journal.appliedSeq(), journal.durableSeq()]).toEqual([2, 1])
    // It waits for nothing that comes after it has asked.
    let isLaterDone = false
    void first.then(() => {
      void journal.submit(place('two'), ORIGIN).then(() => (isLaterDone = true))
    })
    log.release()
    expect(await settled).toBe(2)
    expect(isLaterDone).toBe(false)
  })

  for (const name of ['ledger.jsonl', 'exchange.lock']) {
    test(`an exchange whose ${name} was moved away answers nothing more, and says why`, async () => {
      const dataDir = newDataDir()
      const said: string[] = []
      const journal = await open(dataDir, { onBroken: (error) => said.push(error.message) })
      await journal.submit(place('one'), ORIGIN)
      renameSync(join(dataDir, name), join(dataDir, 'elsewhere'))
      let tries = 0
      const next = () => journal.submit(place(`next${(tries += 1)}`), ORIGIN)
      await vi.waitFor(() => expect(next()).rejects.toThrow(name), 5_000)
      expect(said).toEqual([expect.stringMatching(`${name} was moved, deleted or replaced.*put it back`)])
      await journal.close()
      // What was answered is where the file is now.
      renameSync(join(dataDir, 'elsewhere'), join(dataDir, name))
      expect(JSON.stringify(ledgerLines(dataDir))).toContain('"one"')
    })
  }

  test('nobody waits for a disk that has failed', async () => {
    const { journal, log } = await openHeld(newDataDir())
    log.failure = new Error('disk full')
    const lost = journal.submit(place('one'), ORIGIN)
    const settled = journal.settled()
    await expect(lost).rejects.toThrow('disk full')
    expect(await settled).toBeUndefined()
    expect(journal.settled()).toBeNull()
  })

  test('what arrives while a sync runs shares the next one', async () => {
    const { journal, log } = await openHeld(newDataDir())
    const before = log.said.length
    log.isHeld = true
    const first = journal.submit(place('one'), ORIGIN)
    await log.reached()
    const rest = ['two', 'three', 'four'].map((linkId) => journal.submit(place(linkId), ORIGIN))
    log.release()
    const answers = await Promise.all([first, ...rest])
    expect(log.said.slice(before)).toEqual(['write 1', 'sync', 'write 3', 'sync'])
    expect(answers.map((answer) => answer.outcome === 'done' && answer.seq)).toEqual([2, 3, 4, 5])
  })

  test('a crowd does not wait for the end of the turn, and is answered in order', async () => {
    const { journal, log } = await openHeld(newDataDir())
    const before = log.said.length
    const crowd = Array.from({ length: 64 }, (_, index) => journal.submit(place(`link-${index}`), ORIGIN))
    // Microtasks only: the event loop has not turned.
    for (let step = 0; step < 4; step += 1) await Promise.resolve()
    expect(log.said.slice(before)).toEqual(['write 32'])
    const late = journal.submit(place('late'), ORIGIN)
    const seqs = (await Promise.all([...crowd, late])).map((answer) => answer.outcome === 'done' && answer.seq)
    // Line 1 is the genesis.
    expect(seqs).toEqual(Array.from({ length: 65 }, (_, index) => index + 2))
    expect(log.said.slice(before)).toEqual(['write 32', 'sync', 'write 32', 'sync', 'write 1', 'sync'])
  })

  test('the disk is busy with the next group while those who were answered ask again', async () => {
    const { journal, log } = await openHeld(newDataDir())
    const before = log.syncsBegun
    const askAgain = async (index: number): Promise<number> => {
      await journal.submit(place(`first-${index}`), ORIGIN)
      const begun = log.syncsBegun - before
      await journal.submit(place(`second-${index}`), ORIGIN)
      return begun
    }
    const begun = await Promise.all(Array.from({ length: 64 }, (_, index) => askAgain(index)))
    // Two groups of 32: when the first asks again, the sync of the second is under way.
    expect(begun.slice(0, 32)).toEqual(Array.from({ length: 32 }, () => 2))
  })

  test('events come in the order of the ledger, with the sequence of their input', async () => {
    const journal = await open(newDataDir())
    const heard: [number, string[]][] = []
    journal.fanout.subscribe(({ events, seq }) => heard.push([seq, events.map((event) => event.type)]))
    await Promise.all([
      journal.submit(place('one'), ORIGIN),
      journal.submit(place('two', { type: 'market' }), ORIGIN),
      journal.submit(place('three'), ORIGIN),
    ])
    // The market order fills the resting one: its input is line 3, its fill line 4, so the next input is 5.
    expect(heard).toEqual([
      [2, ['order']],
      [3, ['order', 'order', 'order', 'execution', 'execution', 'fill']],
      [5, ['order']],
    ])
  })

  test('what comes after the time that it was valid until is not applied, and its id may come again (I2)', async () => {
    const dataDir = newDataDir()
    const clock = new FakeClock()
    const journal = await open(dataDir, { clock })
    const inTime = await journal.submit(place('one'), { ...ORIGIN, validUntilMs: clock.nowMs })
    expect(inTime.outcome).toBe('done')
    clock.nowMs += 1
    const late = await journal.submit(place('two'), { ...ORIGIN, validUntilMs: clock.nowMs - 1 })
    expect(late).toEqual({ outcome: 'late', timeMs: clock.nowMs })
    // Genesis and the first order: nothing of the late one is in the venue or on the disk.
    expect(ledgerLines(dataDir)).toHaveLength(2)
    expect(journal.findOrder('a', { orderLinkId: 'two' })).toBeNull()
    // A repeat of what was applied gets its answer however late it comes.
    const repeat = await journal.submit(place('one'), { ...ORIGIN, validUntilMs: clock.nowMs - 1 })
    expect(repeat.outcome).toBe('repeated')
    const again = await journal.submit(place('two'), { ...ORIGIN, validUntilMs: clock.nowMs })
    expect(again.outcome).toBe('done')
  })

  test('a clock that is set back makes nothing too late, and the ledger’s time stands (N2)', async () => {
    const dataDir = newDataDir()
    const clock = new FakeClock()
    const journal = await open(dataDir, { clock })
    const before = await journal.submit(place('one'), ORIGIN)
    clock.nowMs -= 90_000
    // Three seconds from now, as whoever asks the exchange for its time sees it.
    const after = await journal.submit(place('two'), { ...ORIGIN, validUntilMs: clock.nowMs + 3_000 })
    if (before.outcome !== 'done' || after.outcome !== 'done') throw new Error(`${before.outcome}, ${after.outcome}`)
    expect(after.timeMs).toBe(before.timeMs)
    clock.nowMs += 3_001
    const late = await journal.submit(place('three'), { ...ORIGIN, validUntilMs: clock.nowMs - 1 })
    expect(late.outcome).toBe('late')
  })

  test('a disk that fails refuses the input and everything after it, by name', async () => {
    const broken: string[] = []
    const { journal, log } = await openHeld(newDataDir(), { onBroken: (error) => broken.push(error.name) })
    log.failure = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    await expect(journal.submit(place('one'), ORIGIN)).rejects.toMatchObject({ name: 'JournalUnavailable' })
    log.failure = null
    await expect(journal.submit(place('two'), ORIGIN)).rejects.toMatchObject({ name: 'JournalUnavailable' })
    expect(broken).toEqual(['JournalUnavailable'])
  })

  test('an input that breaks the venue is not logged, and nothing is accepted after it', async () => {
    const dataDir = newDataDir()
    const journal = await open(dataDir)
    await journal.submit(place('one'), ORIGIN)
    await expect(journal.submit(place('two', { symbol: 'poison' }), ORIGIN)).rejects.toMatchObject({
      name: 'JournalUnavailable',
    })
    await expect(journal.submit(place('three'), ORIGIN)).rejects.toMatchObject({ name: 'JournalUnavailable' })
    expect(ledgerLines(dataDir)).toHaveLength(2)
  })

  test('after close nothing is accepted', async () => {
    const journal = await open(newDataDir())
    await journal.close()
    await expect(journal.submit(place('one'), ORIGIN)).rejects.toMatchObject({ name: 'JournalClosed' })
  })
})

describe('the ledger line (decisions 34)', () => {
  test('an input and its fill are written with the named fields', async () => {
    const dataDir = newDataDir()
    const journal = await open(dataDir)
    await journal.submit(place('one'), ORIGIN)
    await journal.submit(place('two', { type: 'market' }), { ...ORIGIN, connId: 'c "2"', term: 7 })
    const [genesis, , input, fill] = ledgerLines(dataDir)
    expect(genesis).toMatchObject({ seq: 1, command: { type: 'genesis', seed: 1 } })
    expect(input).toEqual({
      seq: 3,
      timeE3: 1_700_000_000_000,
      account: 'a',
      connId: 'c "2"',
      term: 7,
      command: place('two', { type: 'market' }),
      clientTag: 't',
      orderLinkId: 'two',
      bodyHash: expect.any(Number),
      result: { ok: true, orderId: 'a:2', status: 'filled', price: null, qty: '1', filledQty: '0' },
    })
    expect(fill).toEqual({
      seq: 4,
      timeE3: 1_700_000_000_000,
      execId: 'x2',
      symbol: 'BTCUSDT',
      price: '100',
      qty: '1',
      makerOrderId: 'a:1',
      takerOrderId: 'a:2',
    })
  })

  test('a refusal is written whole', async () => {
    const dataDir = newDataDir()
    const journal = await open(dataDir)
    await journal.submit(place('one', { qty: '0' }), ORIGIN)
    expect(ledgerLines(dataDir)[1]).toMatchObject({
      result: { ok: false, refusal: { kind: 'qtyInvalid', minLots: 1, maxLots: 10 } },
    })
  })
})

describe('exchange time', () => {
  test('never falls, though the computer’s clock is set back', async () => {
    const dataDir = newDataDir()
    const clock = new FakeClock()
    const journal = await open(dataDir, { clock })
    await journal.submit({ type: 'tick' }, ORIGIN)
    clock.nowMs -= 90_000
    await journal.submit({ type: 'tick' }, ORIGIN)
    clock.nowMs += 90_001
    await journal.submit({ type: 'tick' }, ORIGIN)
    expect(ledgerLines(dataDir).map((line) => line['timeE3'])).toEqual([
      1_700_000_000_000, 1_700_000_000_000, 1_700_000_000_000, 1_700_000_000_001,
    ])
  })

  test('goes on from the ledger’s last time when that is ahead of the computer', async () => {
    const dataDir = newDataDir()
    const first = await open(dataDir)
    first.shiftClock(3_600_000)
    await first.submit({ type: 'tick' }, ORIGIN)
    await first.close()
    const clock = new FakeClock()
    const second = await open(dataDir, { clock })
    clock.nowMs += 5
    expect(second.now()).toBe(1_700_003_600_005)
  })
})

describe('one process per data folder', () => {
  test('a second one is refused with a sentence, and may have it after the first is gone', async () => {
    const dataDir = newDataDir()
    const first = await open(dataDir)
    await expect(open(dataDir)).rejects.toThrow(/is in use by another exchange/)
    await first.close()
    await expect(open(dataDir, { createVenue })).resolves.toBeDefined()
  })
})
