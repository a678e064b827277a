import { CodeColumn, NumberColumn, type NumberList } from './columns'

/**
 * What stored data has to look like before it is read back. A form is declared beside the type that it stands for and
 * the compiler holds the two together: a field that the type has and the form lacks (or the other way round) does not
 * compile. So what is expected never depends on what a running program happens to hold.
 */
export interface Form<T> {
  /** @returns what does not fit, with its place (`rooms.BTCUSDT.trades[3] is a string`); `null` where all fits */
  misfit(found: unknown, place: string): string | null
  /** Never set. Makes `Form<T>` stand for exactly `T`, neither for less nor for more. */
  readonly exactly?: (value: T) => T
}

/** A field that may be missing. */
export interface OptionalField<T> {
  readonly optional: Form<T>
}

type FieldForms<T> = {
  readonly [K in keyof T]-?: Record<never, never> extends Pick<T, K>
    ? OptionalField<Exclude<T[K], undefined>>
    : Form<T[K]>
}

/** A finite number: JSON has no other. */
export const number: Form<number> = form((found) => typeof found === 'number' && Number.isFinite(found), 'no number')
export const flag: Form<boolean> = form((found) => typeof found === 'boolean', 'neither true nor false')
/** What is true where it is there at all. */
export const yes: Form<true> = form((found) => found === true, 'not true')
/** Numbers in a column, or in the list that it becomes in JSON. */
export const numbers: Form<NumberList> = form(
  (found) =>
    found instanceof NumberColumn ||
    found instanceof CodeColumn ||
    (Array.isArray(found) && found.every((one) => typeof one === 'number' && Number.isFinite(one))),
  'no list of numbers',
)

/** Text, also text of a brand. */
export function text<T extends string = string>(): Form<T> {
  return form((found) => typeof found === 'string', 'no text')
}

export function oneOf<const T extends string | number>(...values: readonly T[]): Form<T> {
  const known = new Set<unknown>(values)
  return form((found) => known.has(found), `none of ${values.join(', ')}`)
}

export function nullable<T>(inner: Form<T>): Form<T | null> {
  return { misfit: (found, place) => (found === null ? null : inner.misfit(found, place)) }
}

export function optional<T>(inner: Form<T>): OptionalField<T> {
  return { optional: inner }
}

export function list<L extends readonly unknown[]>(row: Form<L[number]>): Form<L> {
  return {
    misfit: (found, place) =>
      Array.isArray(found)
        ? first(found.entries(), ([at, one]) => row.misfit(one, `${place}[${at}]`))
        : `${named(place)} is no list`,
  }
}

export function tuple<L extends readonly unknown[]>(
  ...rows: { readonly [At in keyof L]: Form<L[At]> }
): Form<Readonly<L>> {
  return {
    misfit(found, place) {
      if (!Array.isArray(found) || found.length !== rows.length) return `${named(place)} is no list of ${rows.length}`
      return first(rows.entries(), ([at, row]) => row.misfit(found[at], `${place}[${at}]`))
    },
  }
}

/** Values by names that the form does not know, such as symbols. */
export function byName<R extends Readonly<Record<string, unknown>>>(value: Form<R[string]>): Form<R> {
  return {
    misfit: (found, place) =>
      isRecord(found)
        ? first(Object.entries(found), ([name, one]) => value.misfit(one, below(place, name)))
        : `${named(place)} is no record`,
  }
}

/** A record with these fields and no others: what a form does not know was written by a build that knows more. */
export function fields<T extends object>(forms: FieldForms<T>): Form<T> {
  const rows = Object.entries(forms as Record<string, Form<unknown> | OptionalField<unknown>>)
  const names = new Set(rows.map(([name]) => name))
  return {
    misfit(found, place) {
      if (!isRecord(found)) return `${named(place)} is no record`
      const missed = first(rows, ([name, row]) => {
        const isThere = Object.hasOwn(found, name) && found[name] !== undefined
        if ('optional' in row) return isThere ? row.optional.misfit(found[name], below(place, name)) : null
        return isThere ? row.misfit(found[name], below(place, name)) : `${below(place, name)} is missing`
      })
      if (missed !== null) return missed
      const stray = Object.keys(found).find((name) => !names.has(name) && found[name] !== undefined)
      return stray === undefined ? null : `${below(place, stray)} is unknown`
    },
  }
}

/** One of several records, told apart by the field `key`. */
export function variants<T extends object, K extends keyof T & string>(
  key: K,
  forms: { readonly [V in T[K] & string]: Form<Extract<T, Readonly<Record<K, V>>>> },
): Form<T> {
  const known = new Map<unknown, Form<T>>(Object.entries(forms) as [string, Form<T>][])
  return {
    misfit(found, place) {
      if (!isRecord(found)) return `${named(place)} is no record`
      const variant = known.get(found[key])
      return variant === undefined
        ? `${below(place, key)} is none of ${[...known.keys()].join(', ')}`
        : variant.misfit(found, place)
    },
  }
}

function form<T>(fits: (found: unknown) => boolean, problem: string): Form<T> {
  return { misfit: (found, place) => (fits(found) ? null : `${named(place)} is ${problem}`) }
}

function below(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`
}

function named(place: string): string {
  return place === '' ? 'the state' : place
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function first<Row>(rows: Iterable<Row>, find: (row: Row) => string | null): string | null {
  for (const row of rows) {
    const found = find(row)
    if (found !== null) return found
  }
  return null
}
