import type {
  AutoAddMarginSetting,
  LeverageSetting,
  MarginChange,
  PositionModeSetting,
  TradingStop,
} from '../../../domain/position/position-settings'
import type { OrderLinkId } from '../../../domain/order/order'
import type { MarginMode } from '../../../domain/position/position'
import {
  NATIVE_ADD_MARGIN_PATH,
  NATIVE_SET_AUTO_ADD_MARGIN_PATH,
  SET_LEVERAGE_PATH,
  SET_MARGIN_MODE_PATH,
  SWITCH_POSITION_MODE_PATH,
  writeAddMargin,
  writeSetAutoAddMargin,
  writeSetLeverage,
  writeSetMarginMode,
  writeSetPositionMode,
} from '../../../wire/rest/position-settings'
import { SET_TP_SL_PATH, writeSetTpSl } from '../../../wire/rest/trading-stop'
import type { Change, Outcome } from '../../presses'
import type { ChangeCalls } from './change-calls'

export interface PositionPorts {
  readonly changes: ChangeCalls
  readonly newId: () => OrderLinkId
  readonly verify: () => void
}

/**
 * What guards a position and how its margin is held. Each call is a journalled change that ends in one of three
 * outcomes (decisions 9); after it the account is compared with the exchange, which alone says what is in force.
 */
export class PositionCalls {
  constructor(private readonly ports: PositionPorts) {}

  setTpSl(terms: TradingStop): Promise<Outcome<null>> {
    return this.#send({ kind: 'tpSl', terms }, SET_TP_SL_PATH, writeSetTpSl(terms))
  }

  setLeverage(terms: LeverageSetting): Promise<Outcome<null>> {
    return this.#send({ kind: 'leverage', ...terms }, SET_LEVERAGE_PATH, writeSetLeverage(terms))
  }

  setMarginMode(mode: MarginMode): Promise<Outcome<null>> {
    return this.#send({ kind: 'marginMode', mode }, SET_MARGIN_MODE_PATH, writeSetMarginMode(mode))
  }

  setPositionMode(terms: PositionModeSetting): Promise<Outcome<null>> {
    return this.#send({ kind: 'positionMode', ...terms }, SWITCH_POSITION_MODE_PATH, writeSetPositionMode(terms))
  }

  addMargin(terms: MarginChange): Promise<Outcome<null>> {
    return this.#send({ kind: 'margin', ...terms }, NATIVE_ADD_MARGIN_PATH, writeAddMargin(terms))
  }

  setAutoAddMargin(terms: AutoAddMarginSetting): Promise<Outcome<null>> {
    return this.#send(
      { kind: 'autoAddMargin', ...terms },
      NATIVE_SET_AUTO_ADD_MARGIN_PATH,
      writeSetAutoAddMargin(terms),
    )
  }

  async #send(change: Change, path: string, body: unknown): Promise<Outcome<null>> {
    const call = { path, body, priority: 'order', read: () => null, proven: () => null } as const
    const outcome = await this.ports.changes.run(this.ports.newId(), change, call)
    this.ports.verify()
    return outcome
  }
}
