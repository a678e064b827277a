import { hash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AccountKind } from '../../../src/domain/account/wallet'
import { hashToken } from '../../front/cookies'
import { parseStrictJson } from '../http/strict-json'
import { writeDurably } from './write-durably'

/** A visitor's way in. The token itself is known to the browser's cookie only; `hash` is its SHA-256. */
export interface Session {
  readonly hash: string
  /** The visitor: owns one account of each kind at most. */
  readonly owner: string
  readonly account: string
  readonly kind: AccountKind
  readonly name: string
  readonly createdAtMs: number
  lastSeenMs: number
}

/** Life of a one-time token (reliability.md §6.1, 16). */
const OTT_LIFE_MS = 10_000
/** A session ends after this long without a call, and after this long in any case. */
const IDLE_MAX_MS = 30 * 86_400_000
const LIFE_MAX_MS = 100 * 86_400_000
/** Sessions kept; the one unseen for longest goes first. */
const SESSIONS_MAX = 10_000
/** How stale `lastSeenMs` on disk may be. */
const SEEN_GRAIN_MS = 3_600_000

/** An account of a visitor. It outlives the sessions it was used in: the visitor returns to it (decisions 33). */
type Owned = Pick<Session, 'owner' | 'account' | 'kind' | 'name'>

interface OneTimeToken {
  readonly session: string
  readonly expiresAtMs: number
}

/**
 * Sessions and one-time tokens (decisions 7, 33). Sessions survive a restart in one small file that holds no token;
 * one-time tokens live in memory only.
 */
export class Sessions {
  readonly #byHash = new Map<string, Session>()
  readonly #oneTime = new Map<string, OneTimeToken>()
  /** `owner kind` → account, for visitors who come back to one of their accounts. */
  readonly #accounts = new Map<string, Owned>()
  #saving: Promise<void> = Promise.resolve()

  private constructor(
    private readonly file: string | null,
    private readonly clock: () => number,
  ) {}

  /** @param file `null` keeps everything in memory; `isKnown` drops sessions of accounts the ledger has never seen */
  static async load(
    file: string | null,
    isKnown: (account: string) => boolean,
    clock: () => number = Date.now,
  ): Promise<Sessions> {
    const sessions = new Sessions(file, clock)
    const stored = file === null ? { sessions: [], accounts: [] } : await readStored(file)
    for (const row of [...stored.accounts, ...stored.sessions])
      if (isKnown(row.account)) sessions.#accounts.set(`${row.owner} ${row.kind}`, row)
    for (const row of stored.sessions) if (isKnown(row.account)) sessions.#byHash.set(row.hash, row)
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
    // Only a time of day is at stake here, and whoever opens the next session hears of a bad disk.
    if (nowMs - session.lastSeenMs > SEEN_GRAIN_MS) this.#save().catch(() => undefined)
    session.lastSeenMs = nowMs
    return session
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
    return randomBytes(12).toString('hex')
  }

  /** Opens a session with a fresh 256-bit token. Settles once it is on disk. */
  async open(of: Owned): Promise<{ token: string; session: Session }> {
    const token = randomBytes(32).toString('base64url')
    const nowMs = this.clock()
    const session: Session = { ...of, hash: hashToken(token), createdAtMs: nowMs, lastSeenMs: nowMs }
    if (this.#byHash.size >= SESSIONS_MAX) {
      const oldest = [...this.#byHash.values()].reduce((a, b) => (a.lastSeenMs <= b.lastSeenMs ? a : b))
      this.#byHash.delete(oldest.hash)
    }
    this.#byHash.set(session.hash, session)
    this.#accounts.set(`${of.owner} ${of.kind}`, of)
    await this.#save()
    return { token, session }
  }

  async end(session: Session): Promise<void> {
    this.#byHash.delete(session.hash)
    for (const [token, one] of this.#oneTime) if (one.session === session.hash) this.#oneTime.delete(token)
    await this.#save()
  }

  /** A token for one login on the private channel. */
  issueOneTime(session: Session): string {
    const nowMs = this.clock()
    for (const [token, one] of this.#oneTime) if (one.expiresAtMs < nowMs) this.#oneTime.delete(token)
    const token = randomBytes(24).toString('base64url')
    this.#oneTime.set(hashToken(token), { session: session.hash, expiresAtMs: nowMs + OTT_LIFE_MS })
    return token
  }

  /** @returns the account, once; `null` for a token that is used, late, or of another session than the socket's */
  redeem(token: string, socketSession: string | null): string | null {
    const key = hashToken(token)
    const one = this.#oneTime.get(key)
    if (one === undefined) return null
    this.#oneTime.delete(key)
    if (one.expiresAtMs < this.clock() || one.session !== socketSession) return null
    return this.#byHash.get(one.session)?.account ?? null
  }

  /** Settles when the last change is on disk. */
  flush(): Promise<void> {
    return this.#saving
  }

  #save(): Promise<void> {
    const { file } = this
    if (file === null) return Promise.resolve()
    const save = async (): Promise<void> => {
      const owners = new Set([...this.#byHash.values()].map((one) => one.owner))
      // Without any session of its visitor an account cannot be returned to.
      const accounts = [...this.#accounts.values()]
        .filter((one) => owners.has(one.owner))
        .map(({ owner, account, kind, name }) => ({ owner, account, kind, name }))
      await writeDurably(file, JSON.stringify({ sessions: [...this.#byHash.values()], accounts }))
    }
    // One failed write is its caller's to hear of, and the next one tries again.
    this.#saving = this.#saving.then(save, save)
    return this.#saving
  }
}

export function sha256(text: string): string {
  return hash('sha256', text)
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

async function readStored(
  file: string,
): Promise<{ readonly sessions: readonly Session[]; readonly accounts: readonly Owned[] }> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { sessions: [], accounts: [] }
    throw error
  }
  // A file that is not ours costs the visitors their sessions, never the exchange its start.
  const parsed = parseStrictJson(text)
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return { sessions: [], accounts: [] }
  const { sessions, accounts } = parsed.value as Record<string, unknown>
  return {
    sessions: Array.isArray(sessions) ? sessions.filter(isSession) : [],
    accounts: Array.isArray(accounts) ? accounts.filter(isOwned) : [],
  }
}
