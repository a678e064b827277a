import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import { showBadge } from '../../../src/ui/app/app-badge'

test('the icon has the number of positions, and none when there are none', () => {
  const told: (number | 'none')[] = []
  const count = signal(0)
  const stop = showBadge(count, {
    setAppBadge: async (number) => void told.push(number),
    clearAppBadge: async () => void told.push('none'),
  })
  count.value = 2
  count.value = 3
  count.value = 0
  stop()
  count.value = 5
  expect(told).toEqual(['none', 2, 3, 'none'])
})

test('a browser that refuses, or has no icons, costs nothing', async () => {
  const refuse = (): Promise<never> => Promise.reject(new Error('not installed'))
  showBadge(signal(1), { setAppBadge: refuse, clearAppBadge: refuse })
  showBadge(signal(1), {})
  await new Promise((resolve) => setTimeout(resolve, 0))
})
