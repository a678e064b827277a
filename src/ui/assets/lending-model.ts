import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { Lending, LentCoin } from '../../domain/account/lending'
import type { Wallet } from '../../domain/account/wallet'
import { Exact, toText, type Money } from '../../domain/decimal'
import type { HubApi } from '../../workers/hub-api'
import type { Rejection } from '../../workers/presses'
import { readRefusal } from '../trading-kit/refusals/read-refusal'

/** What the account may borrow and owes, on the screen: read when it is looked at, and anew whenever a debt changes. */
export class LendingModel {
  readonly #lending = signal<Lending | null>(null)
  readonly #asOfMs = signal<number | null>(null)
  readonly #hasFailed = signal(false)
  readonly #rejection = signal<Rejection | null>(null)
  /** `null` until it is read. */
  readonly lending: ReadonlySignal<Lending | null> = this.#lending
  /** When it was true, in the time of this computer: it may have been kept. */
  readonly asOfMs: ReadonlySignal<number | null> = this.#asOfMs
  readonly hasFailed: ReadonlySignal<boolean> = this.#hasFailed
  /** Why the exchange refused the read; `null` where it did not say. */
  readonly rejection: ReadonlySignal<Rejection | null> = this.#rejection
  /** An answer of an earlier question says nothing new. */
  #question = 0

  constructor(private readonly api: Pick<HubApi, 'lending'>) {}

  async read(): Promise<void> {
    const question = ++this.#question
    const read = await this.api.lending()
    if (question !== this.#question) return
    this.#hasFailed.value = read.hasError
    this.#rejection.value = read.hasError ? readRefusal(read) : null
    if (read.hasError) return
    this.#lending.value = read.value
    this.#asOfMs.value = read.asOfMs
  }
}

/** Debts and switches of an account as one text: another one, and what was read of its loans is of before. */
export function debtsKey(wallet: Wallet | null): string {
  return (wallet?.coins ?? [])
    .flatMap(({ coin, lending }) =>
      lending === undefined
        ? []
        : [`${coin} ${lending.lent} ${lending.interest} ${lending.borrowed} ${lending.isCollateral}`],
    )
    .join()
}

/** Coins that a repayment sells when the coin that is owed runs out, in the order of the exchange's list. */
export function soldFor(
  coin: string,
  listed: readonly Pick<LentCoin, 'coin'>[],
  wallet: Wallet | null,
): readonly string[] {
  const held = (wallet?.coins ?? []).filter((one) => {
    const owed = new Exact(one.lending?.lent ?? 0).plus(one.lending?.interest ?? 0)
    // A coin that is owed itself is not given for another debt.
    return one.coin !== coin && owed.isZero() && new Exact(one.walletBalance).gt(0)
  })
  return listed.map((one) => one.coin).filter((name) => held.some((one) => one.coin === name))
}

/** What is owed of a coin, interest included. */
export function owedOf(wallet: Wallet | null, coin: string): { readonly owed: Money; readonly interest: Money } {
  const debt = wallet?.coins.find((one) => one.coin === coin)?.lending
  return {
    owed: toText<Money>(new Exact(debt?.lent ?? 0).plus(debt?.interest ?? 0)),
    interest: debt?.interest ?? ('0' as Money),
  }
}

/** What of a debt nothing was lent for yet: unrealised losses and what orders hold, beyond the coins that are there. */
export function unlentOf(wallet: Wallet | null, coin: string, borrowed: Money): Money {
  const lent = wallet?.coins.find((one) => one.coin === coin)?.lending?.lent ?? 0
  return toText<Money>(Exact.max(0, new Exact(borrowed).minus(lent)))
}
