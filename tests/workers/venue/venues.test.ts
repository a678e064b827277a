import { describe, expect, test } from 'vitest'
import { venueNamed } from '../../../src/workers/venue/venues'

describe('the adapter that a page names', () => {
  test.each([
    [undefined, 'asOfSequence', 'checksum'],
    ['sandbox', 'asOfSequence', 'checksum'],
    ['of a later build', 'asOfSequence', 'checksum'],
    ['sandbox-weaker', 'afterDeadline', 'sequence'],
  ])('%s', (name, absence, bookCheck) => {
    const { capabilities, market } = venueNamed(name, 'wss://push.example')
    expect(capabilities).toMatchObject({ absence, bookCheck })
    expect(market.url).toBe('wss://push.example/realtime_public?v=2')
  })
})
