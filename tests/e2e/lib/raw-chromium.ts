import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { WebSocket } from 'ws'
import { endsWithUs } from './children'
import { firstMatch, startDisplay } from './display'

const SWITCHES = [
  '--remote-debugging-port=0',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-sync',
  '--disable-background-networking',
  '--window-size=1440,900',
]

type Reply = { readonly result?: Record<string, unknown>; readonly error?: { readonly message: string } }

interface ProtocolEvent {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly sessionId?: string
}

/**
 * Chromium as a user has it: with a window on a display of its own, and without the switches and the emulated focus
 * with which Playwright keeps every tab visible and awake (reliability.md B16).
 */
export class RawChromium {
  readonly #waiting = new Map<number, (reply: Reply) => void>()
  readonly #listeners = new Set<(event: ProtocolEvent) => void>()
  #calls = 0

  private constructor(
    private readonly socket: WebSocket,
    private readonly processes: readonly ChildProcess[],
    private readonly profile: string,
  ) {
    socket.on('message', (data: Buffer) => {
      const reply = JSON.parse(data.toString()) as Reply & ProtocolEvent & { readonly id?: number }
      if (reply.id !== undefined) this.#waiting.get(reply.id)?.(reply)
      else for (const listener of this.#listeners) listener(reply)
    })
  }

  /**
   * The browser of the configuration.
   * @param xvfb path of the display server; `null` for a browser without a window, which hides and freezes no tab
   */
  static async start(xvfb: string | null): Promise<RawChromium> {
    const display = xvfb === null ? null : await startDisplay(xvfb)
    const profile = mkdtempSync(join(tmpdir(), 'halyard-profile-'))
    const browser = endsWithUs(
      spawn(
        process.env['HALYARD_CHROMIUM'] ?? 'chromium',
        [...SWITCHES, ...(display === null ? ['--headless=new'] : []), `--user-data-dir=${profile}`, 'about:blank'],
        {
          env: { ...process.env, ...(display === null ? {} : { DISPLAY: display.name }) },
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      ),
    )
    const socket = new WebSocket(await firstMatch(browser.stderr, /listening on (ws:\S+)/))
    await new Promise((done, fail) => socket.once('open', done).once('error', fail))
    return new RawChromium(socket, display === null ? [browser] : [browser, display.process], profile)
  }

  /** A tab in front of the others, in the same window. */
  async tab(url: string): Promise<RawTab> {
    const { targetId } = await this.send('Target.createTarget', { url })
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true })
    const tab = new RawTab(this, String(targetId), String(sessionId))
    await tab.until(`document.readyState !== 'loading'`, 20_000)
    return tab
  }

  async send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.#calls
    const reply = await new Promise<Reply>((done) => {
      this.#waiting.set(id, done)
      this.socket.send(JSON.stringify({ id, method, params, sessionId }))
    })
    this.#waiting.delete(id)
    if (reply.error !== undefined) throw new Error(`${method}: ${reply.error.message}`)
    return reply.result ?? {}
  }

  onEvent(listener: (event: ProtocolEvent) => void): void {
    this.#listeners.add(listener)
  }

  /** Stops all its processes where they are, as a computer does that goes to sleep. */
  async sleep(): Promise<void> {
    for (const pid of await this.#family()) process.kill(pid, 'SIGSTOP')
  }

  async wake(): Promise<void> {
    for (const pid of await this.#family()) process.kill(pid, 'SIGCONT')
  }

  /** The browser's process and all that came of it. */
  async #family(): Promise<readonly number[]> {
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid='])
    const pairs = stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
    const family = [this.processes[0]!.pid!]
    for (const parent of family) for (const [pid, ppid] of pairs) if (ppid === parent) family.push(pid)
    return family
  }

  async close(): Promise<void> {
    const family = await this.#family()
    this.socket.close()
    for (const child of this.processes) {
      const gone = new Promise((done) => child.once('exit', done))
      child.kill()
      await gone
    }
    // Its processes outlive it by a moment, and write into the profile until they end.
    const end = Date.now() + 5_000
    while (family.some(isAlive) && Date.now() < end) await new Promise((done) => setTimeout(done, 50))
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Nobody may have collected one that has ended (proc(5), state Z). */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat[stat.lastIndexOf(')') + 2] !== 'Z'
  } catch {
    return false
  }
}

/** A tab that was just made, or goes from one page to the next. @throws any other error */
function hasNoDocumentYet(error: Error): false {
  if (!/execution context|navigated or closed/.test(error.message)) throw error
  return false
}

export class RawTab {
  constructor(
    private readonly browser: RawChromium,
    private readonly targetId: string,
    private readonly sessionId: string,
  ) {}

  async evaluate<T>(expression: string): Promise<T> {
    const params = { expression, returnByValue: true, awaitPromise: true }
    const { result } = await this.browser.send('Runtime.evaluate', params, this.sessionId)
    return (result as { readonly value: T }).value
  }

  /** Waits until an expression is true. @throws after the time, naming the expression */
  async until(expression: string, timeoutMs: number): Promise<void> {
    const end = Date.now() + timeoutMs
    while (!(await this.evaluate<boolean>(expression).catch(hasNoDocumentYet))) {
      if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms: ${expression}`)
      await new Promise((done) => setTimeout(done, 50))
    }
  }

  send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.browser.send(method, params, this.sessionId)
  }

  /** Gives the page's scripts a function of this name. @param called with its argument, as soon as the browser says so */
  async bind(name: string, called: (text: string) => void): Promise<void> {
    this.browser.onEvent(({ method, params, sessionId }) => {
      if (sessionId !== this.sessionId || method !== 'Runtime.bindingCalled' || params['name'] !== name) return
      called(String(params['payload']))
    })
    await this.send('Runtime.enable')
    await this.send('Runtime.addBinding', { name })
  }

  /** A click of the mouse that the browser cannot tell from a user's; nobody waits for it to be handled. */
  click(x: number, y: number): void {
    const at = { x, y, button: 'left', clickCount: 1 }
    for (const type of ['mousePressed', 'mouseReleased'])
      this.send('Input.dispatchMouseEvent', { ...at, type }).catch(() => undefined)
  }

  /** The same with the key that presses what has the focus. */
  enter(): void {
    const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 }
    this.send('Input.dispatchKeyEvent', { ...key, type: 'keyDown', text: '\r' }).catch(() => undefined)
    this.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' }).catch(() => undefined)
  }

  /** Brings it to the front; whichever was there is hidden. */
  async activate(): Promise<void> {
    await this.browser.send('Target.activateTarget', { targetId: this.targetId })
  }
}
