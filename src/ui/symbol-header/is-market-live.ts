import type { ConnectionModel } from '../state/connection-model'

/**
 * Whether market data may be called current: the hub is there and its public channel is live. A private channel that
 * is away makes no price old. Reads signals, so the caller follows them.
 */
export function isMarketLive(connection: ConnectionModel): boolean {
  return connection.life.value === 'attached' && connection.status.value?.publicChannel.state === 'live'
}
