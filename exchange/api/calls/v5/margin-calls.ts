import { CODE } from '../../../../src/wire/rest/codes'
import {
  ADD_MARGIN_PATH,
  SET_AUTO_ADD_MARGIN_PATH,
  SET_LEVERAGE_PATH,
  SET_MARGIN_MODE_PATH,
  SWITCH_POSITION_MODE_PATH,
} from '../../../../src/wire/rest/position-settings'
import { writeV5Position } from '../../../../src/wire/v5/account-rows'
import { v5CategoryOf } from '../../../../src/wire/v5/category'
import { Refused, type Core } from '../../core'
import type { HttpCall } from '../shared/http/http-call'
import { choice, decimal, optional, text, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { ANY_OBJECT, listOf, object } from '../shared/route/schema'
import { V5_POSITION_ROW } from '../shared/answers'
import { commit, readTag } from '../shared/commit'
import { LEVERAGE_CODES } from '../shared/order-codes'
import { CATEGORY, POSITION_IDX, SYMBOL } from '../shared/shared-fields'
import { checkCategory } from '../shared/check-category'
import { withReasons } from './margin-mode-refusal'

/** v5 `mode`: 0 merged (one-way), 3 both sides (hedge). */
const POSITION_MODE = { 0: 'oneWay', 3: 'hedge' } as const
const MARGIN_MODE = {
  REGULAR_MARGIN: 'cross',
  ISOLATED_MARGIN: 'isolated',
  PORTFOLIO_MARGIN: 'portfolio',
} as const
const NAMED = { category: optional(CATEGORY), symbol: SYMBOL } as const
const ONE_POSITION = { ...NAMED, positionIdx: POSITION_IDX } as const

/** Calls under their v5 names that change how margin is held (semantics.md §2.8). Each is one input of the journal. */
export const MARGIN_CALLS = [
  route({
    method: 'POST',
    path: SET_LEVERAGE_PATH,
    about: 'Sets the leverage of a contract; the sides may differ in hedge mode with isolated margin',
    who: 'trader',
    hasClientTag: true,
    input: { ...NAMED, buyLeverage: decimal(), sellLeverage: decimal() },
    result: object({}),
    codes: [...LEVERAGE_CODES, 'symbolNotTrading'],
    async run({ core, http, caller, input }) {
      checkCategory(core, input)
      const { symbol, buyLeverage, sellLeverage } = input
      await checkNotEnded(core, http, caller.account, symbol)
      const sides = sellLeverage === buyLeverage ? {} : { sellLeverage }
      await commit(
        core,
        http,
        { type: 'setLeverage', account: caller.account, symbol, leverage: buyLeverage, ...sides },
        'v5',
      )
      return {}
    },
  }),
  route({
    method: 'POST',
    path: SET_MARGIN_MODE_PATH,
    about: 'Sets the margin mode of the whole account; the mode in force is no error',
    who: 'trader',
    hasClientTag: true,
    input: { setMarginMode: word(Object.keys(MARGIN_MODE) as (keyof typeof MARGIN_MODE)[]) },
    result: object({ reasons: listOf(ANY_OBJECT) }),
    codes: ['marginModeFailed', 'portfolioMargin', 'spreadInProgress'],
    async run({ core, http, caller, input }) {
      const mode = MARGIN_MODE[input.setMarginMode]
      const margin = mode === 'portfolio' ? ({ accountWide: true } as const) : {}
      try {
        await commit(core, http, { type: 'setMarginMode', account: caller.account, mode, ...margin }, 'v5')
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        if (error.retCode !== CODE.modeUnchanged) throw withReasons(error)
      }
      return { reasons: [] }
    },
  }),
  route({
    method: 'POST',
    path: SWITCH_POSITION_MODE_PATH,
    about: 'One-way or hedge mode, of one contract or of all that a coin settles; refused with a position or orders',
    who: 'trader',
    hasClientTag: true,
    input: {
      category: optional(CATEGORY),
      symbol: optional(SYMBOL),
      coin: optional(text({ max: 20 })),
      mode: choice([0, 3], { about: '0 one-way, 3 hedge' }),
    },
    result: object({}),
    codes: [
      'modeHasPosition',
      'modeUnchanged',
      'modeHasOrders',
      'hedgeNotAllowed',
      'portfolioMargin',
      'spreadInProgress',
    ],
    async run({ core, http, caller, input }) {
      const { symbol, coin, category } = input
      if (symbol === null && coin === null) throw new Refused(CODE.badRequest, 'symbol or coin', { field: 'symbol' })
      if (symbol !== null) checkCategory(core, { category, symbol })
      else if (coin !== null && category !== null && !settles(core, coin, category))
        throw new Refused(CODE.badRequest, 'the coin settles no contract of this category', { field: 'coin' })
      const mode = POSITION_MODE[input.mode]
      await commit(core, http, { type: 'setPositionMode', account: caller.account, symbol, coin, mode }, 'v5')
      return {}
    },
  }),
  route({
    method: 'POST',
    path: ADD_MARGIN_PATH,
    about: 'Adds margin to an isolated position; a negative amount takes added margin back. Answers the position',
    who: 'trader',
    hasClientTag: true,
    input: { ...ONE_POSITION, margin: decimal({ about: 'settle coin' }) },
    result: V5_POSITION_ROW,
    codes: ['notIsolated', 'noPosition', 'insufficientBalance', 'wouldLiquidate', 'portfolioMargin'],
    async run({ core, http, caller, input }) {
      checkCategory(core, input)
      const { symbol, positionIdx, margin: amount } = input
      const { account } = caller
      await commit(core, http, { type: 'addMargin', account, symbol, positionIdx, amount }, 'v5')
      const position = core.journal.venue.positions(account, symbol).find((one) => one.positionIdx === positionIdx)
      return writeV5Position(position!, core.catalogue.find(symbol)!)
    },
  }),
  route({
    method: 'POST',
    path: SET_AUTO_ADD_MARGIN_PATH,
    about: 'Whether an isolated position takes margin from the wallet by itself',
    who: 'trader',
    hasClientTag: true,
    input: { ...ONE_POSITION, autoAddMargin: choice([0, 1], { about: '1 on, 0 off' }) },
    result: object({}),
    codes: ['autoMarginNotIsolated', 'noPosition', 'modeUnchanged', 'portfolioMargin'],
    async run({ core, http, caller, input }) {
      checkCategory(core, input)
      const { symbol, positionIdx } = input
      const isOn = input.autoAddMargin === 1
      await commit(core, http, { type: 'setAutoAddMargin', account: caller.account, symbol, positionIdx, isOn }, 'v5')
      return {}
    },
  }),
]

function settles(core: Core, coin: string, category: string): boolean {
  return core.catalogue.all().some((one) => one.settleCoin === coin && v5CategoryOf(one) === category)
}

/**
 * A contract that ended has nothing left to set, and orders of it are refused alike. A press that was taken while it traded
 * gets its first answer still. @throws Refused 110074
 */
async function checkNotEnded(
  { catalogue, journal }: Core,
  http: HttpCall,
  account: string,
  symbol: string,
): Promise<void> {
  const status = catalogue.find(symbol)?.status
  if (status !== 'delivering' && status !== 'closed') return
  const tag = readTag(http)
  if (tag !== '' && (await journal.answerTo(account, tag)) !== null) return
  throw new Refused(CODE.symbolNotTrading, 'this contract is not live', { field: 'symbol' })
}
