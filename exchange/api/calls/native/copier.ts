import { CODE } from '../../../../src/wire/rest/codes'
import { Refused, type Caller } from '../../core'

/** @returns the account. @throws Refused 10005 for any other than a copy-trade account */
export function requireCopier({ account, kind }: Caller): string {
  if (kind !== 'copy') throw new Refused(CODE.permissionDenied, 'this call is for copy-trade accounts')
  return account
}

/** Copy-trade accounts have calls of their own for it, and never these (spec §6). @throws Refused 10005 */
export function refuseCopier({ kind }: Caller): void {
  if (kind === 'copy') throw new Refused(CODE.permissionDenied, 'copy-trade accounts have a call of their own')
}
