import { asObject } from '../../../wire/json'
import { ONE_TIME_TOKEN_PATH, parseOneTimeToken } from '../../../wire/rest/one-time-token'
import { PREFERENCE_KEYS, PREFERENCE_PATH, type PreferenceKey } from '../../../wire/rest/preferences'
import { parseSession, SESSION_PATH } from '../../../wire/rest/session'
import type { Preferences } from '../../hub-events'
import type { SessionCalls } from '../venue-calls'
import { get, nothing, post } from './ask'

const PREFERENCES = Object.entries(PREFERENCE_KEYS) as readonly (readonly [PreferenceKey, string])[]

export const SESSION_CALLS: SessionCalls = {
  session: () => post(SESSION_PATH, {}, ({ result }) => parseSession(asObject(result, 'result'))),
  asVisitor: async (...act) => (await import('./visitor-act')).visitorAct(...act),
  oneTimeToken: () => post(ONE_TIME_TOKEN_PATH, {}, ({ result }) => parseOneTimeToken(result)),
  preferences: () =>
    get(PREFERENCE_PATH, ({ result }) => {
      const json = asObject(result, 'result')
      // Every key of `Preferences` has its name on the wire.
      const read = PREFERENCES.map(([name, key]) => [name, json[key] !== 'hide'] as const)
      return Object.fromEntries(read) as unknown as Preferences
    }),
  setPreferences(chosen) {
    const named = PREFERENCES.filter(([name]) => chosen[name] !== undefined)
    const keys = Object.fromEntries(named.map(([name, key]) => [key, chosen[name] ? 'show' : 'hide']))
    return post(PREFERENCE_PATH, { upsert_keys: keys }, nothing, { isFarewell: true })
  },
  keys: async () => (await import('./key-calls')).KEY_CALLS,
}
