/** A read that may fail: the spec's `hasError` (decisions 8). Rows from a snapshot on disk carry the time they were true. */
export type Read<T> =
  | { readonly hasError: false; readonly value: T; readonly asOfMs: number; readonly fromCache: boolean }
  | {
      readonly hasError: true
      readonly message: string
      readonly code: number | null
      /** Bounds and the like beside a refusal; missing where the exchange did not refuse. */
      readonly ext?: Readonly<Record<string, unknown>>
    }

/** A page of the past, newest first. */
export interface HistoryRows<T> {
  readonly rows: readonly T[]
  readonly nextCursor: string | null
}
