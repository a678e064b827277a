import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { threadText } from './scripts/lib/thread-text.mjs'

const TESTS = ['tests/**/*.test.{ts,tsx}']
const ELSEWHERE = ['tests/e2e/**', 'tests/chaos/**', 'node_modules/**']
/** Files that change what others would share: modules that are mocked, globals, fake timers, the environment. */
const APART = [
  'tests/ui/chart/engines/open-engine.test.ts',
  'tests/exchange/control/control.test.ts',
  'tests/exchange/api/order-calls.test.ts',
  'tests/exchange/host/node/http/static-files.test.ts',
  'tests/ui/i18n/early-words.test.ts',
  'tests/ui/kit/first-sign.test.ts',
  'tests/ui/state/between-steps.test.ts',
  'tests/workers/hub/hub-store.test.ts',
]

/**
 * What `npm test` leaves to CI, of files that take a quarter of a minute or more: every parameter, row and refusal of the calls,
 * a recorded day and the past bar by bar, and tests of the tests.
 */
const LEFT_TO_CI = [
  'tests/conformance/{v5-parameters,row-shapes,ccxt-structures,v5-refusals}.test.ts',
  'tests/exchange/api/{price-alerts,read-limits}.test.ts',
  'tests/exchange/api/rows/delivered-options.test.ts',
  'tests/exchange/host/node/http/connection-limits.test.ts',
  'tests/exchange/hostile/{crowds,slow-readers}.test.ts',
  'tests/exchange/journal/{aged-folders,bounded-reads,verify}.test.ts',
  'tests/exchange/replay/crash-day.test.ts',
  'tests/exchange/simulation/{feed,history,perpetual-premium}.test.ts',
  'tests/exchange/venue/{dated-lifecycle,lending,liquidation-fee,mean-values,option-chains,unheard-replay}.test.ts',
  'tests/laws/faults.test.ts',
  'tests/scripts/mutants.test.ts',
  'tests/ui/trading-kit/refusals/real-*.test.ts',
]
const isShort = process.env['HALYARD_TESTS'] === 'short'

const WALK = 'tests/workers/walk/walk.test.ts'
const WEAKER =
  process.env['HALYARD_WEAKER'] === 'all'
    ? ['tests/workers/hub/*.test.ts', WALK]
    : [...['weaker-venue', 'new-order-calls', 'account-feed'].map((name) => `tests/workers/hub/${name}.test.ts`), WALK]

/** Files that take a quarter of a minute or more, the longest first: begun last, one of them would run beside nothing. */
const LONG = [
  'tests/exchange/engine/laws/mixed/mixed.test.ts',
  'tests/exchange/kill/kill.test.ts',
  WALK,
  'tests/laws/laws.test.ts',
  'tests/laws/faults.test.ts',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const at = LONG.findIndex((file) => moduleId.endsWith(`/${file}`))
  return at < 0 ? LONG.length : at
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method
    const usual = await super.sort(files)
    return usual.toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  plugins: [threadText()],
  test: {
    environment: 'node',
    // Of a test that hangs, on a busy machine; who promises a deadline asserts it.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    // Two cores are the smallest machine this must be green on.
    maxWorkers: 2,
    setupFiles: ['tests/seed.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      // A process and every module anew cost each of two hundred files a quarter of a second of processor.
      {
        extends: true,
        test: {
          name: 'together',
          include: TESTS,
          exclude: [...ELSEWHERE, ...APART, ...(isShort ? LEFT_TO_CI : [])],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: APART } },
      // The hub against an exchange that gives less: some files in every run, all of them by `npm run weaker-venue`.
      {
        extends: true,
        test: {
          name: 'weaker-venue',
          include: WEAKER,
          exclude: APART,
          isolate: false,
          env: {
            HALYARD_VENUE: 'sandbox-weaker',
            HALYARD_WALK_STEPS: process.env['HALYARD_WEAKER_WALK_STEPS'] ?? '1000',
          },
          setupFiles: ['tests/seed.ts', 'tests/workers/weaker-setup.ts'],
        },
      },
    ],
  },
})
