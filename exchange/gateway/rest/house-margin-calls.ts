import type { Context, Hono } from 'hono'
import { Exact } from '../../../src/domain/decimal'
import type { Money } from '../../../src/domain/decimal'
import type { Position } from '../../../src/domain/position/position'
import { readInteger, readScaled, readText, WireError, writeScaled, type JsonObject } from '../../../src/wire/json'
import { CODE } from '../../../src/wire/rest/codes'
import { answer, Refused, requireTrader, type Core } from '../core'
import { readBody } from '../http/read-request'
import { commit, readTag } from './order-calls'

interface Named {
  readonly account: string
  readonly symbol: string
  readonly positionIdx: 0 | 1 | 2
}

/** The specification's own calls for the margin of one position (spec §7): amounts in E8 of the settle coin. */
export function addHouseMarginCalls(app: Hono, core: Core): void {
  app.post('/contract/v5/private/position/set-auto-add-margin', async (context) => {
    const { body, ...named } = await readNamed(core, context)
    const wanted = readInteger(body, 'newAutoAddMargin')
    if (wanted !== 0 && wanted !== 1) throw new WireError('newAutoAddMargin', wanted)
    const input = { type: 'setAutoAddMargin', ...named, isOn: wanted === 1 } as const
    await commit(core, context, named.account, input, readTag(context), 'house')
    return answer(core, context, { autoAddMargin: wanted })
  })

  app.post('/contract/v5/private/position/add-margin', async (context) => {
    const { body, ...named } = await readNamed(core, context)
    const amount = readScaled<Money>(body, 'addToPositionBalanceE8', 8)
    await commit(core, context, named.account, { type: 'addMargin', ...named, amount }, readTag(context), 'house')
    return answer(core, context, writeMargin(core, positionOf(core, named)))
  })

  // Looks and changes nothing: whether this much may be added, and what the margin is before it.
  app.post('/contract/v5/private/position/pre-add-margin', async (context) => {
    const { body, ...named } = await readNamed(core, context)
    const amount = readScaled<Money>(body, 'addToPositionBalanceE8', 8)
    await core.door.settled(named.account)
    const position = positionOf(core, named)
    if (position === null || position.side === null)
      throw new Refused(CODE.noPosition, 'no position to change the margin of', { field: 'symbol' })
    if (position.marginMode !== 'isolated')
      throw new Refused(CODE.notIsolated, 'isolated margin only', { field: 'symbol' })
    const available = availableOf(core, named)
    if (new Exact(amount).gt(available)) {
      const bounds = { field: 'addToPositionBalanceE8', required: amount, available }
      throw new Refused(CODE.houseInsufficientBalance, 'insufficient available balance', bounds)
    }
    return answer(core, context, {
      ...writeMargin(core, position),
      availableE8: writeScaled(available, 8, 'availableE8'),
    })
  })
}

async function readNamed(core: Core, context: Context): Promise<Named & { readonly body: JsonObject }> {
  const { account } = requireTrader(core, context)
  const body = await readBody(context)
  const positionIdx = body['positionIdx'] ?? 0
  if (positionIdx !== 0 && positionIdx !== 1 && positionIdx !== 2) throw new WireError('positionIdx', positionIdx)
  return { account, body, symbol: readText(body, 'symbol'), positionIdx }
}

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
  }
}
