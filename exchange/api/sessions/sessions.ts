import type { AccountKind } from '../../../src/domain/account/wallet'
import type { HashToken, StoredTexts } from '../host-ports'
import { randomHex, randomWord } from '../random'
import { SessionStore, type SessionChange } from './session-store'

/** A visitor's way in. The token itself is known to the browser's cookie only; `hash` is what is kept of it. */
export interface Session {
  readonly hash: string
  /** The visitor: owns one account of each kind at most. */
  readonly owner: string
  readonly account: string
  readonly kind: AccountKind
  name: string
  readonly createdAtMs: number
  lastSeenMs: number
}

/** Life of a one-time token (reliability.md §6.1, 16). */
const OTT_LIFE_MS = 10_000
/** A session ends after this long without a call, and after this long in any case. */
const IDLE_MAX_MS = 30 * 86_400_000
const LIFE_MAX_MS = 100 * 86_400_000
/** Sessions kept. With so many, those go first that were unseen for longest and whose accounts were never used. */
export const SESSIONS_MAX = 10_000
/** A session that was seen so lately is not ended to make room. */
const UNSEEN_MIN_MS = 3_600_000
/** Accounts that are looked at for one that may go, at a time. */
const LOOKS_MAX = 100
/** How stale `lastSeenMs` on disk may be. */
const SEEN_GRAIN_MS = 3_600_000

/** An account of a visitor. It outlives the sessions it was used in: the visitor returns to it (decisions 33). */
type Owned = Pick<Session, 'owner' | 'account' | 'kind' | 'name'>

interface OneTimeToken {
  readonly session: string
  readonly expiresAtMs: number
}

/**
 * Sessions and one-time tokens (decisions 7, 33). Sessions survive a restart in a store that holds no token; one-time
 * tokens live in memory only.
 */
export class Sessions {
  readonly #byHash = new Map<string, Session>()
  readonly #oneTime = new Map<string, OneTimeToken>()
  /** `owner kind` → account, for visitors who come back to one of their accounts. */
  readonly #accounts = new Map<string, Owned>()
  /** Accounts that were found to be used: that does not change any more. */
  readonly #used = new Set<string>()
  readonly #store: SessionStore | null

  private constructor(
    texts: StoredTexts | null,
    private readonly hashToken: HashToken,
    private readonly clock: () => number,
  ) {
    const whole = () => ({ rows: this.#byHash.size, text: () => this.#text() })
    this.#store = texts === null ? null : new SessionStore(texts, whole)
  }

  /** @param texts `null` keeps everything in memory; `isKnown` drops sessions of accounts the ledger has never seen */
  static async load(
    texts: StoredTexts | null,
    hashToken: HashToken,
    isKnown: (account: string) => boolean,
    clock: () => number = Date.now,
  ): Promise<Sessions> {
    const sessions = new Sessions(texts, hashToken, clock)
    const { whole, changes } = (await sessions.#store?.read()) ?? { whole: null, changes: [] }
    const stored = rowsOf(whole)
    for (const row of stored.accounts) if (isKnown(row.account)) sessions.#accounts.set(`${row.owner} ${row.kind}`, row)
    for (const row of stored.sessions) if (isKnown(row.account)) sessions.#keep(row)
    for (const change of changes) sessions.#repeat(change, isKnown)
    return sessions
  }

  /** @param hash of the token in a cookie. @returns its session, or `null` when there is none any more */
  find(hash: string | null): Session | null {
    if (hash === null) return null
    const session = this.#byHash.get(hash)
    if (session === undefined) return null
    const nowMs = this.clock()
    if (nowMs - session.lastSeenMs > IDLE_MAX_MS || nowMs - session.createdAtMs > LIFE_MAX_MS) {
      this.#byHash.delete(session.hash)
      return null
    }
    // Only a time of day is at stake here, and whoever opens the next session gets the error of a bad disk.
    const isStale = nowMs - session.lastSeenMs > SEEN_GRAIN_MS
    session.lastSeenMs = nowMs
    if (isStale) this.#save({ seen: session.hash, atMs: nowMs }).catch(() => undefined)
    return session
  }

  /** Sessions that are signed in. */
  get size(): number {
    return this.#byHash.size
  }

  /** The account of a kind a visitor already has. */
  accountOf(owner: string, kind: AccountKind): { readonly account: string; readonly name: string } | null {
    return this.#accounts.get(`${owner} ${kind}`) ?? null
  }

  accountsOf(
    owner: string,
  ): readonly { readonly account: string; readonly kind: AccountKind; readonly name: string }[] {
    return [...this.#accounts].filter(([key]) => key.startsWith(`${owner} `)).map(([, row]) => row)
  }

  newOwner(): string {
    return randomHex(12)
  }

  /**
   * Whether there is room for one more session. Where all places are taken, one is made by ending a session that nobody
   * has used for an hour, of an account with which nothing was ever done.
   * @param isUsed whether anything was done with an account
   */
  makesRoom(isUsed: (account: string) => boolean): boolean {
    if (this.#byHash.size < SESSIONS_MAX) return true
    const nowMs = this.clock()
    const old = [...this.#byHash.values()]
      .filter((one) => nowMs - one.lastSeenMs > UNSEEN_MIN_MS && !this.#used.has(one.account))
      .toSorted((a, b) => a.lastSeenMs - b.lastSeenMs)
    for (const session of old.slice(0, LOOKS_MAX)) {
      const isOver = nowMs - session.lastSeenMs > IDLE_MAX_MS || nowMs - session.createdAtMs > LIFE_MAX_MS
      if (!isOver && isUsed(session.account)) {
        this.#used.add(session.account)
        continue
      }
      this.#byHash.delete(session.hash)
      this.#forgetAccountsOf(session.owner)
      this.#save({ end: session.hash }).catch(() => undefined)
      return true
    }
    return false
  }

  /** Opens a session with a fresh 256-bit token. Settles once it is on disk. */
  async open(of: Owned): Promise<{ token: string; session: Session }> {
    const token = randomWord(32)
    const nowMs = this.clock()
    const session: Session = { ...of, hash: this.hashToken(token), createdAtMs: nowMs, lastSeenMs: nowMs }
    this.#keep(session)
    await this.#save({ open: session })
    return { token, session }
  }

  /** Gives an account another name, in all its sessions. Settles once it is on disk. */
  async rename(account: string, name: string): Promise<void> {
    const named = [...this.#byHash.values()].filter((one) => one.account === account)
    for (const session of named) {
      session.name = name
      this.#keep(session)
    }
    await Promise.all(named.map((open) => this.#save({ open })))
  }

  async end(session: Session): Promise<void> {
    this.#byHash.delete(session.hash)
    for (const [token, one] of this.#oneTime) if (one.session === session.hash) this.#oneTime.delete(token)
    await this.#save({ end: session.hash })
  }

  /** A token for one login on the private channel. */
  issueOneTime(session: Session): string {
    const nowMs = this.clock()
    for (const [token, one] of this.#oneTime) if (one.expiresAtMs < nowMs) this.#oneTime.delete(token)
    const token = randomWord(24)
    this.#oneTime.set(this.hashToken(token), { session: session.hash, expiresAtMs: nowMs + OTT_LIFE_MS })
    return token
  }

  /** What a session is known by, of its token. */
  hashOf(token: string): string {
    return this.hashToken(token)
  }

  /** @returns the account, once; `null` for a token that is used, late, or of another session than the socket's */
  redeem(token: string, socketSession: string | null): string | null {
    const key = this.hashToken(token)
    const one = this.#oneTime.get(key)
    if (one === undefined) return null
    this.#oneTime.delete(key)
    if (one.expiresAtMs < this.clock() || one.session !== socketSession) return null
    return this.#byHash.get(one.session)?.account ?? null
  }

  /** Settles when all is on disk. */
  async flush(): Promise<void> {
    await this.#store?.close()
  }

  /** Without any session of its visitor an account cannot be returned to. */
  #forgetAccountsOf(owner: string): void {
    for (const one of this.#byHash.values()) if (one.owner === owner) return
    for (const [key, one] of this.#accounts) if (one.owner === owner) this.#accounts.delete(key)
  }

  #keep(session: Session): void {
    const { owner, account, kind, name } = session
    this.#byHash.set(session.hash, session)
    this.#accounts.set(`${owner} ${kind}`, { owner, account, kind, name })
  }

  /** A change that was written before the start. */
  #repeat(change: unknown, isKnown: (account: string) => boolean): void {
    if (typeof change !== 'object' || change === null) return
    const { open, end, seen, atMs } = change as Record<string, unknown>
    if (isSession(open) && isKnown(open.account)) this.#keep(open)
    if (typeof end === 'string') this.#byHash.delete(end)
    const session = typeof seen === 'string' ? this.#byHash.get(seen) : undefined
    if (session !== undefined && Number.isSafeInteger(atMs)) session.lastSeenMs = atMs as number
  }

  #save(change: SessionChange): Promise<void> {
    return this.#store?.append(change) ?? Promise.resolve()
  }

  #text(): string {
    const owners = new Set([...this.#byHash.values()].map((one) => one.owner))
    // Without any session of its visitor an account cannot be returned to.
    const accounts = [...this.#accounts.values()].filter((one) => owners.has(one.owner))
    return JSON.stringify({ sessions: [...this.#byHash.values()], accounts })
  }
}

function isOwned(row: unknown): row is Owned {
  if (typeof row !== 'object' || row === null) return false
  const { owner, account, kind, name } = row as Record<string, unknown>
  return [owner, account, kind, name].every((one) => typeof one === 'string')
}

function isSession(row: unknown): row is Session {
  if (!isOwned(row)) return false
  const { hash, createdAtMs, lastSeenMs } = row as unknown as Record<string, unknown>
  return typeof hash === 'string' && Number.isSafeInteger(createdAtMs) && Number.isSafeInteger(lastSeenMs)
}

/** A text that is not ours costs the visitors their sessions, never the exchange its start. */
function rowsOf(whole: unknown): { readonly sessions: readonly Session[]; readonly accounts: readonly Owned[] } {
  if (typeof whole !== 'object' || whole === null) return { sessions: [], accounts: [] }
  const { sessions, accounts } = whole as Record<string, unknown>
  return {
    sessions: Array.isArray(sessions) ? sessions.filter(isSession) : [],
    accounts: Array.isArray(accounts) ? accounts.filter(isOwned) : [],
  }
}
