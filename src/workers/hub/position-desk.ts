import type { InstrumentSymbol } from '../../domain/order/order'
import type { MarginMode } from '../../domain/position/position'
import {
  ADD_MARGIN_PATH,
  SET_AUTO_ADD_MARGIN_PATH,
  SET_MARGIN_MODE_PATH,
  SWITCH_POSITION_MODE_PATH,
  writeAddMargin,
  writeSetAutoAddMargin,
  writeSetMarginMode,
  writeSetPositionMode,
  type AddMargin,
  type SetAutoAddMargin,
  type SetPositionMode,
} from '../../wire/rest/position-settings'
import { SET_TP_SL_PATH, writeSetTpSl, type SetTpSl } from '../../wire/rest/trading-stop'
import type { Outcome } from '../hub-api'
import { channelProblem, type GatePorts } from './order-gate'
import type { LookUpPorts } from './order-look-up'
import { ORDER_DEADLINE_MS, readOutcome, refusal } from './order-outcome'
import type { TokenBucket } from './token-bucket'

export interface PositionPorts extends GatePorts, LookUpPorts {
  readonly bucket: TokenBucket
  readonly termTaken: () => Promise<void>
  readonly verify: () => void
}

/**
 * What guards a position and how its margin is held. Each call is one request and ends in one of three outcomes
 * (decisions 9); after it the account is compared with the exchange, which alone says what is in force.
 */
export class PositionDesk {
  constructor(private readonly ports: PositionPorts) {}

  setTpSl(terms: SetTpSl): Promise<Outcome<null>> {
    return this.#send(SET_TP_SL_PATH, writeSetTpSl(terms), terms.symbol)
  }

  setMarginMode(mode: MarginMode): Promise<Outcome<null>> {
    return this.#send(SET_MARGIN_MODE_PATH, writeSetMarginMode(mode), null)
  }

  setPositionMode(terms: SetPositionMode): Promise<Outcome<null>> {
    return this.#send(SWITCH_POSITION_MODE_PATH, writeSetPositionMode(terms), terms.symbol)
  }

  addMargin(terms: AddMargin): Promise<Outcome<null>> {
    return this.#send(ADD_MARGIN_PATH, writeAddMargin(terms), terms.symbol)
  }

  setAutoAddMargin(terms: SetAutoAddMargin): Promise<Outcome<null>> {
    return this.#send(SET_AUTO_ADD_MARGIN_PATH, writeSetAutoAddMargin(terms), terms.symbol)
  }

  async #send(path: string, body: unknown, symbol: InstrumentSymbol | null): Promise<Outcome<null>> {
    const problem = channelProblem(this.ports)
    if (problem !== null) return problem
    if (!this.ports.bucket.take('order')) return refusal('rateLimited', 'too many calls in a second')
    await this.ports.termTaken()
    const answer = await this.ports.rest.call({ method: 'POST', path, body, symbol, deadlineMs: ORDER_DEADLINE_MS })
    this.ports.verify()
    return readOutcome(answer, this.ports.trace, () => null)
  }
}
