import { expect, test } from 'vitest'
import notices from '../../../locales/en/notices.json'
import { i18n, say } from '../../../src/ui/i18n/instance'
import { loadWords } from '../../../src/ui/i18n/use-translation'

test('words that are asked for before translation starts are there when the asking ends', async () => {
  const asked = loadWords('notices').then(() => say('notices:msg.title.8'))
  i18n.start('en', async (_language, namespace) => (namespace === 'notices' ? notices : {}))
  expect(await asked).toBe('Post-only order not placed')
})
