import { describe, expect, test } from 'vitest'
import { NumberColumn } from '../../src/base/columns'
import {
  byName,
  fields,
  flag,
  list,
  nullable,
  number,
  numbers,
  oneOf,
  optional,
  text,
  tuple,
  variants,
  type Form,
} from '../../src/base/form'

interface Cash {
  readonly coin: string
  readonly walletE8: number
}

interface State {
  readonly seq: number
  readonly accounts: readonly { readonly name: string; readonly cash: readonly Cash[] }[]
  readonly prices: Readonly<Record<string, number>>
  readonly anchor: { readonly price: number } | null
  readonly premium?: number
}

const STATE: Form<State> = fields<State>({
  seq: number,
  accounts: list<State['accounts']>(
    fields({ name: text(), cash: list(fields<Cash>({ coin: text(), walletE8: number })) }),
  ),
  prices: byName<State['prices']>(number),
  anchor: nullable(fields({ price: number })),
  premium: optional(number),
})

describe('the declared form of stored data', () => {
  const whole = { seq: 4, accounts: [{ name: 'a', cash: [{ coin: 'USDT', walletE8: 1 }] }], prices: {}, anchor: null }

  test.each<[unknown, string | null]>([
    [whole, null],
    [{ ...whole, accounts: [], prices: { BTCUSDT: 1 }, anchor: { price: 1 }, premium: 2 }, null],
    [{ ...whole, accounts: [{ name: 'a', cash: [{ coin: 'USDT' }] }] }, 'accounts[0].cash[0].walletE8 is missing'],
    [{ ...whole, accounts: [...whole.accounts, { name: 'c' }] }, 'accounts[1].cash is missing'],
    [{ ...whole, seq: null }, 'seq is no number'],
    [{ ...whole, seq: Number.NaN }, 'seq is no number'],
    [{ ...whole, prices: [] }, 'prices is no record'],
    [{ ...whole, prices: { BTCUSDT: '1' } }, 'prices.BTCUSDT is no number'],
    [{ ...whole, anchor: {} }, 'anchor.price is missing'],
    [{ ...whole, premium: '2' }, 'premium is no number'],
    [{ ...whole, later: 1 }, 'later is unknown'],
    [null, 'the state is no record'],
  ])('%j: %s', (found, expected) => {
    expect(STATE.misfit(found, '')).toBe(expected)
  })

  test('a column and the list that JSON makes of it are one', () => {
    const column = NumberColumn.from([1, 2])
    expect(numbers.misfit(column, 'ticks')).toBeNull()
    expect(numbers.misfit(JSON.parse(JSON.stringify(column)), 'ticks')).toBeNull()
    expect(numbers.misfit([1, null], 'ticks')).toBe('ticks is no list of numbers')
  })

  test('a row of places has all of them, and no more', () => {
    const row = tuple(text(), number, flag)
    expect(row.misfit(['a', 1, true], 'row')).toBeNull()
    expect(row.misfit(['a', 1], 'row')).toBe('row is no list of 3')
    expect(row.misfit(['a', 'b', true], 'row')).toBe('row[1] is no number')
  })

  test('records of several kinds are told apart by their word', () => {
    type Terms = { readonly kind: 'twap'; readonly parts: number } | { readonly kind: 'chase' }
    const terms = variants<Terms, 'kind'>('kind', {
      twap: fields({ kind: oneOf('twap'), parts: number }),
      chase: fields({ kind: oneOf('chase') }),
    })
    expect(terms.misfit({ kind: 'chase' }, 'terms')).toBeNull()
    expect(terms.misfit({ kind: 'twap' }, 'terms')).toBe('terms.parts is missing')
    expect(terms.misfit({ kind: 'grid' }, 'terms')).toBe('terms.kind is none of twap, chase')
  })
})
