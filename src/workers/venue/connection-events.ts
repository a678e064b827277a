/** Spec §3: what becomes of a push connection, by the names that it gives. */
export type ConnectionEventName =
  /** A socket is being opened. */
  | 'connect'
  /** It is open. */
  | 'connected'
  /** Another one is tried after a loss. */
  | 'reconnect'
  /** It closed. */
  | 'close'
  /** The exchange closed it for another one of the same account or browser. */
  | 'close_by_other'
  /** It could not be opened. */
  | 'open_error'
  /** Nothing came for so long, or what came was so late, that it may not be called live. */
  | 'heart_error'
  /** Something came in time again. */
  | 'heart_back'
  /** A frame could not be read. */
  | 'error'

export interface ConnectionEvent {
  /** Local time, ms. */
  readonly atMs: number
  readonly channel: 'public' | 'private'
  readonly name: ConnectionEventName
}
