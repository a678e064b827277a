import { expect, test, vi } from 'vitest'

test('what was said before anybody followed is told once somebody does, in its order', async () => {
  // Other tests of this process have a follower.
  vi.resetModules()
  const { followPartNews, partCame, partFailed } = await import('../../../src/ui/kit/part-news')
  partFailed('connection')
  partCame('connection')
  const heard = vi.fn()
  followPartNews(heard)
  partFailed('words')
  expect(heard.mock.calls.map(([news]) => news)).toEqual([
    { part: 'connection', came: false },
    { part: 'connection', came: true },
    { part: 'words', came: false },
  ])
})
