import { join } from 'node:path'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { devProxy } from './lib/dev-proxy.mjs'
import { messageOf } from './lib/message-of.mjs'
import { root } from './lib/run.mjs'
import { startExchange } from './lib/start-exchange.mjs'

await ensureInstalled()
const vite = await import('vite')

const dataDir = process.env.HALYARD_DATA_DIR ?? join(root, '.halyard')
/** @type {Awaited<ReturnType<typeof startExchange>> | null} */
let exchange = null
/** @type {import('vite').ViteDevServer | null} */
let server = null
let restarting = Promise.resolve()

/** The exchange is rebuilt and restarted on every change below it; the app's server follows its new address. */
async function restart() {
  await exchange?.kill()
  exchange = await startExchange({ dataDir, env: { HALYARD_CONTROL: process.env.HALYARD_CONTROL ?? '0' } })
  await server?.close()
  server = await vite.createServer({
    configFile: join(root, 'vite.config.ts'),
    // Vite lets other pages of this computer read its answers, where the exchange lets nobody.
    server: { port: Number(process.env.PORT ?? 4173), cors: false, proxy: devProxy(exchange.url) },
  })
  await server.listen()
  process.stdout.write(`Halyard (dev) is ready at ${server.resolvedUrls?.local[0]}, its exchange at ${exchange.url}\n`)
}

const watcher = await vite.build({
  configFile: join(root, 'vite.exchange.config.ts'),
  logLevel: 'warn',
  build: { watch: {} },
})
if (!('on' in watcher)) throw new Error('vite was asked to watch')
/** @param {unknown} error */
const complain = (error) => void process.stderr.write(`${messageOf(error)}\n`)
watcher.on('event', (event) => {
  if (event.code === 'ERROR') complain(event.error)
  if (event.code === 'END') restarting = restarting.then(restart).catch(complain)
})

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await Promise.allSettled([exchange?.kill(), server?.close(), watcher.close()])
    process.exit(0)
  })
