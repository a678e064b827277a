import { hash32 } from '../../../../src/base/random'

/** The number by which v5 knows a user: an account's name has letters here, so it is made of them. */
export function userIdOf(account: string): number {
  return hash32(account)
}
