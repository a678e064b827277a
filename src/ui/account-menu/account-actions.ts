import type { AccountKind } from '../../domain/account/wallet'
import type { FaucetGift, PageAnswer, PageSession } from '../../workers/venue/sandbox/page-session'
import { formatQty } from '../format'
import type { App } from '../state/app-context'
import { accountMark } from '../state/account-drafts'
import { forgetLeft, noteLeft } from '../state/left-accounts'
import { tellLeave, type LeaveNews } from '../state/leave-news'

/** What the account menu does. What fails is told; what succeeds shows itself, as the page becomes the other account's. */
export class AccountActions {
  constructor(
    private readonly app: Pick<App, 'account' | 'notices' | 'kept'>,
    private readonly session: Pick<PageSession, 'change' | 'signOut' | 'give' | 'rename' | 'nameOf'>,
    private readonly tellTabs: (news: LeaveNews) => void = tellLeave,
  ) {}

  async change(kind: AccountKind): Promise<void> {
    if (kind === this.app.account.session.peek()?.kind) return
    await this.#leave(() => this.session.change(kind))
  }

  async signOut(): Promise<void> {
    await this.#leave(() => this.session.signOut())
  }

  async give(gift: FaucetGift): Promise<void> {
    const answer = await this.session.give(gift)
    if (answer.ok) this.app.notices.say('faucetGave', { coin: gift.coin, amount: formatQty(gift.amount, null) })
    else this.#failed(answer)
  }

  /** What an account is called now; as the session said it, until the exchange answers. */
  nameOf(account: string): Promise<string | null> {
    return this.session.nameOf(account)
  }

  /** @returns whether the account has the name now */
  async rename(name: string): Promise<boolean> {
    const answer = await this.session.rename(name)
    if (!answer.ok) this.#failed(answer)
    return answer.ok
  }

  async #leave(call: () => Promise<PageAnswer>): Promise<void> {
    const { account, kept } = this.app
    const left = account.session.peek()?.account
    const mark = left === undefined ? null : accountMark(left)
    account.leave()
    this.tellTabs('leaves')
    if (mark !== null) noteLeft(mark, kept.local)
    const answer = await call()
    if (answer.ok) return
    if (mark !== null) forgetLeft(mark, kept.local)
    account.stay()
    this.tellTabs('stays')
    this.#failed(answer)
  }

  #failed({ code }: Extract<PageAnswer, { ok: false }>): void {
    const key = code === null ? 'accountCallLost' : 'accountCallRefused'
    this.app.notices.say(key, { code: String(code ?? '') }, { failure: true })
  }
}
