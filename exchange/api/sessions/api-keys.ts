import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccountKind } from '../../../src/domain/account/wallet'
import { parseStrictJson } from '../calls/shared/http/strict-json'
import { WholeFile, writeDurably } from '../../host/node/files/write-durably'

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

/** As on the public exchange. */
export const KEYS_PER_ACCOUNT_MAX = 20
const ROOT_BYTES = 32
/** What a signature is: HMAC-SHA-256 in hex. */
const SIGNATURE = /^[0-9a-f]{64}$/i

/**
 * API keys (decisions 33). HMAC needs the secret itself on both sides, so a hash of it would not do. No secret is kept
 * all the same: each one is the HMAC of its key's name under one root of 256 random bits, made again when a signature
 * is checked. `api-keys.json` holds names and permissions, `api-key.root` the root, for the operator's eyes only.
 */
export class ApiKeys {
  readonly #byName = new Map<string, ApiKey>()
  #listener: (apiKey: string) => void = () => undefined

  readonly #file: WholeFile

  private constructor(
    file: string | null,
    private readonly root: Buffer,
  ) {
    this.#file = new WholeFile(file, () => JSON.stringify({ keys: [...this.#byName.values()] }))
  }

  /** @param dataDir `null` keeps everything in memory; `isKnown` drops keys of accounts the ledger has never seen */
  static async load(dataDir: string | null, isKnown: (account: string) => boolean): Promise<ApiKeys> {
    if (dataDir === null) return new ApiKeys(null, randomBytes(ROOT_BYTES))
    const root = await readRoot(join(dataDir, 'api-key.root'))
    const file = join(dataDir, 'api-keys.json')
    const keys = new ApiKeys(file, root)
    for (const key of await readKeys(file)) if (isKnown(key.account)) keys.#byName.set(key.apiKey, key)
    return keys
  }

  /** @returns the key and its secret, which nobody will be shown again; `null` when the account has its fill of keys */
  async create(
    of: Pick<ApiKey, 'account' | 'kind' | 'permissions' | 'note'>,
    nowMs: number,
  ): Promise<{ readonly key: ApiKey; readonly apiSecret: string } | null> {
    if (this.listOf(of.account).length >= KEYS_PER_ACCOUNT_MAX) return null
    const { account, kind, permissions, note } = of
    const apiKey = randomBytes(14).toString('base64url')
    const key: ApiKey = { apiKey, account, kind, permissions, note, createdAtMs: nowMs }
    this.#byName.set(apiKey, key)
    await this.#file.save()
    return { key, apiSecret: this.#secretOf(apiKey) }
  }

  /** `listener` hears of each key that ends, before the disk does. */
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
    await this.#file.save()
    return true
  }

  /** Ends all keys of these accounts. Settles when they are gone from the disk. */
  async deleteOf(accounts: readonly string[]): Promise<void> {
    const ended = [...this.#byName.values()].filter((one) => accounts.includes(one.account))
    for (const { apiKey } of ended) {
      this.#byName.delete(apiKey)
      this.#listener(apiKey)
    }
    if (ended.length > 0) await this.#file.save()
  }

  /** Whether `signature` (hex) is the key's HMAC-SHA-256 of `text`. Takes as long for a wrong one as for the right one. */
  isSigned(key: ApiKey, text: string, signature: string): boolean {
    if (!SIGNATURE.test(signature)) return false
    const expected = createHmac('sha256', this.#secretOf(key.apiKey)).update(text).digest()
    return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
  }

  /** Settles when the last change is on disk. */
  flush(): Promise<void> {
    return this.#file.flush()
  }

  #secretOf(apiKey: string): string {
    return createHmac('sha256', this.root).update(apiKey).digest('base64url').slice(0, 36)
  }
}

async function readOptional(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A root that is not ours costs the programs their keys, never the exchange its start. */
async function readRoot(file: string): Promise<Buffer> {
  const text = (await readOptional(file))?.toString('utf8').trim() ?? ''
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex')
  const root = randomBytes(ROOT_BYTES)
  await writeDurably(file, root.toString('hex'))
  return root
}

async function readKeys(file: string): Promise<readonly ApiKey[]> {
  const text = (await readOptional(file))?.toString('utf8')
  const parsed = text === undefined ? null : parseStrictJson(text)
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
