import type { AccountKind } from '../../../src/domain/account/wallet'

/** How long a visitor's parallel calls count as one visit, milliseconds. */
const VISIT_MS = 10_000
/** Visits that are remembered; the oldest goes first. */
const VISITS_MAX = 10_000

/** Whose visit it is. */
export interface Visitor {
  readonly owner: string
  readonly kind: AccountKind
}

/**
 * Calls of one browser that open a session at the same time: four tabs at a first visit, or four that ask for another
 * kind of account. They come one after the other, and those behind find whose visit it is, although the cookie that they
 * bring was written before the first was answered.
 */
export class Visits {
  readonly #underWay = new Map<string, Promise<unknown>>()
  readonly #visitors = new Map<string, Visitor & { readonly untilMs: number }>()

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** @param visitor what the calls of one browser have in common */
  async inTurn<T>(visitor: string, work: () => Promise<T>): Promise<T> {
    const before = this.#underWay.get(visitor) ?? Promise.resolve()
    const mine = before.catch(() => undefined).then(work)
    this.#underWay.set(visitor, mine)
    try {
      return await mine
    } finally {
      if (this.#underWay.get(visitor) === mine) this.#underWay.delete(visitor)
    }
  }

  /** Who visited under this name a moment ago, and which account he opened last. */
  find(visitor: string): Visitor | null {
    const known = this.#visitors.get(visitor)
    return known === undefined || known.untilMs < this.clock() ? null : known
  }

  remember(visitor: string, { owner, kind }: Visitor): void {
    this.#visitors.delete(visitor)
    this.#visitors.set(visitor, { owner, kind, untilMs: this.clock() + VISIT_MS })
    const [oldest] = this.#visitors.keys()
    if (this.#visitors.size > VISITS_MAX && oldest !== undefined) this.#visitors.delete(oldest)
  }

  /** He signed out: what comes now is another visit. */
  forget(owner: string): void {
    for (const [visitor, known] of this.#visitors) if (known.owner === owner) this.#visitors.delete(visitor)
  }
}
