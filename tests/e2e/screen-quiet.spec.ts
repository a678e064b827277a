import { accountTest as test, expect, FULL_PACE_MS, openTrade } from './lib/trading'

test.use({ marketPaceMs: FULL_PACE_MS })

const WATCHED_MS = 3_000
/** One in three seconds, on a quiet machine; a part that is rendered with the market's steps makes six and more (ADR-1087). */
const MOST_COMMITS = 5

test('a trade page that nobody touches has React draw next to nothing while its market moves', async ({
  context,
  exchange,
}) => {
  await context.addInitScript(() => {
    const commits: { count: number } = { count: 0 }
    Object.assign(globalThis, {
      commits,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: () => (commits.count += 1),
        onCommitFiberUnmount() {},
        onPostCommitFiberRoot() {},
      },
    })
  })
  const page = await openTrade(context, exchange)
  const seen = (): Promise<{ commits: number; head: string; spoken: string | null }> =>
    page.evaluate(() => ({
      commits: (globalThis as unknown as { commits: { count: number } }).commits.count,
      // One of them may be what it was three seconds ago.
      head: ['mark', 'index'].map((name) => document.querySelector(`[data-figure="${name}"] dd`)?.textContent).join(),
      spoken: document.querySelector('.spoken tbody')?.textContent ?? null,
    }))
  await expect(page.getByRole('region', { name: 'Chart' }).locator('canvas').first()).toBeVisible({ timeout: 10_000 })
  await expect.poll(async () => (await seen()).spoken, { timeout: 10_000 }).toMatch(/\d/)
  // Parts that come behind the first screen are still drawn for a while.
  await expect
    .poll(
      async () => {
        const before = await seen()
        await page.waitForTimeout(WATCHED_MS)
        const after = await seen()
        expect(after.head).not.toBe(before.head)
        expect(after.spoken).not.toBe(before.spoken)
        return after.commits - before.commits
      },
      { timeout: 30_000 },
    )
    .toBeLessThanOrEqual(MOST_COMMITS)
})
