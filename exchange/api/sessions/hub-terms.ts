/** Browser profiles of one session whose terms are kept; a cookie is one profile's, unless somebody copied it. */
const PROFILES_MAX = 20

/** Which hub sends. */
export interface HubLife {
  /** The browser profile it serves; `null` where that keeps nothing to be known by. */
  readonly profile: string | null
  /** Higher than that of every hub before it in the profile; 0 for whoever is no hub. */
  readonly term: number
}

/** Whether both serve one browser profile, as far as is known. */
export function isSameProfile(one: HubLife, other: HubLife): boolean {
  return one.profile === null || other.profile === null || one.profile === other.profile
}

/**
 * The highest term of each browser profile, by session or API key (I5, decisions 20). A hub of a lower one was left by
 * its tabs, or hung while another took its place: it may neither change orders nor hold the account's channel.
 */
export class HubTerms {
  readonly #highest = new Map<string, HubLife[]>()

  /** @returns whether this hub is not overtaken; a higher term is the one to beat from then on */
  admits(sender: string, hub: HubLife): boolean {
    if (hub.term === 0) return true
    const known = this.#highest.get(sender) ?? []
    if (known.some((one) => one.term > hub.term && isSameProfile(one, hub))) return false
    const others = known.filter((one) => one.profile !== hub.profile)
    this.#highest.set(sender, [...others, hub].slice(-PROFILES_MAX))
    return true
  }

  forget(sender: string): void {
    this.#highest.delete(sender)
  }
}
