import type { OrderStatus } from '../../../src/domain/order/order'

/**
 * Market-maker protection of one account in the options on one coin (v5 `account/mmp-modify`): once the fills of its
 * protected orders at rest reach a limit within the window, those orders are pulled, and new ones are refused until the
 * frozen period is over. Quantities are 1e-8 of the coin.
 */
export interface ProtectionTerms {
  readonly windowMs: number
  /** Zero: frozen until it is reset. */
  readonly frozenMs: number
  /** Of Σ |quantity|. */
  readonly qtyLimitE8: number
  /** Of |Σ quantity × delta|. */
  readonly deltaLimitE8: number
}

export type SetMakerProtection = {
  readonly type: 'setMakerProtection'
  readonly account: string
  /** The coin whose price the options follow. */
  readonly coin: string
} & ProtectionTerms

export interface ResetMakerProtection {
  readonly type: 'resetMakerProtection'
  readonly account: string
  readonly coin: string
}

/** What a fill counts as; `deltaE8` is of a buy. */
export interface ProtectedLots {
  readonly qtyE8: number
  readonly deltaE8: number
}

/** `deltaE8` is signed: a sell's is against the option's. */
export type ProtectedFill = readonly [timeMs: number, qtyE8: number, deltaE8: number]

/** The form in a snapshot. */
export interface ProtectionState {
  readonly account: string
  readonly coin: string
  readonly terms: ProtectionTerms | null
  readonly frozenUntilMs: number
  /** Oldest first. */
  readonly fills: readonly ProtectedFill[]
  /** Numbers of its open orders, oldest first. */
  readonly orders: readonly number[]
}

/** What is read of it. */
export type ProtectionInForce = Pick<ProtectionState, 'terms' | 'frozenUntilMs'>

/** Until somebody resets it. */
export const UNTIL_RESET = Number.MAX_SAFE_INTEGER

/** Orders that have ended are let go of once there are so many; an account has 50 open ones of a coin at most. */
const ORDERS_KEPT = 200

/** What of an order it needs. */
interface Marked {
  readonly number: number
  readonly status: OrderStatus
}

export class MakerProtection<Order extends Marked> {
  /** `null`: orders are marked, and nothing protects them yet. */
  terms: ProtectionTerms | null = null
  /** Zero, or until when its marked orders are refused. */
  frozenUntilMs = 0
  readonly #orders = new Set<Order>()
  /** Those within the window, and their sums. */
  #fills: ProtectedFill[] = []
  #qtyE8 = 0
  #deltaE8 = 0

  constructor(
    readonly account: string,
    readonly coin: string,
  ) {}

  isFrozen(nowMs: number): boolean {
    return nowMs < this.frozenUntilMs
  }

  protect(order: Order): void {
    if (this.#orders.size >= ORDERS_KEPT) {
      for (const one of this.#orders) if (hasEnded(one)) this.#orders.delete(one)
    }
    this.#orders.add(order)
  }

  /** Counts a fill of an order at rest. @returns whether a limit is reached */
  count(side: 'buy' | 'sell', { qtyE8, deltaE8 }: ProtectedLots, nowMs: number): boolean {
    if (this.terms === null || this.isFrozen(nowMs)) return false
    const { windowMs, qtyLimitE8, deltaLimitE8 } = this.terms
    this.#add([nowMs, qtyE8, side === 'buy' ? deltaE8 : -deltaE8])
    while (this.#fills[0]![0] <= nowMs - windowMs) {
      const [, qty, delta] = this.#fills.shift()!
      this.#qtyE8 -= qty
      this.#deltaE8 -= delta
    }
    return this.#qtyE8 >= qtyLimitE8 || Math.abs(this.#deltaE8) >= deltaLimitE8
  }

  /** Freezes it. @returns the open orders that it pulls, oldest first */
  freeze(nowMs: number): readonly Order[] {
    const frozenMs = this.terms?.frozenMs ?? 0
    this.frozenUntilMs = frozenMs === 0 ? UNTIL_RESET : nowMs + frozenMs
    this.#forget()
    const pulled = this.#open()
    this.#orders.clear()
    return pulled
  }

  /** Takes marked orders again, and counts from nothing. */
  reset(): void {
    this.frozenUntilMs = 0
    this.#forget()
  }

  state(): ProtectionState {
    const { account, coin, terms, frozenUntilMs } = this
    const orders = this.#open().map(({ number }) => number)
    return { account, coin, terms, frozenUntilMs, fills: [...this.#fills], orders }
  }

  /** Its orders are protected one by one. */
  restore(saved: ProtectionState): void {
    this.terms = saved.terms
    this.frozenUntilMs = saved.frozenUntilMs
    for (const fill of saved.fills) this.#add([...fill])
  }

  #add(fill: ProtectedFill): void {
    this.#fills.push(fill)
    this.#qtyE8 += fill[1]
    this.#deltaE8 += fill[2]
  }

  #forget(): void {
    this.#fills = []
    this.#qtyE8 = 0
    this.#deltaE8 = 0
  }

  #open(): readonly Order[] {
    return [...this.#orders].filter((order) => !hasEnded(order))
  }
}

/** A marked order waits for no trigger. */
function hasEnded({ status }: Marked): boolean {
  return status !== 'new' && status !== 'partiallyFilled'
}
