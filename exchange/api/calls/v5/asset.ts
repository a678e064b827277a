import { Exact, isZero, toText, type Price } from '../../../../src/domain/decimal'
import { readOptionName } from '../../../../src/domain/instrument/option-name'
import type { Execution } from '../../../../src/domain/order/execution'
import { payoffOf, type Payoff } from '../../../../src/domain/instrument/payoff'
import { SIDE_WORD } from '../../../../src/wire/words'
import { CODE } from '../../../../src/wire/rest/codes'
import { Refused, type Caller, type Core } from '../../core'
import { choice, optional, text, withDefault } from '../shared/route/field'
import { route } from '../shared/route/route'
import { ANY_OBJECT, DECIMAL, each, INTEGER, listOf, object, TEXT, TIME } from '../shared/route/schema'
import { findContract } from '../shared/contract-scope'
import { entryPriceOf } from '../shared/entry-price'
import { recordsOf } from '../shared/records'
import { ACCOUNT_TYPE, CATEGORY, EXPIRY_DAY, historyFields } from '../shared/shared-fields'
import { COIN_GREEKS_CALL } from './coin-greeks'
import { PORTFOLIO_MARGIN_CALL } from './portfolio-margin-call'
import { userIdOf } from './user-id'

const COIN_BALANCE = object({
  coin: TEXT,
  ...each('walletBalance transferBalance bonus transferSafeAmount ltvTransferSafeAmount', DECIMAL),
})
const SETTLEMENT_FIELDS = { category: CATEGORY, ...historyFields(20, 50) } as const
const DELIVERY_FIELDS = { ...SETTLEMENT_FIELDS, expDate: EXPIRY_DAY } as const
const MEMBER = optional(text({ about: 'the account’s own number: nothing is moved to another one here' }))
const SWITCH = withDefault(choice([0, 1]), 0)

/**
 * At what price, and of an option its strike: its execution says what it paid. From that the price follows where it paid
 * anything; where it did not and ended more than thirty days ago, nobody knows it.
 */
function deliveredAt(core: Core, { symbol, price }: Pick<Execution, 'symbol' | 'price'>) {
  const option = readOptionName(symbol)
  if (option === null) return { deliveryPrice: price as string, strike: '' }
  const [known] = core.journal.venue.deliveries(symbol)
  const { strike, isCall } = option
  const paid = isZero(price) ? '' : toText(new Exact(strike)[isCall ? 'plus' : 'minus'](price))
  return { deliveryPrice: known?.price ?? paid, strike: strike as string }
}

/** v5's private calls for what an account holds: settlements of contracts, balances of coins. */
export const ASSET_CALLS = [
  route({
    method: 'GET',
    path: '/v5/asset/delivery-record',
    about: 'Positions that were delivered, newest first',
    who: 'reader',
    input: DELIVERY_FIELDS,
    result: object({
      category: TEXT,
      list: listOf(
        object({
          deliveryTime: INTEGER,
          ...each('symbol side', TEXT),
          ...each('position entryPrice deliveryPrice strike fee deliveryRpl', DECIMAL),
        }),
      ),
      nextPageCursor: TEXT,
    }),
    run({ core, caller, input }) {
      const { rows, next } = executionsOfType(core, caller, input, 'Delivery')
      const list = rows.map((one) => {
        // v5 shows the position's side, which its closing is the other of.
        const held = one.side === 'buy' ? 'sell' : 'buy'
        return {
          deliveryTime: one.timeMs,
          symbol: one.symbol,
          side: SIDE_WORD[held],
          position: one.qty,
          entryPrice:
            entryOfDelivered(core, caller, one) ?? entryPriceOf(one, held, payoffOfSymbol(core, one.symbol)) ?? '',
          ...deliveredAt(core, one),
          fee: one.fee,
          deliveryRpl: toText(new Exact(one.grossPnl).minus(one.fee)),
        }
      })
      return { category: input.category, list, nextPageCursor: next }
    },
  }),
  COIN_GREEKS_CALL,
  PORTFOLIO_MARGIN_CALL,
  route({
    method: 'GET',
    path: '/v5/asset/settlement-record',
    about: 'Session settlements of USDC contracts, newest first',
    who: 'reader',
    input: SETTLEMENT_FIELDS,
    result: object({
      category: TEXT,
      list: listOf(
        object({
          ...each('symbol side', TEXT),
          ...each('size sessionAvgPrice markPrice realisedPnl', DECIMAL),
          createdTime: TIME,
        }),
      ),
      nextPageCursor: TEXT,
    }),
    run({ core, caller, input }) {
      const { rows, next } = executionsOfType(core, caller, input, 'Settle')
      const list = rows.map((one) => ({
        symbol: one.symbol,
        side: SIDE_WORD[one.side],
        size: one.qty,
        sessionAvgPrice: entryPriceOf(one, one.side, payoffOfSymbol(core, one.symbol)) ?? '',
        markPrice: one.price,
        realisedPnl: one.grossPnl,
        createdTime: String(one.timeMs),
      }))
      return { category: input.category, list, nextPageCursor: next }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/asset/transfer/query-account-coins-balance',
    about: 'What each coin of the wallet holds and what of it is free',
    who: 'reader',
    input: {
      accountType: ACCOUNT_TYPE,
      coin: optional(text({ about: 'coins with commas' })),
      memberId: MEMBER,
      withBonus: SWITCH,
    },
    result: object({ memberId: TEXT, accountType: TEXT, balance: listOf(COIN_BALANCE) }),
    run({ core, caller, input }) {
      checkMembers(caller, { memberId: input.memberId })
      return {
        memberId: memberOf(caller),
        accountType: 'UNIFIED',
        balance: balancesOf(core, caller, input.coin?.split(',') ?? null).map((one) => shown(one, input)),
      }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/asset/transfer/query-account-coin-balance',
    about: 'What a coin of the wallet holds and what of it is free',
    who: 'reader',
    input: {
      accountType: ACCOUNT_TYPE,
      toAccountType: ACCOUNT_TYPE,
      coin: text({ max: 20 }),
      memberId: MEMBER,
      toMemberId: MEMBER,
      withBonus: SWITCH,
      withTransferSafeAmount: SWITCH,
      withLtvTransferSafeAmount: SWITCH,
    },
    result: object({ memberId: TEXT, accountType: TEXT, accountId: TEXT, bizType: INTEGER, balance: COIN_BALANCE }),
    run({ core, caller, input }) {
      const { memberId, toMemberId } = input
      checkMembers(caller, { memberId, toMemberId })
      const [balance] = balancesOf(core, caller, [input.coin])
      if (balance === undefined) throw new Refused(CODE.badRequest, 'no such coin', { field: 'coin' })
      const own = memberOf(caller)
      const row = shown(balance, input)
      return { memberId: own, accountId: own, accountType: 'UNIFIED', bizType: 1, balance: row }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/account/withdrawal',
    about: 'What of a coin, or of coins with commas, could leave the account',
    who: 'reader',
    input: { coinName: text() },
    result: object({ availableWithdrawal: DECIMAL, availableWithdrawalMap: ANY_OBJECT }),
    run({ core, caller, input }) {
      const balances = balancesOf(core, caller, input.coinName.split(','))
      const free = Object.fromEntries(balances.map((one) => [one.coin, one.transferBalance]))
      return { availableWithdrawal: balances[0]?.transferBalance ?? '', availableWithdrawalMap: free }
    },
  }),
]

function executionsOfType(core: Core, caller: Caller, input: Parameters<typeof recordsOf>[1], execType: string) {
  const { rows, nextCursor } = core.journal.executions(caller.account, {
    ...recordsOf(core, input),
    execTypes: [execType],
  })
  return { rows, next: nextCursor ?? '' }
}

/**
 * The average of the position that ended, as its closed result says it: the execution's own figures are rounded to a unit
 * of the coin, which is some cents of the price of a small inverse position.
 */
function entryOfDelivered(core: Core, { account }: Caller, { id, symbol, timeMs }: Execution): Price | null {
  const moment = { symbol, startMs: timeMs, endMs: timeMs, limit: 10, cursor: null }
  return core.journal.closedPnl(account, moment).rows.find((row) => (row.id as string) === id)?.avgEntryPrice ?? null
}

function payoffOfSymbol(core: Core, symbol: string): Payoff {
  const contract = findContract(core, symbol)
  return contract === null ? 'linear' : payoffOf(contract.kind)
}

/** @throws Refused 10001 for the number of another account */
const memberOf = ({ account }: Caller): string => String(userIdOf(account))

function checkMembers(caller: Caller, members: Readonly<Record<string, string | null>>): void {
  for (const [field, member] of Object.entries(members))
    if (member !== null && member !== memberOf(caller))
      throw new Refused(CODE.badRequest, `${field} is not the account’s own`, { field })
}

/** v5 leaves empty what was not asked for. */
function shown(
  balance: ReturnType<typeof balancesOf>[number],
  asked: {
    readonly withBonus: 0 | 1
    readonly withTransferSafeAmount?: 0 | 1
    readonly withLtvTransferSafeAmount?: 0 | 1
  },
) {
  return {
    ...balance,
    bonus: asked.withBonus === 1 ? balance.bonus : '',
    transferSafeAmount: asked.withTransferSafeAmount === 1 ? balance.transferSafeAmount : '',
    ltvTransferSafeAmount: asked.withLtvTransferSafeAmount === 1 ? balance.ltvTransferSafeAmount : '',
  }
}

function balancesOf(core: Core, { account }: Caller, coins: readonly string[] | null) {
  return (core.journal.venue.wallet(account)?.coins ?? [])
    .filter(({ coin }) => coins === null || coins.includes(coin))
    .map(({ coin, walletBalance, available, withdrawable = available }) => ({
      coin,
      walletBalance,
      transferBalance: withdrawable,
      bonus: '0',
      transferSafeAmount: withdrawable,
      ltvTransferSafeAmount: withdrawable,
    }))
}
