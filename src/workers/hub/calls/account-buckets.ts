import type { Clock } from '../../../base/clock'
import { CALLS_PER_SECOND, TokenBucket } from './token-bucket'

/** Accounts whose allowance is remembered; who signs in to more of them within a second meets the exchange's own limit. */
export const ACCOUNTS_MAX = 8

/** The exchange counts the calls of an account, not of a hub: each account has a bucket of its own (decisions 21). */
export class AccountBuckets {
  /** Least recently used first. */
  readonly #buckets = new Map<string, TokenBucket>()

  constructor(private readonly clock: Clock) {}

  /** Calls of this account that may leave at this moment, cancels among them. */
  left(account: string): number {
    return this.#buckets.get(account)?.left ?? CALLS_PER_SECOND
  }

  /** @returns whether the call may leave now */
  take(account: string, priority: 'order' | 'cancel'): boolean {
    const bucket = this.#buckets.get(account) ?? new TokenBucket(this.clock)
    this.#buckets.delete(account)
    this.#buckets.set(account, bucket)
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > ACCOUNTS_MAX && oldest !== undefined) this.#buckets.delete(oldest)
    return bucket.take(priority)
  }
}
