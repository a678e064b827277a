// Chromium without Playwright: nobody listens to its network, so no frame of a socket is copied to a debugger, and no
// session is attached to page or worker while something is measured (`detach`).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { findChromium } from '../../../scripts/lib/find-chromium.mjs'
import { browserProcesses } from '../measure.mjs'
import { pause } from './pages.mjs'

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

/** @param {{ xvfb?: string | null }} options path of a display server, for tabs that can be hidden; without: headless */
export async function startChromium({ xvfb = null } = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'halyard-profile-'))
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
    env.DISPLAY = `:${await firstMatch(display.stdio[3], /(\d+)\n/)}`
  }
  const args = [...SWITCHES, ...(xvfb === null ? ['--headless'] : []), `--user-data-dir=${profile}`, 'about:blank']
  const browser = spawn(await findChromium(), args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  processes.unshift(browser)
  const socket = new WebSocket(await firstMatch(browser.stderr, /listening on (ws:\S+)/))
  browser.stderr.resume()
  await once(socket, 'open')
  const send = calls(socket)
  return {
    profile,
    send,
    /**
     * Opens an address and stays attached until `detach`.
     * @param {{ init?: Function, isWindow?: boolean, size?: { width: number, height: number }, contextId?: string }} options
     *   `init` runs before the page's scripts; `size` is a window's
     */
    async open(url, { init, isWindow = false, size = { width: 1440, height: 900 }, contextId } = {}) {
      const { targetId } = await send('Target.createTarget', {
        url: 'about:blank',
        newWindow: isWindow,
        ...(isWindow ? size : {}),
        ...(contextId === undefined ? {} : { browserContextId: contextId }),
      })
      const target = new Target(send, targetId)
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
    /** @returns what is open of a kind, by its address */
    async targets(type, part) {
      const { targetInfos } = await send('Target.getTargets')
      return targetInfos
        .filter((one) => one.type === type && one.url.includes(part))
        .map((one) => new Target(send, one.targetId))
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

function killQuietly(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended while we looked.
  }
}

function calls(socket) {
  const waiting = new Map()
  let count = 0
  socket.on('message', (data) => {
    const reply = JSON.parse(data.toString())
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  return async (method, params = {}, sessionId = undefined) => {
    const id = ++count
    const reply = await new Promise((done) => {
      waiting.set(id, done)
      socket.send(JSON.stringify({ id, method, params, sessionId }))
    })
    if (reply.error !== undefined) throw new Error(`${method}: ${reply.error.message}`)
    return reply.result
  }
}

/** A page or a worker. */
class Target {
  #session = null

  constructor(call, id) {
    this.call = call
    this.id = id
  }

  async attach() {
    const { sessionId } = await this.call('Target.attachToTarget', { targetId: this.id, flatten: true })
    this.#session = sessionId
  }

  async detach() {
    await this.call('Target.detachFromTarget', { sessionId: this.#session })
    this.#session = null
  }

  send(method, params) {
    return this.call(method, params, this.#session)
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    })
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${exceptionDetails.text}`)
    return result.value
  }

  /** @throws after the time, naming the expression */
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
  activate() {
    return this.call('Target.activateTarget', { targetId: this.id })
  }

  close() {
    return this.call('Target.closeTarget', { targetId: this.id })
  }
}

function firstMatch(stream, pattern) {
  return new Promise((done, fail) => {
    let text = ''
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
