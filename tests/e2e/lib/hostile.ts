import type { Browser, CDPSession, Locator, Page, TestFixture } from '@playwright/test'
import type { ExchangeProcess } from './exchange-process'
import { FaultProxy } from './fault-proxy'
import { accountTest as tradingByAccount, expectFeed, showTable, test as trading } from './trading'

const wire: TestFixture<FaultProxy, { readonly exchange: ExchangeProcess }> = async ({ exchange }, use) => {
  const proxy = await FaultProxy.start(exchange.port)
  await use(proxy)
  await proxy.close()
}

/** A test whose browser reaches the exchange through a wire that can be made bad. */
export const test = trading.extend<{ readonly wire: FaultProxy }>({ wire })

/** The same with an account of its own, and not with an exchange of its own. */
export const accountTest = tradingByAccount.extend<{ readonly wire: FaultProxy }>({ wire })

/** Opens the trade page by way of the wire, and has it keep a diary of its states. */
export async function openThrough(page: Page, wire: FaultProxy, symbol = 'BTCUSDT'): Promise<Page> {
  await page.goto(`${wire.origin}/trade/usdt/${symbol}`)
  await expectFeed(page, 'live', 15_000)
  return page
}

interface DiaryWindow {
  halyardDiary?: { readonly state: string; readonly at: number }[]
}

/** Every feed state the page shows from now on; a state may be too short for polling. */
export async function keepDiary(page: Page): Promise<void> {
  await page.evaluate(() => {
    const diary: { state: string; at: number }[] = []
    ;(globalThis as DiaryWindow).halyardDiary = diary
    const note = (): void => {
      const state = document.querySelector('[data-feed-state]')?.getAttribute('data-feed-state') ?? ''
      if (diary.at(-1)?.state !== state) diary.push({ state, at: Date.now() })
    }
    note()
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-feed-state'],
    })
  })
}

export async function diary(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => ((globalThis as DiaryWindow).halyardDiary ?? []).map((entry) => entry.state))
}

/** Every state that the first order row shows from now on; `gone` while there is none. */
export async function keepOrderDiary(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(globalThis, { halyardOrderStates: seen })
    new MutationObserver(() => {
      seen.add(document.querySelector('tr[data-order-link-id]')?.getAttribute('data-order-state') ?? 'gone')
    }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-order-state'] })
  })
  return () =>
    page.evaluate(() => [...(globalThis as unknown as { halyardOrderStates: Set<string> }).halyardOrderStates])
}

/** Rows of the open-orders table. */
export async function openOrders(page: Page): Promise<Locator> {
  const region = await showTable(page, 'Open orders')
  return region.getByRole('table', { name: 'Open orders' }).locator('tr[data-order-link-id]')
}

/** Accepted or refused, every order that was ever asked for. */
export function placements(exchange: ExchangeProcess): number {
  return exchange.ledger().filter((line) => line.command?.type === 'place').length
}

/** Speaks to the browser's shared worker from outside. */
export class WorkerHandle {
  #asked = 1

  private constructor(
    private readonly session: CDPSession,
    private readonly targetId: string,
    private readonly sessionId: string,
  ) {}

  /** The one that is running, where no tab has left one for another. */
  static async attach(browser: Browser): Promise<WorkerHandle> {
    const [first] = await WorkerHandle.all(browser)
    return first!
  }

  /**
   * Every shared worker: one that a tab has left for another lives on, without clients and at rest, for as long as the
   * tab does, and nothing says from outside which of them is the hub.
   * @throws when there is none
   */
  static async all(browser: Browser): Promise<readonly WorkerHandle[]> {
    const session = await browser.newBrowserCDPSession()
    const { targetInfos } = await session.send('Target.getTargets')
    const handles: WorkerHandle[] = []
    for (const { type, targetId } of targetInfos) {
      if (type !== 'shared_worker') continue
      const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
      handles.push(new WorkerHandle(session, targetId, sessionId))
    }
    if (handles.length === 0) throw new Error('no shared worker is running')
    return handles
  }

  /** The hub of now, where others were left because they hung: their names count up. */
  static async newest(browser: Browser): Promise<WorkerHandle> {
    const named: { readonly worker: WorkerHandle; readonly generation: number }[] = []
    for (const worker of await WorkerHandle.all(browser)) {
      const { result } = (await worker.#ask('Runtime.evaluate', { expression: 'name' })) as {
        readonly result: { readonly value: string }
      }
      named.push({ worker, generation: Number(/-\d+-(\d+)$/.exec(result.value)?.[1] ?? 0) })
    }
    return named.toSorted((a, b) => b.generation - a.generation)[0]!.worker
  }

  /** Runs a line in the worker; does not wait for it to end. */
  async run(expression: string): Promise<void> {
    await this.session.send('Target.sendMessageToTarget', {
      sessionId: this.sessionId,
      message: JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }),
    })
  }

  /** Bytes in use after a collection. */
  async heap(): Promise<number> {
    await this.#ask('HeapProfiler.collectGarbage')
    return ((await this.#ask('Runtime.getHeapUsage')) as { readonly usedSize: number }).usedSize
  }

  async #ask(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#asked
    const answer = new Promise<unknown>((done) => {
      const listen = ({ sessionId, message }: { sessionId: string; message: string }): void => {
        const reply = JSON.parse(message) as { readonly id?: number; readonly result?: unknown }
        if (sessionId !== this.sessionId || reply.id !== id) return
        this.session.off('Target.receivedMessageFromTarget', listen)
        done(reply.result)
      }
      this.session.on('Target.receivedMessageFromTarget', listen)
    })
    await this.session.send('Target.sendMessageToTarget', {
      sessionId: this.sessionId,
      message: JSON.stringify({ id, method, params }),
    })
    return answer
  }

  /** The way a browser short of memory does it: without a word to anybody (B1). */
  async kill(): Promise<void> {
    await this.session.send('Target.closeTarget', { targetId: this.targetId })
  }
}
