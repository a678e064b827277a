import { flag, byName, fields, list, nullable, number, oneOf, optional, text, type Form } from '../../src/base/form'
import type { Price } from '../../src/domain/decimal'
import type { EngineRules } from '../engine/engine-rules'
import type { EngineSnapshot } from '../engine/snapshot'
import { ENGINE_FORM } from '../engine/snapshot-form'
import type { Markets, SymbolSets } from '../listings/catalogue'
import { PRODUCT_FAMILIES, type ProductFamily } from '../listings/product-family'
import { DATED_ROW_FORM, type DatedRow } from './dated-calendar'
import { DELIVERY_GROUP_FORM, type DeliveryGroup } from './past-deliveries'
import type { TickSizes } from './listing-life'
import { ANCHOR_FORM, type Anchor, type SeededBy } from './market-setup'
import { PRE_LISTINGS_FORM, type PreListingsState } from './pre-listings'
import { STRATEGIES_FORM, type AlgoOrdersState } from './algo-orders/algo-orders'
import { FAMILY_STATES_FORM, type FamilyStates } from './families'
import { LISTED_INSTRUMENT_FORM, type ListedInstrumentState } from './listed-instrument'
import { USERS_FORM, type UsersState } from './users'

export interface VenueGenesis {
  readonly seed: number
  readonly region: string
  /** Symbol whose reference market a recorded feed will drive; `null` without one. */
  readonly feedSymbol: string | null
  readonly startMs: number
  /** Left out, linear perpetuals alone. */
  readonly markets?: Markets
  /** Left out, perpetuals stand at their index and pay plain interest, as in exchanges that began before there were premiums. */
  readonly premiums?: boolean
  /** Left out, makers' prices and options' takers take no notice of what was traded, as in exchanges that began before they did. */
  readonly orderFlow?: boolean
  /** Left out, options and dated contracts follow the index to their delivery, as in exchanges that began before (ADR-900). */
  readonly meanValues?: boolean
  /** Left out, liquidations of options cost the fee of the trade alone, as in exchanges that began before (ADR-963). */
  readonly liquidationFee?: boolean
  /** Left out, averages of inverse contracts are made of rounded values, as in exchanges that began before (ADR-965). */
  readonly exactAverages?: boolean
  /** Left out, margin that a spread's fill frees counts after the fill alone, as in exchanges that began before (ADR-1025). */
  readonly freedMargin?: boolean
  /** Left out, rows of a liquidation and of a conversion say their fees in one sum, as in exchanges that began before (ADR-971). */
  readonly namedFees?: boolean
  /** Left out, closing a part of a position moves its average by what is rounded, as in exchanges that began before (ADR-973). */
  readonly steadyAverages?: boolean
  /** Left out, orders are taken without a look at the debt that they make, as in exchanges that began before (ADR-999). */
  readonly orderDebts?: boolean
  /**
   * How many of the rules that came after the flags above were there when the exchange began; left out, none. A new rule
   * takes the next number instead of a flag (ADR-1029). From 1 on the rate shown last is paid (ADR-902),
   * from 2 on an order of an amount that waited spends it (ADR-1046), from 3 on who holds at its time
   * pays a funding (ADR-1040), from 4 on rows of a takeover say what was charged (ADR-1032), from 5
   * on portfolio margin takes the normal distribution from its table (ADR-1052), from 6 on it counts reduce-only orders that
   * take a hedge away (ADR-1041), from 7 on the spot hedge that the fills of a scenario leave (ADR-1042), from 8 on
   * orders of spreads by both legs together (ADR-1043),
   * from 9 on a fee of an inverse contract is a unit at least (ADR-1048),
   * from 10 on what a swap of coins loses of the collateral is by the slices that it reaches (ADR-1049),
   * from 11 on with portfolio margin a fill counts with the contingency that it leaves (ADR-1058),
   * from 12 on a swap of coins is asked with its fee, and for a debt once (ADR-1059),
   * from 13 on what guards a position is asked as a reduce-only order is, and from 14 on it says that it
   * waits (ADR-1041), and the order of a running strategy is not changed without it,
   * from 16 on what keeps a mode from being changed is told before open orders of spreads are (ADR-1085),
   * from 17 on a refused margin mode names debts, switches and spreads (ADR-1090),
   * from 18 on the answer to a split order counts its parts and says why one was not taken (ADR-1092).
   */
  readonly edition?: number
  /** Left out, the USDC and inverse perpetuals of exchanges that began before those of spec §9 were listed. */
  readonly sets?: SymbolSets
  /** What is listed beside contracts; left out, nothing. */
  readonly families?: readonly ProductFamily[]
}

/** The market and the rules of an exchange that begins now: what one that began before lacks is left out in its first line. */
export const PRESENT_GENESIS = {
  premiums: true,
  orderFlow: true,
  meanValues: true,
  liquidationFee: true,
  exactAverages: true,
  freedMargin: true,
  namedFees: true,
  steadyAverages: true,
  orderDebts: true,
  edition: 19,
  sets: 'specified',
} as const satisfies Partial<VenueGenesis>

/** What an exchange that began before a part of the market was there lacks of it. */
export function seededBy({
  seed,
  premiums = false,
  orderFlow = false,
  meanValues = false,
  edition = 0,
}: Pick<VenueGenesis, 'seed' | 'premiums' | 'orderFlow' | 'meanValues' | 'edition'>): SeededBy {
  return {
    seed,
    hasPremiums: premiums,
    hasOrderFlow: orderFlow,
    hasMeanValues: meanValues,
    paysShownRates: edition >= 1,
    paysOnTime: edition >= 3,
  }
}

/** What was decided of orders and strategies outside the engine later than the first of them. */
export interface OrderRules {
  /** The order of a running strategy is left to it (ADR-978). */
  readonly keepsStrategies: boolean
  /** A strategy ends with its order, and not with the next step of the market (ADR-072). */
  readonly endsAtOnce: boolean
  /** The answer to a split order counts its parts, and says why one was not taken (ADR-1092). */
  readonly namesFailedParts: boolean
  /** A leverage between two steps is refused with the maximum that would be taken (ADR-1106). */
  readonly asksLeverages: boolean
}

export function orderRules({ edition = 0 }: Pick<VenueGenesis, 'edition'>): OrderRules {
  return {
    keepsStrategies: edition >= 14,
    endsAtOnce: edition >= 15,
    namesFailedParts: edition >= 18,
    asksLeverages: edition >= 19,
  }
}

/** What the engine of an exchange that began before a rule goes on without. */
export function rulesOf({
  liquidationFee = false,
  exactAverages = false,
  freedMargin = false,
  namedFees = false,
  steadyAverages = false,
  orderDebts = false,
  edition = 0,
}: Pick<
  VenueGenesis,
  'liquidationFee' | 'exactAverages' | 'freedMargin' | 'namedFees' | 'steadyAverages' | 'orderDebts' | 'edition'
>): EngineRules {
  return {
    chargesLiquidationFee: liquidationFee,
    keepsValueRests: exactAverages,
    usesFreedMargin: freedMargin,
    namesFees: namedFees,
    keepsCostRests: steadyAverages,
    countsOrderDebts: orderDebts,
    spendsFiredAmounts: edition >= 2,
    namesTakeoverFees: edition >= 4,
    repricesByTable: edition >= 5,
    countsReducing: edition >= 6,
    hedgesWorstFills: edition >= 7,
    marginsSpreadsWhole: edition >= 8,
    chargesLeastFee: edition >= 9,
    countsReachedSlices: edition >= 10,
    freesContingency: edition >= 11,
    asksSwapsExactly: edition >= 12,
    checksGuards: edition >= 13,
    tellsHeldBack: edition >= 14,
    namesShortCoins: edition >= 15,
    asksCountedFills: edition >= 15,
    tellsSpreadsLast: edition >= 16,
    namesCauses: edition >= 17,
    boundsBothSides: edition >= 19,
    takesThinAmounts: edition >= 19,
  }
}

/** All that a venue is, as a snapshot holds it. */
export interface VenueState extends UsersState {
  readonly version: 1
  readonly genesis: VenueGenesis
  readonly engine: EngineSnapshot
  readonly seq: number
  readonly nowMs: number
  readonly strategies: AlgoOrdersState
  readonly tickSizes: TickSizes
  readonly feedAnchor: Anchor | null
  readonly dated: readonly DatedRow[]
  /** What was delivered and is listed no more; left out where there is none. */
  readonly delivered?: readonly DeliveryGroup[]
  readonly preListings: PreListingsState
  readonly rooms: Readonly<Record<string, ListedInstrumentState>>
  /** What the markets beside contracts keep, by family; left out where there are none. */
  readonly families?: FamilyStates
}

const GENESIS_FORM: Form<VenueGenesis> = fields<VenueGenesis>({
  seed: number,
  region: text(),
  feedSymbol: nullable(text()),
  startMs: number,
  markets: optional(oneOf<Markets>('linear', 'all')),
  premiums: optional(flag),
  orderFlow: optional(flag),
  meanValues: optional(flag),
  liquidationFee: optional(flag),
  exactAverages: optional(flag),
  freedMargin: optional(flag),
  namedFees: optional(flag),
  steadyAverages: optional(flag),
  orderDebts: optional(flag),
  edition: optional(number),
  sets: optional(oneOf<SymbolSets>('specified', 'former')),
  families: optional(list(oneOf<ProductFamily>(...PRODUCT_FAMILIES))),
})

/** What a snapshot of this build looks like, at every age of an exchange. */
const VENUE_FORM: Form<VenueState> = fields<VenueState>({
  version: oneOf(1),
  genesis: GENESIS_FORM,
  engine: ENGINE_FORM,
  seq: number,
  nowMs: number,
  ...USERS_FORM,
  strategies: STRATEGIES_FORM,
  tickSizes: byName<TickSizes>(text<Price>()),
  feedAnchor: nullable(ANCHOR_FORM),
  dated: list(DATED_ROW_FORM),
  delivered: optional(list(DELIVERY_GROUP_FORM)),
  preListings: PRE_LISTINGS_FORM,
  rooms: byName(LISTED_INSTRUMENT_FORM),
  families: optional(FAMILY_STATES_FORM),
})

/** @returns what keeps a stored state from being of this build's form, `null` where nothing does */
export function misfitOf(state: unknown): string | null {
  return VENUE_FORM.misfit(state, '')
}
