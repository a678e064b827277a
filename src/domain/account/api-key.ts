/** A key as its owner sees it later: its secret was shown once. */
export interface ApiKeyInfo {
  readonly apiKey: string
  readonly mayTrade: boolean
  readonly note: string
  readonly createdAtMs: number
}
