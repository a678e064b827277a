import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LendingChange } from '../../../../src/domain/account/lending'
import type { Money, Price, Qty } from '../../../../src/domain/decimal'
import type { InstrumentSymbol } from '../../../../src/domain/order/order'
import { borrowRefusal } from '../../../../src/ui/assets/borrow-refusal'
import { outcomeText } from '../../../../src/ui/trading-kit/refusals/outcome-text'
import { CODE } from '../../../../src/wire/rest/codes'
import type { Outcome } from '../../../../src/workers/presses'
import { closeWorld, Desk, openWorld } from './desk'

const SOL_USDT = 'SOL/USDT' as InstrumentSymbol

/** One trader for all, with spot margin on, who owes nothing between two rows. */
let desk: Desk
const change = (one: LendingChange) => desk.hub.tab.changeLending(one)
const done = async (one: LendingChange) => expect(await change(one)).toMatchObject({ kind: 'accepted' })
const amount = '5' as Money
const borrowed = () => done({ kind: 'borrow', coin: 'SOL', amount })
const repaid = () => done({ kind: 'repay', coin: 'SOL', amount: null, withOthers: true })

beforeAll(async () => {
  await openWorld()
  desk = await Desk.open()
  await done({ kind: 'spotMargin', isOn: true })
}, 60_000)
afterAll(() => closeWorld())

interface Row {
  readonly code: keyof typeof CODE
  readonly what: string
  readonly words: RegExp
  readonly make: () => Promise<Outcome<unknown>>
  /** The dialog to borrow has words of its own. */
  readonly say?: (outcome: Outcome<unknown>) => string | null
  readonly after?: () => Promise<void>
}

const ROWS: readonly Row[] = [
  {
    code: 'insufficientBalance',
    what: 'more than may be borrowed, as prices have it now',
    words: /^Amount: at most 1,000\.00000000 SOL can be borrowed now\.$/,
    // The exchange lends 1,000 SOL to an account; what this one has would carry more at ten times.
    make: () => change({ kind: 'borrow', coin: 'SOL', amount: '1001' as Money }),
    say: (outcome) => borrowRefusal(outcome, 'SOL'),
  },
  {
    code: 'nothingOwed',
    what: 'a debt that was repaid while the dialog was open',
    words: /^Nothing is owed of this coin\.$/,
    make: async () => {
      await borrowed()
      await repaid()
      return change({ kind: 'repay', coin: 'SOL', amount, withOthers: false })
    },
  },
  {
    code: 'repaymentFailed',
    what: 'coins that an order holds since the dialog said that they are free',
    words: /^Nothing is free that could repay the debt\.$/,
    make: async () => {
      await done({ kind: 'autoRepay', coin: 'SOL', isOn: false })
      await borrowed()
      expect(await desk.hub.tab.lendingRoom('SOL')).toMatchObject({ value: { repayable: amount } })
      // Far above the market: it waits, and its coins with it.
      await desk.takes({ symbol: SOL_USDT, side: 'sell', price: '150' as Price, qty: '5' as Qty })
      return change({ kind: 'repay', coin: 'SOL', amount, withOthers: false })
    },
    after: repaid,
  },
  {
    code: 'collateralSwitchRefused',
    what: 'spot margin off with a debt',
    words: /^Repay what is owed first\.$/,
    make: async () => {
      await borrowed()
      return change({ kind: 'spotMargin', isOn: false })
    },
    after: repaid,
  },
  {
    code: 'collateralSwitchRefused',
    what: 'a coin out of what backs an order',
    words: /^The account could not carry what it holds with this change\.$/,
    make: async () => {
      // Two BTC count for some 125,000 USDT, 20 ETH for some 46,000, beside 200,000 in dollars. At 10× 54 BTC at rest need
      // 54 × 62,000 ÷ 10 = 334,800, and the dollars and ETH alone are less.
      await desk.takes({ price: '62000' as Price, qty: '54' as Qty })
      return change({ kind: 'collateral', coin: 'BTC', isOn: false })
    },
  },
]

describe('what the exchange refuses of debts and collateral, made for real, through the hub, in words (issue 23.7)', () => {
  test.each(ROWS.map((row) => [row.code, row.what, row] as const))('%s: %s', async (name, _, row) => {
    const outcome = await row.make()
    await row.after?.()
    expect(outcome).toMatchObject({ kind: 'refused', rejection: { code: CODE[name] } })
    expect((row.say ?? outcomeText)(outcome)).toMatch(row.words)
  })

  test('permissionDenied: spot hedging, where another device has left portfolio margin', async () => {
    const outcome = await change({ kind: 'spotHedge', isOn: true })
    expect(outcome).toMatchObject({ kind: 'refused', rejection: { code: CODE.permissionDenied } })
    expect(outcomeText(outcome)).toBe('Spot hedging works with portfolio margin only.')
  })
})
