import type { Context } from 'hono'
import { isLoopbackAddress } from '../gateway/http/origins'
import { BadRequest } from '../gateway/http/read-request'

/** Control answers this computer only, even when the exchange is bound to the network. @throws BadRequest 403 */
export function requireControlCaller(context: Context): void {
  const { incoming } = context.env as { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } }
  if (!isLoopbackAddress(incoming?.socket?.remoteAddress)) throw new BadRequest(403, 'loopback only')
}
