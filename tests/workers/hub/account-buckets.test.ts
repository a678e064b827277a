import { expect, test } from 'vitest'
import { AccountBuckets, ACCOUNTS_MAX } from '../../../src/workers/hub/calls/account-buckets'
import { CALLS_PER_SECOND, RESERVED_FOR_CANCELS } from '../../../src/workers/hub/calls/token-bucket'
import { FakeClock } from '../fakes'

test('each account has an allowance of its own: the storm of one leaves the other its calls (O19)', async () => {
  const clock = new FakeClock()
  const buckets = new AccountBuckets(clock)
  const taken = Array.from({ length: 500 }, () => buckets.take('acc-1', 'order')).filter(Boolean).length
  // 50 a second, ten of them kept for cancels.
  expect(taken).toBe(CALLS_PER_SECOND - RESERVED_FOR_CANCELS)
  expect(buckets.take('acc-1', 'cancel')).toBe(true)
  expect(buckets.take('acc-2', 'order')).toBe(true)
  expect([buckets.left('acc-1'), buckets.left('acc-2'), buckets.left('acc-3')]).toEqual([9, 49, 50])
  await clock.advance(1_000)
  expect(buckets.left('acc-1')).toBe(50)
})

test('coming back to an account finds its allowance as it was left', () => {
  const buckets = new AccountBuckets(new FakeClock())
  while (buckets.take('acc-1', 'cancel')) continue
  buckets.take('acc-2', 'order')
  expect(buckets.take('acc-1', 'cancel')).toBe(false)
})

test('allowances of accounts that were left long ago are forgotten (I13)', () => {
  const buckets = new AccountBuckets(new FakeClock())
  for (let account = 0; account <= ACCOUNTS_MAX; account++) buckets.take(`acc-${account}`, 'order')
  expect([buckets.left('acc-0'), buckets.left('acc-1')]).toEqual([50, 49])
})
