import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { accountTest as test, expect, farBelow, openTrade, press, showTable } from './lib/trading'

/** A page of somebody else, and how often anybody came to it. */
class ForeignSite {
  visits = 0
  body = ''

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async open(): Promise<ForeignSite> {
    let site: ForeignSite | null = null
    const server = createServer((request, response) => {
      if (site !== null && request.url !== '/favicon.ico') site.visits++
      response.setHeader('content-type', 'text/html').end(site?.body ?? '')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    site = new ForeignSite(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    return site
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}

/** Addresses of a page's links, forms, frames and pictures that lead off its origin, as the browser resolves them. */
function foreignAddresses(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    ['href', 'src', 'action', 'formaction', 'xlink:href']
      .flatMap((name) => [...document.querySelectorAll(`[${CSS.escape(name)}]`)].map((one) => one.getAttribute(name)!))
      .filter((address) => !address.startsWith('#'))
      .filter((address) => {
        const { origin, protocol } = new URL(address, location.href)
        return protocol !== 'blob:' && origin !== location.origin
      }),
  )
}

test('addresses that lead elsewhere, or are scripts, lead nowhere (reliability.md X2)', async ({
  context,
  exchange,
}) => {
  const foreign = await ForeignSite.open()
  try {
    const page = await openTrade(context, exchange)
    const visits = foreign.visits
    for (const to of [
      // oxlint-disable-next-line no-script-url -- what must lead nowhere
      'javascript:window.canary=1',
      'data:text/html,<script>window.canary=1</script>',
      foreign.origin,
    ]) {
      const asked = encodeURIComponent(to)
      const query = ['expectUrl', 'redirect', 'returnUrl', 'next', 'url', 'icon', 'help'].map(
        (one) => `${one}=${asked}`,
      )
      for (const path of ['/trade/usdt/BTCUSDT', `/open`, `/${asked}`, `//${asked}`, `/trade/usdt/${asked}`]) {
        const answer = await page.goto(`${exchange.origin}${path}?text=${asked}&${query.join('&')}#${asked}`)
        // An address that is no page of the app is answered as missing, and draws nothing.
        if (answer?.ok() === true) await expect(page.getByRole('main'), `${path} ${to}`).toBeVisible()
        else expect(answer?.status(), `${path} ${to}`).toBeGreaterThanOrEqual(400)
        expect(new URL(page.url()).origin, path).toBe(exchange.origin)
        expect(await foreignAddresses(page), `${path} ${to}`).toEqual([])
        expect(await page.evaluate(() => 'canary' in window)).toBe(false)
      }
    }
    await test.step('a link of an announcement leads to a path or over TLS, and the exchange takes no other', async () => {
      // oxlint-disable-next-line no-script-url -- what must lead nowhere
      for (const url of ['javascript:alert(1)', 'data:text/html,x', `//${foreign.origin.slice(7)}`, foreign.origin]) {
        const body = {
          id: 'odd',
          kind: 'maintenance',
          text: 'odd',
          url,
          atMs: Date.now(),
          untilMs: Date.now() + 60_000,
        }
        await expect(exchange.control('notice', body), url).rejects.toThrow()
      }
    })
    expect(foreign.visits).toBe(visits)
  } finally {
    foreign.close()
  }
})

test('the app stands in nobody’s frame, and a dialog takes no press that was meant for what lay there before (reliability.md X6) @long', async ({
  context,
  exchange,
}) => {
  await test.step('another page gets no frame, object or embedding of it', async () => {
    const foreign = await ForeignSite.open()
    const address = `${exchange.origin}/trade/usdt/BTCUSDT`
    foreign.body = `<iframe src="${address}"></iframe><object data="${address}"></object><embed src="${address}">`
    try {
      const attacker = await context.newPage()
      await attacker.goto(foreign.origin)
      // Long enough for the page to have drawn itself, were it let in: opened by itself it does within a second or two.
      await attacker.waitForTimeout(3000)
      for (const frame of attacker.frames().slice(1)) {
        expect(frame.url()).not.toContain('/trade/')
        // The browser's own page of an error at most.
        expect(await frame.locator('main').count()).toBe(0)
      }
      await attacker.close()
    } finally {
      foreign.close()
    }
  })
  await test.step('the second press of two falls on a button that waits half a second (decisions 36)', async () => {
    const page = await openTrade(context, exchange)
    await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.01' })
    await showTable(page, 'Open orders')
    await page.evaluate(() => {
      const found = new MutationObserver(() => {
        const button = [...document.querySelectorAll<HTMLButtonElement>('dialog button')].at(-1)
        if (button === undefined) return
        found.disconnect()
        const openedAt = performance.now()
        const opened = { wasDisabled: button.disabled, waitedMs: 0 }
        Object.assign(window, { opened })
        const look = setInterval(() => {
          if (button.disabled) return
          clearInterval(look)
          opened.waitedMs = performance.now() - openedAt
        }, 10)
      })
      found.observe(document.body, { childList: true, subtree: true })
    })
    await page.getByRole('button', { name: 'Cancel all', exact: true }).dblclick()
    const opened = () => page.evaluate(() => (window as unknown as { opened?: Opened }).opened)
    await expect.poll(async () => (await opened())?.waitedMs ?? 0).toBeGreaterThan(0)
    const { wasDisabled, waitedMs } = (await opened())!
    expect(wasDisabled).toBe(true)
    // The timer starts once the dialog is drawn; what a clock rounds is given.
    expect(waitedMs).toBeGreaterThanOrEqual(490)
    expect(exchange.ledger().filter((line) => line.command?.type === 'cancelAll')).toEqual([])
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})

interface Opened {
  readonly wasDisabled: boolean
  readonly waitedMs: number
}
