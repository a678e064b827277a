import { API_KEYS_PATH, writeApiKey } from '../../../../src/wire/rest/api-keys'
import { CODE } from '../../../../src/wire/rest/codes'
import { Refused } from '../../core'
import { text, withDefault, words, optional } from '../shared/route/field'
import { route } from '../shared/route/route'
import { listOf, object, TEXT, TIME } from '../shared/route/schema'
import { API_KEY_NOTE_MAX, API_KEYS_MAX } from '../../../../src/domain/account/api-key'

const KEY = { apiKey: TEXT, permissions: listOf(TEXT), note: TEXT, createdTime: TIME } as const

/** Keys of the account in use. Only a visitor makes or ends them: a program that was robbed of its key cannot make another. */
export const API_KEY_CALLS = [
  route({
    method: 'POST',
    path: API_KEYS_PATH,
    about: 'Makes a key of the account in use; its secret is shown this once',
    who: 'visitor',
    input: { permissions: optional(words(['read', 'trade'])), note: withDefault(text({ max: API_KEY_NOTE_MAX }), '') },
    result: object({ ...KEY, apiSecret: TEXT }),
    codes: ['rateLimited'],
    async run({ core, caller, input }) {
      const { account, kind, hash } = caller
      if (!core.limits.tokens.take(hash, performance.now()))
        throw new Refused(CODE.rateLimited, 'too many keys asked for')
      const { note } = input
      const asked = input.permissions ?? ['read', 'trade']
      // What may trade has to see what it did.
      const permissions = asked.includes('trade') ? (['read', 'trade'] as const) : (['read'] as const)
      const made = await core.keys.create({ account, kind, permissions, note }, core.journal.now())
      if (made === null)
        throw new Refused(CODE.badRequest, 'too many keys', { field: 'apiKey', limit: String(API_KEYS_MAX) })
      return { ...writeApiKey(made.key), apiSecret: made.apiSecret }
    },
  }),
  route({
    method: 'GET',
    path: API_KEYS_PATH,
    about: 'The keys of the account in use',
    who: 'visitor',
    input: {},
    result: object({ list: listOf(object(KEY)) }),
    run: ({ core, caller }) => ({ list: core.keys.listOf(caller.account).map(writeApiKey) }),
  }),
  route({
    method: 'DELETE',
    path: API_KEYS_PATH,
    about: 'Ends a key and closes its sockets',
    who: 'visitor',
    input: { apiKey: text() },
    result: object({}),
    async run({ core, caller, input }) {
      if (!(await core.keys.delete(caller.account, input.apiKey)))
        throw new Refused(CODE.badRequest, 'no such key', { field: 'apiKey' })
      return {}
    },
  }),
]
