import { feeRatesOf } from '../../../../src/domain/account/fee-tier'
import { Exact, toText } from '../../../../src/domain/decimal'
import { OPTION_FEE_CAP } from '../../../../src/domain/options/option-rules'
import type { Order } from '../../../../src/domain/order/order'
import type { Position } from '../../../../src/domain/position/position'
import { writeV5Execution, writeV5Order, writeV5Position, writeV5Wallet } from '../../../../src/wire/v5/account-rows'
import { MARGIN_MODE_WORD } from '../../../../src/wire/trade-words'
import { v5CategoryOf, v5NameOf } from '../../../../src/wire/v5/category'
import { closedPnlOfOrder } from '../../closed-results'
import type { Caller, Core } from '../../core'
import { optional, text, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, FLAG, INTEGER, listOf, object, ROW_SEQ, SEQ, TEXT, TIME, type Schema } from '../shared/route/schema'
import { V5_EXECUTION_ROW, V5_ORDER_ROW, V5_POSITION_ROW, V5_WALLET } from '../shared/answers'
import { checkKnown, findContract } from '../shared/contract-scope'
import { ENDED_ORDER_FIELDS, endedOrders, OPEN_ORDER_FIELDS, openOrders } from '../shared/order-lists'
import { executionsOf, recordsOf } from '../shared/records'
import {
  ACCOUNT_CATEGORY,
  ACCOUNT_TYPE,
  CATEGORY,
  historyFields,
  isListed,
  LISTED_FIELDS,
  ORDER_REFERENCE,
  pageFields,
  SYMBOL,
} from '../shared/shared-fields'
import { pageAfter } from './fields'

const PAGE_ROWS = 20
const CAP = `${toText(new Exact(OPTION_FEE_CAP).times(100))} %`
/** v5's words; of the last three there is none here. */
const EXECUTION_TYPES = [
  'Trade',
  'Funding',
  'Settle',
  'Delivery',
  'BustTrade',
  'AdlTrade',
  'BlockTrade',
  'MovePosition',
  'FutureSpread',
] as const

/**
 * Private reads under their v5 names. Each carries `seq`, the ledger sequence up to which it is complete: an order that
 * is absent then was not accepted by that sequence (I2).
 */
/** Pages of positions go on after a name and a side of it. */
const POSITION_KEYS = {
  keyOf: (one: Position): string => `${one.symbol}/${one.positionIdx}`,
  isKey: (text: string): boolean => /^[^/]+\/[012]$/.test(text),
}

export const ACCOUNT_CALLS = [
  route({
    method: 'GET',
    path: '/v5/order/realtime',
    about: 'Open orders, newest first, or the last ones that are over; one order, open or not, where an id is given',
    who: 'reader',
    input: OPEN_ORDER_FIELDS,
    result: pageOfSchema(V5_ORDER_ROW),
    run({ core, caller, input }) {
      const { rows, next } = openOrders(core, caller.account, input)
      return {
        category: input.category,
        list: writeOrders(core, caller.account, rows),
        nextPageCursor: next,
        ...completeUpTo(core),
      }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/order/history',
    about: 'Orders that are over, newest first',
    who: 'reader',
    input: ENDED_ORDER_FIELDS,
    result: pageOfSchema(V5_ORDER_ROW),
    run({ core, caller, input }) {
      const { rows, next } = endedOrders(core, caller.account, input)
      return {
        category: input.category,
        list: writeOrders(core, caller.account, rows),
        nextPageCursor: next,
        ...completeUpTo(core),
      }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/execution/list',
    about: 'Executions, newest first',
    who: 'reader',
    input: {
      ...LISTED_FIELDS,
      ...historyFields(PAGE_ROWS, 100),
      ...ORDER_REFERENCE,
      execType: optional(word(EXECUTION_TYPES)),
    },
    result: pageOfSchema(V5_EXECUTION_ROW),
    run({ core, caller, input }) {
      const { account } = caller
      const { category } = input
      const page = core.journal.executions(account, { ...recordsOf(core, input), ...executionsOf(input) })
      const list = page.rows.flatMap((row) => {
        const contract = findContract(core, row.symbol)
        if (contract === null) return []
        return [writeV5Execution(row, core.journal.findOrder(account, { orderId: row.orderId }), contract)]
      })
      return { category, list, nextPageCursor: page.nextCursor ?? '', ...completeUpTo(core) }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/position/list',
    about: 'Positions; with `symbol` empty ones too: they tell what the next order meets',
    who: 'reader',
    input: { ...LISTED_FIELDS, ...pageFields(200, 200) },
    result: pageOfSchema(V5_POSITION_ROW),
    run({ core, caller, input }) {
      const { category, symbol } = input
      checkKnown(core, input)
      const listed = core.journal.venue
        .positions(caller.account, symbol)
        .filter((one) => isListed(core, input, one.symbol))
      const page = pageAfter(listed, input, POSITION_KEYS)
      const list = page.rows.map((one) => {
        const greeks = core.market.ticker(one.symbol)?.option?.greeks ?? null
        return writeV5Position(one, core.catalogue.find(one.symbol)!, greeks)
      })
      return { category, list, nextPageCursor: page.next, ...completeUpTo(core) }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/account/wallet-balance',
    about: 'The wallet, a row for each coin',
    who: 'reader',
    input: {
      accountType: ACCOUNT_TYPE,
      coin: optional(text({ about: 'coins with commas' })),
    },
    result: object({ list: listOf(V5_WALLET), seq: SEQ }),
    run({ core, caller, input }) {
      const wallet = core.journal.venue.wallet(caller.account)
      const coins = input.coin?.split(',') ?? null
      const listed = wallet?.coins.filter((one) => coins === null || coins.includes(one.coin)) ?? []
      const list = wallet === null ? [] : [writeV5Wallet({ ...wallet, coins: listed })]
      return { list, seq: core.journal.durableSeq() }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/account/info',
    about:
      'Kind and margin mode of the account. `spotHedgingStatus` is `OFF` with another mode than portfolio margin; what was ' +
      'chosen there holds again with it',
    who: 'reader',
    input: {},
    result: object({
      unifiedMarginStatus: INTEGER,
      marginMode: TEXT,
      isMasterTrader: FLAG,
      spotHedgingStatus: TEXT,
      dcpStatus: TEXT,
      timeWindow: INTEGER,
      smpGroup: INTEGER,
      updatedTime: TIME,
    }),
    run: ({ core, caller }) => ({
      // v5: 3 is the first unified account, 5 the second.
      unifiedMarginStatus: caller.kind === 'uta' ? 3 : 5,
      marginMode: marginModeWord(core, caller),
      isMasterTrader: false,
      spotHedgingStatus: hedgesSpot(core, caller) ? 'ON' : 'OFF',
      dcpStatus: 'OFF',
      timeWindow: 10,
      smpGroup: 0,
      updatedTime: String(caller.createdAtMs),
    }),
  }),
  route({
    method: 'GET',
    path: '/v5/account/fee-rate',
    about:
      'Fee rates that the account pays now, by contract. An option’s rate is of the index of its underlying, and no fee of ' +
      `it is above ${CAP} of its price, nor at its expiry above ${CAP} of what it pays; each leg of a spread pays half of ` +
      'the rate of its own contract or pair',
    who: 'reader',
    input: { category: optional(CATEGORY), symbol: optional(SYMBOL), baseCoin: optional(text({ max: 20 })) },
    result: object({
      list: listOf(object({ symbol: TEXT, baseCoin: TEXT, takerFeeRate: DECIMAL, makerFeeRate: DECIMAL })),
    }),
    run({ core, caller, input }) {
      const level = core.journal.venue.feeTier(caller.account)
      const { category, symbol, baseCoin } = input
      checkKnown(core, input)
      const list = core.catalogue
        .all()
        .filter((one) => symbol === null || one.symbol === symbol)
        .filter((one) => baseCoin === null || one.baseCoin === baseCoin)
        .filter((one) => category === null || v5CategoryOf(one) === category)
        .map((one) => {
          const { takerFeeRate, makerFeeRate } = feeRatesOf(level, one)
          return { symbol: v5NameOf(one), baseCoin: one.baseCoin, takerFeeRate, makerFeeRate }
        })
      return { list }
    },
  }),
]

/** What a page of an account's rows answers. */
function pageOfSchema(row: Schema): Schema {
  const category = { type: 'string', enum: ACCOUNT_CATEGORY.schema.enum! } as const
  return object({ category, list: listOf(row), nextPageCursor: TEXT, seq: SEQ, rowSeq: ROW_SEQ })
}

/** As of when a list is complete: in lines of the ledger, and in the `seq` of its rows. */
function completeUpTo({ journal }: Core): { readonly seq: number; readonly rowSeq: number } {
  return { seq: journal.durableSeq(), rowSeq: journal.venue.rowSeq() }
}

function writeOrders(core: Core, account: string, orders: readonly Order[]): readonly unknown[] {
  return orders.flatMap((order) => {
    const contract = findContract(core, order.symbol)
    return contract === null ? [] : [writeV5Order(order, contract, closedPnlOfOrder(core.journal, account, order))]
  })
}

/** Portfolio margin alone has it (ADR-1086). */
function hedgesSpot({ journal: { venue } }: Core, { account }: Caller): boolean {
  return venue.marginMode(account) === 'portfolio' && venue.lending.of(account)?.hedgesSpot === true
}

function marginModeWord(core: Core, { account }: Caller): string {
  return MARGIN_MODE_WORD[core.journal.venue.marginMode(account)]
}
