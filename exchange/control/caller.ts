import type { Context } from 'hono'
import { isLoopbackAddress } from '../host/node/http/origins'
import { BadRequest } from '../api/calls/shared/http/read-request'

/** Control answers this computer only, even when the exchange is bound to the network. @throws BadRequest 403 */
export function requireControlCaller(context: Context): void {
  const { remoteAddress } = context.env as { readonly remoteAddress?: string }
  if (!isLoopbackAddress(remoteAddress)) throw new BadRequest(403, 'loopback only')
}
