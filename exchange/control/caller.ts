import type { Context } from 'hono'
import { BadRequest } from '../api/calls/shared/http/read-request'

/** Control answers this computer only, even when the exchange is bound to the network. @throws BadRequest 403 */
export function requireControlCaller(context: Context): void {
  const { isHere } = context.env as { readonly isHere?: boolean }
  if (isHere !== true) throw new BadRequest(403, 'loopback only')
}
