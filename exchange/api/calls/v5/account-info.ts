import { tierOfPosition } from '../../../../src/domain/risk/risk-tier'
import { writeInstrumentRow } from '../../../../src/wire/v5/product-rows'
import { v5CategoryOf } from '../../../../src/wire/v5/category'
import { SIDE_WORD } from '../../../../src/wire/words'
import { CODE } from '../../../../src/wire/rest/codes'
import { Refused } from '../../core'
import { integer, optional, text, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { ANY_OBJECT, DECIMAL, each, either, FLAG, INTEGER, listOf, object, TEXT } from '../shared/route/schema'
import { ACCOUNT_INSTRUMENT_ROW, ACCOUNT_OPTION_ROW, ACCOUNT_SPOT_ROW } from '../shared/answers'
import {
  ACCOUNT_CATEGORY,
  CATEGORY,
  historyFields,
  isListed,
  pageFields,
  POSITION_IDX,
  SYMBOL,
  SYMBOL_TYPE,
} from '../shared/shared-fields'
import { checkKnown } from '../shared/contract-scope'
import { checkCategory } from '../shared/check-category'
import { commit } from '../shared/commit'
import { userIdOf } from './user-id'
import { isLent } from '../../../venue/lent-coins'
import { isOfType, listedInstruments, pageOfRows } from './fields'

const EMPTY_PAGE = object({ list: listOf(ANY_OBJECT), nextPageCursor: TEXT })

/** v5's further private calls for contracts: settings and background; what there is none of says so. */
export const ACCOUNT_INFO_CALLS = [
  route({
    method: 'GET',
    path: '/v5/account/instruments-info',
    about: 'Contracts that the account may trade, and their rules',
    who: 'reader',
    input: { category: CATEGORY, symbol: optional(SYMBOL), symbolType: SYMBOL_TYPE, ...pageFields(200, 200) },
    result: object({
      category: TEXT,
      list: listOf(either(ACCOUNT_INSTRUMENT_ROW, ACCOUNT_SPOT_ROW, ACCOUNT_OPTION_ROW)),
      nextPageCursor: TEXT,
    }),
    run({ core, input }) {
      const rows = listedInstruments(core, { ...input, baseCoin: null })
        .filter((one) => one.status === 'trading')
        .flatMap((one) => writeInstrumentRow(one, isLent) ?? [])
        .map((row) => ({ ...row, isPublicRpi: false, myRpiPermission: false }))
        .filter((row) => isOfType(row, input.symbolType))
      const page = pageOfRows(rows, input, (row) => row.symbol)
      return { category: input.category, list: page.rows, nextPageCursor: page.next }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/position/symbol-info',
    about: 'Leverage and modes of contracts, with a position or without',
    who: 'reader',
    input: { category: ACCOUNT_CATEGORY, symbol: optional(SYMBOL), ...pageFields(20, 200) },
    result: object({
      category: TEXT,
      list: listOf(
        object({
          ...each('symbol side', TEXT),
          ...each('positionIdx tradeMode autoAddMargin', INTEGER),
          leverage: DECIMAL,
        }),
      ),
      nextPageCursor: TEXT,
    }),
    codes: ['portfolioMargin'],
    run({ core, caller, input }) {
      if (core.journal.venue.marginMode(caller.account) === 'portfolio')
        throw new Refused(CODE.portfolioMargin, 'not in portfolio margin mode')
      const { category, symbol } = input
      checkKnown(core, input)
      const rows = core.journal.venue
        .positions(caller.account, symbol)
        .filter((one) => isListed(core, { category, settleCoin: null, baseCoin: null }, one.symbol))
        .map((one) => ({
          symbol: one.symbol,
          side: one.side === null ? '' : SIDE_WORD[one.side],
          positionIdx: one.positionIdx,
          tradeMode: one.marginMode === 'isolated' ? 1 : 0,
          leverage: one.leverage,
          autoAddMargin: one.isAutoAddMargin === true ? 1 : 0,
        }))
      const page = pageOfRows(rows, input, (row) => `${row.symbol}/${row.positionIdx}`)
      return { category, list: page.rows, nextPageCursor: page.next }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/account/query-dcp-info',
    about: 'Windows of disconnect protection: none, it is for institutions',
    who: 'reader',
    input: {},
    result: object({ dcpInfos: listOf(ANY_OBJECT) }),
    run: () => ({ dcpInfos: [] }),
  }),
  route({
    method: 'POST',
    path: '/v5/order/disconnected-cancel-all',
    about: 'Refused: disconnect protection is for institutions',
    who: 'trader',
    input: {
      product: optional(word(['OPTIONS', 'DERIVATIVES', 'SPOT'])),
      timeWindow: optional(integer({ min: 3, max: 300 })),
    },
    result: object({}),
    run() {
      throw new Refused(CODE.permissionDenied, 'disconnect protection is for institutions')
    },
  }),
  route({
    method: 'GET',
    path: '/v5/account/smp-group',
    about: 'The group whose orders do not trade with each other: none but the account itself',
    who: 'reader',
    input: {},
    result: object({ smpGroup: INTEGER }),
    run: () => ({ smpGroup: 0 }),
  }),
  route({
    method: 'GET',
    path: '/v5/account/user-setting-config',
    about: 'Switches of the account: all at their beginning',
    who: 'reader',
    input: {},
    result: object(each('lpaSpot lpaPerp smsef fmsef deltaEnable', FLAG)),
    run: () => ({ lpaSpot: false, lpaPerp: false, smsef: false, fmsef: false, deltaEnable: false }),
  }),
  route({
    method: 'GET',
    path: '/v5/position/move-history',
    about: 'Empty: no position is moved between accounts here',
    who: 'reader',
    input: {
      ...historyFields(20, 200),
      category: optional(CATEGORY),
      status: optional(word(['Processing', 'Filled', 'Rejected'])),
      blockTradeId: optional(text({ max: 64 })),
    },
    result: EMPTY_PAGE,
    run: ({ input }) => ({ list: pageOfRows([], input, String).rows, nextPageCursor: '' }),
  }),
  route({
    method: 'GET',
    path: '/v5/account/contract-transaction-log',
    about: 'Refused: it is of accounts that are not unified; see `transaction-log`',
    who: 'reader',
    input: {},
    result: object({}),
    codes: ['notForUnified'],
    run() {
      throw new Refused(CODE.notForUnified, 'this call is not for unified accounts; use transaction-log')
    },
  }),
  route({
    method: 'POST',
    path: '/v5/position/set-risk-limit',
    about: 'Answers the tier in force: tiers follow the position by themselves',
    who: 'trader',
    input: {
      category: optional(CATEGORY),
      symbol: SYMBOL,
      riskId: integer({ min: 0, max: 1e9 }),
      positionIdx: POSITION_IDX,
    },
    result: object({ riskId: INTEGER, riskLimitValue: DECIMAL, category: TEXT }),
    run({ core, caller, input }) {
      checkCategory(core, input)
      const instrument = core.catalogue.contract(input.symbol)
      if (instrument === null) throw new Refused(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
      const position = core.journal.venue
        .positions(caller.account, input.symbol)
        .find((one) => one.positionIdx === input.positionIdx)
      if (!instrument.riskTiers.some(({ id }) => id === input.riskId))
        throw new Refused(CODE.badRequest, 'no tier of the contract', { field: 'riskId' })
      const tier = tierOfPosition(position, instrument)
      return { riskId: tier?.id ?? 0, riskLimitValue: tier?.limit ?? '', category: v5CategoryOf(instrument) }
    },
  }),
  route({
    method: 'POST',
    path: '/v5/position/set-tpsl-mode',
    about: 'Answers the mode that was asked for: full and partial are chosen with each take-profit and stop-loss',
    who: 'trader',
    input: { category: optional(CATEGORY), symbol: SYMBOL, tpSlMode: word(['Full', 'Partial']) },
    result: object({ tpSlMode: TEXT }),
    run({ core, input }) {
      checkCategory(core, input)
      checkKnown(core, input)
      return { tpSlMode: input.tpSlMode }
    },
  }),
  route({
    method: 'POST',
    path: '/v5/position/confirm-pending-mmr',
    about: 'Nothing is ever pending: risk tiers follow the position by themselves',
    who: 'trader',
    input: { category: optional(CATEGORY), symbol: SYMBOL },
    result: object({}),
    run({ core, input }) {
      checkCategory(core, input)
      checkKnown(core, input)
      return {}
    },
  }),
  route({
    method: 'POST',
    path: '/v5/account/set-hedging-mode',
    about:
      'With portfolio margin, whether a coin of the wallet hedges what is short of it; refused where the account could ' +
      'not carry what it has, and with another margin mode but for `OFF`, which is in force there and changes nothing',
    who: 'trader',
    hasClientTag: true,
    input: { setHedgingMode: word(['ON', 'OFF']) },
    result: object({}),
    codes: ['permissionDenied', 'collateralSwitchRefused'],
    async run({ core, http, caller: { account }, input }) {
      const isOn = input.setHedgingMode === 'ON'
      // Off is what every other margin mode has.
      if (!isOn && core.journal.venue.marginMode(account) !== 'portfolio') return {}
      await commit(core, http, { type: 'lending', account, change: { kind: 'spotHedge', isOn } }, 'v5')
      return {}
    },
  }),
  route({
    method: 'GET',
    path: '/v5/user/get-member-type',
    about: 'Kinds of account that the member has: unified ones alone',
    who: 'reader',
    input: { memberIds: optional(text({ max: 400 })) },
    result: object({ accounts: listOf(object({ uid: TEXT, accountType: listOf(TEXT) })) }),
    run({ caller, input }) {
      const own = { uid: String(userIdOf(caller.account)), accountType: ['UNIFIED'] }
      return { accounts: (input.memberIds?.split(',') ?? [own.uid]).includes(own.uid) ? [own] : [] }
    },
  }),
]
