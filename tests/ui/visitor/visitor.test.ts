import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import { BANNED_TARGET, Visitor } from '../../../src/ui/visitor/visitor'

const settle = () => new Promise((resolve) => setTimeout(resolve))
const answer = (result: object) => ({ json: async () => ({ retCode: 0, retMsg: 'OK', result }) })

function follow(path: string, get: (url: string) => Promise<{ json: () => Promise<unknown> }>) {
  const isLive = signal(false)
  const followed = new Visitor({ isLive, path, language: 'pt-BR', origin: 'https://venue.test', get })
  followed.start()
  return { isLive, followed }
}

test('who is shut out is asked once the page is live, once, in the page’s language', async () => {
  const urls: string[] = []
  const { isLive, followed } = follow('/trade/usdt/BTCUSDT', async (url) => {
    urls.push(url)
    return answer({ isBanned: true })
  })
  await settle()
  expect(urls).toEqual([])
  for (const live of [true, false, true]) {
    isLive.value = live
    await settle()
  }
  expect(urls).toEqual(['https://venue.test/contract/v5/settings/visitor-profile?lang=pt-BR'])
  expect(followed.isBanned.value).toBe(true)
})

test('where he was led he is not asked again: the dialog would lead to itself', async () => {
  let asked = 0
  const { isLive } = follow(BANNED_TARGET, async () => {
    asked += 1
    return answer({ isBanned: true })
  })
  isLive.value = true
  await settle()
  expect(asked).toBe(0)
})

test.each([
  ['no answer', async () => Promise.reject(new TypeError('network'))],
  ['a refusal', async () => ({ json: async () => ({ retCode: 10006, retMsg: 'too many', result: {} }) })],
  ['another answer', async () => answer({ isBanned: 'no' })],
])('%s shuts nobody out, and is asked for again when the page is live again', async (_, get) => {
  let asked = 0
  const { isLive, followed } = follow('/', async () => {
    asked += 1
    return get()
  })
  for (const live of [true, false, true]) {
    isLive.value = live
    await settle()
  }
  expect([asked, followed.isBanned.value]).toEqual([2, false])
})
