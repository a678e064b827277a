import type { Context, Hono } from 'hono'
import { Exact } from '../../../src/domain/decimal'
import type { Instrument } from '../../../src/domain/instrument/instrument'
import type { Position } from '../../../src/domain/position/position'
import { writeRiskLimitList } from '../../../src/wire/rest/risk-limit-list'
import { writeOrder } from '../../../src/wire/shape/order'
import { SIDE_WORD } from '../../../src/wire/words'
import { answer, requireCaller, type Core } from '../core'
import { readQuery } from '../http/read-request'

/** Lists of positions and what guards and bounds them, that the client wrapper guards by name (spec §7). */
export function addPositionLists(app: Hono, core: Core): void {
  const list = (path: string, rowsOf: (account: string, symbol: string | null) => readonly unknown[]) =>
    app.get(path, async (context: Context) => {
      const { account } = requireCaller(core, context)
      const symbol = readQuery(context).get('symbol') ?? null
      await core.door.settled(account)
      return answer(core, context, { list: rowsOf(account, symbol), seq: core.journal.durableSeq() })
    })
  const held = (account: string, symbol: string | null) =>
    core.journal.venue.positions(account, symbol).filter((one) => one.side !== null)
  const tierRows = (position: Position) => {
    const instrument = core.catalogue.find(position.symbol)
    return instrument === null ? [] : [writeTier(position, instrument)]
  }

  // Every take-profit, stop-loss and trailing stop that waits, full and partial.
  list('/contract/v5/position/tpsl-all', (account, symbol) =>
    core.journal.venue
      .openOrders(account, symbol)
      .filter(({ stopOrderType }) => stopOrderType !== undefined && stopOrderType !== null && stopOrderType !== 'stop')
      .map((order) => writeOrder(order, 'house')),
  )
  list('/contract/v5/position/pnl', (account, symbol) => held(account, symbol).map(writePnl))
  list('/contract/v5/position/risk-list', (account, symbol) => held(account, symbol).flatMap(tierRows))
  // The tier in force of one contract, with a position or without.
  list('/contract/v5/position/risk-limit', (account, symbol) =>
    symbol === null ? [] : core.journal.venue.positions(account, symbol).flatMap(tierRows),
  )
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

/** The tier that the position's value at mark stands in: the lowest that holds it. */
function writeTier(position: Position, instrument: Instrument) {
  const tiers = writeRiskLimitList(instrument).list
  const value = new Exact(position.size).times(position.markPrice ?? 0)
  const worth = instrument.contractType.startsWith('Inverse') ? inverseValue(position) : value
  const tier = tiers.find(({ limit }) => worth.lte(limit)) ?? tiers.at(-1)
  return { ...tier, positionIdx: position.positionIdx, positionValue: worth.toString() }
}

function inverseValue({ size, markPrice }: Position): Exact {
  return markPrice === null ? new Exact(0) : new Exact(size).div(markPrice)
}
