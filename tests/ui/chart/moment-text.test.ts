import { expect, test } from 'vitest'
import { momentText } from '../../../src/ui/chart/moment-text'

test('a moment is read out in the chart’s time zone, by its name', () => {
  const timeMs = Date.parse('2026-01-10T20:30Z')
  expect(momentText(timeMs, 'UTC')).toBe('2026-01-10 20:30 UTC')
  // Winter: an hour ahead. New York is five behind, Tokyo nine ahead and on the next day.
  expect(momentText(timeMs, 'Europe/Berlin')).toBe('2026-01-10 21:30 Europe/Berlin')
  expect(momentText(timeMs, 'America/New_York')).toBe('2026-01-10 15:30 America/New York')
  expect(momentText(timeMs, 'Asia/Tokyo')).toBe('2026-01-11 05:30 Asia/Tokyo')
})
