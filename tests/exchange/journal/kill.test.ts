import { spawn } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { createRandom } from '../../../src/base/random'
import { openJournal } from '../../../exchange/journal/open-journal'
import { createVenue, restoreVenue } from '../../../exchange/venue/create-venue'
import type { VenueInput } from '../../../exchange/venue/contract'
import { FakeClock, ledgerLines, newDataDir } from './support'

const KILLS = 20
const outDir = resolve(import.meta.dirname, '../../../test-results/kill-child')

interface Answer {
  readonly linkId: string
  readonly outcome: 'done' | 'repeated'
  readonly seq: number
  readonly ok: boolean
  readonly order: string | null
}

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: resolve(import.meta.dirname, 'kill-child.ts'),
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'kill-child.js' } },
    },
  })
})

/** Buys, sells and orders that cannot rest, in turn: every one changes money or is refused, none piles up. */
function order(index: number): VenueInput {
  const isLimit = index % 3 === 2
  return {
    type: 'place',
    account: 'trader',
    linkId: `link-${index}`,
    order: {
      symbol: 'BTCUSDT' as InstrumentSymbol,
      side: index % 3 === 0 ? 'buy' : 'sell',
      type: isLimit ? 'limit' : 'market',
      price: isLimit ? ('1000000' as Price) : null,
      qty: '0.002' as Qty,
      timeInForce: 'immediateOrCancel',
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
    },
  }
}

/**
 * Runs the exchange, sends it the inputs as fast as it takes them, and kills it after so many answers (never, for
 * `null`: then it is asked to stop). Answers that were written before the kill all arrive: a pipe outlives its writer.
 */
async function run(dataDir: string, inputs: readonly VenueInput[], killAfter: number | null): Promise<Answer[]> {
  const child = spawn(process.execPath, [join(outDir, 'kill-child.js'), dataDir], { stdio: ['pipe', 'pipe', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  // The kill breaks the pipe under what is still being sent.
  child.stdin.on('error', () => {})
  const answers: Answer[] = []
  const closed = new Promise<number | null>((done) => child.once('close', done))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as Answer | { ready: number }
    if ('ready' in said) {
      expect(said.ready).toBe(0)
      for (const input of inputs) child.stdin.write(`${JSON.stringify(input)}\n`)
      return
    }
    answers.push(said)
    if (answers.length === killAfter) child.kill('SIGKILL')
    else if (killAfter === null && answers.length === inputs.length) child.stdin.end()
  })
  const code = await closed
  if (killAfter === null) expect(complaints).toBe('')
  expect(code).toBe(killAfter === null ? 0 : null)
  // A torn last line is what a kill may leave; anything else recovery says is a fault.
  expect(complaints.replaceAll(/^.*(cut an unfinished last line|fill lines again).*\n/gm, '')).toBe('')
  return answers
}

test(`${KILLS} kills under load: no acknowledged order is lost, none is doubled, the state is the same`, async () => {
  const dataDir = newDataDir()
  const random = createRandom(20_261_121)
  const opening: VenueInput[] = [
    { type: 'openAccount', account: 'trader', kind: 'uta2', name: 'Trader' },
    { type: 'faucet', account: 'trader', coin: 'USDT', amount: '10000' },
  ]
  await run(dataDir, opening, null)

  const acknowledged = new Map<string, Answer>()
  const remember = (answers: readonly Answer[]): void => {
    for (const answer of answers) {
      const before = acknowledged.get(answer.linkId)
      // Asked again after the restart, the answer is the first one.
      if (before === undefined) acknowledged.set(answer.linkId, answer)
      else expect(answer).toEqual({ ...before, outcome: 'repeated' })
    }
  }
  let sent: VenueInput[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Everything of the last life is sent again, as a client that cannot know would; then new orders.
    const fresh = Array.from({ length: 60 }, (_, index) => order(kill * 60 + index))
    const inputs = [...sent, ...fresh]
    remember(await run(dataDir, inputs, 1 + Math.floor(random.next() * (inputs.length - 1))))
    sent = fresh
  }
  remember(await run(dataDir, sent, null))

  const lines = ledgerLines(dataDir)
  expect(lines.map((line) => line['seq'])).toEqual(lines.map((_, index) => index + 1))
  const placed = lines.filter((line) => typeof line['orderLinkId'] === 'string' && line['orderLinkId'] !== '')
  const linkIds = placed.map((line) => line['orderLinkId'])
  expect(new Set(linkIds).size).toBe(linkIds.length)
  for (const [linkId, answer] of acknowledged) {
    const line = placed.find((one) => one['orderLinkId'] === linkId)
    expect(line).toMatchObject({ seq: answer.seq, result: { ok: answer.ok } })
    if (answer.order !== null) expect(line).toMatchObject({ result: { orderId: answer.order } })
  }
  // The flow was a real one: most orders were taken and filled.
  expect(acknowledged.size).toBeGreaterThan(KILLS * 20)
  expect(lines.filter((line) => 'execId' in line).length).toBeGreaterThan(acknowledged.size / 3)

  // The state from snapshots and lines is the state from the lines alone, and its money adds up.
  const clean = newDataDir()
  copyFileSync(join(dataDir, 'ledger.jsonl'), join(clean, 'ledger.jsonl'))
  const [fromSnapshot, fromLedger] = await Promise.all([openReal(dataDir), openReal(clean)])
  expect(fromLedger.recovery.mismatches).toBe(0)
  expect(fromLedger.recovery.replayedInputs).toBeGreaterThan(fromSnapshot.recovery.replayedInputs)
  expect(fromSnapshot.venue.snapshot()).toEqual(fromLedger.venue.snapshot())
  for (const { sumE8, creditedE8 } of fromLedger.venue.conservation()) expect(sumE8).toBe(creditedE8)
  const page = { symbol: null, startMs: null, endMs: null, limit: 100, cursor: null }
  expect(fromSnapshot.executions('trader', page)).toEqual(fromLedger.executions('trader', page))
  await Promise.all([fromSnapshot.close(), fromLedger.close()])
  // Twenty-two starts of a process, on a machine that may be busy.
}, 240_000)

function openReal(dataDir: string) {
  return openJournal({
    dataDir,
    genesis: { type: 'genesis', seed: 0, region: 'none', feedSymbol: null },
    clock: new FakeClock(),
    createVenue: ({ seed, region, feedSymbol }, startMs) => createVenue({ seed, region, feedSymbol, startMs }),
    restoreVenue,
  })
}
