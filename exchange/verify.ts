import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lockDataDir } from './host/node/journal/data-dir-lock'
import { DataDirLocked } from './journal/errors'
import { verifyFolder, type Verdict, type Verified } from './host/node/journal/verify-folder'
import { venueOf } from './venue/create-venue'
import { misfitOf } from './venue/venue-state'

/** `npm run sandbox -- verify [FOLDER]`: whether ledger, state, history and money of a data folder agree. */
const USAGE = 'usage: npm run -s sandbox -- verify [DATA FOLDER]'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

process.exitCode = main(process.argv.slice(2), process.env)

/** @returns 0 where all agrees, 1 at the first difference or where no stored state could be compared, 2 for a wrong call */
function main(args: readonly string[], env: Readonly<Record<string, string | undefined>>): number {
  const [command, folder, ...rest] = args
  if (command !== 'verify' || rest.length > 0) return fail(USAGE)
  const named = folder ?? env['HALYARD_DATA_DIR']?.trim() ?? ''
  const dataDir = resolve(named === '' ? '.halyard' : named)
  if (!existsSync(join(dataDir, 'ledger.jsonl'))) return fail(`${dataDir} holds no ledger.jsonl`)
  let unlock: () => void
  try {
    unlock = lockDataDir(dataDir)
  } catch (error) {
    if (error instanceof DataDirLocked) return fail(`${dataDir} is in use: stop the exchange, or verify a copy`)
    throw error
  }
  try {
    const verdict = verifyFolder({
      dataDir,
      createVenue: venueOf,
      findMisfit: misfitOf,
      progress: (inputs, timeMs) => process.stderr.write(`${inputs} inputs, up to ${new Date(timeMs).toISOString()}\n`),
    })
    return print(verdict)
  } finally {
    unlock()
  }
}

function print(verdict: Verdict): number {
  if (verdict.ok) {
    for (const line of report(verdict.verified)) say(line)
    const { snapshots, foreignSnapshots } = verdict.verified
    if (snapshots === 0 && foreignSnapshots > 0) {
      say('not all was compared: this build can read none of the stored snapshots')
      return 1
    }
    say('all agree')
    return 0
  }
  const { place, expected, found } = verdict.difference
  say(`differs   ${place}`)
  say(`expected  ${expected}`)
  say(`found     ${found}`)
  return 1
}

function* report(verified: Verified): Generator<string> {
  const { lines, inputs, fills, firstMs, lastMs, snapshots, foreignSnapshots, intents, rows, rowsNotWritten } = verified
  const [from, to] = [firstMs, lastMs].map((ms) => new Date(ms).toISOString())
  yield `ledger    ${lines} lines (${inputs} inputs, ${fills} fills) from ${from} to ${to}: the replay answers and fills the same`
  if (verified.tornBytes > 0)
    yield `          an unfinished last line of ${verified.tornBytes} bytes, never answered; the next start cuts it off`
  if (verified.missingFills > 0)
    yield `          ${verified.missingFills} fills of the last input are cut off; the next start appends them`
  const foreign = foreignSnapshots === 0 ? '' : `; ${foreignSnapshots} of another build's form, not compared`
  const compared =
    snapshots + foreignSnapshots === 0
      ? 'no snapshot is stored yet'
      : snapshots === 0
        ? 'no snapshot was compared'
        : `${snapshots} snapshots are the replayed state`
  yield `state     ${compared}${foreign}; ${intents} intents name their lines`
  const counts = Object.entries(rows).map(([kind, count]) => `${count} ${kind}`)
  yield `history   ${counts.join(', ')}: every row as replayed`
  if (rowsNotWritten > 0)
    yield `          ${rowsNotWritten} rows since the last snapshot are not written yet; the next start writes them`
  for (const { coin, sumE8 } of verified.conservation)
    yield `money     ${coin}: what all accounts hold is what was credited (${sumE8} of 1e-8)`
}

function fail(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return 2
}
