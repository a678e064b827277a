import { Exact, type DecimalText } from '../../../../../src/domain/decimal'
import { decimalOf, isObject, NumberText, textOf, type JsonObject } from '../../../../../src/wire/json'
import { CODE } from '../../../../../src/wire/rest/codes'
import { Refused } from '../../../refused'
import type { Schema } from './schema'

/**
 * One parameter of a call: what is written down about it, and the only way it is read. Values keep the form they have
 * on the wire (a decimal stays text, a word the wire's word), so that the readers of `src/wire` take them as they are.
 */
export interface Field<T> {
  readonly schema: Schema
  readonly isRequired: boolean
  /** What it is where nothing was sent: missing, `null` and the empty text are all that (src/wire/json.ts). */
  readonly absent: T
  /** The parameter of which this is another name. */
  readonly twin?: Twin
  /** @throws Refused 10001 naming the field and the bound */
  read(value: unknown, name: string): T
}

/** Another name of the same number: where both are sent, they have to say the same. */
export interface Twin {
  readonly of: string
  /** Whole numbers of this parameter are the other's decimals times ten to this. */
  readonly scale: number
}

/** Inputs by name. */
export type Fields = Readonly<Record<string, Field<unknown>>>
export type Read<F extends Fields> = { readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : never }

const TEXT_MAX = 100

interface Described {
  /** What the name does not say: unit, meaning of a number, what it replaces. */
  readonly about?: string
}

function refused(name: string, why: string, bounds: Readonly<Record<string, string>> = {}): Refused {
  return new Refused(CODE.badRequest, `${name} ${why}`, { field: name, ...bounds })
}

function required<T>(schema: Schema, about: string | undefined, read: (value: unknown, name: string) => T): Field<T> {
  const described = about === undefined ? schema : { ...schema, description: about }
  // Never looked at: `readFields` refuses before.
  return { schema: described, isRequired: true, absent: undefined as T, read }
}

/** Text, of 100 characters at most where nothing else is said. */
export function text({ max = TEXT_MAX, about }: Described & { readonly max?: number } = {}): Field<string> {
  return required({ type: 'string', maxLength: max }, about, (value, name) => {
    if (typeof value !== 'string') throw refused(name, 'has to be text')
    if (value.length > max) throw refused(name, 'is too long', { max: String(max) })
    return value
  })
}

/** One of these words. */
export function word<const W extends string>(words: readonly W[], { about }: Described = {}): Field<W> {
  return required({ type: 'string', enum: words }, about, (value, name) => {
    if (!words.includes(value as W)) throw refused(name, 'is no word of this call', { oneOf: words.join(',') })
    return value as W
  })
}

/** A whole number within bounds, as a number or as digits. */
export function integer({
  min,
  max,
  about,
}: Described & { readonly min: number; readonly max: number }): Field<number> {
  return required({ type: 'integer', minimum: min, maximum: max }, about, (value, name) => {
    const number = wholeOf(value)
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw refused(name, 'has to be a whole number')
    if (number < min || number > max) throw refused(name, 'is out of bounds', { min: String(min), max: String(max) })
    return number
  })
}

/** One of a few numbers that stand for something, as a number or as digits. */
export function choice<const N extends number>(numbers: readonly N[], { about }: Described = {}): Field<N> {
  const bounds = { minimum: Math.min(...numbers), maximum: Math.max(...numbers) }
  return required({ type: 'integer', ...bounds }, about, (value, name) => {
    const number = wholeOf(value)
    if (!numbers.includes(number as N)) throw refused(name, 'is no choice of this call', { oneOf: numbers.join(',') })
    return number as N
  })
}

/** Exact decimal text, or where v5's clients send a JSON number its digits. A double is refused (decisions 6). */
export function decimal({ about }: Described = {}): Field<DecimalText> {
  return required({ type: 'string', pattern: String.raw`^[+-]?\d+(\.\d+)?$` }, about, (value, name) => {
    const read = decimalOf(value)
    if (read === null) throw refused(name, 'has to be a decimal')
    return read
  })
}

/** What is read as a whole number: a number, digits as text, or a number that was written with a fraction of nothing. */
function wholeOf(value: unknown): unknown {
  const text = value instanceof NumberText ? decimalOf(value) : value
  return typeof text === 'string' && /^-?\d{1,16}$/.test(text) ? Number(text) : value
}

/** A scaled whole number (E8, E4, E2), as a number or as digits. */
export function scaled(scale: 2 | 4 | 8, { about }: Described = {}): Field<string> {
  const said = about === undefined ? `times 1e${scale}` : `${about}, times 1e${scale}`
  return required({ type: 'string', pattern: String.raw`^-?\d{1,18}$` }, said, (value, name) => {
    const digits = value instanceof NumberText ? decimalOf(value) : textOf(value)
    if (digits === null || !/^-?\d{1,18}$/.test(digits)) throw refused(name, `has to be a whole number (E${scale})`)
    return digits
  })
}

export function flag({ about }: Described = {}): Field<boolean> {
  return required({ type: 'boolean' }, about, (value, name) => {
    if (typeof value !== 'boolean') throw refused(name, 'has to be true or false')
    return value
  })
}

/**
 * A documented parameter that asks for what is not here: the words that ask for nothing are taken, any other is refused
 * by its name. It is never ignored (decisions 43).
 */
export function unserved(takes: readonly (string | number | boolean)[], about: string): Field<null> {
  const first = takes[0]
  const type = typeof first === 'number' ? 'integer' : typeof first === 'boolean' ? 'boolean' : 'string'
  const words = takes.map(String)
  const description = words.length === 0 ? `refused: ${about}` : `refused but for \`${words.join('`, `')}\`: ${about}`
  const field = required({ type }, description, (value, name) => {
    const word = value instanceof NumberText ? decimalOf(value) : value
    if (!words.includes(String(word)) || typeof word === 'object') throw refused(name, `is not taken here: ${about}`)
    return null
  })
  return optional(field)
}

/** An object with fields of its own. */
export function fieldsOf<const F extends Fields>(fields: F, { about }: Described = {}): Field<Read<F>> {
  return required(schemaOf(fields), about, (value, name) => {
    if (!isObject(value)) throw refused(name, 'has to be an object')
    return readFields(fields, value)
  })
}

/**
 * A list of objects whose fields are judged one by one by whoever asks for it: a batch refuses its items apart, and one
 * that is refused as a whole has placed none of its orders.
 * @param fields what an item holds, for the description
 */
export function items(
  fields: Fields,
  { min, max, about }: Described & { readonly min: number; readonly max: number },
): Field<readonly JsonObject[]> {
  const schema: Schema = { type: 'array', items: schemaOf(fields), minItems: min, maxItems: max }
  return required(schema, about, (value, name) => {
    if (!Array.isArray(value)) throw refused(name, 'has to be a list')
    if (value.length < min || value.length > max)
      throw refused(name, `has ${min}-${max} items`, { min: String(min), max: String(max) })
    if (!value.every(isObject)) throw refused(name, 'is a list of objects')
    return value
  })
}

/** A list of a few of these words. */
export function words<const W extends string>(known: readonly W[], { about }: Described = {}): Field<readonly W[]> {
  const schema: Schema = { type: 'array', items: { type: 'string', enum: known }, minItems: 1, maxItems: known.length }
  return required(schema, about, (value, name) => {
    if (!Array.isArray(value) || value.length === 0 || !value.every((one) => known.includes(one as W)))
      throw refused(name, 'is a list of words of this call', { oneOf: known.join(',') })
    return value as readonly W[]
  })
}

export function optional<T>(field: Field<T>): Field<T | null> {
  return { ...field, isRequired: false, absent: null }
}

/** A number that has another name besides, under which it may be sent. */
export function otherNameOf<T extends string>(of: string, field: Field<T | null>, scale = 0): Field<T | null> {
  return { ...field, twin: { of, scale } }
}

/** The value where nothing was sent. */
export function withDefault<T extends string | number | boolean>(field: Field<T>, value: T): Field<T> {
  return { ...field, schema: { ...field.schema, default: value }, isRequired: false, absent: value }
}

/** Of fields that were declared: the value of each that is absent, those that may not be, and other names of some. */
interface Plan {
  readonly absent: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
  readonly twins: readonly (readonly [name: string, twin: Twin])[]
}
const plans = new WeakMap<Fields, Plan>()

function planOf(fields: Fields): Plan {
  const known = plans.get(fields)
  if (known !== undefined) return known
  const entries = Object.entries(fields)
  const plan: Plan = {
    absent: Object.fromEntries(entries.map(([name, field]) => [name, field.isRequired ? null : field.absent])),
    required: entries.filter(([, field]) => field.isRequired).map(([name]) => name),
    twins: entries.flatMap(([name, { twin }]) => (twin === undefined ? [] : [[name, twin] as const])),
  }
  plans.set(fields, plan)
  return plan
}

const isSent = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/**
 * @returns every declared field; what is not declared is not seen
 * @throws Refused 10001 for the first that is wrong, in the order of their declaration; then for one that says another
 * number than its twin
 */
export function readFields<F extends Fields>(fields: F, from: JsonObject): Read<F> {
  const plan = planOf(fields)
  const read = readEach(fields, from, plan)
  for (const [name, twin] of plan.twins) checkTwin(read, name, twin)
  return read
}

function readEach<F extends Fields>(fields: F, from: JsonObject, { absent, required }: Plan): Read<F> {
  // Few of the fields that an order may have are sent: only these are read, into a copy of all the others.
  const read: Record<string, unknown> = { ...absent }
  try {
    for (const name in from) {
      const value = from[name]
      if (isSent(value) && Object.hasOwn(fields, name)) read[name] = fields[name]!.read(value, name)
    }
  } catch {
    return readInOrder(fields, from)
  }
  return required.every((name) => isSent(from[name])) ? (read as Read<F>) : readInOrder(fields, from)
}

function readInOrder<F extends Fields>(fields: F, from: JsonObject): Read<F> {
  const read: Record<string, unknown> = {}
  for (const name in fields) {
    const field = fields[name]!
    const value = from[name]
    if (isSent(value)) read[name] = field.read(value, name)
    else if (field.isRequired) throw refused(name, 'is needed')
    else read[name] = field.absent
  }
  return read as Read<F>
}

function checkTwin(read: Readonly<Record<string, unknown>>, name: string, { of, scale }: Twin): void {
  const [value, other] = [read[name], read[of]]
  if (typeof value !== 'string' || typeof other !== 'string') return
  if (!new Exact(other).times(10 ** scale).eq(value)) throw refused(name, `says another number than ${of}`)
}

/** Whether some number may be sent under another name as it is. */
export function hasOtherNames(fields: Fields): boolean {
  return planOf(fields).twins.some(([, { scale }]) => scale === 0)
}

/**
 * Whoever sent a number under its other name finds that name in the refusal, and not the one that the dialect prefers.
 * A number in another scale keeps its plain name: so the bounds beside it are written.
 * @returns the error, renamed where it is a refusal of such a number
 */
export function namedAsSent(error: unknown, fields: Fields, from: JsonObject): unknown {
  if (!(error instanceof Refused)) return error
  const { field } = error.extMap
  if (field === undefined || isSent(from[field])) return error
  for (const [name, { of, scale }] of planOf(fields).twins) {
    const other = scale !== 0 ? null : name === field ? of : of === field ? name : null
    if (other !== null && isSent(from[other]))
      return new Refused(error.retCode, error.message, { ...error.extMap, field: other }, error.result)
  }
  return error
}

export function schemaOf(fields: Fields): Schema {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, field.schema])),
    required: entries.filter(([, field]) => field.isRequired).map(([name]) => name),
  }
}
