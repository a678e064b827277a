import type { InstrumentSymbol } from '../../../domain/order/order'
import type { FeedState, HubSession } from '../../hub-events'
import { refusal, type Refusal } from './order-outcome'

export interface GatePorts {
  readonly session: () => HubSession | null
  readonly feeds: () => { readonly publicState: FeedState; readonly privateState: FeedState }
  readonly isConfirmed: (symbol: InstrumentSymbol) => boolean
}

/** Why a new order may not leave now; `null` when it may. */
export function orderProblem(ports: GatePorts, account: string, symbol: InstrumentSymbol): Refusal | null {
  const session = ports.session()
  if (session === null) return nobody(ports)
  if (session.account !== account) return refusal('wrongAccount', 'another account is signed in')
  const problem = channelProblem(ports)
  if (problem !== null) return problem
  const { publicState } = ports.feeds()
  if (publicState === 'offline') return refusal('offline', 'the exchange cannot be reached')
  if (publicState !== 'live') return refusal('notLive', `market data is ${publicState}`)
  if (!ports.isConfirmed(symbol)) return refusal('rulesUnconfirmed', 'the rules of the contract are not confirmed')
  return null
}

/** The account's channel is not live, and it is not known that the exchange is away or serves another device. */
const IN_DOUBT: ReadonlySet<FeedState> = new Set(['connecting', 'stale', 'resync'])

/**
 * Orders are never kept for later: without a live private channel they are refused at once (O17). A cancel ends
 * what it names, or all that is open, and can do no more than that, whatever has happened since: it leaves as long as there
 * is an exchange to hear it (ADR-1036).
 */
export function channelProblem(ports: GatePorts, priority: 'order' | 'cancel' = 'order'): Refusal | null {
  if (ports.session() === null) return nobody(ports)
  const { privateState } = ports.feeds()
  if (privateState === 'offline') return refusal('offline', 'the exchange cannot be reached')
  if (privateState === 'live' || (priority === 'cancel' && IN_DOUBT.has(privateState))) return null
  return refusal('notLive', `the account channel is ${privateState}`)
}

/** Who is signed in is the exchange's to say: while it is away, that is the reason. */
function nobody(ports: GatePorts): Refusal {
  return ports.feeds().publicState === 'offline'
    ? refusal('offline', 'the exchange cannot be reached')
    : refusal('signedOut', 'nobody is signed in')
}

/** No press counts on a picture from before (decisions 44). The page refuses it too; this does not take its word. */
export function viewProblem(isDrawn: boolean): Refusal | null {
  return isDrawn ? null : refusal('oldView', 'the page has not painted what was made since its return')
}
