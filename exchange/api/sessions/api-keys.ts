import type { AccountKind } from '../../../src/domain/account/wallet'
import { parseStrictJson } from '../calls/shared/http/strict-json'
import type { KeySigner, StoredText, StoredTexts } from '../host-ports'
import { randomWord } from '../random'
import { WholeText } from './whole-text'
import { API_KEYS_MAX } from '../../../src/domain/account/api-key'

export type KeyPermission = 'read' | 'trade'

/** A program's way in. Its secret is not here: see `ApiKeys`. */
export interface ApiKey {
  readonly apiKey: string
  readonly account: string
  readonly kind: AccountKind
  readonly permissions: readonly KeyPermission[]
  /** The owner's word for it; may be empty. */
  readonly note: string
  readonly createdAtMs: number
}

/**
 * API keys (decisions 33). HMAC needs the secret itself on both sides, so a hash of it would not do. No secret is kept
 * all the same: each one is the HMAC of its key's name under one root of 256 random bits, made again when a signature
 * is checked. `api-keys.json` holds names and permissions, `api-key.root` the root, for the operator's eyes only.
 */
export class ApiKeys {
  readonly #byName = new Map<string, ApiKey>()
  #listener: (apiKey: string) => void = () => undefined

  readonly #stored: WholeText

  private constructor(
    stored: StoredText | null,
    private readonly signer: KeySigner,
  ) {
    this.#stored = new WholeText(stored, () => JSON.stringify({ keys: [...this.#byName.values()] }))
  }

  /** @param texts `null` keeps everything in memory; `isKnown` drops keys of accounts the ledger has never seen */
  static async load(
    texts: StoredTexts | null,
    signer: KeySigner,
    isKnown: (account: string) => boolean,
  ): Promise<ApiKeys> {
    const stored = texts?.('api-keys.json') ?? null
    const keys = new ApiKeys(stored, signer)
    for (const key of stored === null ? [] : await readKeys(stored))
      if (isKnown(key.account)) keys.#byName.set(key.apiKey, key)
    return keys
  }

  /** @returns the key and its secret, which nobody will be shown again; `null` when the account has its fill of keys */
  async create(
    of: Pick<ApiKey, 'account' | 'kind' | 'permissions' | 'note'>,
    nowMs: number,
  ): Promise<{ readonly key: ApiKey; readonly apiSecret: string } | null> {
    if (this.listOf(of.account).length >= API_KEYS_MAX) return null
    const { account, kind, permissions, note } = of
    const apiKey = randomWord(14)
    const key: ApiKey = { apiKey, account, kind, permissions, note, createdAtMs: nowMs }
    this.#byName.set(apiKey, key)
    await this.#stored.save()
    return { key, apiSecret: this.signer.secretOf(apiKey) }
  }

  /** `listener` is called with each key that ends, before it is written to disk. */
  onEnd(listener: (apiKey: string) => void): void {
    this.#listener = listener
  }

  listOf(account: string): readonly ApiKey[] {
    return [...this.#byName.values()].filter((one) => one.account === account)
  }

  find(apiKey: string): ApiKey | null {
    return this.#byName.get(apiKey) ?? null
  }

  /** @returns whether the account had such a key. Settles when it is gone from the disk. */
  async delete(account: string, apiKey: string): Promise<boolean> {
    if (this.#byName.get(apiKey)?.account !== account) return false
    this.#byName.delete(apiKey)
    this.#listener(apiKey)
    await this.#stored.save()
    return true
  }

  /** Ends all keys of these accounts. Settles when they are gone from the disk. */
  async deleteOf(accounts: readonly string[]): Promise<void> {
    const ended = [...this.#byName.values()].filter((one) => accounts.includes(one.account))
    for (const { apiKey } of ended) {
      this.#byName.delete(apiKey)
      this.#listener(apiKey)
    }
    if (ended.length > 0) await this.#stored.save()
  }

  /** Whether `signature` (hex) is the key's HMAC-SHA-256 of `text`. Takes as long for a wrong one as for the right one. */
  isSigned(key: ApiKey, text: string, signature: string): boolean {
    return this.signer.isSigned(key.apiKey, text, signature)
  }

  /** Settles when the last change is on disk. */
  flush(): Promise<void> {
    return this.#stored.flush()
  }
}

async function readKeys(stored: StoredText): Promise<readonly ApiKey[]> {
  const text = await stored.read()
  const parsed = text === null ? null : parseStrictJson(text)
  if (parsed === null || !parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return []
  const { keys } = parsed.value as Record<string, unknown>
  return Array.isArray(keys) ? keys.filter(isKey) : []
}

function isKey(row: unknown): row is ApiKey {
  if (typeof row !== 'object' || row === null) return false
  const { apiKey, account, kind, permissions, note, createdAtMs } = row as Record<string, unknown>
  return (
    [apiKey, account, kind, note].every((one) => typeof one === 'string') &&
    Array.isArray(permissions) &&
    permissions.every((one) => one === 'read' || one === 'trade') &&
    Number.isSafeInteger(createdAtMs)
  )
}
