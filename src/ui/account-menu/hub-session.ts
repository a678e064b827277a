import type { AccountKind } from '../../domain/account/wallet'
import type { HubCommands } from '../../workers/hub-api'
import type { FaucetGift, PageAnswer, PageSession } from '../../workers/venue/sandbox/page-session'
import type { VisitorAct } from '../../workers/visitor-acts'

/** What `PageSession` does by the cookie, through the hub: in the app's own browser that alone has the session's token. */
export class HubSession implements Pick<PageSession, keyof PageSession> {
  constructor(private readonly hub: Pick<HubCommands, 'asVisitor'>) {}

  change(account: AccountKind): Promise<PageAnswer> {
    return this.#call({ kind: 'change', account })
  }

  signOut(): Promise<PageAnswer> {
    return this.#call({ kind: 'signOut' })
  }

  give({ coin, amount }: FaucetGift): Promise<PageAnswer> {
    return this.#call({ kind: 'give', coin, amount })
  }

  rename(name: string): Promise<PageAnswer> {
    return this.#call({ kind: 'rename', name })
  }

  async nameOf(account: string): Promise<string | null> {
    const answer = await this.hub.asVisitor({ kind: 'list' })
    return answer.hasError ? null : (answer.value.find((one) => one.account === account)?.name ?? null)
  }

  async #call(act: VisitorAct): Promise<PageAnswer> {
    const answer = await this.hub.asVisitor(act)
    return answer.hasError ? { ok: false, code: answer.code } : { ok: true }
  }
}
