import type { AskedTerms } from '../../../../src/domain/order/order-terms'
import { ASKED_TERMS, HELD_FOR_OF, MARKET_UNIT_OF } from '../../../../src/wire/shape/order-terms'
import { SMP_TYPE_OF } from '../../../../src/wire/words'
import { decimal, flag, optional, scaled, text, word, type Field } from './route/field'

interface AskedField {
  readonly field: Field<unknown>
  /** Taken by the native dialect's call alone. */
  readonly isNative: boolean
}

/** What a call takes of each term that an order may ask for, and says of it beside its name. */
const ASKED_FIELDS: { readonly [K in keyof AskedTerms]-?: AskedField } = {
  smpType: {
    isNative: false,
    field: word([...SMP_TYPE_OF.keys()], {
      about: 'what becomes of an own order in the way; `None`, or left out: the one at rest is cancelled',
    }),
  },
  isSplit: {
    isNative: true,
    field: flag({
      about: 'a quantity above the contract’s largest order becomes several; the parts bear the id of the first',
    }),
  },
  marketUnit: {
    isNative: false,
    field: word([...MARKET_UNIT_OF.keys()], {
      about: 'of a pair’s market order: the coin that `qty` counts; left out, the base coin',
    }),
  },
  heldFor: {
    isNative: true,
    field: word([...HELD_FOR_OF.keys()], {
      about:
        'of a pair, whose order then holds back what it pays with while it waits: one with a trigger, or a `takeProfit` and a `stopLoss` over one amount',
    }),
  },
  trailValue: {
    isNative: true,
    field: decimal({ about: 'of a pair’s market order: how far the price has to come back from its best' }),
  },
  trailRate: { isNative: true, field: scaled(4, { about: 'the same as a part of that price: 100 is 1 %' }) },
  activationPrice: {
    isNative: true,
    field: decimal({ about: 'of an order that trails: the price that it begins at; left out, at once' }),
  },
  isLeverage: { isNative: true, field: flag({ about: 'of a pair’s order: it may pay with what it borrows' }) },
  action: {
    isNative: true,
    field: text({
      max: 40,
      about: 'why it is sent; `ReverseClose` is at market, good-till-cancel, reduce-only and close-on-trigger',
    }),
  },
}

/** The terms that a dialect's call takes, by their names on the wire. */
export function askedFields({ isNative }: { readonly isNative: boolean }): Readonly<Record<never, Field<unknown>>> {
  const terms = (Object.keys(ASKED_FIELDS) as (keyof AskedTerms)[]).filter(
    (term) => ASKED_FIELDS[term].isNative === isNative,
  )
  return Object.fromEntries(terms.map((term) => [ASKED_TERMS[term].name, optional(ASKED_FIELDS[term].field)]))
}
