import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { APP_ALIASES } from '../../../scripts/lib/app-aliases.mjs'
import { decimalDigits } from '../../../scripts/lib/decimal-digits.mjs'
import { root } from '../../../scripts/lib/run.mjs'

const OUT = join(root, 'node_modules/.cache/halyard/thin')
const SHIPPED = join(root, 'dist/app/assets')
const HUB = /^hub\.shared-.*\.js$/

/**
 * Bundles the thin page with the shipped link as the app's own build does. Its worker's address is the one the app has,
 * so beside the served build it meets the shipped hub.
 *
 * @returns {Promise<Record<string, string>>} file by path on the site
 * @throws {Error} when the worker that the page would open is not, byte for byte, the one in `dist`
 */
export async function buildThinSite() {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { __HALYARD_BUILD__: JSON.stringify(readFileSync(join(root, 'dist/build-id'), 'utf8')) },
    plugins: [decimalDigits()],
    worker: { format: 'es', plugins: () => [decimalDigits()] },
    resolve: { alias: APP_ALIASES },
    build: {
      outDir: OUT,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'thin.ts'),
        output: { entryFileNames: 'thin/thin.js', chunkFileNames: 'thin/[name]-[hash].js' },
      },
    },
  })
  const [ours, shipped] = [join(OUT, 'assets'), SHIPPED].map((folder) => {
    const name = readdirSync(folder).find((one) => HUB.test(one)) ?? ''
    return { name, text: readFileSync(join(folder, name), 'utf8') }
  })
  if (ours?.name !== shipped?.name || ours?.text !== shipped?.text)
    throw new Error(`the thin page would open ${ours?.name}, and ${shipped?.name} is shipped`)
  /** @type {Record<string, string>} */
  const site = { '/thin/thin.html': join(import.meta.dirname, 'thin.html') }
  for (const name of readdirSync(join(OUT, 'thin'))) site[`/thin/${name}`] = join(OUT, 'thin', name)
  return site
}
