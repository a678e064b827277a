import type { CarriedTerms, Order, OrderId } from '../../domain/order/order'
import type { AskedTerms, HeldFor } from '../../domain/order/order-terms'
import type { Price, Rate } from '../../domain/decimal'
import type { PlanType } from '../../domain/order/plan-type'
import {
  invert,
  isGiven,
  readFlag,
  readOptionalDecimal,
  readOptionalText,
  readScaled,
  readWord,
  writeScaled,
  type JsonObject,
} from '../json'
import { SMP_TYPE_OF, SMP_TYPE_WORD } from '../words'

/**
 * A term that an order may ask for: from this the body's reader and writer derive. What a call says of it beside its name
 * is the exchange's (`exchange/api/calls/shared/asked-fields.ts`), because the page carries this.
 */
export interface AskedTerm<T> {
  readonly name: string
  /** @returns `undefined` where nothing is asked for. @throws WireError naming the field */
  read(json: JsonObject): T | undefined
  write(value: T): unknown
}

/** A term that an order's row shows: its reader and writer and the described answer derive. All of them are text. */
export interface CarriedTerm<T> {
  readonly name: string
  /** @returns `undefined` where it carries none. @throws WireError naming the field */
  read(json: JsonObject): T | undefined
  write(value: T): string
}

/** Spec §3 "Spot plan types". */
export const PLAN_TYPE_WORD: Readonly<Record<PlanType, string>> = {
  limitAndMarket: '-1',
  plan: '1',
  trailingStop: '4',
  trailingProfit: '5',
  stopLimit: '8',
  oco: '10',
  takeProfitStopLoss: '11',
}
const PLAN_TYPE_OF = invert(PLAN_TYPE_WORD)

const MARKET_UNIT_WORD = { base: 'baseCoin', quote: 'quoteCoin' } as const
export const MARKET_UNIT_OF = invert(MARKET_UNIT_WORD)

/** v5's words for them. */
const HELD_FOR_WORD: Readonly<Record<HeldFor, string>> = {
  takeProfitStopLoss: 'tpslOrder',
  oco: 'OcoOrder',
  bidirectionalTpSl: 'BidirectionalTpslOrder',
}
export const HELD_FOR_OF = invert(HELD_FOR_WORD)

/** Spec §7, create. */
export const ASKED_TERMS: { readonly [K in keyof AskedTerms]-?: AskedTerm<Exclude<AskedTerms[K], undefined>> } = {
  smpType: {
    name: 'smpType',
    read(json) {
      // `None` asks for nothing, as a missing word does.
      const smpType = isGiven(json, 'smpType') ? readWord(json, 'smpType', SMP_TYPE_OF) : 'none'
      return smpType === 'none' ? undefined : smpType
    },
    write: (smpType) => SMP_TYPE_WORD[smpType],
  },
  isSplit: {
    name: 'needGeneratePid',
    read: (json) => (isGiven(json, 'needGeneratePid') && readFlag(json, 'needGeneratePid') ? true : undefined),
    write: () => true,
  },
  marketUnit: {
    name: 'marketUnit',
    read: (json) => (isGiven(json, 'marketUnit') ? readWord(json, 'marketUnit', MARKET_UNIT_OF) : undefined),
    write: (unit) => MARKET_UNIT_WORD[unit],
  },
  heldFor: {
    name: 'orderFilter',
    // v5's other words for it say nothing that the order does not say by itself.
    read: (json) => HELD_FOR_OF.get(String(json['orderFilter'])),
    write: (heldFor) => HELD_FOR_WORD[heldFor],
  },
  trailValue: decimalTerm('trailValue'),
  trailRate: {
    name: 'trailingStopPercentageE4',
    read: (json) =>
      isGiven(json, 'trailingStopPercentageE4') ? readScaled<Rate>(json, 'trailingStopPercentageE4', 4) : undefined,
    write: (rate) => writeScaled(rate, 4, 'trailingStopPercentageE4'),
  },
  activationPrice: decimalTerm('activationPrice'),
  isLeverage: {
    name: 'isLeverage',
    // v5 counts, the native dialect says so.
    read: (json) => (json['isLeverage'] === 1 || json['isLeverage'] === true ? true : undefined),
    write: () => true,
  },
  action: {
    name: 'action',
    read: () => undefined,
    write: (action) => action,
  },
}

/** What rows of other orders say of it, too: their writers and readers do. */
type SaidByRows = 'isLeverage' | 'amount' | 'slippage'
type Carried = Omit<CarriedTerms, SaidByRows>

/** Spec §3 Order. */
export const CARRIED_TERMS: { readonly [K in keyof Carried]-?: CarriedTerm<Exclude<Carried[K], undefined>> } = {
  parentOrderId: orderIdTerm('parentOrderId'),
  legOrderId1: orderIdTerm('legOrderId1'),
  legOrderId2: orderIdTerm('legOrderId2'),
  planType: {
    name: 'planType',
    read: (json) => (isGiven(json, 'planType') ? readWord(json, 'planType', PLAN_TYPE_OF) : undefined),
    write: (planType) => PLAN_TYPE_WORD[planType],
  },
  orderIv: {
    name: 'orderIv',
    read: (json) => readOptionalDecimal<Rate>(json, 'orderIv') ?? undefined,
    write: (volatility) => volatility,
  },
}

function decimalTerm(name: string): AskedTerm<Price> {
  return {
    name,
    read: (json) => readOptionalDecimal<Price>(json, name) ?? undefined,
    write: (price) => price,
  }
}

function orderIdTerm(name: string): CarriedTerm<OrderId> {
  return { name, read: (json) => (readOptionalText(json, name) as OrderId | null) ?? undefined, write: (id) => id }
}

const ASKED = Object.entries(ASKED_TERMS) as unknown as readonly [keyof AskedTerms, AskedTerm<unknown>][]
const CARRIED = Object.entries(CARRIED_TERMS) as unknown as readonly [keyof Carried, CarriedTerm<unknown>][]

/** Left out where there are none: the same body as ever has the same hash as ever (decisions 5). */
export function readAskedTerms(json: JsonObject): AskedTerms {
  return read(ASKED, json)
}

export function writeAskedTerms(terms: AskedTerms): JsonObject {
  return write(ASKED, terms)
}

export function readCarriedTerms(json: JsonObject): Carried {
  return read(CARRIED, json)
}

export function writeCarriedTerms(order: Order): JsonObject {
  return write(CARRIED, order)
}

/** Whether its row has none of them. */
export function carriesNothing(order: Carried): boolean {
  return CARRIED.every(([key]) => order[key] === undefined)
}

interface Term {
  readonly name: string
  read(json: JsonObject): unknown
  write(value: unknown): unknown
}

function read<T>(terms: readonly (readonly [keyof T, Pick<Term, 'read'>])[], json: JsonObject): Partial<T> {
  const found: Partial<Record<keyof T, unknown>> = {}
  for (const [key, term] of terms) {
    const value = term.read(json)
    if (value !== undefined) found[key] = value
  }
  return found as Partial<T>
}

function write<T>(terms: readonly (readonly [keyof T, Pick<Term, 'name' | 'write'>])[], from: T): JsonObject {
  const written: Record<string, unknown> = {}
  for (const [key, term] of terms) {
    const value = from[key]
    if (value !== undefined) written[term.name] = term.write(value)
  }
  return written
}
