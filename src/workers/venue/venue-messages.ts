/** What a hub asks for on a socket. */
export type VenueRequest =
  /** `from`: the newest sequence known of each topic, to go on from there. */
  | {
      readonly op: 'subscribe'
      readonly topics: readonly string[]
      readonly from?: Readonly<Record<string, number>> | undefined
    }
  | { readonly op: 'unsubscribe'; readonly topics: readonly string[] }
  /**
   * Of one browser profile the hub with the latest term alone is logged in (I5). `tokens`: one for this log-in, and that of
   * the session where no cookie of the handshake names it.
   */
  | {
      readonly op: 'login'
      readonly tokens: readonly string[]
      readonly profile?: string | null
      readonly term?: number
    }
  | { readonly op: 'ping' }

/** News of a topic. */
export interface TopicMessage {
  readonly topic: string
  readonly isSnapshot: boolean
  readonly timeMs: number
  /** Rises by one within a topic. */
  readonly seq: number
  /** Sent once more to a hub that missed it: it makes no toasts. */
  readonly isReplay: boolean
  readonly data: unknown
}

/** What a venue says to a request. */
export interface Reply {
  readonly requestId: string
  readonly isSuccess: boolean
  readonly message: string
  /** Of a refused subscribe the topics that were refused; missing where it was all of them. */
  readonly failed?: readonly string[]
}

export type VenueMessage =
  | { readonly kind: 'push'; readonly message: TopicMessage }
  | { readonly kind: 'reply'; readonly reply: Reply }
  | {
      readonly kind: 'heartbeat'
      /** Rises by one; `null` where it cannot be read, which is no reason to give the line up. */
      readonly counter: number | null
      readonly timeMs: number | null
      /** Newest sequence by topic; empty where the heartbeat names none. */
      readonly seqs: ReadonlyMap<string, number>
    }
  | { readonly kind: 'pong'; readonly id: string }
  | { readonly kind: 'closeByOther'; readonly isOvertaken: boolean }

/** How the sockets of a venue are spoken on. */
export interface VenueMessages {
  /** @throws Unreadable */
  read(text: string): VenueMessage
  write(request: VenueRequest, id: string): string
  /** Why a socket was closed by the venue; `null` for any other reason. */
  closeReason(code: number): 'overtaken' | 'closeByOther' | null
  /** Close code of a hub that cannot read what it was sent. */
  readonly unreadableCode: number
}
