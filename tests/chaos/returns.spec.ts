import { createRandom } from '../../src/base/random'
import type { ExchangeProcess } from '../e2e/lib/exchange-process'
import { RawChromium, type RawTab } from '../e2e/lib/raw-chromium'
import { expect, FULL_PACE_MS, lastPrice, test } from '../e2e/lib/trading'
import { keepReturn, keptReturns, tellReturns, WAYS, type KeptReturn, type Way } from './lib/kept-returns'
import { count, IS_FULL, percentile } from './lib/scale'

// What a page shows as it returns is judged with a market as a user has it.
test.use({ marketPaceMs: FULL_PACE_MS })

/** The price goes this far while the page is away. */
const MOVE = 0.08
/** Two prices that differ by less are one market; the simulated one moves by hundredths of a percent in a second. */
const SAME = 0.02
/** A page that is back and has a live hub trades again within this time; the gate's few run on a machine that does other things, too. */
const USABLE_MS = IS_FULL ? 3_000 : 8_000

/** What stands on the page at one moment. */
interface Shown {
  readonly state: string
  readonly price: number
  readonly isMarked: boolean
  readonly isTrusted?: boolean
  /** Milliseconds since the page came back. */
  readonly afterMs?: number
}

interface Return {
  /** When the page came back it was this; in its first frame, at each press, and how long until it was live. */
  readonly isBack: boolean
  readonly firstFrame: Shown | null
  readonly presses: readonly Shown[]
  readonly liveAfterMs: number | null
}

/** Watches from within: the page's own clock and frames, and no call to it while it comes back. */
const WATCH = `(() => {
  const shown = () => ({
    state: document.querySelector('[data-feed-state]').dataset.feedState,
    price: Number(document.querySelector('[aria-label="Last price"]').textContent.replaceAll(',', '')),
    isMarked: document.querySelector('[aria-label="Last price"]').closest('[data-stale]') !== null,
  })
  globalThis.halyardArm = () => { globalThis.halyardReturn = { isBack: false, firstFrame: null, presses: [], liveAfterMs: null } }
  halyardArm()
  globalThis.halyardBack = () => {
    const mine = globalThis.halyardReturn
    if (mine.isBack) return
    mine.isBack = true
    const at = performance.now()
    mine.backAt = at
    const frame = () => {
      if (mine.firstFrame === null) { mine.firstFrame = shown(); halyardFrame('') }
      if (shown().state === 'live' && !shown().isMarked) mine.liveAfterMs = performance.now() - at
      else requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  }
  document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') halyardBack() })
  addEventListener('pageshow', ({ persisted }) => { if (persisted) halyardBack() })
  for (const type of ['mousedown', 'keydown'])
    addEventListener(type, ({ isTrusted, timeStamp }) => halyardReturn.presses.push({ ...shown(), isTrusted, afterMs: timeStamp - halyardReturn.backAt }), true)
})()`
const BUTTON = `[...document.querySelectorAll('[aria-label="Order entry"] button')].find((one) => one.ariaLabel === 'Buy / Long')`
const LIVE = `document.querySelector('[data-feed-state]')?.dataset.feedState === 'live'`

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

interface Line {
  readonly command?: { readonly type: string; readonly order?: { readonly type: string } }
  readonly result?: { readonly orderId?: string }
  readonly execId?: string
  readonly takerOrderId?: string
  readonly price?: string
}

/** Prices of the market orders' fills, so far. */
function fills(exchange: ExchangeProcess): readonly number[] {
  const taken = new Set<unknown>()
  const prices: number[] = []
  for (const { command, result, execId, takerOrderId, price } of exchange.ledger() as readonly Line[]) {
    if (command?.type === 'place' && command.order?.type === 'market') taken.add(result?.orderId)
    if (execId !== undefined && taken.has(takerOrderId)) prices.push(Number(price))
  }
  return prices
}

async function move(exchange: ExchangeProcess, from: number, share: number): Promise<number> {
  const price = Math.round(from * (1 + share))
  await exchange.control('price', { symbol: 'BTCUSDT', index: String(price), last: String(price) })
  await expect.poll(() => lastPrice(exchange), { timeout: 10_000, intervals: [50] }).toBeGreaterThan(price * 0.99)
  await expect.poll(() => lastPrice(exchange), { timeout: 10_000, intervals: [50] }).toBeLessThan(price * 1.01)
  return price
}

async function prepare(tab: RawTab): Promise<void> {
  await tab.until(LIVE, 30_000)
  // A worker that takes a page over ends what the browser keeps of it.
  await tab.until(`navigator.serviceWorker.controller?.state === 'activated'`, 20_000)
  await tab.evaluate(
    `[...document.querySelectorAll('[aria-label="Order entry"] [role=tab]')].find((one) => one.innerText === 'Market').click()`,
  )
  await tab.evaluate(WATCH)
}

/** The page goes, `meanwhile` happens, and it comes back. */
async function away(
  way: Way,
  { browser, tab, other }: { browser: RawChromium; tab: RawTab; other: RawTab },
  meanwhile: () => Promise<void>,
): Promise<void> {
  if (way === 'stopped') {
    await browser.sleep()
    await meanwhile()
    // So long that a page can tell it from its own work.
    await wait(2_500)
    await browser.wake()
    await tab.evaluate('halyardBack()')
    return
  }
  if (way === 'cached') {
    await tab.evaluate(`void (location.href = '/healthz')`)
    await tab.until(`location.pathname === '/healthz' && document.readyState === 'complete'`, 10_000)
    await meanwhile()
    tab.evaluate('history.back()').catch(() => undefined)
    return
  }
  await other.activate()
  await tab.until(`document.visibilityState === 'hidden'`, 5_000)
  if (way === 'frozen') await tab.send('Page.setWebLifecycleState', { state: 'frozen' })
  await meanwhile()
  if (way === 'frozen') await tab.send('Page.setWebLifecycleState', { state: 'active' })
  await tab.activate()
}

/** Where there is no display server a headless browser hides no tab, and what can be tried is tried. */
function waysHere(xvfb: string): readonly Way[] {
  const named = process.env['HALYARD_CHAOS_WAYS']?.split(',')
  const possible = xvfb === '' ? WAYS.filter((way) => way === 'cached' || way === 'stopped') : WAYS
  return possible.filter((way) => named?.includes(way) ?? true)
}

/**
 * A tab of another page stands beside, and one of the app: a Chromium keeps no page that is the last one of its shared
 * worker, but loads it anew.
 */
test('a page comes back from being hidden, frozen, cached or stopped, the price is elsewhere, and a press follows at once: none is sent on the old price (H19, H6, H7, H8, H15)', async ({
  exchange,
}) => {
  const xvfb = process.env['HALYARD_XVFB'] ?? ''
  const ways = waysHere(xvfb)
  test.skip(ways.length === 0, 'a headless browser hides no tab, and there is no Xvfb here')
  const wanted = count('HALYARD_CHAOS_RETURNS', ways.length, 200)
  // Some are tried in vain: a browser may load anew what it had kept.
  const tries = wanted + Math.ceil(wanted / 3) + 4
  test.setTimeout(60_000 + tries * 12_000)
  const random = createRandom(count('HALYARD_CHAOS_SEED', 1, 1))
  const browser = await RawChromium.start(xvfb === '' ? null : xvfb)
  const returns: KeptReturn[] = []
  const wrong: unknown[] = []
  const counted = (): number => returns.filter((one) => one.isCounted).length
  try {
    const others = [await browser.tab(`${exchange.origin}/healthz`), await browser.tab(`${exchange.origin}/settings`)]
    const tab = await browser.tab(`${exchange.origin}/trade/usdt/BTCUSDT`)
    await prepare(tab)
    let pressAfterMs = 0
    let isKey = false
    let at = { x: 0, y: 0 }
    await tab.bind('halyardFrame', () => {
      void wait(pressAfterMs).then(() => (isKey ? tab.enter() : tab.click(at.x, at.y)))
    })
    const keep = (one: KeptReturn): void => {
      returns.push(one)
      keepReturn(one)
    }
    for (let i = 0; i < tries && counted() < wanted; i++) {
      const timesOf = (way: Way): number => returns.filter((one) => one.isCounted && one.way === way).length
      const way = ways.toSorted((a, b) => timesOf(a) - timesOf(b))[0]!
      isKey = random.next() < 0.5
      // From the first frame on, which itself comes some 16 to 50 ms after the return: most presses fall within 60 ms of it.
      pressAfterMs = Math.floor(random.next() * 8)
      await tab.until(LIVE, 10_000)
      await tab.evaluate(
        `(() => { const field = [...document.querySelectorAll('[aria-label="Order entry"] input')].find((one) => one.labels?.[0]?.innerText.startsWith('Quantity')); field.focus(); field.select() })()`,
      )
      await tab.send('Input.insertText', { text: '0.003' })
      at = await tab.evaluate(
        `(() => { const button = ${BUTTON}; button.focus(); const { x, y, width, height } = button.getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 } })()`,
      )
      await wait(600)
      await tab.evaluate('halyardArm()')
      const before = await lastPrice(exchange)
      const filled = fills(exchange).length
      let now = 0
      // With the app in front of it the hub goes on; without it nobody looks, and the hub rests.
      const other = others[random.int(0, 1)]!
      await away(way, { browser, tab, other }, async () => {
        now = await move(exchange, before, i % 2 === 0 ? MOVE : -MOVE)
        await wait(200)
      })
      await tab
        .until(`typeof halyardReturn === 'undefined' || halyardReturn.liveAfterMs !== null`, 15_000)
        .catch(async () => {
          const at = await tab.evaluate(
            `[document.visibilityState, document.hasFocus(), document.querySelector('[data-feed-state]')?.outerHTML, document.querySelector('footer')?.innerText, halyardReturn]`,
          )
          throw new Error(`return ${i}, ${way}: not live again: ${JSON.stringify(at)}`)
        })
      if (await tab.evaluate<boolean>(`typeof halyardReturn === 'undefined'`)) {
        // The browser had let go of the page, and loaded it anew: there is no picture from before.
        const reasons = await tab.evaluate<string>(
          `JSON.stringify(performance.getEntriesByType('navigation')[0].notRestoredReasons?.reasons?.map(({ reason }) => reason) ?? null)`,
        )
        keep({ way, isCounted: false, reasons })
        await prepare(tab)
        continue
      }
      await expect
        .poll(() => tab.evaluate<number>('halyardReturn.presses.length'), { timeout: 5_000 })
        .toBeGreaterThan(0)
      await wait(400)
      const seen = await tab.evaluate<Return>('halyardReturn')
      const isOld = ({ price }: Shown): boolean => Math.abs(price / now - 1) > SAME
      const press = seen.presses[0]!
      const sent = fills(exchange).slice(filled)
      expect(press.isTrusted).toBe(true)
      const isSentOnOld = sent.length > 0 && isOld(press)
      if (isSentOnOld) wrong.push({ i, way, isKey, pressAfterMs, sent, ...seen })
      // A stopped page is painted as it stood before any of its scripts can run; nobody knows yet that it stood still.
      const unmarked = (way === 'stopped' ? [press] : [seen.firstFrame!, press]).filter(
        (one) => isOld(one) && !one.isMarked,
      )
      for (const shown of unmarked) wrong.push({ i, way, pressAfterMs, shown, now })
      keep({
        way,
        isCounted: true,
        isSentOnOld,
        isUnmarked: unmarked.length > 0,
        isSentOnNew: sent.length > 0 && !isOld(press),
        pressedAfterMs: press.afterMs!,
        liveAfterMs: seen.liveAfterMs!,
      })
    }
  } finally {
    await browser.close()
  }
  tellReturns('returns', returns)
  const all = keptReturns()
  if (all.length > returns.length) tellReturns('returns of all runs', all)
  expect(wrong).toEqual([])
  expect(counted()).toBe(wanted)
  const usable = returns.flatMap((one) => (one.isCounted ? [one.liveAfterMs] : []))
  expect(percentile(usable, 0.95)).toBeLessThan(USABLE_MS)
})
