import type { Rejection } from '../../workers/presses'
import type { ConnectionModel } from '../state/connection-model'

/**
 * Why something was refused, for as long as it is true: what the hub refuses for how the connection is says that of now, and
 * stands beside a button that works again. Reads signals.
 */
export function standingReason(
  rejection: Rejection | null,
  { publicState, privateState }: Pick<ConnectionModel, 'publicState' | 'privateState'>,
): Rejection | null {
  // The hub looks at the channels of both, market data and account.
  const states = [publicState.value, privateState.value]
  const isOver =
    rejection?.reason === 'notLive'
      ? states.every((state) => state === 'live')
      : rejection?.reason === 'offline' && !states.includes('offline')
  return isOver ? null : rejection
}
