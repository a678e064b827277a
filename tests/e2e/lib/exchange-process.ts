import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { EXCHANGE_FLAGS } from '../../../scripts/lib/exchange-flags.mjs'
import { endsWithUs } from './children'

const MAIN = resolve(import.meta.dirname, '../../../dist/exchange/main.js')

/**
 * How often the market steps in browser tests, in ms. Ten steps a second, its own pace, cost a tenth of a processor and
 * what pages paint of them (ADR-693); a test that is about the pace asks for it.
 */
export const CALM_PACE_MS = 300

/** Of one that hangs: it takes 1.4 s of processor, which beside other work may be a minute. */
const START_MAX_MS = 90_000

/** The real exchange as a process of its own, on a port and in a folder of its own. */
export class ExchangeProcess {
  #child: ChildProcess | null = null
  #log = ''
  #ledgerFrom = 0
  /** What a return is to have, too. */
  #paceMs = CALM_PACE_MS

  private constructor(
    readonly port: number,
    readonly dataDir: string,
    readonly env: Readonly<Record<string, string>>,
    private readonly main: string,
  ) {}

  /** Takes a free port, so that a restart can come back on the same one. @param main another built exchange */
  static async start(env: Readonly<Record<string, string>> = {}, main = MAIN): Promise<ExchangeProcess> {
    if (!existsSync(main)) throw new Error(`${main} is missing: run npm run build first`)
    const exchange = new ExchangeProcess(await freePort(), mkdtempSync(join(tmpdir(), 'halyard-e2e-')), env, main)
    await exchange.resume()
    return exchange
  }

  get origin(): string {
    return `http://localhost:${this.port}`
  }

  /** Starts the process again on the same port and folder, and waits until it answers. @param env for this start alone */
  async resume(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const child = endsWithUs(
      spawn(process.execPath, [...EXCHANGE_FLAGS, this.main], {
        env: {
          ...process.env,
          PORT: String(this.port),
          HALYARD_DATA_DIR: this.dataDir,
          HALYARD_SEED: '7',
          HALYARD_CONTROL: '1',
          // No page trades the others yet, and their makers would take a third of the processor.
          HALYARD_MARKETS: 'contracts',
          ...this.env,
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    this.#child = child
    const keep = (chunk: Buffer): void => {
      this.#log = (this.#log + chunk.toString()).slice(-20_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const until = Date.now() + START_MAX_MS
    while (Date.now() < until) {
      if (child.exitCode !== null) throw new Error(`the exchange ended with ${child.exitCode}:\n${this.#log}`)
      const isReady = await fetch(`${this.origin}/healthz`).then(
        (answer) => answer.ok,
        // Not listening yet.
        () => false,
      )
      if (isReady) return this.#keepPace({ ...this.env, ...env })
      await new Promise((done) => setTimeout(done, 50))
    }
    // Nobody would close it: it ran beside all that comes after.
    await this.stop('SIGKILL')
    throw new Error(`the exchange did not answer within ${START_MAX_MS / 1_000} s:\n${this.#log}`)
  }

  /** `SIGKILL` leaves it no chance to tidy up; `SIGTERM` asks it to stop. */
  async stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await gone
    this.#child = null
  }

  /** @throws when the exchange ended by itself during the test, with its last words */
  async close(): Promise<void> {
    const child = this.#child
    const hasEnded = child !== null && (child.exitCode !== null || child.signalCode !== null)
    // Nobody reads the folder any more: a stop that puts it in order would cost a second of each test.
    await this.stop('SIGKILL')
    rmSync(this.dataDir, { recursive: true, force: true })
    if (hasEnded) throw new Error(`the exchange ended by itself (${child.exitCode ?? child.signalCode}):\n${this.#log}`)
  }

  /** @param everyMs how often the market steps; 0 makes it stand still, and what it costs ends */
  async setPace(everyMs: number = CALM_PACE_MS): Promise<void> {
    this.#paceMs = everyMs
    await this.control('pace', { everyMs })
  }

  async #keepPace(env: Readonly<Record<string, string>>): Promise<void> {
    if (env['HALYARD_CONTROL'] !== '0') await this.setPace(this.#paceMs)
  }

  async control(action: string, body: object = {}): Promise<void> {
    const answer = await fetch(`${this.origin}/control/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'test' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`control ${action} answered ${answer.status}: ${await answer.text()}`)
  }

  async state(): Promise<{ sockets: { public: number; private: number }; cspViolations?: number }> {
    return (await (await fetch(`${this.origin}/control/state`)).json()) as never
  }

  /** What the ledger holds now belongs to an earlier test. */
  beginLedgerHere(): void {
    // Nothing may have come since the test before began.
    this.#ledgerFrom = this.ledger().at(-1)?.seq ?? this.#ledgerFrom
  }

  /** The lines of the ledger, as the disk has them. A line still being written is left out. */
  ledger(): LedgerLine[] {
    const text = readFileSync(join(this.dataDir, 'ledger.jsonl'), 'utf8')
    return text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LedgerLine)
      .filter((line) => line.seq > this.#ledgerFrom)
  }
}

export interface LedgerLine {
  readonly seq: number
  readonly timeE3: number
  readonly account?: string
  readonly orderLinkId?: string
  readonly command?: { readonly type: string }
  readonly result?: { readonly ok: boolean }
  readonly execId?: string
  readonly makerOrderId?: string
  readonly takerOrderId?: string
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise((done) => server.close(done))
  return port
}
