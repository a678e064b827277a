import { HOUR_MS } from '../../src/domain/market/interval'
import { nextInterestMs } from '../../src/domain/risk/borrowing'
import { parseDecimalText, toSteps, type DecimalText } from '../../src/domain/decimal'
import type { EngineCommand } from '../engine/commands'
import type { AccountLending } from '../engine/lending/lending-info'
import type { SpotPower } from '../engine/lending/spot-power'
import type { MatchingEngine } from '../engine/matching-engine'
import type { EngineResult } from '../engine/result'
import { E8 } from './engine-view'
import type { LendingChange } from './lending-change'
import { outcome, refuse } from './result'
import { moneyOf } from './shapes'
import type { RepaidCoin, VenueResult } from './venue-port'

const E2 = '0.01' as DecimalText

export interface LendingPorts {
  readonly engine: MatchingEngine
  /** Runs a command and lets the venue read its events before it returns. */
  handle(command: EngineCommand): EngineResult
}

/** Collateral and loans between the venue's decimals and the engine's whole numbers, and the hours of interest. */
export class Lending {
  readonly #ports: LendingPorts

  constructor(ports: LendingPorts) {
    this.#ports = ports
  }

  change(account: string, change: LendingChange): VenueResult {
    switch (change.kind) {
      case 'spotMargin':
        return this.#run({ type: 'setSpotMargin', account, isOn: change.isOn })
      case 'spotHedge':
        return this.#run({ type: 'setSpotHedge', account, isOn: change.isOn })
      case 'collateral': {
        const { coins, isOn, alsoOff } = change
        const command = { type: 'setCollateral', account, coins, isOn } as const
        return this.#run(alsoOff === undefined ? command : { ...command, alsoOff })
      }
      case 'leverage': {
        const text = parseDecimalText(change.leverage)
        const leverageE2 = (text === null ? null : toSteps(text, E2)) ?? 0
        return this.#run({ type: 'setBorrowLeverage', account, coin: change.coin, leverageE2 })
      }
      case 'repaymentMode':
        return this.#run({ type: 'setRepaymentMode', account, coin: change.coin, mode: change.mode })
      case 'borrow': {
        const amountE8 = E8.toCount(change.amount as DecimalText)
        if (amountE8 === null) return refuse({ kind: 'amountInvalid' })
        return this.#run({ type: 'borrow', account, coin: change.coin, amountE8 })
      }
      case 'repay': {
        const { coin, amount, isOwnCoinOnly, isItemised } = change
        const amountE8 = amount === null ? null : E8.toCount(amount as DecimalText)
        if (amount !== null && amountE8 === null) return refuse({ kind: 'amountInvalid' })
        const command = { type: 'repay', account, coin, amountE8 } as const
        const before = isItemised === true ? this.#owed(account) : null
        const result = this.#run(isOwnCoinOnly === true ? { ...command, isOwnCoinOnly } : command)
        return before === null || !result.ok ? result : { ...result, repaid: repaidOf(before, this.#owed(account)) }
      }
    }
  }

  /** Charges the interest that fell due between two times of the market, if any did. */
  charge(beforeMs: number, nowMs: number): void {
    const dueMs = nextInterestMs(beforeMs)
    if (dueMs > nowMs) return
    this.#ports.handle({ type: 'interest', hours: Math.floor((nowMs - dueMs) / HOUR_MS) + 1, firstMs: dueMs })
  }

  /** `null` for an unknown account. */
  of(account: string): AccountLending | null {
    return this.#ports.engine.lending(account)
  }

  /** With what an account could trade a pair; `null` for what is no pair. */
  power(account: string, symbol: string): SpotPower | null {
    return this.#ports.engine.spotPower(account, symbol)
  }

  /** The same of an account that shares its collateral; `null` of all others. */
  shared(account: string): AccountLending | null {
    return this.#ports.engine.sharesCollateral(account) ? this.of(account) : null
  }

  /** E8 by coin, interest included. */
  #owed(account: string): ReadonlyMap<string, number> {
    return new Map(this.of(account)?.coins.map(({ coin, lentE8, interestE8 }) => [coin, lentE8 + interestE8]))
  }

  #run(command: EngineCommand): VenueResult {
    return outcome(this.#ports.handle(command))
  }
}

function repaidOf(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): readonly RepaidCoin[] {
  return [...before].flatMap(([coin, owedE8]) => {
    const repaidE8 = owedE8 - (after.get(coin) ?? 0)
    return repaidE8 > 0 ? [{ coin, amount: moneyOf(repaidE8) }] : []
  })
}
