import { expect, test } from 'vitest'
import notices from '../../../locales/en/notices.json'
import { i18n, say } from '../../../src/ui/i18n/instance'
import { loadWords } from '../../../src/ui/i18n/use-translation'

test('words that are asked for before translation starts are there when the asking ends', async () => {
  const asked = loadWords('notices').then(() => say('notices:msg.title.8'))
  await i18n
    .use({
      type: 'backend',
      init() {},
      read(_language: string, namespace: string, done: (error: unknown, data: unknown) => void) {
        done(null, namespace === 'notices' ? notices : {})
      },
    })
    .init({ lng: 'en', fallbackLng: 'en', ns: ['app'], defaultNS: 'app' })
  expect(await asked).toBe('Post-only order not placed')
})
