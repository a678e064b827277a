/**
 * `npm run weaker-venue`: the hub's tests against an exchange that gives less than the sandbox does (no sequences, no
 * checksums, a receive window, ids refused the second time). `tests/workers/weaker-setup.ts` names what is left out, and why.
 */
import { runBin } from './lib/run.mjs'

process.exit(await runBin('vitest', ['run', '--project', 'weaker-venue'], { env: { HALYARD_WEAKER: 'all' } }))
