import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { ApiKeyInfo, ApiKeyTerms, NewApiKey } from '../../domain/account/api-key'
import type { HubApi } from '../../workers/hub-api'
import type { Rejection } from '../../workers/presses'
import { readRefusal } from '../trading-kit/refusals/read-refusal'

/** What could not be done; `lost` is a making whose answer never came. */
export type KeyProblem = 'read' | 'delete' | 'make' | 'lost'

/** The keys of one account on the screen: read when they are looked at, made and ended one at a time. */
export class ApiKeysModel {
  readonly #keys = signal<readonly ApiKeyInfo[] | null>(null)
  readonly #problem = signal<KeyProblem | null>(null)
  readonly #rejection = signal<Rejection | null>(null)
  readonly #asked = signal<string | null>(null)
  readonly #made = signal<NewApiKey | null>(null)
  readonly #isMaking = signal(false)
  /** `null` until they are read. */
  readonly keys: ReadonlySignal<readonly ApiKeyInfo[] | null> = this.#keys
  /** What could not be done last. */
  readonly problem: ReadonlySignal<KeyProblem | null> = this.#problem
  /** Why the exchange refused it; `null` where it did not say. */
  readonly rejection: ReadonlySignal<Rejection | null> = this.#rejection
  /** The key that is asked about before it is ended. */
  readonly asked: ReadonlySignal<string | null> = this.#asked

  /** The key that was made last, with its secret, until the user has it or leaves the page. */
  readonly made: ReadonlySignal<NewApiKey | null> = this.#made
  readonly isMaking: ReadonlySignal<boolean> = this.#isMaking

  constructor(private readonly api: Pick<HubApi, 'apiKeys' | 'createApiKey' | 'endApiKey'>) {}

  async read(): Promise<void> {
    const read = await this.api.apiKeys()
    if (read.hasError) {
      this.#problem.value = 'read'
      this.#rejection.value = readRefusal(read)
      return
    }
    this.#keys.value = read.value
    if (this.#problem.value === 'read') this.#problem.value = null
  }

  /** Makes one key at a time. @returns whether it was made */
  async make(terms: ApiKeyTerms): Promise<boolean> {
    if (this.#isMaking.peek()) return false
    this.#isMaking.value = true
    const answer = await this.api.createApiKey(terms)
    this.#isMaking.value = false
    if (answer.hasError) {
      this.#problem.value = answer.code === null ? 'lost' : 'make'
      this.#rejection.value = readRefusal(answer)
    } else {
      this.#made.value = answer.value
      this.#problem.value = null
    }
    await this.read()
    return !answer.hasError
  }

  /** The user has the secret. */
  forget(): void {
    this.#made.value = null
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
    this.#rejection.value = answer.hasError ? readRefusal(answer) : null
    if (this.#made.peek()?.apiKey === apiKey) this.forget()
    await this.read()
  }
}

/** Its note; where there is none, or another key has the same one, the key itself tells it. */
export function keyName({ apiKey, note }: ApiKeyInfo, keys: readonly ApiKeyInfo[]): string {
  if (note === '') return apiKey
  return keys.some((one) => one.apiKey !== apiKey && one.note === note) ? `${note} (${apiKey})` : note
}
