/** Longer than any signature is good (`AUTH_AHEAD_MAX_MS`). */
const KEPT_MS = 120_000
/** Of one key: some hundred times what its sockets need. */
const KEPT_MAX = 10_000
/** Programs open both kinds at once, and two logins of one millisecond have one signature. */
const TOGETHER_MS = 1_000

interface Used {
  readonly kind: string
  readonly address: string
  readonly atMs: number
}

/**
 * Which kind of socket each signature logged in. v5 signs the same text for the socket that listens and for the one that
 * trades, so whoever came by the signature of the first could trade with it. Here it lets in sockets of one kind, besides
 * those that the same address opens within a second of the first.
 */
export class UsedSignatures {
  /** By key. */
  readonly #used = new Map<string, Map<string, Used>>()

  /**
   * @param nowMs exchange time
   * @returns whether the signature lets in a socket of this kind: then it is one of that kind from now on
   */
  admits(
    apiKey: string,
    signature: string,
    by: { readonly kind: string; readonly address: string },
    nowMs: number,
  ): boolean {
    const used = this.#recent(apiKey, nowMs)
    const known = used.get(signature)
    if (known === undefined) {
      if (used.size >= KEPT_MAX) return false
      used.set(signature, { ...by, atMs: nowMs })
      return true
    }
    return known.kind === by.kind || (known.address === by.address && nowMs - known.atMs <= TOGETHER_MS)
  }

  /** The key is no more. */
  forget(apiKey: string): void {
    this.#used.delete(apiKey)
  }

  #recent(apiKey: string, nowMs: number): Map<string, Used> {
    const used = this.#used.get(apiKey) ?? new Map<string, Used>()
    this.#used.set(apiKey, used)
    for (const [signature, { atMs }] of used) {
      if (nowMs - atMs <= KEPT_MS) break
      used.delete(signature)
    }
    return used
  }
}
