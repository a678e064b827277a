import { describe, expect, test, vi } from 'vitest'
import { hostedWords } from '../../../src/ui/i18n/hosted-words'

const HOST = 'https://words.example'

const answering = (body: string, status = 200): typeof fetch => vi.fn(async () => new Response(body, { status }))

describe('words from the host of translations', () => {
  test('are asked for by language and namespace, without cookies', async () => {
    const ask = answering('{"title":"Aufträge","row":{"size":"{{qty}}"}}')
    expect(await hostedWords(HOST, 'de-DE', 'app', ask)).toEqual({ title: 'Aufträge', row: { size: '{{qty}}' } })
    expect(ask).toHaveBeenCalledWith(
      'https://words.example/locales/de-DE/app.json',
      expect.objectContaining({ credentials: 'omit' }),
    )
  })

  test.each([
    ['a language that the host has not', 'not found', 404, 'status 404'],
    ['no JSON', '<!doctype html>', 200, 'JSON'],
    ['a list', '["a"]', 200, 'no texts'],
    ['a number among the texts', '{"a":{"b":1}}', 200, 'no texts'],
    ['nothing at all', 'null', 200, 'no texts'],
  ])('%s is refused', async (_what, body, status, why) => {
    await expect(hostedWords(HOST, 'de-DE', 'app', answering(body, status))).rejects.toThrow(why)
  })
})
