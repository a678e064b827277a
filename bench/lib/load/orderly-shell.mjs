// Orderly's trading page out of its own packages (`bench/peers/shell`), shown by the smallest host: what another terminal's
// page takes to paint anything at all. Nobody answers its calls, so it paints its frame without a price, and waits for none.
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { root } from '../../../scripts/lib/run.mjs'
import { installPeers } from '../install-peers.mjs'

const HOME = join(root, 'bench/peers/shell')
/** By ending; the built page has no other files. */
const TYPES = new Map([
  ['.html', 'text/html'],
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
])
/** Of the exchange's own files (`exchange/host/node/http/static-files.ts`). */
const QUALITY = 9
const COMPRESS_MIN_BYTES = 600

/**
 * @param {(text: string) => void} note
 * @returns whether its packages are there
 */
export function installOrderlyShell(note) {
  return installPeers(HOME, {
    whole: ['@orderly.network/trading/dist/index.mjs'],
    names: "Orderly's trading page",
    note,
  })
}

/** A server with its page, built and compressed before it answers. @returns {Promise<{ origin: string, stop(): void }>} */
export async function startOrderlyShell() {
  const files = await packed(await build())
  const server = createServer((request, response) => {
    const file = files.get(request.url === '/' ? '/index.html' : (request.url ?? ''))
    if (file === undefined) return void response.writeHead(404).end()
    response.writeHead(200, file.headers).end(file.body)
  })
  await new Promise((done) => server.listen(0, 'localhost', () => done(undefined)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error("Orderly's page has no port")
  return { origin: `http://localhost:${address.port}`, stop: () => void server.close() }
}

/** @returns {Promise<Map<string, Buffer>>} the built files by path */
async function build() {
  const vite = await import('vite')
  const result = await vite.build({
    root: HOME,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}', global: 'globalThis' },
    build: { write: false, minify: true },
  })
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  return new Map(outputs.map((one) => [`/${one.fileName}`, Buffer.from(one.type === 'chunk' ? one.code : one.source)]))
}

/** @param {Map<string, Buffer>} files */
async function packed(files) {
  const brotli = promisify(brotliCompress)
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY }
  const entries = [...files].map(async ([path, plain]) => {
    const isPacked = plain.length >= COMPRESS_MIN_BYTES
    const body = isPacked ? await brotli(plain, { params }) : plain
    /** @type {Record<string, string | number>} */
    const headers = {
      'content-type': TYPES.get(extname(path)) ?? 'application/octet-stream',
      'content-length': body.length,
      ...(isPacked ? { 'content-encoding': 'br' } : {}),
    }
    return /** @type {const} */ ([path, { headers, body }])
  })
  return new Map(await Promise.all(entries))
}
