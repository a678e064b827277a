import { spawn, type ChildProcess } from 'node:child_process'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../../..')
export const outDir = join(root, 'test-results/kill-exchange')
const READY = /Halyard is ready at (http:\/\/\S+)/
/** What a kill leaves behind and recovery says of it; anything else it says is a fault. */
const EXPECTED = /^halyard: (?:cut an unfinished last line|wrote \d+ fill lines again|this ledger began with).*$/

/** Builds the exchange as it is shipped. */
export async function buildExchange(): Promise<void> {
  await build({
    configFile: join(root, 'vite.exchange.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  })
}

/** The exchange as a process of its own, to be killed. */
export class ExchangeProcess {
  /** Settles when it is ready, with its address; `null` when it ended before. */
  readonly ready: Promise<string | null>
  readonly gone: Promise<void>
  #complaints = ''
  readonly #child: ChildProcess

  /** @param further of its environment; @param from folder of another build than the one that is killed */
  constructor(dataDir: string, port: number, further: Readonly<Record<string, string>> = {}, from = outDir) {
    const env = {
      ...process.env,
      PORT: String(port),
      HALYARD_DATA_DIR: dataDir,
      HALYARD_MARKETS: 'linear',
      HALYARD_SEED: '7',
      ...further,
    }
    this.#child = spawn(process.execPath, [join(from, 'main.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.gone = new Promise((done) => this.#child.once('close', () => done()))
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.#complaints += text))
    this.ready = new Promise((done) => {
      let said = ''
      this.#child.stdout!.setEncoding('utf8').on('data', (text: string) => {
        said += text
        const url = READY.exec(said)?.[1]
        if (url !== undefined) done(url)
      })
      void this.gone.then(() => done(null))
    })
  }

  /** What it complained of and should not have. */
  get complaints(): readonly string[] {
    return this.#complaints.split('\n').filter((line) => line !== '' && !EXPECTED.test(line))
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    this.#child.kill(signal)
    await this.gone
  }

  /** Asks it to stop, and does not wait. */
  askToStop(): void {
    this.#child.kill('SIGTERM')
  }
}
