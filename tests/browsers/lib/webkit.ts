import { spawn, type ChildProcess } from 'node:child_process'
import { startDisplay } from '../../e2e/lib/display'
import { freePort } from '../../e2e/lib/exchange-process'

/** How W3C WebDriver writes a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** Longest time a command may take before the driver counts as hung. */
const COMMAND_MS = 30_000

type ElementJson = Readonly<Record<typeof ELEMENT, string>>

/** Elements that have a role by themselves; a name is an `aria-label`, a label, or the element's own words. */
const NATIVE: Readonly<Record<string, string>> = {
  button: 'button',
  region: 'section[aria-label],[role=region]',
  table: 'table',
  textbox: 'input:not([type]),input[type=text],textarea',
}

/** Programs and paths of `scripts/lib/find-other-browsers.mjs`. */
export interface WebKitPaths {
  readonly driver: string
  readonly browser: string
  readonly xvfb: string
}

/**
 * WebKitGTK's MiniBrowser on a display of its own, steered by WebKitWebDriver with W3C calls. The driver has no console,
 * no script that runs before the page's own, and no hand on workers or network; its session keeps nothing on disk.
 */
export class WebKit {
  private constructor(
    private readonly processes: readonly ChildProcess[],
    private readonly base: string,
    private readonly session: string,
  ) {}

  /** @throws when the driver does not answer within its time, or makes no session */
  static async start({ driver, browser, xvfb }: WebKitPaths): Promise<WebKit> {
    const display = await startDisplay(xvfb)
    const port = await freePort()
    const service = spawn(driver, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: display.name, GDK_BACKEND: 'x11' },
      stdio: 'ignore',
    })
    const processes = [service, display.process]
    const base = `http://127.0.0.1:${port}`
    try {
      await untilReady(base)
      const options = { binary: browser, args: ['--automation'] }
      const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
      const { sessionId } = (await ask(base, 'POST', '/session', { capabilities })) as { readonly sessionId: string }
      return new WebKit(processes, base, sessionId)
    } catch (error) {
      await end(processes)
      throw error
    }
  }

  /** The window that is there from the start. */
  async firstWindow(): Promise<WebKitWindow> {
    return this.#sized(String(await this.send('GET', '/window')))
  }

  async newWindow(): Promise<WebKitWindow> {
    const { handle } = (await this.send('POST', '/window/new', { type: 'window' })) as { readonly handle: string }
    await this.switchTo(handle)
    return this.#sized(handle)
  }

  async switchTo(handle: string): Promise<void> {
    await this.send('POST', '/window', { handle })
  }

  /** @throws with the driver's own words when it refuses */
  send(method: string, path: string, body?: object): Promise<unknown> {
    return ask(this.base, method, `/session/${this.session}${path}`, body)
  }

  async close(): Promise<void> {
    await ask(this.base, 'DELETE', `/session/${this.session}`).catch(() => undefined)
    await end(this.processes)
  }

  async #sized(handle: string): Promise<WebKitWindow> {
    await this.send('POST', '/window/rect', { x: 0, y: 0, width: 1440, height: 900 })
    return new WebKitWindow(this, handle)
  }
}

/** One window; every call goes to it, whichever was used last. */
export class WebKitWindow {
  constructor(
    private readonly webkit: WebKit,
    private readonly handle: string,
  ) {}

  async goto(url: string): Promise<void> {
    await this.#send('POST', '/url', { url })
  }

  async reload(): Promise<void> {
    await this.#send('POST', '/refresh', {})
  }

  async close(): Promise<void> {
    await this.#send('DELETE', '/window')
  }

  /** Runs the body of a function in the page and waits for its promise. */
  async evaluate<T>(body: string, ...args: readonly unknown[]): Promise<T> {
    // The driver's own "sync" call does not wait for promises in every version.
    const script = `const done = arguments[arguments.length - 1]
      const run = async function () { ${body} }
      run.apply(null, Array.from(arguments).slice(0, -1)).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const answer = (await this.#send('POST', '/execute/async', { script, args })) as { value?: T; error?: string }
    if (answer.error !== undefined) throw new Error(`in the page: ${answer.error}`)
    return answer.value as T
  }

  /** An attribute of the first element that matches, `null` where there is none of either. */
  attribute(selector: string, name: string): Promise<string | null> {
    return this.evaluate(
      `return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? null`,
      selector,
      name,
    )
  }

  texts(selector: string): Promise<readonly string[]> {
    return this.evaluate(
      `return Array.from(document.querySelectorAll(arguments[0]), (one) => one.textContent)`,
      selector,
    )
  }

  /** What the page says of the connection. */
  feed(): Promise<string | null> {
    return this.attribute('[aria-label="Connection"][data-feed-state]', 'data-feed-state')
  }

  async click(role: string, name: string | RegExp, within?: string): Promise<void> {
    await this.#send('POST', `/element/${await this.#find(role, name, within)}/click`, {})
  }

  /** Empties a field and types, key by key. */
  async typeInto(name: string, text: string, within?: string): Promise<void> {
    const element = await this.#find('textbox', name, within)
    await this.#send('POST', `/element/${element}/clear`, {})
    await this.#send('POST', `/element/${element}/value`, { text })
  }

  value(name: string, within?: string): Promise<string> {
    return this.#find('textbox', name, within).then(
      async (element) => (await this.#send('GET', `/element/${element}/property/value`)) as string,
    )
  }

  /** @returns the element's id @throws when the page has none of that role and name, with the names it has */
  async #find(role: string, name: string | RegExp, within?: string): Promise<string> {
    const native = NATIVE[role]
    const selector = native === undefined ? `[role=${role}]` : `${native},[role=${role}]`
    const pattern = typeof name === 'string' ? `^${name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$` : name.source
    const found = await this.evaluate<ElementJson | readonly string[]>(
      `const [selector, pattern, within] = arguments
       const home = within === null ? document : Array.from(document.querySelectorAll('[aria-label]')).find((one) => one.getAttribute('aria-label') === within)
       const all = Array.from(home?.querySelectorAll(selector) ?? [])
       const nameOf = (one) => (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent ?? '').trim()
       return all.find((one) => new RegExp(pattern).test(nameOf(one))) ?? all.map(nameOf)`,
      selector,
      pattern,
      within ?? null,
    )
    if (ELEMENT in found) return found[ELEMENT]
    throw new Error(`no ${role} named ${String(name)}, but ${JSON.stringify(found)}`)
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    await this.webkit.switchTo(this.handle)
    return this.webkit.send(method, path, body)
  }
}

async function ask(base: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(base + path, {
    method,
    signal: AbortSignal.timeout(COMMAND_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { value } = (await answer.json()) as { readonly value: unknown }
  if (answer.ok) return value
  const { error, message } = value as { readonly error: string; readonly message: string }
  throw new Error(`${method} ${path}: ${error} (${message})`)
}

async function untilReady(base: string): Promise<void> {
  const until = Date.now() + COMMAND_MS
  for (;;) {
    try {
      await ask(base, 'GET', '/status')
      return
    } catch (error) {
      if (Date.now() > until) throw new Error('WebKitWebDriver did not answer', { cause: error })
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}

async function end(processes: readonly ChildProcess[]): Promise<void> {
  for (const child of processes) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const gone = new Promise((done) => child.once('exit', done))
    child.kill()
    await gone
  }
}
