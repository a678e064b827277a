/** Keys that one account may have at a time. */
export const API_KEYS_MAX = 20
/** Characters of a key's note. */
export const API_KEY_NOTE_MAX = 64

/** What is asked for when a key is made; what may trade may always read. */
export interface ApiKeyTerms {
  readonly note: string
  readonly mayTrade: boolean
}

/** A key as its owner sees it later: its secret was shown once. */
export interface ApiKeyInfo {
  readonly apiKey: string
  readonly mayTrade: boolean
  readonly note: string
  readonly createdAtMs: number
}

/** A key in the one moment in which its secret is known. It is kept nowhere. */
export interface NewApiKey extends ApiKeyInfo {
  readonly apiSecret: string
}
