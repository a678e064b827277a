import type { Clock } from '../../../base/clock'
import { isOpen } from '../../../domain/order/order-status'
import type { StrategyFeed } from './strategy-feed'
import type { AccountTimes, HubSession } from '../../hub-events'
import type { HubStore } from '../store/hub-store'
import type { AccountSnapshot } from '../store/stored-records'
import type { AccountState } from './account-state'

/** How long the account moves before it is put on disk; its end before a loss is written at once. */
export const ACCOUNT_SAVE_MS = 2_000
/** Open orders, and positions, kept on disk. */
export const ACCOUNT_ROWS_MAX = 200

export interface KeeperPorts {
  readonly clock: Clock
  readonly store: HubStore
  readonly session: () => HubSession | null
  readonly state: AccountState
  readonly strategies: Pick<StrategyFeed, 'list'>
  /** `null` while nothing was ever compared with the exchange. */
  readonly times: () => AccountTimes | null
  /** What is shown of the account is another from now on. */
  readonly changed: () => void
}

/**
 * Keeps the account that is signed in on disk, and shows it as it was last known until the exchange has told the whole of
 * it: rows from disk and rows of now are never mixed, so that none of the former is left among live ones (I4).
 */
export class AccountKeeper {
  #shown: AccountSnapshot | null = null
  /** Whether the exchange, or a sign-out, was there before the disk. */
  #isOver = false
  #cancelSave: (() => void) | null = null

  constructor(private readonly ports: KeeperPorts) {}

  /** What is shown in place of the account's live state. */
  get shown(): AccountSnapshot | null {
    return this.#shown
  }

  async restore(): Promise<void> {
    const saved = await this.ports.store.readSaved('account', 'last')
    const account = this.ports.session()?.account
    if (saved === null || this.#isOver || (account ?? saved.value.session.account) !== saved.value.session.account)
      return
    this.#shown = saved.value
    this.ports.changed()
  }

  /** Somebody else is signed in, or nobody any more: nothing of the account is shown, and what waits is not saved (I12). */
  sessionChanged(session: HubSession | null): void {
    this.#cancelSave?.()
    this.#cancelSave = null
    if (session === null) this.#isOver = true
    if (session?.account !== this.#shown?.session.account) this.#drop()
  }

  /** All of the account was compared with the exchange: from here on its own state is shown. */
  agreed(): void {
    this.#isOver = true
    this.#drop()
    this.touched()
  }

  touched(): void {
    this.#cancelSave ??= this.ports.clock.after(ACCOUNT_SAVE_MS, () => this.save())
  }

  save(): void {
    this.#cancelSave?.()
    this.#cancelSave = null
    const { store, state } = this.ports
    const session = this.ports.session()
    const wallet = state.wallet()
    const asOf = this.ports.times()
    if (session === null || wallet === null || asOf === null || this.#shown !== null) return
    const orders = state.orders().filter(isOpen).slice(-ACCOUNT_ROWS_MAX)
    const positions = state.positions().slice(-ACCOUNT_ROWS_MAX)
    const value = { session, orders, positions, strategies: this.ports.strategies.list(), wallet, asOf }
    void store.writeSaved([{ kind: 'account', of: 'last', value, asOfMs: Math.max(...Object.values(asOf)) }])
  }

  #drop(): void {
    if (this.#shown === null) return
    this.#shown = null
    this.ports.changed()
  }
}
