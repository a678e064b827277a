import type { Lending, LendingRoom, SpotPower } from '../../../domain/account/lending'
import type { Leverage } from '../../../domain/decimal'
import type { InstrumentSymbol, Side } from '../../../domain/order/order'
import type { Read } from '../../hub-api'
import type { HubStore } from '../store/hub-store'
import type { VenueCalls } from '../../venue/venue-calls'
import type { VenueCall } from '../../venue/venue-http'
import { readCall, type ReadPorts } from '../read-call'

interface LendingPorts extends ReadPorts {
  readonly calls: VenueCalls
  readonly store: Pick<HubStore, 'readSaved' | 'writeSaved'>
  /** Whose loans are shown, live or from disk; `null` of nobody's. */
  readonly account: () => string | null
}

/** What is lent to the account in use: asked for when it is looked at, and kept for a time without the exchange. */
export class LendingReads {
  constructor(private readonly ports: LendingPorts) {}

  /** Without an answer, what was last read of the same account, as old as that is. */
  async all(): Promise<Read<Lending>> {
    const { store } = this.ports
    const account = this.ports.account()
    const read = await this.#all()
    if (account === null || this.ports.account() !== account) return read
    if (!read.hasError) {
      const value = { account, lending: read.value }
      void store.writeSaved([{ kind: 'lending', of: 'last', value, asOfMs: read.asOfMs }])
      return read
    }
    const saved = read.code === null ? await store.readSaved('lending', 'last') : null
    if (saved === null || saved.value.account !== account) return read
    return { hasError: false, value: saved.value.lending, asOfMs: saved.asOfMs, fromCache: true }
  }

  async #all(): Promise<Read<Lending>> {
    const { calls } = this.ports
    const [coins, slices, isOn, selfRepaid, leverages, mode] = await Promise.all([
      this.#read(calls.lentCoins()),
      this.#read(calls.collateralSlices()),
      this.#read(calls.isSpotMargin()),
      this.#read(calls.selfRepaid()),
      this.#read(calls.borrowLeverages()),
      this.#read(calls.marginMode()),
    ])
    if (coins.hasError) return coins
    if (isOn.hasError) return isOn
    if (selfRepaid.hasError) return selfRepaid
    if (leverages.hasError) return leverages
    if (mode.hasError) return mode
    // What an exchange does not say is not shown; nothing else stands on it.
    const slicesOf = slices.hasError ? null : slices.value
    const lent = coins.value.map((one) => ({
      ...one,
      slices: slicesOf?.get(one.coin) ?? [],
      repaysItself: selfRepaid.value.has(one.coin),
      leverage: leverages.value.get(one.coin) ?? ('1' as Leverage),
    }))
    return { ...coins, value: { mode: mode.value.mode, isOn: isOn.value, coins: lent } }
  }

  /** With what of the coin that a side pays with an order could be placed, and what borrowing it costs. */
  async power(symbol: InstrumentSymbol, side: Side): Promise<Read<SpotPower>> {
    const { calls } = this.ports
    const [power, coins, isOn, selfRepaid, mode] = await Promise.all([
      this.#read(calls.spotPower(symbol, side)),
      this.#read(calls.lentCoins()),
      this.#read(calls.isSpotMargin()),
      this.#read(calls.selfRepaid()),
      this.#read(calls.marginMode()),
    ])
    if (power.hasError) return power
    if (coins.hasError) return coins
    if (isOn.hasError) return isOn
    if (selfRepaid.hasError) return selfRepaid
    if (mode.hasError) return mode
    const hourlyRate = coins.value.find((one) => one.coin === power.value.coin)?.hourlyRate ?? null
    const repaysItself = selfRepaid.value.has(power.value.coin)
    return { ...power, value: { ...power.value, hourlyRate, repaysItself, isOn: isOn.value, mode: mode.value.mode } }
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
