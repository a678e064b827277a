import { asArray, asObject } from '../../../wire/json'
import { API_KEYS_PATH, parseApiKey, parseNewApiKey, writeApiKeyTerms } from '../../../wire/rest/api-keys'
import type { KeyCalls } from '../venue-calls'
import { get, nothing, post } from './ask'

/** In a file of its own: the page with the keys is seldom opened. */
export const KEY_CALLS: KeyCalls = {
  list: () => get(API_KEYS_PATH, ({ result }) => asArray(asObject(result, 'result')['list'], 'list').map(parseApiKey)),
  create: (terms) => post(API_KEYS_PATH, writeApiKeyTerms(terms), ({ result }) => parseNewApiKey(result)),
  end: (apiKey) => ({ method: 'DELETE', path: API_KEYS_PATH, body: { apiKey }, read: nothing }),
}
