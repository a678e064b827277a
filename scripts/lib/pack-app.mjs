import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { root } from './run.mjs'

const PACKABLE = /\.(?:js|css|json|svg|txt|webmanifest)$/
const brotli = promisify(brotliCompress)

/**
 * Compresses the built app into `dist/packed`, once for every exchange that will serve it: compressing at the first
 * request of each start costs most of a second, just while the first page loads. The names are the etags of
 * `exchange/host/node/http/static-files.ts`, so a file that changes has none.
 */
export async function packApp() {
  const from = `${root}dist/app/`
  const to = `${root}dist/packed/`
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) => PACKABLE.test(name))
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(`${from}${name}`)
      const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
      const packed = await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      writeFileSync(`${to}${etag}.br`, packed)
    }),
  )
}
