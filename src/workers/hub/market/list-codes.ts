/**
 * What the specification logs, and shows nobody, while lists of symbols are loaded (spec §8, logged-only errors). It names
 * the contracts' codes; of the spot codes it gives the range 11511501 to 11511511 and seven meanings, which have the first
 * seven here, in its order. The last four are of this project.
 */
const LIST_CODES = {
  /** The list came and cannot be read. "V6" is the list of the key version in force. */
  V6_DATA_PARSE_ERROR: 10011501,
  /** The list did not come, and the copy on disk stands in. */
  USE_V4_DATA: 10011502,
  V4_DATA_PARSE_ERROR: 10011503,
  V6_DATA_STORE_ERROR: 10011504,
  /** Asked for in the ordinary way, where a cache may answer. */
  CACHE_FIRST_STRATEGY_REQUEST_ERROR: 10011505,
  /** Asked for past every cache, after another version was named. */
  NETWORK_FIRST_STRATEGY_REQUEST_ERROR: 10011506,
  USE_HARD_CODE_DATA: 10011507,
  SPOT_RETRY: 11511501,
  SPOT_USE_CACHE: 11511502,
  SPOT_USE_HARD_CODE_DATA: 11511503,
  SPOT_MERGE_ERROR: 11511504,
  SPOT_V3_ERROR: 11511505,
  /** Of the combined list, which may come from a content network. */
  SPOT_CDN_ERROR: 11511506,
  SPOT_USE_V2: 11511507,
  SPOT_V2_ERROR: 11511508,
  SPOT_CACHE_PARSE_ERROR: 11511509,
  SPOT_STORE_ERROR: 11511510,
  SPOT_HARD_CODE_ERROR: 11511511,
} as const

export type ListCode = keyof typeof LIST_CODES

/** A step of a loading sequence that went wrong, or its fallback. */
class ListFault extends Error {
  override readonly name = 'ListFault'
}

/** Logs each code once until the list is right again: a list that fails is asked for every few seconds. */
export class ListLog {
  readonly #logged = new Set<ListCode>()

  constructor(private readonly trace: (what: string, error: unknown) => void) {}

  note(code: ListCode, cause?: unknown): void {
    if (this.#logged.has(code)) return
    this.#logged.add(code)
    const why = cause === undefined ? '' : `: ${cause instanceof Error ? cause.message : String(cause)}`
    this.trace('catalogue', new ListFault(`${LIST_CODES[code]} ${code}${why}`))
  }

  /** The exchange's own list is in force. */
  settled(): void {
    this.#logged.clear()
  }
}
