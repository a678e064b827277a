// Chromium without Playwright: nobody listens to its network, so no frame of a socket is copied to a debugger, and no
// session is attached to page or worker while something is measured (`detach`).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { WebSocket } from 'ws'
import { findChromium } from '../../../scripts/lib/find-chromium.mjs'
import { browserProcesses } from '../measure.mjs'
import { pause } from './pages.mjs'

/**
 * @typedef {import('./cdp').Cdp} Cdp
 * @typedef {{ width: number, height: number }} Size
 * @typedef {Awaited<ReturnType<typeof startChromium>>} Chromium
 */

const SWITCHES = [
  '--remote-debugging-port=0',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--window-size=1440,900',
]

/** @param {{ xvfb?: string | null }} [options] path of a display server, for tabs that can be hidden; without: headless */
export async function startChromium({ xvfb = null } = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'halyard-profile-'))
  /** @type {import('node:child_process').ChildProcess[]} */
  const processes = []
  const end = () => {
    for (const one of processes) one.kill('SIGKILL')
  }
  process.on('exit', end)
  const env = { ...process.env }
  if (xvfb !== null) {
    const display = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    processes.push(display)
    const number = display.stdio[3]
    if (!(number instanceof Readable)) throw new Error('the display server has no pipe for its number')
    env.DISPLAY = `:${await firstMatch(number, /(\d+)\n/)}`
  }
  const args = [...SWITCHES, ...(xvfb === null ? ['--headless'] : []), `--user-data-dir=${profile}`, 'about:blank']
  const browser = spawn(await findChromium(), args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  processes.unshift(browser)
  const socket = new WebSocket(await firstMatch(browser.stderr, /listening on (ws:\S+)/))
  browser.stderr.resume()
  await once(socket, 'open')
  const onSession = calls(socket)
  const send = onSession(undefined)
  return {
    profile,
    /**
     * Opens an address and stays attached until `detach`.
     * @param {string} url
     * @param {{ init?: () => void, isWindow?: boolean, size?: Size, contextId?: string | undefined }} [options]
     *   `init` runs before the page's scripts; `size` is a window's
     */
    async open(url, { init, isWindow = false, size = { width: 1440, height: 900 }, contextId } = {}) {
      const { targetId } = await send('Target.createTarget', {
        url: 'about:blank',
        newWindow: isWindow,
        ...(isWindow ? size : {}),
        ...(contextId === undefined ? {} : { browserContextId: contextId }),
      })
      const target = new Target(onSession, targetId)
      await target.attach()
      if (init !== undefined) {
        await target.send('Page.enable')
        await target.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${init})()` })
      }
      await target.send('Page.navigate', { url })
      await target.until(`document.URL !== 'about:blank' && document.readyState !== 'loading'`)
      return target
    },
    async newContext() {
      return (await send('Target.createBrowserContext')).browserContextId
    },
    /**
     * @param {string} type
     * @param {string} part of its address
     * @returns what is open of a kind
     */
    async targets(type, part) {
      const { targetInfos } = await send('Target.getTargets')
      return targetInfos
        .filter((one) => one.type === type && one.url.includes(part))
        .map((one) => new Target(onSession, one.targetId))
    },
    async close() {
      // Its own way of ending writes the profile for the last time; what does not end so is ended.
      await Promise.race([send('Browser.close').catch(() => undefined), pause(2_000)])
      const until = Date.now() + 5_000
      while (browserProcesses(profile).size > 0 && Date.now() < until) await pause(100)
      for (const pid of browserProcesses(profile).keys()) killQuietly(Number(pid))
      socket.close()
      end()
      process.off('exit', end)
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** @param {number} pid */
function killQuietly(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended while we looked.
  }
}

/**
 * @param {WebSocket} socket
 * @returns {(sessionId: string | undefined) => Cdp} sends on a session, or to the browser itself
 */
function calls(socket) {
  /** @type {Map<number, (reply: { error?: { message: string }, result?: unknown }) => void>} */
  const waiting = new Map()
  let count = 0
  socket.on('message', (data) => {
    const reply = JSON.parse(data.toString())
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  /** @type {(sessionId: string | undefined) => (method: string, params?: object) => Promise<unknown>} */
  const onSession =
    (sessionId) =>
    (method, params = {}) =>
      new Promise((done, fail) => {
        const id = ++count
        waiting.set(id, ({ error, result }) => {
          if (error === undefined) done(result)
          else fail(new Error(`${method}: ${error.message}`))
        })
        socket.send(JSON.stringify({ id, method, params, sessionId }))
      })
  // What the browser answers to which command is what its protocol says.
  return /** @type {(sessionId: string | undefined) => Cdp} */ (onSession)
}

/** A page or a worker. */
class Target {
  /** @type {string | undefined} */
  #session

  /**
   * @param {(sessionId: string | undefined) => Cdp} onSession
   * @param {string} id
   */
  constructor(onSession, id) {
    this.onSession = onSession
    /** @type {Cdp} */
    this.browser = onSession(undefined)
    this.id = id
  }

  async attach() {
    const { sessionId } = await this.browser('Target.attachToTarget', { targetId: this.id, flatten: true })
    this.#session = sessionId
  }

  async detach() {
    if (this.#session === undefined) return
    await this.browser('Target.detachFromTarget', { sessionId: this.#session })
    this.#session = undefined
  }

  /**
   * Sends to the page or worker itself, while attached.
   * @returns {Cdp}
   */
  get send() {
    return this.onSession(this.#session)
  }

  /**
   * @template T what the expression gives: the caller knows it
   * @param {string} expression
   * @returns {Promise<T>}
   */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    })
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${exceptionDetails.text}`)
    return result.value
  }

  /**
   * @param {string} expression
   * @throws after the time, naming the expression
   */
  async until(expression, timeoutMs = 30_000) {
    const end = Date.now() + timeoutMs
    for (;;) {
      // Between two documents there is none to ask.
      const is = await this.evaluate(expression).catch((error) => {
        if (!/execution context|navigated|null/.test(error.message)) throw error
        return false
      })
      if (is === true) return
      if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms: ${expression}`)
      await new Promise((done) => setTimeout(done, 100))
    }
  }

  /** In front of the other tabs of its window. */
  async activate() {
    await this.browser('Target.activateTarget', { targetId: this.id })
  }

  async close() {
    await this.browser('Target.closeTarget', { targetId: this.id })
  }
}

/**
 * @param {import('node:stream').Readable} stream
 * @param {RegExp} pattern with one group
 * @returns {Promise<string>} what the group holds, once the stream has it
 */
function firstMatch(stream, pattern) {
  return new Promise((done, fail) => {
    let text = ''
    /** @param {Buffer | string} chunk */
    const look = (chunk) => {
      text += chunk.toString()
      const found = pattern.exec(text)?.[1]
      if (found === undefined) return
      stream.off('data', look)
      done(found)
    }
    stream.on('data', look)
    stream.once('end', () => fail(new Error(`ended without ${pattern}: ${text}`)))
  })
}
