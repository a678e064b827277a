import { expect } from 'vitest'
import type { Answer } from '../../exchange/api/lib/client'
import { rowsOf, type Query, type Row, type World } from './world'

/** One call of v5's documents, and what becomes of each parameter that they name for it. */
export interface Call {
  /** Page of the documents (bybit-exchange.github.io/docs/v5/…) that names them. */
  readonly doc: string
  /** What is asked besides the parameter in question, for a good answer. */
  readonly with?: Query | ((world: World) => Promise<Query>)
  readonly parameters: Readonly<Record<string, Proof>>
  /** Parameters that are this exchange's own, or the published library's alone: why. */
  readonly ours?: Readonly<Record<string, string>>
}

export interface Asked {
  readonly world: World
  /** `GET /v5/…` */
  readonly path: string
  readonly name: string
  readonly base: Query
}

export interface Proof {
  /** What the table says of the parameter, for the test's name. */
  readonly says: string
  readonly prove: (asked: Asked) => Promise<void>
}

const proof = (says: string, prove: Proof['prove']): Proof => ({ says, prove })

function without({ base, name }: Asked): Query {
  const { [name]: _own, ...rest } = base
  return rest
}

async function ask(asked: Asked, value: string | number): Promise<Answer> {
  return asked.world.get(asked.path, { ...without(asked), [asked.name]: value })
}

const all = (asked: Asked, value: string | number): Promise<readonly Row[]> =>
  asked.world.all(asked.path, { ...without(asked), [asked.name]: value })

async function expectRefused(asked: Asked, value: string | number): Promise<void> {
  expect(await ask(asked, value), `${asked.name}=${value}`).toMatchObject({
    retCode: 10001,
    retExtInfo: { field: asked.name },
  })
}

type ValueOf = string | ((row: Row) => unknown)
const valueOf = (of: ValueOf, row: Row): unknown => (typeof of === 'string' ? row[of] : of(row))

/** Of the whole list it gives exactly the rows that are of the value; two values give two lists, both with rows. */
export function narrows(of: ValueOf, ...values: readonly (string | number)[]): Proof {
  return proof('narrows the list', async (asked) => {
    const whole = await asked.world.all(asked.path, without(asked))
    const found = []
    for (const value of values) {
      const rows = await all(asked, value)
      expect(rows.length, `${asked.name}=${value}`).toBeGreaterThan(0)
      expect(rows).toEqual(whole.filter((row) => String(valueOf(of, row)) === String(value)))
      found.push(rows)
    }
    const [first, second = whole] = found
    expect(first).not.toEqual(second)
  })
}

/** Of a list that cannot be asked for without it: each value gives rows of its own. */
export function chooses(of: ValueOf, ...values: readonly string[]): Proof {
  return proof('chooses the rows', async (asked) => {
    for (const value of values) {
      const rows = await all(asked, value)
      expect(rows.length, `${asked.name}=${value}`).toBeGreaterThan(0)
      for (const row of rows) expect(String(valueOf(of, row))).toBe(value)
    }
    await expectRefused(asked, 'nothing that is known')
  })
}

/** Each value gives the answer that is told of it. */
export function answers(
  what: string,
  told: (answer: Answer) => unknown,
  right: Readonly<Record<string, unknown>>,
): Proof {
  return proof(what, async (asked) => {
    for (const [value, expected] of Object.entries(right)) {
      const answer = await ask(asked, value)
      expect(answer, `${asked.name}=${value}`).toMatchObject({ retCode: 0 })
      expect(told(answer), `${asked.name}=${value}`).toEqual(expected)
    }
  })
}

/** So many rows, so many more; none and too many are refused. */
export function limits(most: number, from: readonly [number, number] = [1, 2]): Proof {
  return proof('bounds the page', async (asked) => {
    for (const limit of from) expect(rowsOf(await ask(asked, limit)), `${limit}`).toHaveLength(limit)
    await expectRefused(asked, 0)
    await expectRefused(asked, most + 1)
  })
}

/** One row a page, and the pages together are the list. */
export function pages(): Proof {
  return proof('reads on', async (asked) => {
    const whole = await asked.world.all(asked.path, asked.base)
    expect(whole.length).toBeGreaterThan(1)
    const single = { ...asked.base, limit: 1 }
    const first = await asked.world.get(asked.path, single)
    const cursor = String(first.result['nextPageCursor'])
    const second = rowsOf(await asked.world.get(asked.path, { ...single, cursor }))
    expect([...rowsOf(first), ...second]).toEqual(whole.slice(0, 2))
  })
}

/** Both ends of a time, included: `field` says when a row was. */
export function since(field: ValueOf): Proof {
  return proof('begins the list', (asked) => boundsTime(asked, field, (at, bound) => at >= bound))
}
export function until(field: ValueOf): Proof {
  return proof('ends the list', (asked) => boundsTime(asked, field, (at, bound) => at <= bound))
}

async function boundsTime(asked: Asked, field: ValueOf, isIn: (at: number, bound: number) => boolean): Promise<void> {
  const whole = await asked.world.all(asked.path, without(asked))
  const times = whole.map((row) => Number(valueOf(field, row)))
  const bounds = [...new Set(times)].toSorted((a, b) => a - b)
  expect(bounds.length, 'rows of different times').toBeGreaterThan(1)
  for (const bound of [bounds[0]!, bounds.at(-1)!]) {
    const expected = whole.filter((_row, i) => isIn(times[i]!, bound))
    expect(await all(asked, bound)).toEqual(expected)
  }
  await expectRefused(asked, 'yesterday')
}

/** The one word there is changes nothing; another one is refused by the parameter's name. */
export function only(good: readonly (string | number)[], ...bad: readonly (string | number)[]): Proof {
  return proof(`is ${good.join(' or ')}, or refused by its name`, async (asked) => {
    const plain = await asked.world.get(asked.path, without(asked))
    for (const word of good) expect((await ask(asked, word)).result).toEqual(plain.result)
    for (const word of bad) await expectRefused(asked, word)
  })
}

/** Whatever is asked for is refused by the parameter's name. */
export function refused(...values: readonly (string | number)[]): Proof {
  return proof('is refused by its name', async (asked) => {
    for (const value of values) await expectRefused(asked, value)
  })
}

/** The list is empty whatever is asked: a good value is read, a bad one refused by the parameter's name. */
export function ofNothing(good: string | number, ...bad: readonly (string | number)[]): Proof {
  return proof('finds nothing in an empty list', async (asked) => {
    const answer = await ask(asked, good)
    expect(answer).toMatchObject({ retCode: 0 })
    expect(rowsOf(answer)).toEqual([])
    for (const value of bad) await expectRefused(asked, value)
  })
}

/** Two things that have to hold. */
export function both(...proofs: readonly Proof[]): Proof {
  return proof(proofs.map((one) => one.says).join('; '), async (asked) => {
    for (const one of proofs) await one.prove(asked)
  })
}

/** A proof of its own. */
export function shown(says: string, prove: Proof['prove']): Proof {
  return proof(says, prove)
}
