import type { Journal, Origin, SubmitResult } from '../journal/contract'
import type { VenueInput } from '../venue/contract'

/**
 * The gateway's way through the journal. It knows what is under way, so that a read can wait until everything that was
 * sent before it is on disk: "there is no such order" is then a definite answer.
 */
export class OrderDoor {
  readonly #underWay = new Map<string, Set<Promise<unknown>>>()

  constructor(private readonly journal: Journal) {}

  submit(input: VenueInput, origin: Origin): Promise<SubmitResult> {
    const answer = this.journal.submit(input, origin)
    const own = this.#underWay.get(origin.account) ?? new Set<Promise<unknown>>()
    this.#underWay.set(origin.account, own)
    own.add(answer)
    const done = (): void => {
      own.delete(answer)
      if (own.size === 0 && this.#underWay.get(origin.account) === own) this.#underWay.delete(origin.account)
    }
    answer.then(done, done)
    return answer
  }

  /** Settles once all that the account has sent so far was answered. */
  async settled(account: string): Promise<void> {
    const own = this.#underWay.get(account)
    if (own !== undefined) await Promise.allSettled(own)
  }
}
