/** The part of JSON Schema (as OpenAPI 3.1 has it) that this exchange describes its calls with. */
export interface Schema {
  /** `mixed` is no word of JSON Schema: the type is that of one of `anyOf`. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null' | 'mixed'
  /** A shape that several calls share has a name, and is written down once. */
  readonly title?: string
  readonly description?: string
  /** `null` is one of its values, too. */
  readonly nullable?: true
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: string | number | boolean
  readonly items?: Schema
  /** Of a row that is a list: which value is at which place. */
  readonly prefixItems?: readonly Schema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** Of a row that is one of several: of which it has to be. */
  readonly anyOf?: readonly Schema[]
  /** Of all further fields; `false` where there are none. */
  readonly additionalProperties?: Schema | boolean
}

export const TEXT: Schema = { type: 'string' }
/** Exact decimal text; empty where there is no such value. */
export const DECIMAL: Schema = { type: 'string', pattern: String.raw`^(-?\d+(\.\d+)?)?$` }
/** Milliseconds as text; empty where there is no such time. */
export const TIME: Schema = { type: 'string', pattern: String.raw`^\d*$` }
export const INTEGER: Schema = { type: 'integer' }
export const FLAG: Schema = { type: 'boolean' }
/** An object whose fields the call's description says. */
export const ANY_OBJECT: Schema = { type: 'object', additionalProperties: true }
/** Ledger sequence up to which the answer is complete. */
/** Rows count orders, executions and positions; the ledger counts its lines. The two cannot be compared. */
export const ROW_SEQ: Schema = {
  type: 'integer',
  minimum: 0,
  description: 'the highest `seq` of a row that this is complete up to',
}
export const SEQ: Schema = { type: 'integer', minimum: 0, description: 'ledger sequence up to which this is complete' }

/** The same, or `null`. */
export const orNull = (schema: Schema): Schema => ({ ...schema, nullable: true })

/** A field that is there only where it says something. */
export class Maybe {
  constructor(readonly schema: Schema) {}
}
export const maybe = (schema: Schema): Maybe => new Maybe(schema)

export type Properties = Readonly<Record<string, Schema | Maybe>>

/** An object with these fields and no others. */
export function object(fields: Properties): Schema & { readonly properties: Readonly<Record<string, Schema>> } {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, one]) => [name, one instanceof Maybe ? one.schema : one])),
    required: entries.filter(([, one]) => !(one instanceof Maybe)).map(([name]) => name),
    additionalProperties: false,
  }
}

export function named<S extends Schema>(title: string, schema: S): S {
  return { ...schema, title }
}

/** A row of one product or of another. */
export function either(...rows: readonly Schema[]): Schema {
  return { type: 'object', anyOf: rows }
}

/** A value of one type or of another, as v5 writes an empty text where there is no list. */
export function mixed(...values: readonly Schema[]): Schema {
  return { type: 'mixed', anyOf: values }
}

export function listOf(items: Schema): Schema {
  return { type: 'array', items }
}

/** A list with a fixed meaning at each place, as v5 writes candles and levels. */
export function tuple(...places: readonly Schema[]): Schema {
  return { type: 'array', prefixItems: places, minItems: places.length, maxItems: places.length }
}

/** The same schema under each of the names, which white space parts. */
export function each(names: string, schema: Schema): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, schema]),
  )
}

/** The same, for fields that are not always there. */
export function eachMaybe(names: string, schema: Schema): Readonly<Record<string, Maybe>> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, maybe(schema)]),
  )
}
