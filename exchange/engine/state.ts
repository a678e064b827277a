import { toEnginePosition } from './records/position-copy'
import { Account, Market, type Order } from './entities'
import { OrderRegistry } from './orders/order-registry'
import { type EngineRules, PRESENT_RULES } from './engine-rules'
import type { EngineInstrument } from './instrument'
import { CoinTable } from './lending/coin-table'
import type { EngineCoin } from './lending/engine-coin'
import type { SharedCollateral } from './lending/shared-collateral'
import { linkLegs } from './link-legs'
import { LinkTable } from './orders/link-ids'
import type { MakerProtection } from './protection/maker-protection'
import { Outbox } from './records/outbox'
import type { Pool } from './liquidation/insurance-pool'
import { Valuation } from './risk/valuation'

/** The account that takes fees and the remainders of splits. The engine opens it itself. */
const HOUSE_ACCOUNT = 'house'
/** The account that takes over bankrupt positions; its wallet is the insurance pool. The engine opens it itself. */
const INSURANCE_ACCOUNT = 'insurance'

/** A fill that what waits has to follow. `armedAt`: prices up to there came before it. */
export interface NotedFill {
  readonly order: Order
  readonly lots: number
  readonly valueE8: number
  readonly feeE8: number
  readonly armedAt: number
}

/** Everything the engine knows. Functions that change it take it as their first argument. */
export interface EngineState {
  readonly rules: EngineRules
  readonly markets: Map<string, Market>
  readonly accounts: Map<string, Account>
  readonly house: Account
  readonly insurance: Account
  /** What the trigger of auto-deleveraging remembers, by coin. */
  readonly pools: Map<string, Pool>
  /** What counts as collateral. */
  readonly coins: CoinTable
  /** Accounts that chose to share their collateral, by id, with what they chose. */
  readonly sharing: Map<string, SharedCollateral>
  readonly links: LinkTable
  readonly orders: OrderRegistry
  readonly outbox: Outbox
  /** Fills of this command that the guards of a position have to follow. Empty between commands. */
  readonly fills: NotedFill[]
  /** Market-maker protections by account and coin. */
  readonly protections: Map<string, MakerProtection<Order>>
  /** Those that reached a limit while an order took. Empty between commands. */
  readonly reached: Set<MakerProtection<Order>>
  /** Markets with observed prices that triggers have not seen. Empty between commands. */
  readonly observed: Market[]
  lastOrderNumber: number
  lastExecNumber: number
}

export function createState(
  instruments: readonly EngineInstrument[],
  coins: readonly EngineCoin[] = [],
  rules: EngineRules = PRESENT_RULES,
): EngineState {
  const links = new LinkTable()
  const house = new Account(HOUSE_ACCOUNT, 'house', 'uta2', 100, links)
  const insurance = new Account(INSURANCE_ACCOUNT, 'house', 'uta2', 100, links)
  const markets = new Map(instruments.map((one) => [one.symbol, new Market(one, new Valuation(rules))]))
  for (const market of markets.values()) linkLegs(markets, market)
  return {
    rules,
    markets,
    accounts: new Map([house, insurance].map((account) => [account.id, account])),
    house,
    insurance,
    pools: new Map(),
    coins: new CoinTable(coins, markets, rules),
    sharing: new Map(),
    links,
    orders: new OrderRegistry(),
    outbox: new Outbox(toEnginePosition),
    fills: [],
    protections: new Map(),
    reached: new Set(),
    observed: [],
    lastOrderNumber: 0,
    lastExecNumber: 0,
  }
}
