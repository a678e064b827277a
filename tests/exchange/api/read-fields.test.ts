import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refused } from '../../../exchange/api/core'
import { integer, optional, readFields, text, withDefault, word } from '../../../exchange/api/calls/shared/route/field'

const FIELDS = {
  symbol: text({ max: 5 }),
  side: word(['Buy', 'Sell']),
  limit: withDefault(integer({ min: 1, max: 50 }), 20),
  note: optional(text({ max: 3 })),
}

const refusalOf = (input: Record<string, unknown>): string | undefined => {
  try {
    readFields(FIELDS, input)
    return undefined
  } catch (error) {
    return (error as Refused).extMap['field'] as string
  }
}

describe('the parameters of a call', () => {
  it('are those that were declared, each with what stands for it where nothing was sent', () => {
    const sent = { symbol: 'BTC', side: 'Buy', note: '', limit: null, more: 1, constructor: 'x' }
    expect(readFields(FIELDS, sent)).toEqual({ symbol: 'BTC', side: 'Buy', limit: 20, note: null })
  })

  it('are refused by the first that is wrong in the order of their declaration, however they were sent', () => {
    const value = fc.constantFrom(undefined, null, '', 'BTC', 'too long', 'Buy', 7, 99, true)
    fc.assert(
      fc.property(
        fc.record({ symbol: value, side: value, limit: value, note: value }),
        fc.boolean(),
        (all, isTurned) => {
          const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[]
          // What is wrong alone, beside others that are right.
          const right = { symbol: 'BTC', side: 'Buy', limit: 7, note: 'abc' }
          const firstWrong = names.find((name) => refusalOf({ ...right, [name]: all[name] }) !== undefined)
          const entries = Object.entries(all)
          const sent = Object.fromEntries(isTurned ? entries.toReversed() : entries)
          expect(refusalOf(sent)).toBe(firstWrong)
        },
      ),
    )
  })
})
