import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { CHROMIUM_ARGS } from '../../scripts/lib/chromium-args.mjs'
import { findChromium } from '../../scripts/lib/find-chromium.mjs'

/** Those of Playwright that change what a page costs, or that keep a page at work which nobody sees. */
const ARGS = [
  '--headless',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--password-store=basic',
  '--disable-extensions',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // A bench talks to nobody, and no page waits for who does not answer.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]
const SIZE = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false }
const ASK_GAP_MS = 100

/** @typedef {Awaited<ReturnType<typeof openPlainBrowser>>} PlainBrowser */
/** @typedef {Awaited<ReturnType<PlainBrowser['newPage']>>} PlainPage */

/**
 * A browser as its user has it: nobody listens to its scripts, its console or its requests. Playwright does, and a page
 * pays for it: V8 makes the stack of each error that a script creates as it is loaded, for which it reads that script a
 * second time, and every request and console line is told to another process.
 * @param {{ profile?: string }} [options] `profile` is the folder of a browser that was closed, which this one goes on
 *   with and leaves where it is; else it is a fresh one
 */
export async function openPlainBrowser({ profile: former } = {}) {
  const profile = former ?? mkdtempSync(join(tmpdir(), 'halyard-profile-'))
  const portFile = join(profile, 'DevToolsActivePort')
  rmSync(portFile, { force: true })
  const args = [...ARGS, ...CHROMIUM_ARGS, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
  const process = spawn(await findChromium(), args, { stdio: 'ignore' })
  const gone = once(process, 'exit')
  const [port = '', path = ''] = await portAndPath(portFile)
  const connection = await connect(`ws://127.0.0.1:${port}${path}`)
  return {
    /**
     * Lets Playwright do something in a page first; it has gone when this resolves, and the page stays.
     * @param {(page: import('@playwright/test').Page) => Promise<void>} work in the page that the browser opened with
     * @returns the same page
     */
    async prepare(work) {
      const { chromium } = await import('@playwright/test')
      const guest = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
      const page = guest.contexts()[0]?.pages()[0]
      if (page === undefined) throw new Error('the browser has no page')
      await page.setViewportSize(SIZE)
      await work(page)
      await guest.close()
      const { targetInfos } = /** @type {{ targetInfos: { targetId: string, type: string }[] }} */ (
        await connection.send('Target.getTargets')
      )
      const target = targetInfos.find(({ type }) => type === 'page')
      if (target === undefined) throw new Error('the page has gone with Playwright')
      return attach(connection, target.targetId)
    },
    async newPage() {
      const { targetId } = /** @type {{ targetId: string }} */ (
        await connection.send('Target.createTarget', { url: 'about:blank' })
      )
      return attach(connection, targetId)
    },
    async close() {
      connection.send('Browser.close').catch(() => undefined)
      await gone
      if (former === undefined) rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/**
 * @param {Awaited<ReturnType<typeof connect>>} connection
 * @param {string} targetId
 */
async function attach(connection, targetId) {
  const { sessionId } = /** @type {{ sessionId: string }} */ (
    await connection.send('Target.attachToTarget', { targetId, flatten: true })
  )
  /** @param {string} method @param {object} [params] */
  const send = (method, params) => connection.send(method, params, sessionId)
  await send('Emulation.setDeviceMetricsOverride', SIZE)
  /**
   * @template T
   * @param {() => T | Promise<T>} script is run in the page and knows nothing of where it stands; gives what JSON has
   * @returns {Promise<T>}
   */
  const evaluate = async (script) => {
    const { result, exceptionDetails } = /** @type {{ result: { value: T }, exceptionDetails?: object }} */ (
      await send('Runtime.evaluate', { expression: `(${script})()`, awaitPromise: true, returnByValue: true })
    )
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
    return result.value
  }
  return {
    send,
    evaluate,
    /** @param {string} url begins to open it */
    go: (url) => send('Page.navigate', { url }),
    /** @param {() => boolean} script is asked every tenth of a second, in whichever document the page has by then */
    async until(script) {
      while (!(await evaluate(script).catch(() => false))) await pause(ASK_GAP_MS)
    },
    close: () => connection.send('Target.closeTarget', { targetId }),
  }
}

/**
 * @param {string} address
 * @returns a connection of the devtools protocol
 */
async function connect(address) {
  const socket = new WebSocket(address)
  /** @type {Map<number, { done: (result: unknown) => void, failed: (error: Error) => void }>} */
  const waiting = new Map()
  let calls = 0
  socket.on('message', (data) => {
    /** @type {{ id?: number, result?: unknown, error?: { message: string } }} */
    const { id, result, error } = JSON.parse(String(data))
    const call = waiting.get(id ?? 0)
    if (call === undefined || id === undefined) return
    waiting.delete(id)
    if (error === undefined) call.done(result)
    else call.failed(new Error(error.message))
  })
  socket.on('close', () => {
    for (const { failed } of waiting.values()) failed(new Error('the browser has gone'))
  })
  await once(socket, 'open')
  return {
    /**
     * @param {string} method
     * @param {object} [params]
     * @param {string} [sessionId]
     * @returns {Promise<unknown>}
     */
    send: (method, params = {}, sessionId = undefined) =>
      new Promise((done, failed) => {
        const id = ++calls
        waiting.set(id, { done, failed })
        socket.send(JSON.stringify({ id, method, params, sessionId }))
      }),
  }
}

/** @param {string} file that Chromium writes once it listens */
async function portAndPath(file) {
  for (;;) {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    if (lines.length > 1) return lines
    await pause(ASK_GAP_MS / 2)
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
