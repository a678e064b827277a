import type { Lending, LendingRoom, SpotPower } from '../../../domain/account/lending'
import type { Leverage } from '../../../domain/decimal'
import type { InstrumentSymbol, Side } from '../../../domain/order/order'
import type { Read } from '../../hub-api'
import type { VenueCalls } from '../../venue/venue-calls'
import type { VenueCall } from '../../venue/venue-http'
import { readCall, type ReadPorts } from '../read-call'

interface LendingPorts extends ReadPorts {
  readonly calls: VenueCalls
}

/** What is lent to the account in use, asked for when it is looked at. */
export class LendingReads {
  constructor(private readonly ports: LendingPorts) {}

  async all(): Promise<Read<Lending>> {
    const { calls } = this.ports
    const [read, slices] = await Promise.all([
      together([
        this.#read(calls.lentCoins()),
        this.#read(calls.isSpotMargin()),
        this.#read(calls.selfRepaid()),
        this.#read(calls.borrowLeverages()),
        this.#read(calls.marginMode()),
      ]),
      this.#read(calls.collateralSlices()),
    ])
    if (read.hasError) return read
    const [coins, isOn, selfRepaid, leverages, { mode }] = read.value
    // What an exchange does not say is not shown; nothing else stands on it.
    const slicesOf = slices.hasError ? null : slices.value
    const lent = coins.map((one) => ({
      ...one,
      slices: slicesOf?.get(one.coin) ?? [],
      repaysItself: selfRepaid.has(one.coin),
      leverage: leverages.get(one.coin) ?? ('1' as Leverage),
    }))
    return { ...read, value: { mode, isOn, coins: lent } }
  }

  /** With what of the coin that a side pays with an order could be placed, and what borrowing it costs. */
  async power(symbol: InstrumentSymbol, side: Side): Promise<Read<SpotPower>> {
    const { calls } = this.ports
    const read = await together([
      this.#read(calls.spotPower(symbol, side)),
      this.#read(calls.lentCoins()),
      this.#read(calls.isSpotMargin()),
      this.#read(calls.selfRepaid()),
      this.#read(calls.marginMode()),
    ])
    if (read.hasError) return read
    const [power, coins, isOn, selfRepaid, { mode }] = read.value
    const hourlyRate = coins.find((one) => one.coin === power.coin)?.hourlyRate ?? null
    return { ...read, value: { ...power, hourlyRate, repaysItself: selfRepaid.has(power.coin), isOn, mode } }
  }

  async room(coin: string): Promise<Read<LendingRoom>> {
    const { calls } = this.ports
    const read = await together([this.#read(calls.borrowable(coin)), this.#read(calls.repayable(coin))])
    if (read.hasError) return read
    const [borrowable, repayable] = read.value
    return { ...read, value: { borrowable, repayable } }
  }

  #read<T>(call: VenueCall<T>): Promise<Read<T>> {
    return readCall(this.ports, 'lending', call)
  }
}

type Asked<T extends readonly unknown[]> = { readonly [K in keyof T]: Promise<Read<T[K]>> }

/** What is of use as a whole alone: all the answers, of the time of the first, or the first that failed. */
async function together<const T extends readonly unknown[]>(asking: Asked<T>): Promise<Read<T>> {
  const reads: readonly Read<unknown>[] = await Promise.all(asking)
  const values: unknown[] = []
  for (const read of reads) {
    if (read.hasError) return read
    values.push(read.value)
  }
  return { ...reads[0]!, value: values as unknown as T } as Read<T>
}
