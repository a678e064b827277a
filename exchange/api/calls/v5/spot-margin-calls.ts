import { Exact, toText, type Leverage, type Money, type Qty, type Rate } from '../../../../src/domain/decimal'
import { HOUR_MS } from '../../../../src/domain/market/interval'
import { borrowInitialMarginRate } from '../../../../src/domain/risk/borrowing'
import type { CollateralTier } from '../../../../src/domain/risk/collateral'
import { CODE } from '../../../../src/wire/rest/codes'
import { findLentCoin, LENT_COINS, type LentCoin } from '../../../venue/lent-coins'
import { moneyOf } from '../../../venue/shapes'
import { Refused, type Core } from '../../core'
import { commit } from '../shared/commit'
import { decimal, optional, text, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, each, FLAG, INTEGER, listOf, object, TEXT } from '../shared/route/schema'
import { TIME_MS } from '../shared/shared-fields'
import { CURRENCY, lendingRows } from './lending-calls'

/** There is one level of accounts here. */
const LEVEL = 'No VIP'
const DAY_MS = 24 * HOUR_MS
const MAX_LEVERAGE = '10' as Leverage
const ONE_COIN = object({ currency: TEXT, maxLoan: DECIMAL })

const REPAYMENT_MODES = object({ data: listOf(object(each('currency autoRepayMode', TEXT))) })

/** Orders of pairs that borrow, under v5's names. */
export const SPOT_MARGIN_CALLS = [
  route({
    method: 'POST',
    path: '/v5/spot-margin-trade/switch-mode',
    about: 'Whether orders of pairs may borrow; from then on every coin backs everything. Off: once nothing is owed',
    who: 'trader',
    hasClientTag: true,
    input: { spotMarginMode: word(['1', '0']) },
    result: object({ spotMarginMode: TEXT }),
    codes: ['collateralSwitchRefused'],
    async run({ core, http, caller, input }) {
      const change = { kind: 'spotMargin', isOn: input.spotMarginMode === '1' } as const
      await commit(core, http, { type: 'lending', account: caller.account, change }, 'v5')
      return { spotMarginMode: input.spotMarginMode }
    },
  }),
  route({
    method: 'POST',
    path: '/v5/spot-margin-trade/set-leverage',
    about: 'How many times what it has an account may borrow: 2 to 10, of one coin or of all',
    who: 'trader',
    hasClientTag: true,
    input: { leverage: decimal(), currency: optional(CURRENCY) },
    result: object({}),
    codes: ['leverageTooHigh', 'spotMarginOff', 'collateralSwitchRefused'],
    async run({ core, http, caller, input }) {
      const change = { kind: 'leverage', coin: input.currency, leverage: input.leverage } as const
      await commit(core, http, { type: 'lending', account: caller.account, change }, 'v5')
      return {}
    },
  }),
  route({
    method: 'GET',
    path: '/v5/spot-margin-trade/state',
    about: 'Whether orders of pairs may borrow, and the leverage that is set and in use',
    who: 'reader',
    input: {},
    result: object(each('spotLeverage spotMarginMode effectiveLeverage', TEXT)),
    run({ core, caller }) {
      const lending = core.journal.venue.lending.of(caller.account)
      const isOn = lending?.lends === true
      return {
        // Of the first coin of the list: `coinstate` says it of each.
        spotLeverage: isOn ? leverageOf(lending.coins[0]?.leverageE2 ?? 0) : '',
        spotMarginMode: isOn ? '1' : '0',
        effectiveLeverage: isOn ? effectiveLeverage(core, caller.account) : '',
      }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/spot-margin-trade/coinstate',
    about: 'The leverage of each coin',
    who: 'reader',
    input: { currency: optional(CURRENCY) },
    result: object({ list: listOf(object(each('currency spotLeverage', TEXT))) }),
    run: ({ core, caller, input }) => ({
      list: lendingRows(core, caller.account, input.currency).map(([one]) => ({
        currency: one.coin,
        spotLeverage: leverageOf(one.leverageE2),
      })),
    }),
  }),
  route({
    method: 'POST',
    path: '/v5/spot-margin-trade/set-auto-repay-mode',
    about:
      'Whether what is free of a coin repays what is owed of it (1, as an account begins) or only its owner does (0), of one coin or of all',
    who: 'trader',
    hasClientTag: true,
    input: { currency: optional(CURRENCY), autoRepayMode: word(['1', '0']) },
    result: REPAYMENT_MODES,
    codes: ['collateralSwitchRefused'],
    async run({ core, http, caller, input }) {
      const { account } = caller
      const mode = input.autoRepayMode === '1' ? 'auto' : 'manual'
      const change = { kind: 'repaymentMode', coin: input.currency, mode } as const
      lendingRows(core, account, input.currency)
      await commit(core, http, { type: 'lending', account, change }, 'v5')
      return repaymentModes(core, account, input.currency)
    },
  }),
  route({
    method: 'GET',
    path: '/v5/spot-margin-trade/get-auto-repay-mode',
    about: 'The same as it is set, of one coin or of all',
    who: 'reader',
    input: { currency: optional(CURRENCY) },
    result: REPAYMENT_MODES,
    run: ({ core, caller, input }) => repaymentModes(core, caller.account, input.currency),
  }),
  route({
    method: 'GET',
    path: '/v5/spot-margin-trade/data',
    about: 'Coins that are lent, at what rate, how much, and in which order they are given up for debts',
    who: 'anyone',
    input: { vipLevel: optional(text({ max: 20 })), currency: optional(CURRENCY) },
    result: object({
      vipCoinList: listOf(
        object({
          vipLevel: TEXT,
          list: listOf(
            object({
              ...each('currency liquidationOrder', TEXT),
              ...each('hourlyBorrowRate maxBorrowingAmount collateralRatio', DECIMAL),
              ...each('borrowable marginCollateral', FLAG),
            }),
          ),
        }),
      ),
    }),
    run({ input }) {
      const list = lentCoins(input.currency).map(({ coin, loan, tiers }) => ({
        currency: coin,
        borrowable: true,
        marginCollateral: true,
        collateralRatio: tiers[0]?.ratio ?? '0',
        hourlyBorrowRate: loan.hourlyRate,
        maxBorrowingAmount: loan.maxBorrow,
        liquidationOrder: String(LENT_COINS.findIndex((one) => one.coin === coin) + 1),
      }))
      return { vipCoinList: input.vipLevel === null || input.vipLevel === LEVEL ? [{ vipLevel: LEVEL, list }] : [] }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/spot-margin-trade/collateral',
    about:
      'What of a balance counts as collateral: each slice of it, from `minQty` to `maxQty` (empty of the last), at its own ratio',
    who: 'anyone',
    input: { currency: optional(CURRENCY) },
    result: object({
      list: listOf(
        object({
          currency: TEXT,
          collateralRatioList: listOf(object({ ...each('minQty collateralRatio', DECIMAL), maxQty: TEXT })),
        }),
      ),
    }),
    run: ({ input }) => ({
      list: lentCoins(input.currency).map(({ coin, tiers }) => ({
        currency: coin,
        collateralRatioList: slicesOf(tiers),
      })),
    }),
  }),
  route({
    method: 'GET',
    path: '/v5/spot-margin-trade/interest-rate-history',
    about: 'What was charged an hour for a coin, newest first: of the last seven days, or of thirty at most',
    who: 'reader',
    input: {
      currency: CURRENCY,
      vipLevel: optional(text({ max: 20 })),
      startTime: optional(TIME_MS),
      endTime: optional(TIME_MS),
    },
    result: object({
      list: listOf(object({ timestamp: INTEGER, currency: TEXT, hourlyBorrowRate: DECIMAL, vipLevel: TEXT })),
    }),
    run({ core, input }) {
      const { currency, startTime, endTime } = input
      const terms = findLentCoin(currency)
      if (terms === null) throw new Refused(CODE.badRequest, 'no coin that is lent', { field: 'currency' })
      const nowMs = core.journal.now()
      const [fromMs, toMs] = rangeOf({ startTime, endTime }, nowMs)
      if (input.vipLevel !== null && input.vipLevel !== LEVEL) return { list: [] }
      const { hourlyRate } = terms.loan
      const list = hoursDown(fromMs, Math.min(toMs, nowMs)).map((timestamp) => ({
        timestamp,
        currency,
        // No rate of a coin has ever changed.
        hourlyBorrowRate: hourlyRate,
        vipLevel: LEVEL,
      }))
      return { list }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/spot-margin-trade/max-borrowable',
    about: 'What an order could borrow of a coin now',
    who: 'reader',
    input: { currency: CURRENCY },
    result: ONE_COIN,
    run({ core, caller, input }) {
      const [one] = lendingRows(core, caller.account, input.currency)[0]!
      return { currency: one.coin, maxLoan: moneyOf(one.availableToBorrowE8) }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/spot-margin-trade/repayment-available-amount',
    about: 'What is owed of a coin and could be repaid with what is free of it',
    who: 'reader',
    input: { currency: CURRENCY },
    result: object({ currency: TEXT, lossLessRepaymentAmount: DECIMAL }),
    run({ core, caller, input }) {
      const [one] = lendingRows(core, caller.account, input.currency)[0]!
      return { currency: one.coin, lossLessRepaymentAmount: moneyOf(one.repayableE8) }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/spot-margin-trade/position-tiers',
    about: 'Margin of what is owed, by coin',
    who: 'reader',
    input: { currency: optional(CURRENCY) },
    result: object({
      list: listOf(
        object({
          currency: TEXT,
          positionTiersRatioList: listOf(
            object({ tier: TEXT, ...each('borrowLimit positionMMR positionIMR maxLeverage', DECIMAL) }),
          ),
        }),
      ),
    }),
    run: ({ core, caller, input }) => ({
      list: lendingRows(core, caller.account, input.currency).map(([{ coin }, { loan }]) => ({
        currency: coin,
        positionTiersRatioList: loan.tiers.map((tier, at) => ({
          tier: String(at + 1),
          borrowLimit: loan.maxBorrow,
          positionMMR: tier.maintenanceMarginRate,
          positionIMR: borrowInitialMarginRate(MAX_LEVERAGE),
          maxLeverage: MAX_LEVERAGE,
        })),
      })),
    }),
  }),
]

/** @throws Refused 10001 naming the coin */
function lentCoins(currency: string | null): readonly LentCoin[] {
  if (currency === null) return LENT_COINS
  const one = findLentCoin(currency)
  if (one === null) throw new Refused(CODE.badRequest, 'no coin that is lent', { field: 'currency' })
  return [one]
}

/** Beyond the last tier nothing counts: v5 says that as a slice without an end. */
function slicesOf(tiers: readonly CollateralTier[]) {
  const slices = tiers.map(({ upTo, ratio }, at) => ({
    minQty: tiers[at - 1]?.upTo ?? ('0' as Qty),
    maxQty: upTo ?? '',
    collateralRatio: ratio,
  }))
  const end = tiers.at(-1)?.upTo ?? null
  return end === null ? slices : [...slices, { minQty: end, maxQty: '', collateralRatio: '0' as Rate }]
}

/** v5: both ends or neither, thirty days at most. @throws Refused 10001 naming the time */
function rangeOf(
  { startTime, endTime }: { readonly startTime: number | null; readonly endTime: number | null },
  nowMs: number,
): readonly [fromMs: number, toMs: number] {
  if (startTime === null && endTime === null) return [nowMs - 7 * DAY_MS, nowMs]
  if (startTime === null || endTime === null)
    throw new Refused(CODE.badRequest, 'both times or neither', { field: startTime === null ? 'startTime' : 'endTime' })
  if (endTime < startTime || endTime - startTime > 30 * DAY_MS)
    throw new Refused(CODE.badRequest, 'thirty days at most', { field: 'endTime' })
  return [startTime, endTime]
}

/** Full hours of a range, newest first. */
function hoursDown(fromMs: number, toMs: number): readonly number[] {
  const hours: number[] = []
  for (let timeMs = toMs - (toMs % HOUR_MS); timeMs >= fromMs; timeMs -= HOUR_MS) hours.push(timeMs)
  return hours
}

function repaymentModes(core: Core, account: string, currency: string | null) {
  return {
    data: lendingRows(core, account, currency).map(([{ coin, repaymentMode }]) => ({
      currency: coin,
      autoRepayMode: repaymentMode === 'auto' ? '1' : '0',
    })),
  }
}

function leverageOf(leverageE2: number): Leverage {
  return toText<Leverage>(new Exact(leverageE2).div(100))
}

/** What the account has and owes ÷ what is its own. */
function effectiveLeverage(core: Core, account: string): string {
  const { venue } = core.journal
  const { coins = [] } = venue.wallet(account) ?? {}
  let own = new Exact(0)
  let had = new Exact(0)
  for (const { coin, usdValue, equity, lending } of coins) {
    own = own.plus(usdValue)
    const owed = new Exact(lending?.lent ?? 0).plus(lending?.interest ?? 0)
    had = had.plus(new Exact(equity).plus(owed).times(venue.usdPrice(coin)))
  }
  return own.gt(0) ? toText<Money>(had.div(own).toDecimalPlaces(2)) : ''
}
