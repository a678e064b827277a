import { appendFileSync, copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { openJournal } from '../../../exchange/host/node/journal/open-journal'
import { verifyFolder, type Verdict } from '../../../exchange/host/node/journal/verify-folder'
import { misfitOf } from '../../../exchange/venue/venue-state'
import { venueOf, restoreVenue as restoreRealVenue } from '../../../exchange/venue/create-venue'
import { Caller } from '../api/lib/client'
import { RealGateway } from '../api/lib/real-gateway'
import { createVenue, place } from './fake-venue'
import { FakeClock, newDataDir, open, ORIGIN } from './support'

const verify = (dataDir: string): Verdict => verifyFolder({ dataDir, createVenue, findMisfit: () => null })
const ledger = (dataDir: string): string => join(dataDir, 'ledger.jsonl')

/** Resting orders, a fill, a refusal, a cancel-all, ticks, and a clean stop in the middle: nine inputs and a genesis. */
async function traded(): Promise<string> {
  const dataDir = newDataDir()
  const first = await open(dataDir, { snapshotEveryInputs: 3 })
  for (const linkId of ['one', 'two', 'three']) await first.submit(place(linkId), ORIGIN)
  await first.submit({ type: 'tick' }, ORIGIN)
  await first.submit(place('four', { type: 'market' }), ORIGIN)
  await first.close()
  const second = await open(dataDir)
  await second.submit(place('five', { qty: '0' }), ORIGIN)
  await second.submit({ type: 'cancelAll', account: 'a', symbol: null }, ORIGIN)
  await second.submit(place('six'), ORIGIN)
  await second.submit({ type: 'tick' }, ORIGIN)
  await second.close()
  return dataDir
}

function spoilLine(dataDir: string, seq: number, change: (line: string) => string): void {
  const lines = readFileSync(ledger(dataDir), 'utf8').split('\n')
  lines[seq - 1] = change(lines[seq - 1]!)
  writeFileSync(ledger(dataDir), lines.join('\n'))
}

function spoilHistory(dataDir: string, sql: string): void {
  const db = new Database(join(dataDir, 'history.sqlite'))
  db.exec(sql)
  db.close()
}

function difference(dataDir: string): string {
  const verdict = verify(dataDir)
  if (verdict.ok) throw new Error('nothing was found')
  const { place: where, expected, found } = verdict.difference
  return `${where} | ${expected} | ${found}`
}

describe('verify: a folder that was left alone agrees', () => {
  test('after clean stops: lines, snapshots, intents and rows', async () => {
    // Lines: genesis, three orders, tick, market order and its fill, refusal, cancel-all, order, tick.
    expect(verify(await traded())).toMatchObject({
      ok: true,
      verified: {
        lines: 11,
        inputs: 10,
        fills: 1,
        tornBytes: 0,
        missingFills: 0,
        intents: 6,
        rowsNotWritten: 0,
        rows: { order: 4, execution: 2 },
      },
    })
  })

  test('after a kill: rows since the last snapshot may be missing, a torn line and a cut fill are no difference', async () => {
    const dataDir = newDataDir()
    const journal = await open(dataDir)
    await journal.submit(place('one'), ORIGIN)
    await journal.submit(place('two', { type: 'market' }), ORIGIN)
    const killed = newDataDir()
    copyFileSync(ledger(dataDir), ledger(killed))
    await journal.close()
    expect(verify(killed)).toMatchObject({ ok: true, verified: { lines: 4, snapshots: 0, rowsNotWritten: 4 } })
    appendFileSync(ledger(killed), '{"seq":5,"timeE3":17')
    expect(verify(killed)).toMatchObject({ ok: true, verified: { lines: 4, tornBytes: 20 } })
    const lines = readFileSync(ledger(killed), 'utf8').split('\n')
    writeFileSync(ledger(killed), `${lines.slice(0, 3).join('\n')}\n`)
    expect(verify(killed)).toMatchObject({ ok: true, verified: { lines: 3, missingFills: 1 } })
  })

  test('looking leaves the folder as it is', async () => {
    const dataDir = await traded()
    const all = () => readdirSync(dataDir).map((name) => [name, readFileSync(join(dataDir, name)).toString('base64')])
    const before = all()
    verify(dataDir)
    expect(all()).toEqual(before)
  })
})

describe('verify: what was spoiled is found, and named', () => {
  test.each<readonly [what: string, seq: number, change: (line: string) => string, said: RegExp]>([
    [
      'an answer',
      4,
      (line) => line.replace('"status":"new"', '"status":"filled"'),
      /^the answer in the line at byte \d+ \(sequence 4, place\) \| .*"new".* \| .*"filled"/,
    ],
    [
      'a refusal',
      8,
      (line) => line.replace('"minLots":1', '"minLots":2'),
      /^the answer in .*sequence 8.*"minLots":1.*"minLots":2/,
    ],
    ['an input', 3, (line) => line.replace('"qty":"1"', '"qty":"2"'), /^the answer in .*sequence 3/],
    [
      'a fill’s price',
      7,
      (line) => line.replace('"price":"100"', '"price":"101"'),
      /sequence 7\) \| .*"price":"100".* \| .*"price":"101"/,
    ],
    ['a sequence', 5, (line) => line.replace('"seq":5', '"seq":6'), /^the line at byte \d+ \| sequence 5 \| 6/],
    [
      'a time that falls',
      5,
      (line) => line.replace(/"timeE3":\d+/, '"timeE3":1600000000000'),
      /a time from 17\d+ on \| 1600000000000/,
    ],
    ['letters', 6, () => 'x', /^the line at byte \d+ \| a line of the ledger \| x/],
    [
      'a fill that was none',
      9,
      () =>
        '{"seq":9,"timeE3":1700000000000,"execId":"x9","symbol":"BTCUSDT","price":"1","qty":"1","makerOrderId":"a","takerOrderId":"b"}',
      /no fill: its input made none/,
    ],
    ['a genesis that is none', 1, (line) => line.replace('"type":"genesis"', '"type":"tick"'), /a genesis \| tick/],
  ])('%s in the ledger', async (_what, seq, change, said) => {
    const dataDir = await traded()
    spoilLine(dataDir, seq, change)
    expect(difference(dataDir)).toMatch(said)
  })

  test('a line that is gone', async () => {
    const dataDir = await traded()
    const lines = readFileSync(ledger(dataDir), 'utf8').split('\n')
    writeFileSync(ledger(dataDir), [...lines.slice(0, 4), ...lines.slice(5)].join('\n'))
    expect(difference(dataDir)).toMatch(/sequence 5 \| 6/)
  })

  test('a ledger that ends before its snapshot', async () => {
    const dataDir = await traded()
    const lines = readFileSync(ledger(dataDir), 'utf8').split('\n')
    writeFileSync(ledger(dataDir), `${lines.slice(0, 9).join('\n')}\n`)
    expect(difference(dataDir)).toMatch(/^snapshot 11 .*the ledger ends at 9/)
  })

  test.each<readonly [what: string, sql: string, said: RegExp]>([
    [
      'a row that is gone',
      "UPDATE pages SET rows = json_remove(rows, '$[0]') WHERE kind = 1",
      /^a row of the history \(execution\) \| a \["x\d+m".* \| nothing/,
    ],
    [
      'a row that says something else',
      `UPDATE pages SET rows = replace(rows, '"100"', '"99"') WHERE kind = 0`,
      /^a row of the history \(order\) \| a \[.*"100".* \| a \[.*"99"/,
    ],
    [
      'a row of another account',
      "UPDATE pages SET account = 'b' WHERE kind = 0",
      /^a row of the history \(order\) \| a \[.* \| b \[/,
    ],
    [
      'a row that nobody made',
      `INSERT INTO pages (kind, account, first_seq, first_ms, last_ms, rows) VALUES (3, 'a', 99, 1, 1, '[{"seq":99}]')`,
      /^a row of the history \(transfer\) \| no such row \| a \{"seq":99\}/,
    ],
    [
      'a row that is there twice',
      'INSERT INTO pages (kind, account, first_seq, first_ms, last_ms, rows) SELECT kind, account, first_seq, first_ms, last_ms, rows FROM pages WHERE kind = 1',
      /^a row of the history \(execution\) \| the row once/,
    ],
    ['all rows gone', 'DELETE FROM pages', /^a row of the history \(order\) \| .* \| nothing/],
    [
      'a snapshot’s state',
      `UPDATE snapshots SET state = replace(state, '"ticks":2', '"ticks":3')`,
      /^snapshot 11, ticks \| 2 \| 3/,
    ],
    [
      'a snapshot’s place',
      'UPDATE snapshots SET byte_offset = byte_offset - 1 WHERE seq = 11',
      /^snapshot 11 \| taken at byte \d+ \| at byte \d+/,
    ],
    [
      'an intent',
      // The first hash: what stands behind the twelve letters of {"float64":" is the base64 of its lowest bits.
      `UPDATE answers SET entries =
        substr(entries, 1, 12) || iif(substr(entries, 13, 1) = 'A', 'B', 'A') || substr(entries, 14)`,
      /^the intent stored for .* \| \d+ \| \d+/,
    ],
  ])('%s in the history', async (_what, sql, said) => {
    const dataDir = await traded()
    spoilHistory(dataDir, sql)
    expect(difference(dataDir)).toMatch(said)
  })
})

test('the real exchange: orders, fills, strategies, funding and a restart agree, and a stolen unit is found', async () => {
  const world = await RealGateway.open()
  const caller = await world.caller()
  const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' }
  for (const side of ['Buy', 'Sell', 'Buy'])
    expect((await caller.post('/v5/order/create', { ...order, side })).retCode).toBe(0)
  await caller.post('/v5/position/trading-stop', {
    symbol: 'BTCUSDT',
    takeProfit: '200000',
    stopLoss: '10',
    tpslMode: 'Full',
    positionIdx: 0,
  })
  await caller.post('/contract/v5/twap/create', {
    symbol: 'BTCUSDT',
    side: 'Buy',
    strategyType: 'TWAP',
    qty: '0.1',
    duration: 300,
    interval: 5,
  })
  await world.advance(9 * 3_600_000)
  await world.restart()
  await world.tick(20)
  await new Caller(`http://127.0.0.1:${world.port}`).signIn()
  const copy = newDataDir()
  const dataDir = newDataDir()
  await world.close((folder) => cpSync(folder, dataDir, { recursive: true }))
  const check = (folder: string) =>
    verifyFolder({
      dataDir: folder,
      createVenue: venueOf,
      findMisfit: misfitOf,
    })
  const verdict = check(dataDir)
  expect(verdict).toMatchObject({
    ok: true,
    verified: { snapshots: 2, foreignSnapshots: 0, tornBytes: 0, rowsNotWritten: 0 },
  })
  if (verdict.ok) expect(verdict.verified.rows['execution']).toBeGreaterThan(3)
  // One unit of 1e-8 of somebody's cash, in the state that the next start would begin with.
  cpSync(dataDir, copy, { recursive: true })
  const db = new Database(join(copy, 'history.sqlite'))
  const { seq, state } = db.prepare('SELECT seq, state FROM snapshots ORDER BY seq DESC LIMIT 1').get() as {
    seq: number
    state: string
  }
  const changed = state.replace(/"walletE8":(\d+)/, (_, cash: string) => `"walletE8":${Number(cash) + 1}`)
  expect(changed).not.toBe(state)
  db.prepare('UPDATE snapshots SET state = ? WHERE seq = ?').run(changed, seq)
  db.close()
  const spoiled = check(copy)
  expect(spoiled).toMatchObject({
    ok: false,
    difference: { place: expect.stringMatching(/^snapshot \d+, engine\.accounts\./) },
  })
  // What verify trusts, recovery trusts: the folder opens as it agreed.
  rmSync(join(dataDir, 'exchange.lock'), { force: true })
  const journal = await openJournal({
    dataDir,
    genesis: { type: 'genesis', seed: 0, region: 'none', feedSymbol: null },
    clock: new FakeClock(),
    createVenue: venueOf,
    restoreVenue: restoreRealVenue,
  })
  expect(journal.recovery).toMatchObject({ replayedInputs: 0, mismatches: 0 })
  await journal.close()
})
