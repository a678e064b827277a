import type { Lending, LendingRoom } from '../../../domain/account/lending'
import type { Read } from '../../hub-api'
import type { VenueCalls } from '../../venue/venue-calls'
import type { VenueCall } from '../../venue/venue-http'
import { readCall, type ReadPorts } from '../read-call'

interface LendingPorts extends ReadPorts {
  readonly calls: VenueCalls
}

/** What is lent to the account in use: asked for when it is looked at, and nowhere kept. */
export class LendingReads {
  constructor(private readonly ports: LendingPorts) {}

  async all(): Promise<Read<Lending>> {
    const { calls } = this.ports
    const [coins, isOn, selfRepaid, mode] = await Promise.all([
      this.#read(calls.lentCoins()),
      this.#read(calls.isSpotMargin()),
      this.#read(calls.selfRepaid()),
      this.#read(calls.marginMode()),
    ])
    if (coins.hasError) return coins
    if (isOn.hasError) return isOn
    if (selfRepaid.hasError) return selfRepaid
    if (mode.hasError) return mode
    const lent = coins.value.map((one) => ({ ...one, repaysItself: selfRepaid.value.has(one.coin) }))
    return { ...coins, value: { mode: mode.value.mode, isOn: isOn.value, coins: lent } }
  }

  async room(coin: string): Promise<Read<LendingRoom>> {
    const { calls } = this.ports
    const [most, free] = await Promise.all([this.#read(calls.borrowable(coin)), this.#read(calls.repayable(coin))])
    if (most.hasError) return most
    if (free.hasError) return free
    return { ...most, value: { borrowable: most.value, repayable: free.value } }
  }

  #read<T>(call: VenueCall<T>): Promise<Read<T>> {
    return readCall(this.ports, 'lending', call)
  }
}
