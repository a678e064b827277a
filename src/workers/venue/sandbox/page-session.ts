import type { AccountKind } from '../../../domain/account/wallet'
import type { Qty } from '../../../domain/decimal'
import { asArray, asObject } from '../../../wire/json'
import { parseEnvelope } from '../../../wire/rest/envelope'
import { parseSession, REQUESTED_WITH_HEADER, SESSION_PATH } from '../../../wire/rest/session'
import { ACCOUNT_NAME_PATH, ACCOUNTS_PATH, FAUCET_PATH } from '../../../wire/rest/visitor'

/** How a page asks: as `fetch`. */
export type PageFetch = (path: string, init: RequestInit) => Promise<Pick<Response, 'json'>>

/** A coin of paper money, and how much of it one press gives; all are within what the faucet gives at once. */
export const FAUCET_GIFTS: readonly FaucetGift[] = [
  { coin: 'USDT', amount: '10000' as Qty },
  { coin: 'USDC', amount: '10000' as Qty },
  { coin: 'BTC', amount: '1' as Qty },
  { coin: 'ETH', amount: '10' as Qty },
]

export interface FaucetGift {
  readonly coin: string
  readonly amount: Qty
}

/** What became of a call of the page about its visitor's accounts. */
export type PageAnswer = { readonly ok: true } | { readonly ok: false; readonly code: number | null }

/**
 * What a visitor does with paper accounts, by the page itself: the cookie is the browser's, and the hub learns by its
 * private channel, which the exchange closes, that its session is another one. All tabs follow at once.
 * Never rejects: a call without an answer has no code.
 */
export class PageSession {
  constructor(private readonly ask: PageFetch = (path, init) => fetch(path, init)) {}

  /** Opens the account of a kind, or returns to it. */
  change(kind: AccountKind): Promise<PageAnswer> {
    return this.#call('POST', SESSION_PATH, { account: kind }, (result) => parseSession(result).kind === kind)
  }

  /** Leaves all accounts of this browser for good. */
  signOut(): Promise<PageAnswer> {
    return this.#call('DELETE', SESSION_PATH, {}, () => true)
  }

  give({ coin, amount }: FaucetGift): Promise<PageAnswer> {
    return this.#call('POST', FAUCET_PATH, { coin, amount }, () => true)
  }

  /** Gives the account in use another name. */
  rename(name: string): Promise<PageAnswer> {
    return this.#call('POST', ACCOUNT_NAME_PATH, { name }, (result) => parseSession(result).name === name)
  }

  /** What an account is called now, in whichever browser tab it was named; `null` while nobody says. Never rejects. */
  async nameOf(account: string): Promise<string | null> {
    try {
      const answer = await this.ask(ACCOUNTS_PATH, { credentials: 'same-origin' })
      const envelope = parseEnvelope(await answer.json())
      if (envelope === null || envelope.retCode !== 0) return null
      const { list } = asObject(envelope.result, 'result')
      const rows = asArray(list, 'list').map((row) => parseSession(asObject(row, 'list')))
      return rows.find((one) => one.account === account)?.name ?? null
    } catch {
      return null
    }
  }

  async #call(
    method: 'POST' | 'DELETE',
    path: string,
    body: object,
    isDone: (result: ReturnType<typeof asObject>) => boolean,
  ): Promise<PageAnswer> {
    try {
      const headers = { 'content-type': 'application/json', [REQUESTED_WITH_HEADER]: 'halyard' }
      const answer = await this.ask(path, { method, headers, body: JSON.stringify(body), credentials: 'same-origin' })
      const envelope = parseEnvelope(await answer.json())
      if (envelope === null) return { ok: false, code: null }
      if (envelope.retCode !== 0) return { ok: false, code: envelope.retCode }
      return isDone(asObject(envelope.result, 'result')) ? { ok: true } : { ok: false, code: null }
    } catch {
      // No network, or an answer that is none.
      return { ok: false, code: null }
    }
  }
}
