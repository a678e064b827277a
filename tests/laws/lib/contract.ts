import type { RestReader } from './rest'
import { num, type Num } from './numbers'

export interface Tier {
  readonly limit: Num
  readonly maintenanceRate: Num
  readonly initialRate: Num
  readonly maxLeverage: Num
  readonly deduction: Num
}

/** A contract as `/v5/market/instruments-info` and `/v5/market/risk-limit` publish it. */
export interface Contract {
  readonly symbol: string
  readonly category: 'linear' | 'inverse'
  readonly isInverse: boolean
  readonly baseCoin: string
  readonly settleCoin: string
  readonly tick: Num
  readonly lot: Num
  readonly minQty: Num
  readonly maxQty: Num
  readonly maxMarketQty: Num
  readonly minNotional: Num
  readonly maxLeverage: Num
  readonly isDated: boolean
  readonly isUsdtPerpetual: boolean
  /** Lowest first. */
  readonly tiers: readonly Tier[]
}

export interface InstrumentRow {
  readonly symbol: string
  readonly contractType: string
  readonly status: string
  readonly baseCoin: string
  readonly settleCoin: string
  readonly deliveryTime: string
  readonly leverageFilter: { readonly maxLeverage: string }
  readonly priceFilter: { readonly tickSize: string }
  readonly lotSizeFilter: Readonly<Record<string, string>>
}

interface TierRow {
  readonly riskLimitValue: string
  readonly maintenanceMargin: string
  readonly initialMargin: string
  readonly maxLeverage: string
  readonly mmDeduction: string
}

/** @returns those of all listed contracts that are wanted; one before its listing (`PreLaunch`) trades already */
export async function readContracts(
  rest: RestReader,
  wanted: (rows: readonly InstrumentRow[]) => readonly InstrumentRow[],
): Promise<Contract[]> {
  const found: Contract[] = []
  for (const category of ['linear', 'inverse'] as const) {
    const path = `/v5/market/instruments-info?category=${category}&limit=1000`
    const listed = await rest.get<{ list: InstrumentRow[] }>(path)
    const before = await rest.get<{ list: InstrumentRow[] }>(`${path}&status=PreLaunch`)
    for (const row of wanted([...listed.list, ...before.list])) found.push(await readContract(rest, category, row))
  }
  return found
}

async function readContract(rest: RestReader, category: 'linear' | 'inverse', row: InstrumentRow): Promise<Contract> {
  const { list } = await rest.get<{ list: TierRow[] }>(
    `/v5/market/risk-limit?category=${category}&symbol=${row.symbol}`,
  )
  const lots = row.lotSizeFilter
  const isDated = row.deliveryTime !== '0'
  return {
    symbol: row.symbol,
    category,
    isInverse: category === 'inverse',
    baseCoin: row.baseCoin,
    settleCoin: row.settleCoin,
    tick: num(row.priceFilter.tickSize),
    lot: num(lots['qtyStep']!),
    minQty: num(lots['minOrderQty']!),
    maxQty: num(lots['maxOrderQty']!),
    maxMarketQty: num(lots['maxMktOrderQty']!),
    minNotional: num(lots['minNotionalValue']!),
    maxLeverage: num(row.leverageFilter.maxLeverage),
    isDated,
    isUsdtPerpetual: !isDated && row.settleCoin === 'USDT',
    tiers: list.map((tier) => ({
      limit: num(tier.riskLimitValue),
      maintenanceRate: num(tier.maintenanceMargin),
      initialRate: num(tier.initialMargin),
      maxLeverage: num(tier.maxLeverage),
      deduction: num(tier.mmDeduction === '' ? 0 : tier.mmDeduction),
    })),
  }
}
