import { Exact } from '../../../../src/domain/decimal'
import type { Money } from '../../../../src/domain/decimal'
import type { Position } from '../../../../src/domain/position/position'
import { readScaled, writeScaled } from '../../../../src/wire/json'
import { CODE } from '../../../../src/wire/rest/codes'
import { MARGIN_EVENT_CODES } from '../../../../src/wire/rest/position-settings'
import { v5CategoryOfSymbol } from '../../../../src/wire/v5/category'
import { Refused, type Core } from '../../core'
import { choice, scaled } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, INTEGER, maybe, object, SEQ, TEXT } from '../shared/route/schema'
import { commit } from '../shared/commit'
import { POSITION_IDX, SYMBOL } from '../shared/shared-fields'

interface Named {
  readonly account: string
  readonly symbol: string
  readonly positionIdx: 0 | 1 | 2
}

const NAMED = { symbol: SYMBOL, positionIdx: POSITION_IDX } as const
const AMOUNT = scaled(8, { about: 'settle coin; negative takes added margin back' })
const MARGIN = {
  symbol: maybe(TEXT),
  positionIdx: maybe(INTEGER),
  positionMarginE8: maybe(TEXT),
  extraMarginE8: maybe(TEXT),
  liqPrice: maybe(DECIMAL),
  seq: maybe(SEQ),
  eventCodes: maybe(object({ start: INTEGER, end: INTEGER })),
}

/** The specification's own calls for the margin of one position (spec §7): amounts in E8 of the settle coin. */
export const NATIVE_MARGIN_CALLS = [
  route({
    method: 'POST',
    path: '/contract/v5/private/position/set-auto-add-margin',
    about: 'Whether an isolated position takes margin from the wallet by itself',
    who: 'trader',
    input: { ...NAMED, newAutoAddMargin: choice([0, 1], { about: '1 on, 0 off' }) },
    hasClientTag: true,
    result: object({ autoAddMargin: INTEGER }),
    codes: ['autoMarginNotIsolated', 'noPosition', 'modeUnchanged', 'portfolioMargin'],
    async run({ core, http, caller, input }) {
      const { symbol, positionIdx, newAutoAddMargin } = input
      const { account } = caller
      const isOn = newAutoAddMargin === 1
      await commit(core, http, { type: 'setAutoAddMargin', account, symbol, positionIdx, isOn }, 'native')
      return { autoAddMargin: newAutoAddMargin }
    },
  }),
  route({
    method: 'POST',
    path: '/contract/v5/private/position/add-margin',
    about: 'Adds margin to an isolated position, or takes added margin back',
    who: 'trader',
    input: { ...NAMED, addToPositionBalanceE8: AMOUNT },
    hasClientTag: true,
    result: object(MARGIN),
    codes: ['notIsolated', 'noPosition', 'nativeInsufficientBalance', 'wouldLiquidate', 'portfolioMargin'],
    async run({ core, http, caller, input }) {
      const { symbol, positionIdx } = input
      const named = { account: caller.account, symbol, positionIdx }
      const amount = readScaled<Money>(input, 'addToPositionBalanceE8', 8)
      await commit(core, http, { type: 'addMargin', ...named, amount }, 'native')
      return writeMargin(core, positionOf(core, named))
    },
  }),
  route({
    method: 'POST',
    path: '/contract/v5/private/position/pre-add-margin',
    about: 'Looks and changes nothing: whether this much may be added, and what the margin is before it',
    who: 'trader',
    input: { ...NAMED, addToPositionBalanceE8: AMOUNT },
    result: object({ ...MARGIN, availableE8: TEXT }),
    codes: ['notIsolated', 'noPosition', 'nativeInsufficientBalance'],
    async run({ core, caller, input }) {
      const { symbol, positionIdx } = input
      const named = { account: caller.account, symbol, positionIdx }
      const amount = readScaled<Money>(input, 'addToPositionBalanceE8', 8)
      await core.journal.settled()
      const position = positionOf(core, named)
      if (position === null || position.side === null)
        throw new Refused(CODE.noPosition, 'no position to change the margin of', { field: 'symbol' })
      if (position.marginMode !== 'isolated')
        throw new Refused(CODE.notIsolated, 'isolated margin only', { field: 'symbol' })
      const available = availableOf(core, named)
      if (new Exact(amount).gt(available)) {
        const bounds = { field: 'addToPositionBalanceE8', required: amount, available }
        throw new Refused(CODE.nativeInsufficientBalance, 'insufficient available balance', bounds)
      }
      return { ...writeMargin(core, position), availableE8: writeScaled(available, 8, 'availableE8') }
    },
  }),
]

function positionOf(core: Core, { account, symbol, positionIdx }: Named): Position | null {
  return core.journal.venue.positions(account, symbol).find((one) => one.positionIdx === positionIdx) ?? null
}

function availableOf(core: Core, { account, symbol }: Named): Money {
  const coin = core.catalogue.find(symbol)?.settleCoin
  const coins = core.journal.venue.wallet(account)?.coins ?? []
  return coins.find((one) => one.coin === coin)?.available ?? ('0' as Money)
}

function writeMargin(core: Core, position: Position | null) {
  if (position === null) return {}
  const { symbol, positionIdx, initialMargin, liquidationPrice, extraMargin } = position
  return {
    symbol,
    positionIdx,
    positionMarginE8: writeScaled(initialMargin, 8, 'positionMarginE8'),
    extraMarginE8: writeScaled(extraMargin ?? ('0' as Money), 8, 'extraMarginE8'),
    liqPrice: liquidationPrice ?? '',
    seq: core.journal.durableSeq(),
    eventCodes: MARGIN_EVENT_CODES[v5CategoryOfSymbol(symbol) === 'inverse' ? 'inverse' : 'linear'],
  }
}
