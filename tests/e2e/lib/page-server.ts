import { resolve } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { devProxy } from '../../../scripts/lib/dev-proxy.mjs'
import type { ExchangeProcess } from './exchange-process'

const ROOT = resolve(import.meta.dirname, '../../..')

/**
 * Serves pages that only tests open (`tests/pages`), as development serves the app: the build has none of them.
 * @returns the server, and its origin
 */
export async function servePages(exchange: ExchangeProcess): Promise<{ server: ViteDevServer; origin: string }> {
  const server = await createServer({
    configFile: resolve(ROOT, 'vite.config.ts'),
    root: ROOT,
    logLevel: 'error',
    // Of its own: what `npm run dev` keeps there meanwhile stays as it is.
    cacheDir: resolve(ROOT, 'node_modules/.vite-test-pages'),
    optimizeDeps: { entries: ['tests/pages/**/*.tsx', 'src/workers/hub.shared.ts'] },
    server: { port: 0, hmr: false, watch: null, cors: false, proxy: devProxy(exchange.origin) },
  })
  await server.listen()
  const address = server.httpServer?.address()
  if (typeof address !== 'object' || address === null) throw new Error('the page server has no port')
  return { server, origin: `http://localhost:${address.port}` }
}
