import { compare, type DecimalText } from '../../../domain/decimal'
import type { Position } from '../../../domain/position/position'
import type { TradingStop } from '../../../domain/position/position-settings'
import type { Change } from '../../presses'
import type { AsOf, VenueCalls } from '../../venue/venue-calls'
import type { VenueCall } from '../../venue/venue-http'
import type { ChangeProof } from './change-call'
import { lookUp, type LookUpPorts } from './order-look-up'
import { refusal } from './order-outcome'

/**
 * What is in force of a setting whose answer was lost, at an exchange that keeps no answers. That it is in force is what
 * was asked for, whoever set it; that it is not is an absence, which counts like any other once the call cannot land.
 *
 * @returns `null` where the exchange did not answer, or its state does not tell: of margin that was added, of what was
 *   borrowed or repaid (a debt is a sum that others change as well), and of a take-profit or stop-loss for a part of a
 *   position
 */
export async function findSetting(ports: LookUpPorts, change: Change): Promise<ChangeProof | null> {
  const { calls } = ports.venue
  switch (change.kind) {
    case 'leverage':
      return found(ports, calls.positionsOf(change.symbol), ({ positions }) =>
        allOf(positions, ({ positionIdx, leverage }) =>
          isEqual(leverage, positionIdx === 2 ? change.sellLeverage : change.buyLeverage),
        ),
      )
    case 'positionMode':
      return found(ports, calls.positionsOf(change.symbol), ({ positions }) =>
        allOf(positions, ({ positionIdx }) => (positionIdx === 0) === (change.mode === 'oneWay')),
      )
    case 'marginMode':
      return found(ports, calls.marginMode(), ({ mode }) => mode === change.mode)
    case 'autoAddMargin':
      return found(ports, calls.positionsOf(change.symbol), ({ positions }) =>
        positions.some((one) => one.positionIdx === change.positionIdx && one.isAutoAddMargin === change.isOn),
      )
    case 'spotMargin':
    case 'spotHedge':
    case 'collateral':
    case 'autoRepay':
    case 'borrowLeverage':
      return found(ports, calls.isLendingSet(change), ({ isSet }) => isSet)
    case 'tpSl':
      return findGuards(ports, calls, change.terms)
    case 'cancelStrategy':
      return findEnd(ports, calls, change)
    default:
      return null
  }
}

/** @param isInForce `null` where the answer does not tell */
async function found<T extends AsOf>(
  ports: LookUpPorts,
  call: VenueCall<T>,
  isInForce: (answer: T) => boolean | null,
): Promise<ChangeProof | null> {
  const answer = await lookUp(ports, call)
  const isDone = answer === null ? null : isInForce(answer)
  if (answer === null || isDone === null) return null
  return isDone ? { kind: 'done', orderId: null, count: 1 } : { kind: 'absent', seq: answer.seq, timeMs: answer.timeMs }
}

/** @returns `null` without any position, which is what the setting would be seen by */
function allOf(positions: readonly Position[], shows: (position: Position) => boolean): boolean | null {
  return positions.length === 0 ? null : positions.every(shows)
}

async function findGuards(ports: LookUpPorts, calls: VenueCalls, terms: TradingStop): Promise<ChangeProof | null> {
  const { mode, takeProfit, stopLoss, trailing } = terms
  if (mode === 'partial' && (takeProfit !== null || stopLoss !== null)) return null
  return found(ports, calls.positionsOf(terms.symbol), ({ positions }) =>
    positions.some(
      (one) =>
        one.positionIdx === terms.positionIdx &&
        shows(takeProfit?.price, one.takeProfit) &&
        shows(stopLoss?.price, one.stopLoss) &&
        shows(trailing?.distance, one.trailingStop) &&
        shows(trailing?.rate, one.trailingRate) &&
        shows(trailing?.activationPrice, one.activationPrice),
    ),
  )
}

async function findEnd(
  ports: LookUpPorts,
  calls: VenueCalls,
  { symbol, strategyId }: Extract<Change, { kind: 'cancelStrategy' }>,
): Promise<ChangeProof | null> {
  const answer = await lookUp(ports, calls.strategies(symbol))
  const strategy = answer?.strategies.find(({ id }) => id === strategyId)
  if (answer === null || strategy === undefined) return null
  if (strategy.status === 'running') return { kind: 'absent', seq: answer.seq, timeMs: answer.timeMs }
  if (strategy.status === 'canceled') return { kind: 'done', orderId: null, count: 1 }
  return { kind: 'refused', rejection: refusal('orderEnded', `the strategy is ${strategy.status}`).rejection }
}

/** Whether what was asked for is shown: nothing was, or the same value, or none where `'0'` took it away. */
function shows(asked: DecimalText | null | undefined, shown: DecimalText | null | undefined): boolean {
  if (asked == null) return true
  return shown == null ? isEqual(asked, '0' as DecimalText) : isEqual(asked, shown)
}

function isEqual(one: DecimalText, other: DecimalText): boolean {
  return compare(one, other) === 0
}
