import { Exact, toText, type Money } from '../../../../src/domain/decimal'
import type { Contract } from '../../../../src/domain/instrument/contract'
import type { Position } from '../../../../src/domain/position/position'
import { payoffOf } from '../../../../src/domain/instrument/payoff'
import { exactValue } from '../../../../src/domain/risk/payoff'
import { tierOf } from '../../../../src/domain/risk/risk-tier'
import { writeRiskLimitList } from '../../../../src/wire/rest/risk-limit-list'
import { writeOrder } from '../../../../src/wire/shape/order'
import { SIDE_WORD } from '../../../../src/wire/words'
import type { Core } from '../../core'
import { optional } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, each, INTEGER, listOf, object, SEQ, TEXT, type Schema } from '../shared/route/schema'
import { ORDER_ROW, RISK_LIMIT_ROW } from '../shared/answers'
import { checkKnown } from '../shared/contract-scope'
import { SYMBOL } from '../shared/shared-fields'

type RowsOf = (core: Core, account: string, symbol: string | null) => readonly unknown[]

const TIER_ROW = object({ ...RISK_LIMIT_ROW.properties, positionIdx: INTEGER, positionValue: DECIMAL })
const PNL_ROW = object({
  symbol: TEXT,
  positionIdx: INTEGER,
  side: TEXT,
  size: DECIMAL,
  ...each('unrealisedPnl curRealisedPnl cumRealisedPnl', DECIMAL),
})

/** Lists of positions and what guards and bounds them, that the client wrapper guards by name (spec §7). */
export const POSITION_LISTS = [
  list(
    '/contract/v5/position/tpsl-all',
    'Every take-profit, stop-loss and trailing stop that waits, full and partial',
    ORDER_ROW,
    (core, account, symbol) =>
      core.journal.venue
        .openOrders(account, symbol)
        .filter(
          ({ stopOrderType }) => stopOrderType !== undefined && stopOrderType !== null && stopOrderType !== 'stop',
        )
        .map((order) => writeOrder(order, 'native')),
  ),
  list('/contract/v5/position/pnl', 'What open positions bring and have brought', PNL_ROW, (core, account, symbol) =>
    held(core, account, symbol).map(writePnl),
  ),
  list(
    '/contract/v5/position/risk-list',
    'The risk tier that each open position stands in',
    TIER_ROW,
    (core, account, symbol) => held(core, account, symbol).flatMap((one) => tierRows(core, one)),
  ),
  list(
    '/contract/v5/position/risk-limit',
    'The tier in force of one contract, with a position or without',
    TIER_ROW,
    (core, account, symbol) =>
      symbol === null ? [] : core.journal.venue.positions(account, symbol).flatMap((one) => tierRows(core, one)),
  ),
]

function list(path: string, about: string, row: Schema, rowsOf: RowsOf) {
  return route({
    method: 'GET',
    path,
    about,
    who: 'reader',
    input: { symbol: optional(SYMBOL) },
    result: object({ list: listOf(row), seq: SEQ }),
    run({ core, caller, input }) {
      checkKnown(core, input)
      return { list: rowsOf(core, caller.account, input.symbol), seq: core.journal.durableSeq() }
    },
  })
}

function held(core: Core, account: string, symbol: string | null): readonly Position[] {
  return core.journal.venue.positions(account, symbol).filter((one) => one.side !== null)
}

function tierRows(core: Core, position: Position): readonly unknown[] {
  const instrument = core.catalogue.contract(position.symbol)
  return instrument === null ? [] : [writeTier(position, instrument)]
}

function writePnl(position: Position) {
  return {
    symbol: position.symbol,
    positionIdx: position.positionIdx,
    side: position.side === null ? '' : SIDE_WORD[position.side],
    size: position.size,
    unrealisedPnl: position.unrealisedPnl,
    curRealisedPnl: position.realisedPnl,
    cumRealisedPnl: position.cumRealisedPnl,
  }
}

/** The tier of the position's value at mark: the lowest that reaches it. */
function writeTier(position: Position, instrument: Contract) {
  const tiers = writeRiskLimitList(instrument).list
  const { size, markPrice } = position
  const worth = markPrice === null ? new Exact(0) : exactValue(payoffOf(instrument.kind), size, markPrice)
  const tier = tierOf(tiers, toText<Money>(worth))
  return { ...tier, positionIdx: position.positionIdx, positionValue: worth.toString() }
}
