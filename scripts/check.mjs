import { ensureInstalled } from './lib/ensure-installed.mjs'
import { runBin } from './lib/run.mjs'
import { steps, timed } from './lib/steps.mjs'

await ensureInstalled()
const failed = []
const unit = () => runBin('vitest', ['run', '--reporter=dot'])
for (const [name, step] of Object.entries({ ...steps, unit })) {
  if ((await timed(name, step)) !== 0) failed.push(name)
}
process.stdout.write(failed.length === 0 ? '\nall checks hold\n' : `\nfailed: ${failed.join(', ')}\n`)
process.exit(failed.length === 0 ? 0 : 1)
