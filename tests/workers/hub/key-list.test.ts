import { expect, test } from 'vitest'
import { API_KEYS_PATH } from '../../../src/wire/rest/api-keys'
import { Scene } from '../scene'

const SECRET = 'the-one-and-only-secret'

test('the secret of a new key is in the answer to the tab, and in nothing that the hub keeps', async () => {
  const scene = new Scene()
  await scene.live()
  let body: unknown
  scene.world.transport.on(API_KEYS_PATH, (seen) => {
    body = JSON.parse(String(seen.body))
    return { apiKey: 'k', permissions: ['read'], note: 'bot', createdTime: '5', apiSecret: SECRET }
  })
  const answer = await scene.tab.createApiKey({ note: 'bot', mayTrade: false })
  expect(body).toEqual({ permissions: ['read'], note: 'bot' })
  expect(answer).toMatchObject({
    hasError: false,
    value: { apiKey: 'k', mayTrade: false, note: 'bot', createdAtMs: 5, apiSecret: SECRET },
  })
  const kept = JSON.stringify([await scene.tab.recording(), await scene.tab.diagnostics()])
  expect(kept.length).toBeGreaterThan(100)
  expect(kept).not.toContain(SECRET)
})

test('an answer that cannot be read is no key, and its secret is not quoted', async () => {
  const scene = new Scene()
  await scene.live()
  scene.world.transport.on(API_KEYS_PATH, () => ({ apiKey: 'k', apiSecret: SECRET }))
  const answer = await scene.tab.createApiKey({ note: '', mayTrade: true })
  expect(answer).toMatchObject({ hasError: true, code: null })
  expect(JSON.stringify([answer, await scene.tab.diagnostics()])).not.toContain(SECRET)
})
