/**
 * `npm run soak [-- MINUTES]`: what the gate tests on clocks of its own, in real time: a trading day of so many minutes
 * (60) with four tabs and faults, a tab hidden beyond the five minutes after which timers sleep, a computer asleep, a
 * leader that stalls, an answer after a minute.
 */
import { build } from './build.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { runBin } from './lib/run.mjs'

const [minutes = '60'] = process.argv.slice(2)
if (!/^[1-9]\d{0,3}$/.test(minutes)) {
  process.stderr.write(`MINUTES has to be a whole number from 1 to 9999, and is ${minutes}\n`)
  process.exit(2)
}
await ensureInstalled()
if ((await build()) !== 0) process.exit(1)
const env = {
  HALYARD_SOAK: '1',
  HALYARD_SOAK_MINUTES: minutes,
  HALYARD_HIDDEN_SECONDS: '400',
  HALYARD_CHROMIUM: await findChromium(),
}
const files = ['tests/soak', 'tests/e2e/hub-hidden.spec.ts']
process.exit(await runBin('playwright', ['test', ...files, '--workers=1', '--reporter=line'], { env }))
