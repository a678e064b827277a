/**
 * `npm run chaos [-- CREATES [SEED]]`: the long runs of tests/chaos, of which the gate takes a slice: faulted creates
 * (10,000, a hundred of them in the browser), 100 killed hubs, 50 crashed tabs, 25 hung hubs, 500 tabs that come and
 * go, 200 returns of a page, 20 stopped processes of each kind, every file of a first visit cut off once, 10,000 open
 * orders on one screen. HALYARD_CHAOS_KILLS, _CRASHES, _HANGS, _TABS, _RETURNS, _STOPS and _BROWSER name other counts.
 * Returns may come in parts: HALYARD_CHAOS_WAYS names which (`hidden,frozen`), and parts that name one
 * HALYARD_CHAOS_RESULTS keep theirs there, and say the sum.
 */
import { build } from './build.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { runBin } from './lib/run.mjs'

const [creates = '10000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2)
for (const [name, value] of Object.entries({ CREATES: creates, SEED: seed })) {
  if (/^[1-9]\d{0,9}$/.test(value)) continue
  process.stderr.write(`${name} has to be a whole number from 1 to 9999999999, and is ${value}\n`)
  process.exit(2)
}
await ensureInstalled()
if ((await build()) !== 0) process.exit(1)
process.stdout.write(`chaos with ${creates} faulted creates from seed ${seed}\n`)
const env = {
  HALYARD_CHAOS: 'full',
  HALYARD_CHAOS_CREATES: creates,
  HALYARD_CHAOS_SEED: seed,
  HALYARD_CHROMIUM: await findChromium(),
}
const specs = ['tests/chaos', 'tests/e2e/first-visit.spec.ts', 'tests/e2e/account-truth.spec.ts']
process.exit(await runBin('playwright', ['test', ...specs, '--workers=1', '--reporter=line'], { env }))
