import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { ApiKeyInfo } from '../../domain/account/api-key'
import type { HubApi } from '../../workers/hub-api'

/** The keys of one account on the screen: read when they are looked at, ended one at a time. */
export class ApiKeysModel {
  readonly #keys = signal<readonly ApiKeyInfo[] | null>(null)
  readonly #problem = signal<'read' | 'delete' | null>(null)
  readonly #asked = signal<string | null>(null)
  /** `null` until they are read. */
  readonly keys: ReadonlySignal<readonly ApiKeyInfo[] | null> = this.#keys
  /** What could not be done last. */
  readonly problem: ReadonlySignal<'read' | 'delete' | null> = this.#problem
  /** The key that is asked about before it is ended. */
  readonly asked: ReadonlySignal<string | null> = this.#asked

  constructor(private readonly api: Pick<HubApi, 'apiKeys' | 'endApiKey'>) {}

  async read(): Promise<void> {
    const read = await this.api.apiKeys()
    if (read.hasError) {
      this.#problem.value = 'read'
      return
    }
    this.#keys.value = read.value
    if (this.#problem.value === 'read') this.#problem.value = null
  }

  ask(apiKey: string | null): void {
    this.#asked.value = apiKey
  }

  /** Ends the key that was asked about, and reads what is left. */
  async end(): Promise<void> {
    const apiKey = this.#asked.value
    if (apiKey === null) return
    this.#asked.value = null
    const answer = await this.api.endApiKey(apiKey)
    this.#problem.value = answer.hasError ? 'delete' : null
    await this.read()
  }
}

/** Its note; where there is none, or another key has the same one, the key itself tells it. */
export function keyName({ apiKey, note }: ApiKeyInfo, keys: readonly ApiKeyInfo[]): string {
  if (note === '') return apiKey
  return keys.some((one) => one.apiKey !== apiKey && one.note === note) ? `${note} (${apiKey})` : note
}
