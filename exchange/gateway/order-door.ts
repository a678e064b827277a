import type { Journal, Origin, SubmitResult } from '../journal/contract'
import type { VenueInput } from '../venue/contract'

/**
 * The gateway's way through the journal. It knows what is under way, so that a read can wait until everything that was
 * sent before it is on disk: "there is no such order" is then a definite answer.
 */
export class OrderDoor {
  /** By account; of several one that settles when the last of them has. */
  readonly #underWay = new Map<string, Promise<unknown>>()

  constructor(private readonly journal: Journal) {}

  submit(input: VenueInput, origin: Origin): Promise<SubmitResult> {
    const answer = this.journal.submit(input, origin)
    const { account } = origin
    const before = this.#underWay.get(account)
    const own = before === undefined ? answer : Promise.allSettled([before, answer])
    this.#underWay.set(account, own)
    const done = (): void => {
      if (this.#underWay.get(account) === own) this.#underWay.delete(account)
    }
    own.then(done, done)
    return answer
  }

  /** Settles once all that the account has sent so far was answered. */
  async settled(account: string): Promise<void> {
    const own = this.#underWay.get(account)
    if (own !== undefined) await Promise.allSettled([own])
  }
}
