// npm run api-docs: writes docs/api.md and docs/openapi.json from the declared calls. The gate refuses stale ones.
import { writeFileSync } from 'node:fs'
import { loadModule } from './lib/bundle.mjs'
import { root } from './lib/run.mjs'

/** @type {typeof import('../exchange/docs/write-docs')} */
const { writeDocs } = await loadModule('exchange/docs/write-docs.ts')
for (const [file, text] of Object.entries(writeDocs())) {
  writeFileSync(`${root}${file}`, text)
  process.stdout.write(`${file}: ${text.length} characters\n`)
}
