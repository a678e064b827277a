import { expect, test } from 'vitest'
import type { Lending } from '../../../src/domain/account/lending'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { keptRead } from '../../../src/workers/hub/account/kept-read'
import type { Saved, SavedEntry, SavedRead } from '../../../src/workers/hub/store/stored-records'
import { LendingReads } from '../../../src/workers/hub/account/lending-reads'
import { IS_SAVED } from '../../../src/workers/hub/store/stored-rows'
import { sandboxVenue } from '../../../src/workers/venue/sandbox/sandbox-venue'

const ROW = {
  currency: 'SOL',
  borrowAmount: '5',
  freeBorrowAmount: '0',
  freeBorrowingLimit: '10',
  hourlyBorrowRate: '0.0000065',
  maxBorrowingAmount: '1000',
  borrowUsageRate: '0.005',
  collateralRatio: '0.95',
  collateralSwitch: true,
}

/** An exchange that answers until it is gone, and a disk. */
function scene() {
  const state = { isGone: false, hasSlices: true, refuses: false, nowMs: 1_000, account: 'ann' as string | null }
  let saved: Saved<SavedRead<Lending>> | null = null
  const results: Readonly<Record<string, object>> = {
    '/v5/account/collateral-info': { list: [ROW] },
    '/v5/spot-margin-trade/collateral': {
      list: [
        {
          currency: 'SOL',
          collateralRatioList: [
            { minQty: '0', maxQty: '4000', collateralRatio: '0.95' },
            { minQty: '4000', maxQty: '', collateralRatio: '0' },
          ],
        },
      ],
    },
    '/v5/spot-margin-trade/state': { spotMarginMode: '1' },
    '/v5/spot-margin-trade/get-auto-repay-mode': { data: [{ currency: 'SOL', autoRepayMode: '1' }] },
    '/v5/spot-margin-trade/coinstate': { list: [{ currency: 'SOL', spotLeverage: '7' }] },
    '/v5/order/spot-borrow-check': {
      symbol: 'SOLUSDT',
      side: 'Sell',
      spotMaxTradeQty: '2',
      maxTradeQty: '5',
      spotMaxTradeAmount: '300',
      maxTradeAmount: '750',
      borrowCoin: 'SOL',
    },
    '/v5/account/info': { marginMode: 'REGULAR_MARGIN' },
  }
  const reads = new LendingReads({
    calls: sandboxVenue('').calls,
    clock: { now: () => state.nowMs } as never,
    rest: {
      call: async ({ path }: { readonly path: string }) =>
        state.isGone || state.refuses || (!state.hasSlices && path.endsWith('/collateral'))
          ? { hasError: true, message: 'no', code: state.refuses ? 10_003 : null }
          : { hasError: false, value: { code: 0, message: 'OK', result: results[path], ext: {}, timeMs: 1 } },
    } as never,
    trace: () => {},
  })
  const store = {
    readSaved: async () => saved as never,
    writeSaved: async ([one]: readonly SavedEntry[]) => void (saved = one as unknown as Saved<SavedRead<Lending>>),
  }
  const all = () => keptRead(store, () => state.account, 'lending', 'last', reads.all())
  return { state, reads, all, saved: () => saved }
}

test('loans are kept, and without the exchange they are what they were, as old as they are', async () => {
  const { state, all, saved } = scene()
  const live = await all()
  expect(live).toMatchObject({ fromCache: false, asOfMs: 1_000 })
  expect(IS_SAVED.lending((saved() as { readonly value?: unknown } | null)?.value)).toBe(true)
  state.isGone = true
  state.nowMs = 61_000
  // A minute later they are a minute old, however often they are read.
  for (let i = 0; i < 2; i++) expect(await all()).toEqual({ ...live, fromCache: true, asOfMs: 1_000 })
  // Another account sees none of it, and neither does anybody whom the exchange refuses.
  state.account = 'bob'
  expect(await all()).toMatchObject({ hasError: true })
  state.account = 'ann'
  state.refuses = true
  expect(await all()).toMatchObject({ hasError: true, code: 10_003 })
})

test('an order’s power says whether its coin repays itself', async () => {
  const { reads } = scene()
  expect(await reads.power('SOL/USDT' as InstrumentSymbol, 'sell')).toMatchObject({
    value: { coin: 'SOL', own: '2', most: '5', repaysItself: true, isOn: true, mode: 'cross' },
  })
})

test('the slices of collateral stand with each coin; an exchange that does not say them leaves them out, and nothing else', async () => {
  const { state, reads } = scene()
  const told = await reads.all()
  const slices = [
    { upTo: '4000', ratio: '0.95' },
    { upTo: null, ratio: '0' },
  ]
  expect(told).toMatchObject({ value: { coins: [{ coin: 'SOL', collateralRatio: '0.95', slices }] } })
  state.hasSlices = false
  const untold = await reads.all()
  expect(untold).toMatchObject({
    hasError: false,
    value: { coins: [{ coin: 'SOL', collateralRatio: '0.95', slices: [] }] },
  })
})
