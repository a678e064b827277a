import { signal, type ReadonlySignal } from '@preact/signals-react'
import { writeRecording } from '../../workers/recording'
import type { Diagnostics } from '../../workers/hub-api'
import type { HubLink } from '../hub-link/hub-link'

/** How often the page asks: often enough to see something move, seldom enough not to be what moves it. */
export const ASK_MS = 1_000

/** What the hub says of itself, asked once a second while somebody looks. */
export class DiagnosticsModel {
  readonly #report = signal<Diagnostics | null>(null)
  readonly #failure = signal<string | null>(null)
  readonly report: ReadonlySignal<Diagnostics | null> = this.#report
  /** Why the hub did not answer last time; the report then is the last one there was. */
  readonly failure: ReadonlySignal<string | null> = this.#failure

  constructor(private readonly api: Pick<HubLink['api'], 'diagnostics' | 'audit' | 'recording'>) {}

  async ask(): Promise<void> {
    await this.#try(async () => {
      this.#report.value = await this.api.diagnostics()
    })
  }

  /** @returns the audit as a file, or `null` when the hub did not answer */
  audit(): Promise<File | null> {
    return this.#try(async () => {
      const audit = await this.api.audit()
      return jsonFile(JSON.stringify(audit, null, 1), `halyard-audit-${fileTime(audit.savedAtMs)}.json`)
    })
  }

  /** @returns the flight recorder's last minutes as a file, or `null` when the hub did not answer */
  recording(): Promise<File | null> {
    return this.#try(async () => {
      const recording = await this.api.recording()
      return jsonFile(writeRecording(recording), `halyard-recording-${fileTime(recording.savedAtMs)}.json`)
    })
  }

  async #try<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      const done = await work()
      this.#failure.value = null
      return done
    } catch (error) {
      this.#failure.value = error instanceof Error ? error.message : String(error)
      return null
    }
  }
}

function jsonFile(text: string, name: string): File {
  return new File([text], name, { type: 'application/json' })
}

/** UTC, in the characters that every file system takes. */
function fileTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-')
}
