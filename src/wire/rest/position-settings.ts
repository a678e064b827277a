import type {
  AutoAddMarginSetting,
  LeverageSetting,
  MarginChange,
  PositionModeSetting,
} from '../../domain/position/position-settings'
import type { AccountMarginMode, PositionMode } from '../../domain/position/position'
import { invert, writeScaled, type JsonObject } from '../json'
import { MARGIN_MODE_WORD } from '../trade-words'
import { v5CategoryOfSymbol } from '../v5/category'

export const SET_LEVERAGE_PATH = '/v5/position/set-leverage'
export const SET_MARGIN_MODE_PATH = '/v5/account/set-margin-mode'
export const SWITCH_POSITION_MODE_PATH = '/v5/position/switch-mode'
export const ADD_MARGIN_PATH = '/v5/position/add-margin'
export const SET_AUTO_ADD_MARGIN_PATH = '/v5/position/set-auto-add-margin'
/** The specification's own names (spec §7), which the app speaks; the others of this file have no name but v5's. */
export const NATIVE_ADD_MARGIN_PATH = '/contract/v5/private/position/add-margin'
export const NATIVE_SET_AUTO_ADD_MARGIN_PATH = '/contract/v5/private/position/set-auto-add-margin'

/** Under what a client counts the beginning and the end of adding margin (spec §7, add-margin). */
export const MARGIN_EVENT_CODES = {
  linear: { start: 10201, end: 10202 },
  inverse: { start: 20201, end: 20202 },
} as const

export const MARGIN_MODE_OF = invert(MARGIN_MODE_WORD)
const POSITION_MODE_NUMBER: Readonly<Record<PositionMode, number>> = { oneWay: 0, hedge: 3 }

export function writeSetLeverage({ symbol, buyLeverage, sellLeverage }: LeverageSetting): JsonObject {
  return { category: v5CategoryOfSymbol(symbol), symbol, buyLeverage, sellLeverage }
}

export function writeSetMarginMode(mode: AccountMarginMode): JsonObject {
  return { setMarginMode: MARGIN_MODE_WORD[mode] }
}

export function writeSetPositionMode({ symbol, mode }: PositionModeSetting): JsonObject {
  return { category: v5CategoryOfSymbol(symbol), symbol, mode: POSITION_MODE_NUMBER[mode] }
}

export function writeAddMargin({ symbol, positionIdx, amount }: MarginChange): JsonObject {
  return { symbol, positionIdx, addToPositionBalanceE8: writeScaled(amount, 8, 'addToPositionBalanceE8') }
}

export function writeSetAutoAddMargin({ symbol, positionIdx, isOn }: AutoAddMarginSetting): JsonObject {
  return { symbol, positionIdx, newAutoAddMargin: isOn ? 1 : 0 }
}
