import type { InstrumentList, SpotList } from '../../venue/venue-calls'
import type { VenuePort } from '../../venue/venue-port'

/**
 * The lists of spec §9 ("Fallback list"), for looking at when nothing else is known. They are a file of the build, in the
 * exchange's own spelling (`scripts/lib/built-in-lists.ts`), fetched when they are needed and not before.
 */
export class BuiltInLists {
  #file: Promise<Readonly<Record<string, unknown>>> | null = null

  /** @param fetchFile gives the file's JSON. @throws when it does not come */
  constructor(
    private readonly venue: VenuePort,
    private readonly fetchFile: () => Promise<unknown>,
  ) {}

  /** @throws whatever kept the list from coming or from being read */
  async contracts(): Promise<InstrumentList> {
    return this.venue.calls.instruments().read(await this.#answer('contracts'))
  }

  async spot(): Promise<SpotList> {
    return this.venue.calls.spotList('v3').read(await this.#answer('spot'))
  }

  async #answer(list: 'contracts' | 'spot') {
    // One that did not come is asked for again the next time.
    this.#file ??= this.fetchFile().then(
      (file) => file as Readonly<Record<string, unknown>>,
      (error: unknown) => {
        this.#file = null
        throw error
      },
    )
    return { code: 0, message: '', result: (await this.#file)[list], ext: {}, timeMs: null }
  }
}
