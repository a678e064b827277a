import type { ApiKeyInfo, ApiKeyTerms, NewApiKey } from '../../domain/account/api-key'
import { asArray, asObject, readText, WireError } from '../json'

/** POST makes a key of the account in use, GET lists them, DELETE ends one (decisions 33). */
export const API_KEYS_PATH = '/sandbox/api-keys'

/** Row of GET, and `result` of POST, which alone has the secret. */
export interface ApiKeyJson {
  readonly apiKey: string
  /** `read`, `trade`. */
  readonly permissions: readonly string[]
  readonly note: string
  /** Milliseconds as text. */
  readonly createdTime: string
  readonly apiSecret?: string
}

export function writeApiKey(key: {
  readonly apiKey: string
  readonly permissions: readonly string[]
  readonly note: string
  readonly createdAtMs: number
}): ApiKeyJson {
  const { apiKey, permissions, note, createdAtMs } = key
  return { apiKey, permissions, note, createdTime: String(createdAtMs) }
}

/** Row of GET. @throws WireError */
export function parseApiKey(row: unknown): ApiKeyInfo {
  const json = asObject(row, 'list')
  return {
    apiKey: readText(json, 'apiKey'),
    mayTrade: asArray(json['permissions'], 'permissions').includes('trade'),
    note: readText(json, 'note'),
    createdAtMs: Number(readText(json, 'createdTime')),
  }
}

/** Body of POST. */
export function writeApiKeyTerms({ note, mayTrade }: ApiKeyTerms): {
  readonly permissions: readonly string[]
  readonly note: string
} {
  return { permissions: mayTrade ? ['read', 'trade'] : ['read'], note }
}

/** `result` of POST. @throws WireError that never quotes the secret */
export function parseNewApiKey(result: unknown): NewApiKey {
  const { apiSecret } = asObject(result, 'result')
  if (typeof apiSecret !== 'string' || apiSecret === '') throw new WireError('apiSecret', typeof apiSecret)
  return { ...parseApiKey(result), apiSecret }
}
