import type { Instrument } from '../../src/domain/instrument/instrument'
import type { InstrumentStatus } from '../../src/domain/instrument/listed'
import type { DatedContract } from './dated-contracts'
import type { ProductFamily } from './product-family'

/** What a coin costs, in dollars, by its name. */
export type CoinPrice = (coin: string) => number | null

/** The instruments of one family: those listed for good, and those that come and go by date. */
export interface ListedFamily {
  /** In the order of the lists. */
  standing(region: string, families: readonly ProductFamily[]): readonly Instrument[]
  /**
   * Those that trade at a time and those that are announced; every one that trades has come up here before.
   * @param priceOf what a coin costs now; `null` where no market says it
   */
  expiring(nowMs: number, families: readonly ProductFamily[], priceOf: CoinPrice): readonly DatedContract[]
  /** How long one that was delivered stands in the lists, hidden; left out, as long as a future. */
  readonly delistedKeptMs?: number
  /** One of the expiring, as it stands. */
  instrument(contract: DatedContract, status: InstrumentStatus, nowMs: number): Instrument
}
