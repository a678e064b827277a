import type { Hono } from 'hono'
import type { DecimalText } from '../../../src/domain/decimal'
import { readDecimal, readInteger, readOptionalText, readText, type JsonObject } from '../../../src/wire/json'
import { CODE } from '../../../src/wire/rest/codes'
import {
  ADD_MARGIN_PATH,
  SET_AUTO_ADD_MARGIN_PATH,
  SET_MARGIN_MODE_PATH,
  SWITCH_POSITION_MODE_PATH,
} from '../../../src/wire/rest/position-settings'
import type { VenueInput } from '../../venue/contract'
import { answer, Refused, requireTrader, type Core } from '../core'
import { readBody } from '../http/read-request'
import { commit, readTag } from './order-calls'

/** v5 `mode`: 0 merged (one-way), 3 both sides (hedge). */
const POSITION_MODE: ReadonlyMap<unknown, 'oneWay' | 'hedge'> = new Map([
  [0, 'oneWay'],
  [3, 'hedge'],
])
const MARGIN_MODE: ReadonlyMap<string, 'cross' | 'isolated'> = new Map([
  ['REGULAR_MARGIN', 'cross'],
  ['ISOLATED_MARGIN', 'isolated'],
])

type ReadSetting = (body: JsonObject, account: string) => VenueInput

/** Calls under their v5 names that change how margin is held (semantics.md §2.8). Each is one input of the journal. */
export function addMarginCalls(app: Hono, core: Core): void {
  const add = (path: string, read: ReadSetting) =>
    app.post(path, async (context) => {
      const { account } = requireTrader(core, context)
      const input = read(await readBody(context), account)
      await commit(core, context, account, input, readTag(context), 'v5')
      return answer(core, context, input.type === 'setMarginMode' ? { reasons: [] } : {})
    })
  add(SET_MARGIN_MODE_PATH, readMarginMode)
  add(SWITCH_POSITION_MODE_PATH, readPositionMode)
  add(ADD_MARGIN_PATH, readAddMargin)
  add(SET_AUTO_ADD_MARGIN_PATH, readAutoAddMargin)
}

function readMarginMode(body: JsonObject, account: string): VenueInput {
  const mode = MARGIN_MODE.get(readText(body, 'setMarginMode'))
  if (mode === undefined) throw new Refused(CODE.badRequest, 'margin mode unknown', { field: 'setMarginMode' })
  return { type: 'setMarginMode', account, mode }
}

function readPositionMode(body: JsonObject, account: string): VenueInput {
  const mode = POSITION_MODE.get(body['mode'])
  const symbol = readOptionalText(body, 'symbol')
  const coin = readOptionalText(body, 'coin')
  if (mode === undefined) throw new Refused(CODE.badRequest, 'mode has to be 0 or 3', { field: 'mode' })
  if (symbol === null && coin === null) throw new Refused(CODE.badRequest, 'symbol or coin', { field: 'symbol' })
  return { type: 'setPositionMode', account, symbol, coin, mode }
}

function readIdx(body: JsonObject): 0 | 1 | 2 {
  const positionIdx = body['positionIdx'] ?? 0
  if (positionIdx !== 0 && positionIdx !== 1 && positionIdx !== 2)
    throw new Refused(CODE.badRequest, 'positionIdx has to be 0, 1 or 2', { field: 'positionIdx' })
  return positionIdx
}

function readAddMargin(body: JsonObject, account: string): VenueInput {
  const amount = readDecimal<DecimalText>(body, 'margin')
  return { type: 'addMargin', account, symbol: readText(body, 'symbol'), positionIdx: readIdx(body), amount }
}

function readAutoAddMargin(body: JsonObject, account: string): VenueInput {
  const isOn = readInteger(body, 'autoAddMargin') === 1
  return { type: 'setAutoAddMargin', account, symbol: readText(body, 'symbol'), positionIdx: readIdx(body), isOn }
}
