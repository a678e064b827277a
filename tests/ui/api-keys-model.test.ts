import { expect, test } from 'vitest'
import { ApiKeysModel, keyName } from '../../src/ui/settings/api-keys-model'
import type { ApiKeyInfo } from '../../src/domain/account/api-key'
import type { HubApi, Read } from '../../src/workers/hub-api'

const keyOf = (apiKey: string): ApiKeyInfo => ({ apiKey, mayTrade: true, note: '', createdAtMs: 1 })
const failed = { hasError: true, message: 'no answer', code: null } as const
const done = <T>(value: T): Read<T> => ({ hasError: false, value, asOfMs: 1, fromCache: false })

test('a key is ended only after it was asked about, and what is left is read again', async () => {
  let keys = [keyOf('a'), keyOf('b')]
  const ended: string[] = []
  const model = new ApiKeysModel({
    apiKeys: async () => done(keys),
    createApiKey: async () => failed,
    async endApiKey(apiKey) {
      ended.push(apiKey)
      keys = keys.filter((one) => one.apiKey !== apiKey)
      return done(null)
    },
  })
  await model.end()
  expect(model.keys.value).toBeNull()
  await model.read()
  model.ask('a')
  model.ask(null)
  await model.end()
  expect(ended).toEqual([])
  model.ask('b')
  await model.end()
  expect(ended).toEqual(['b'])
  expect(model.keys.value).toEqual([keyOf('a')])
  expect(model.problem.value).toBeNull()
})

test('what could not be read or ended is said, and what was shown stays', async () => {
  let works = true
  const model = new ApiKeysModel({
    apiKeys: async () => (works ? done([keyOf('a')]) : failed),
    createApiKey: async () => failed,
    endApiKey: async () => failed,
  })
  await model.read()
  model.ask('a')
  await model.end()
  expect(model.problem.value).toBe('delete')
  works = false
  await model.read()
  expect(model.problem.value).toBe('read')
  expect(model.keys.value).toEqual([keyOf('a')])
  works = true
  await model.read()
  expect(model.problem.value).toBeNull()
})

test('a key is named by its note, and by itself too where another has the same one', () => {
  const keys = [
    { ...keyOf('a'), note: 'bot' },
    { ...keyOf('b'), note: 'bot' },
    { ...keyOf('c'), note: 'desk' },
    keyOf('d'),
  ]
  expect(keys.map((one) => keyName(one, keys))).toEqual(['bot (a)', 'bot (b)', 'desk', 'd'])
})

test('a key is made once a press, its secret is there until the user has it, and what came of it is said', async () => {
  const asked: unknown[] = []
  let answer: Awaited<ReturnType<HubApi['createApiKey']>> = done({ ...keyOf('new'), apiSecret: 's' })
  const model = new ApiKeysModel({
    apiKeys: async () => done([keyOf('new')]),
    async createApiKey(terms) {
      asked.push(terms)
      return answer
    },
    endApiKey: async () => done(null),
  })
  const terms = { note: 'bot', mayTrade: false }
  // Two presses at once are one key.
  expect(await Promise.all([model.make(terms), model.make(terms)])).toEqual([true, false])
  expect(asked).toEqual([terms])
  expect([model.made.value?.apiSecret, model.keys.value]).toEqual(['s', [keyOf('new')]])
  model.forget()
  expect(model.made.value).toBeNull()
  // The exchange said no, or said nothing: only then may there be a key that nobody has the secret of.
  answer = { hasError: true, message: 'too many keys', code: 10001 }
  expect([await model.make(terms), model.problem.value]).toEqual([false, 'make'])
  answer = failed
  expect([await model.make(terms), model.problem.value]).toEqual([false, 'lost'])
})
