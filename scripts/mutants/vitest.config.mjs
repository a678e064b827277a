/** The suite with one mutant in the engine: the file is changed on its way into the test, never on the disk. */
import { defineConfig } from 'vitest/config'
import { root } from '../lib/run.mjs'
import { threadText } from '../lib/thread-text.mjs'
import { MUTANTS, mutate } from './list.mjs'

/** Undefined without a number: the plain truth. */
const mutant = MUTANTS[Number(process.env.HALYARD_MUTANT ?? -1)]

export default defineConfig({
  root,
  plugins: [
    threadText(),
    {
      name: 'one-mutant',
      enforce: 'pre',
      transform: (code, id) =>
        mutant !== undefined && id.split('?')[0] === `${root}${mutant.file}` ? mutate(code, mutant) : null,
    },
  ],
  test: { include: ['tests/**/*.test.ts'], testTimeout: 120_000, bail: 1, maxWorkers: 1, isolate: false },
})
