import type { Instrument } from '../../src/domain/instrument/instrument'
import type { InstrumentStatus } from '../../src/domain/instrument/listed'
import type { SpotPair } from '../../src/domain/instrument/spot-pair'
import { DAY_MS } from '../../src/domain/market/interval'
import { datedContracts, type DatedContract } from './dated-contracts'
import { datedInstrument } from './dated-instrument'
import type { CoinPrice, ListedFamily } from './listed-family'
import { OPTION_FAMILY } from './option-family'
import type { ProductFamily } from './product-family'
import { LEVERAGED_PAIRS, SPOT_PAIRS } from './spot-pairs'
import { SPREADS } from './spreads'

/** Pairs are listed for good. */
function pairsOf(pairs: readonly SpotPair[]): ListedFamily {
  return {
    standing: () => pairs,
    expiring: () => [],
    instrument: ({ symbol }) => {
      throw new RangeError(`${symbol}: a pair never ends`)
    },
  }
}

/** Each stands here with its own file; spreads last, as their legs are listed before them. */
const FAMILIES: Readonly<Partial<Record<ProductFamily, ListedFamily>>> = {
  option: OPTION_FAMILY,
  spot: pairsOf(SPOT_PAIRS),
  leveragedToken: pairsOf(LEVERAGED_PAIRS),
  spread: SPREADS,
}

/** What a new ledger lists beside contracts. */
export const LISTED_FAMILIES = Object.keys(FAMILIES) as readonly ProductFamily[]

/** Listed for good, by family. */
export function standingInstruments(region: string, families: readonly ProductFamily[]): readonly Instrument[] {
  return families.flatMap((family) => familyOf(family).standing(region, families))
}

/** Everything that comes and goes, futures first: what trades at `nowMs`, and what is announced. */
export function expiringInstruments(
  nowMs: number,
  families: readonly ProductFamily[],
  priceOf: CoinPrice,
): readonly DatedContract[] {
  return [
    ...datedContracts(nowMs),
    ...families.flatMap((family) => familyOf(family).expiring(nowMs, families, priceOf)),
  ]
}

/** One of the expiring as the exchange lists it at `nowMs`. */
export function expiringInstrument(contract: DatedContract, status: InstrumentStatus, nowMs: number): Instrument {
  const { family } = contract
  return family === undefined
    ? datedInstrument(contract, status, nowMs)
    : familyOf(family).instrument(contract, status, nowMs)
}

const FUTURE_KEPT_MS = 30 * DAY_MS

/** How long what was delivered stands in the lists, hidden. */
export function delistedKeptMs({ family }: DatedContract): number {
  return (family === undefined ? null : familyOf(family).delistedKeptMs) ?? FUTURE_KEPT_MS
}

function familyOf(family: ProductFamily): ListedFamily {
  const found = FAMILIES[family]
  if (found === undefined) throw new RangeError(`this build lists no ${family}`)
  return found
}
