import { createServer } from 'node:net'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { expect, accountTest as test } from './lib/trading'

const CATEGORIES = ['accessibility', 'best-practices', 'performance'] as const

/** The gate looks at the page where money is; HALYARD_LIGHTHOUSE=all takes the other pages along. */
const PATHS =
  process.env['HALYARD_LIGHTHOUSE'] === 'all'
    ? ['/trade/usdt/BTCUSDT', '/markets', '/assets', '/settings']
    : ['/trade/usdt/BTCUSDT']

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { readonly port: number }
      server.close(() => resolve(port))
    })
  })
}

test('Lighthouse, as on a phone: accessibility and best practices are 100 @ci', async ({ exchange, launchOptions }) => {
  const port = await freePort()
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
  })
  try {
    for (const path of PATHS) {
      const run = await lighthouse(`${exchange.origin}${path}`, {
        port,
        onlyCategories: [...CATEGORIES],
        logLevel: 'error',
      })
      const { categories, audits } = run!.lhr
      const short = (['accessibility', 'best-practices'] as const).flatMap((of) =>
        categories[of]!.auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]!.score ?? 1) < 1).map(
          ({ id }) => id,
        ),
      )
      const scores = CATEGORIES.map((of) => `${of} ${Math.round((categories[of]!.score ?? 0) * 100)}`)
      process.stdout.write(`lighthouse ${path}: ${scores.join(', ')}\n`)
      expect(short, path).toEqual([])
      expect(scores.slice(0, 2), path).toEqual(['accessibility 100', 'best-practices 100'])
    }
  } finally {
    await browser.close()
  }
})
