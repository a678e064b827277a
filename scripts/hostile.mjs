/**
 * `npm run hostile [-- MESSAGES [SEED]]`: mutated messages on every call and socket of the exchange (tests/exchange/hostile/storm), a
 * million unless another number is given, and what was answered to them. A failure prints the first messages that did it; the same
 * seed makes the same messages. Then crowds of 50 connections (scripts/lib/crowds), each beside an honest user whose
 * orders, and the exchange's memory, are measured against their rest just before. `npm run hostile -- crowds [NAME …]` is these
 * alone.
 */
import { build } from './build.mjs'
import { tryCrowds } from './lib/crowd-trial.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { runBin } from './lib/run.mjs'

const isCrowdsOnly = process.argv[2] === 'crowds'
const [messages = '1000000', seed = String(Date.now() % 2 ** 31)] = isCrowdsOnly ? [] : process.argv.slice(2)
for (const [name, value] of Object.entries({ MESSAGES: messages, SEED: seed })) {
  if (/^[1-9]\d{0,9}$/.test(value)) continue
  process.stderr.write(`${name} has to be a whole number from 1 to 9999999999, and is ${value}\n`)
  process.exit(2)
}
await ensureInstalled()
process.exitCode = isCrowdsOnly ? 0 : await sendMessages()
if (process.exitCode === 0) process.exitCode = await build()
if (process.exitCode === 0) process.exitCode = await tryCrowds(isCrowdsOnly ? process.argv.slice(3) : [])

function sendMessages() {
  process.stdout.write(`sending ${messages} mutated messages from seed ${seed}\n`)
  return runBin('vitest', ['run', 'tests/exchange/hostile/storm', '--reporter=default'], {
    env: { HALYARD_HOSTILE_MESSAGES: messages, HALYARD_HOSTILE_SEED: seed },
  })
}
