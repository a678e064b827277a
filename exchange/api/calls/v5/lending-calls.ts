import { Exact, toText, type Money, type Rate } from '../../../../src/domain/decimal'
import type { InterestCharge } from '../../../../src/domain/account/interest-charge'
import { chargedRate } from '../../../../src/domain/risk/borrowing'
import { CODE } from '../../../../src/wire/rest/codes'
import type { CoinLending } from '../../../engine/lending/lending-info'
import { findLentCoin, type LentCoin } from '../../../venue/lent-coins'
import { moneyOf } from '../../../venue/shapes'
import { Refused, type Core } from '../../core'
import { commit } from '../shared/commit'
import { mapRows, pageOf } from '../shared/records'
import { decimal, items, optional, readFields, text, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, each, FLAG, INTEGER, listOf, object, TEXT } from '../shared/route/schema'
import { historyFields } from '../shared/shared-fields'

export const CURRENCY = text({ max: 20 })
const SWITCHED = { coin: CURRENCY, collateralSwitch: word(['ON', 'OFF']) } as const
const { symbol: _ofContracts, ...PAST_FIELDS } = historyFields(20, 50)
const REPAID = object({ list: listOf(object({ coin: TEXT, repaymentQty: DECIMAL })) })
const REPAYMENT_TYPE = optional(word(['ALL', 'FLEXIBLE'], { about: 'nothing is lent for a term' }))
const SWITCH_CODES = ['collateralSwitchRefused'] as const

/** Collateral and debts of an account under v5's names. Each change is one input of the journal. */
export const LENDING_CALLS = [
  route({
    method: 'GET',
    path: '/v5/account/collateral-info',
    about: 'Coins that count as collateral, what is lent of them and on what terms, and what the account owes',
    who: 'reader',
    input: { currency: optional(CURRENCY) },
    result: object({
      list: listOf(
        object({
          currency: TEXT,
          ...each('hourlyBorrowRate maxBorrowingAmount freeBorrowingLimit freeBorrowAmount borrowAmount', DECIMAL),
          ...each('availableToBorrow borrowUsageRate collateralRatio', DECIMAL),
          ...each('borrowable marginCollateral collateralSwitch', FLAG),
        }),
      ),
    }),
    run: ({ core, caller, input }) => ({
      list: lendingRows(core, caller.account, input.currency).map(([one, terms]) => writeCollateral(one, terms)),
    }),
  }),
  route({
    method: 'GET',
    path: '/v5/account/borrow-history',
    about: 'What debts were charged, at five past each hour, newest first',
    who: 'reader',
    input: { ...PAST_FIELDS, currency: optional(CURRENCY) },
    result: object({
      list: listOf(
        object({
          currency: TEXT,
          createdTime: INTEGER,
          ...each('borrowCost hourlyBorrowRate InterestBearingBorrowSize costExemption borrowAmount', DECIMAL),
          ...each('unrealisedLoss freeBorrowedAmount', DECIMAL),
        }),
      ),
      nextPageCursor: TEXT,
    }),
    run({ core, caller, input }) {
      const page = { ...pageOf({ ...input, symbol: null }), coin: input.currency }
      const { rows, nextCursor } = mapRows(core.journal.interest(caller.account, page), writeCharge)
      return { list: rows, nextPageCursor: nextCursor ?? '' }
    },
  }),
  route({
    method: 'POST',
    path: '/v5/account/set-collateral-switch',
    about: 'Whether a coin counts as collateral for the others; USDT and USDC always do',
    who: 'trader',
    hasClientTag: true,
    input: SWITCHED,
    result: object({}),
    codes: SWITCH_CODES,
    async run({ core, http, caller, input }) {
      const change = { kind: 'collateral', coins: [input.coin], isOn: input.collateralSwitch === 'ON' } as const
      await commit(core, http, { type: 'lending', account: caller.account, change }, 'v5')
      return {}
    },
  }),
  route({
    method: 'POST',
    path: '/v5/account/set-collateral-switch-batch',
    about: 'The same of several coins: all of them are switched, or none is',
    who: 'trader',
    hasClientTag: true,
    input: { request: items(SWITCHED, { min: 1, max: 20 }) },
    result: object({ list: listOf(object(each('coin collateralSwitch', TEXT))) }),
    codes: SWITCH_CODES,
    async run({ core, http, caller, input }) {
      const list = input.request.map((item) => readFields(SWITCHED, item))
      const coinsOf = (word: 'ON' | 'OFF') =>
        list.filter((one) => one.collateralSwitch === word).map(({ coin }) => coin)
      const [on, off] = [coinsOf('ON'), coinsOf('OFF')]
      const change =
        on.length === 0
          ? ({ kind: 'collateral', coins: off, isOn: false } as const)
          : ({ kind: 'collateral', coins: on, isOn: true, ...(off.length === 0 ? {} : { alsoOff: off }) } as const)
      await commit(core, http, { type: 'lending', account: caller.account, change }, 'v5')
      return { list }
    },
  }),
  route({
    method: 'POST',
    path: '/v5/account/quick-repayment',
    about:
      'Repays what is owed, of one coin or of all: with what is free of it, then with other coins at their index and a fee of 0.1 %',
    who: 'trader',
    hasClientTag: true,
    input: { coin: optional(CURRENCY) },
    result: REPAID,
    codes: ['nothingOwed', 'repaymentFailed'],
    async run({ core, http, caller, input }) {
      const { account } = caller
      const change = { kind: 'repay', coin: input.coin, amount: null, isItemised: true } as const
      const { result } = await commit(core, http, { type: 'lending', account, change }, 'v5')
      const list = (result.repaid ?? []).map(({ coin, amount }) => ({ coin, repaymentQty: amount }))
      return { list }
    },
  }),
  route({
    method: 'POST',
    path: '/v5/account/borrow',
    about: 'Borrows a coin without an order, with spot margin on: it stays owed until it is repaid by hand',
    who: 'trader',
    hasClientTag: true,
    input: { coin: CURRENCY, amount: decimal() },
    result: object({ coin: TEXT, amount: DECIMAL }),
    codes: ['spotMarginOff', 'insufficientBalance', 'compliance'],
    async run({ core, http, caller, input }) {
      const change = { kind: 'borrow', coin: input.coin, amount: input.amount } as const
      await commit(core, http, { type: 'lending', account: caller.account, change }, 'v5')
      return { coin: input.coin, amount: input.amount }
    },
  }),
  route({
    method: 'POST',
    path: '/v5/account/no-convert-repay',
    about: 'Repays a coin with what is free of it, and with no other coin',
    who: 'trader',
    hasClientTag: true,
    input: {
      coin: CURRENCY,
      amount: optional(decimal({ about: 'left out, as much as is free and owed' })),
      repaymentType: REPAYMENT_TYPE,
    },
    result: object({ resultStatus: TEXT }),
    codes: ['nothingOwed', 'repaymentFailed'],
    async run({ core, http, caller, input }) {
      const change = { kind: 'repay', coin: input.coin, amount: input.amount, isOwnCoinOnly: true } as const
      await commit(core, http, { type: 'lending', account: caller.account, change }, 'v5')
      return { resultStatus: 'SU' }
    },
  }),
  route({
    method: 'POST',
    path: '/v5/account/repay',
    about: 'The same, and the rest with other coins; of so much of one coin or of all that is owed',
    who: 'trader',
    hasClientTag: true,
    input: {
      coin: optional(CURRENCY),
      amount: optional(decimal({ about: 'with `coin`; left out, all of it' })),
      repaymentType: REPAYMENT_TYPE,
    },
    result: object({ resultStatus: TEXT }),
    codes: ['nothingOwed', 'repaymentFailed'],
    async run({ core, http, caller, input }) {
      const { coin, amount } = input
      if (amount !== null && coin === null) throw new Refused(CODE.badRequest, 'coin is needed', { field: 'coin' })
      const change = { kind: 'repay', coin, amount } as const
      await commit(core, http, { type: 'lending', account: caller.account, change }, 'v5')
      return { resultStatus: 'SU' }
    },
  }),
]

/** Coins of the exchange's list with what the account owes of them. @throws Refused 10001 for a coin that is not in it */
export function lendingRows(
  core: Core,
  account: string,
  currency: string | null,
): readonly (readonly [CoinLending, LentCoin])[] {
  const coins = core.journal.venue.lending.of(account)?.coins ?? []
  const rows = coins.flatMap((one) => {
    const terms = findLentCoin(one.coin)
    return terms === null || (currency !== null && currency !== one.coin) ? [] : [[one, terms] as const]
  })
  if (currency !== null && rows.length === 0)
    throw new Refused(CODE.badRequest, 'no coin that counts as collateral', { field: 'currency' })
  return rows
}

/** A day's interest on ten million follows from a rate of so many to the last unit. */
const RATE_DECIMALS = 18

/** Of an hour with so much borrowed: above the limit it is the cubed one that is charged. */
function rateNow(borrowed: Money, { hourlyRate, maxBorrow }: LentCoin['loan']): Rate {
  const rate = chargedRate(hourlyRate, toText<Rate>(new Exact(borrowed).div(maxBorrow)))
  return toText<Rate>(new Exact(rate).toDecimalPlaces(RATE_DECIMALS))
}

function writeCollateral(one: CoinLending, { loan, tiers }: LentCoin) {
  const borrowed = moneyOf(one.borrowedE8)
  const free = Exact.min(borrowed, moneyOf(one.lossE8), loan.freeLimit)
  return {
    currency: one.coin,
    hourlyBorrowRate: rateNow(borrowed, loan),
    maxBorrowingAmount: loan.maxBorrow,
    freeBorrowingLimit: loan.freeLimit,
    freeBorrowAmount: toText<Money>(free),
    borrowAmount: borrowed,
    availableToBorrow: toText<Money>(Exact.max(0, new Exact(loan.maxBorrow).minus(borrowed))),
    borrowUsageRate: toText<Rate>(new Exact(borrowed).div(loan.maxBorrow).toDecimalPlaces(8)),
    collateralRatio: tiers[0]?.ratio ?? '0',
    borrowable: true,
    marginCollateral: true,
    collateralSwitch: one.isCollateral,
  }
}

function writeCharge({ coin, borrowed, free, unrealisedLoss, interest, hours, timeMs }: InterestCharge) {
  const loan = findLentCoin(coin)?.loan
  const rate = loan === undefined ? '0' : rateNow(borrowed, loan)
  return {
    currency: coin,
    createdTime: timeMs,
    borrowCost: interest,
    hourlyBorrowRate: rate,
    InterestBearingBorrowSize: toText<Money>(new Exact(borrowed).minus(free)),
    costExemption: toText<Money>(new Exact(free).times(rate).times(hours).toDecimalPlaces(8)),
    borrowAmount: borrowed,
    unrealisedLoss,
    freeBorrowedAmount: free,
  }
}
