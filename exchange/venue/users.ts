import { list, number, text, tuple } from '../../src/base/form'
import { FEE_TIERS } from '../../src/domain/account/fee-tier'
import type { AccountKind } from '../../src/domain/account/wallet'
import type { EngineCommand } from '../engine/commands'
import type { EngineResult } from '../engine/result'
import { ACCOUNT_KIND_FORM } from '../engine/snapshot-form'
import { faucetAmount, openUser } from './accounts'
import type { VenueInput } from './venue-input'
import type { VenueResult } from './venue-port'
import { engineFeesOf } from './listing'
import { outcome, refuse } from './result'

export interface User {
  readonly kind: AccountKind
  readonly name: string
}

type Opening = Extract<VenueInput, { type: 'openAccount' }>

/** Plain data: goes into the snapshot as it is. */
export interface UsersState {
  readonly users: readonly (readonly [account: string, kind: AccountKind, name: string])[]
  readonly feeLevels: readonly (readonly [account: string, level: number])[]
}

export const USERS_FORM = {
  users: list<UsersState['users']>(tuple(text(), ACCOUNT_KIND_FORM, text())),
  feeLevels: list<UsersState['feeLevels']>(tuple(text(), number)),
}

/** The accounts of those who trade from outside: opened, given money, and put into a fee tier. */
export class Users {
  readonly byAccount: Map<string, User>
  /** Accounts above the lowest fee tier. */
  readonly #feeLevels: Map<string, number>
  readonly #handle: (command: EngineCommand) => EngineResult

  /** @param handle runs a command and lets the venue hear its events before it returns */
  constructor(saved: UsersState | null, handle: (command: EngineCommand) => EngineResult) {
    this.byAccount = new Map(saved?.users.map(([account, kind, name]) => [account, { kind, name }]))
    this.#feeLevels = new Map(saved?.feeLevels)
    this.#handle = handle
  }

  state(): UsersState {
    return {
      users: [...this.byAccount].map(([account, { kind, name }]) => [account, kind, name]),
      feeLevels: [...this.#feeLevels],
    }
  }

  /** An account that is open stays as it is. */
  open({ account, kind, name, accountWide }: Opening): VenueResult {
    if (this.byAccount.has(account)) return { ok: true }
    this.byAccount.set(account, { kind, name })
    for (const command of openUser(account, kind, accountWide)) this.#handle(command)
    return { ok: true }
  }

  fund(account: string, coin: string, amount: string): VenueResult {
    const amountE8 = faucetAmount(coin, amount)
    if (typeof amountE8 === 'string') return refuse({ kind: amountE8 })
    return outcome(this.#handle({ type: 'credit', account, coin, amountE8 }))
  }

  /** Its place among `FEE_TIERS`; 0 for an account that is not known. */
  feeTier(account: string): number {
    return this.#feeLevels.get(account) ?? 0
  }

  setFeeTier(account: string, level: number): VenueResult {
    const tier = FEE_TIERS[level]
    if (tier === undefined) return refuse({ kind: 'unknownFeeTier', max: FEE_TIERS.length - 1 })
    const result = this.#handle({ type: 'setFees', account, fees: level === 0 ? null : engineFeesOf(tier) })
    if (!result.ok) return refuse(result.refusal)
    if (level === 0) this.#feeLevels.delete(account)
    else this.#feeLevels.set(account, level)
    return { ok: true }
  }
}
