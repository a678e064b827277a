import { CodeColumn, NumberColumn } from '../src/base/columns'
import type { Venue } from './venue/contract'
import { createVenue, restoreVenue, type VenueGenesis } from './venue/create-venue'

/**
 * `restoreVenue` for a snapshot that another build may have written: its form is held against that of a new venue, so
 * that a field this build counts on and the snapshot lacks is found now, and not as NaN in somebody's wallet. The
 * journal then goes back to an earlier snapshot, or to the ledger.
 *
 * @throws Error naming the place that does not fit
 */
export function restoreFitting(state: unknown): Venue {
  const venue = restoreVenue(state)
  const misfit = misfitOf(state)
  if (misfit !== null) throw new Error(`another build wrote it: ${misfit}`)
  return venue
}

/** @returns what keeps a stored state from being of this build's form, `null` where nothing does */
export function misfitOf(state: unknown): string | null {
  const { genesis } = state as { readonly genesis: VenueGenesis }
  return findMisfit(createVenue(genesis).snapshot(), state, '')
}

/**
 * @param model the form that is expected; where it has nothing, anything is right
 * @returns what is missing or of another type, `null` when all of the model's form is there
 */
export function findMisfit(model: unknown, found: unknown, path: string): string | null {
  if (model === null || model === undefined) return null
  const place = path === '' ? 'the state' : path
  if (found === undefined) return `${place} is missing`
  if (isColumn(model) || isColumn(found)) return isNumberList(found) ? null : `${place} is no column`
  if (found === null || typeof found !== typeof model || Array.isArray(found) !== Array.isArray(model))
    return `${place} is ${found === null ? 'null' : Array.isArray(found) ? 'a list' : `a ${typeof found}`}`
  if (Array.isArray(model)) return findMisfitOfList(model, found as readonly unknown[], path)
  if (!isRecord(model)) return null
  return first(Object.entries(model), ([key, value]) =>
    findMisfit(value, (found as Form)[key], path === '' ? key : `${path}.${key}`),
  )
}

function findMisfitOfList(model: readonly unknown[], found: readonly unknown[], path: string): string | null {
  // Rows are alike, so all rows of the model together say what each row that is found has to have.
  if (model.length > 0 && model.every(isRecord)) {
    const form = common(model)
    return first(found, (row, i) => findMisfit(form, row, `${path}[${i}]`))
  }
  return first(model.slice(0, Math.min(found.length, PAIR_MAX)), (one, i) => findMisfit(one, found[i], `${path}[${i}]`))
}

/** Pairs are compared place by place; of longer lists of values the first places stand for all. */
const PAIR_MAX = 3

type Form = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Form {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isColumn(value)
}

function isColumn(value: unknown): value is NumberColumn | CodeColumn {
  return value instanceof NumberColumn || value instanceof CodeColumn
}

/** A column, or the list that it becomes in JSON. */
function isNumberList(value: unknown): boolean {
  return isColumn(value) || (Array.isArray(value) && value.every((one) => typeof one === 'number'))
}

function common(rows: readonly unknown[]): unknown {
  return rows.slice(1).reduce<unknown>(joined, rows[0])
}

/** What two rows of a list have in common. What one of them lacks, or has as `null`, a row may lack. */
function joined(one: unknown, other: unknown): unknown {
  if (isRecord(one) && isRecord(other)) {
    const shared = Object.keys(one).filter((key) => Object.hasOwn(other, key))
    return Object.fromEntries(shared.map((key) => [key, joined(one[key], other[key])]))
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    const rows: unknown[] = [...(one as unknown[]), ...(other as unknown[])]
    return rows.length > 0 && rows.every(isRecord) ? [common(rows)] : one
  }
  return one === null || other === null || typeof one !== typeof other ? null : one
}

function first<Row>(rows: readonly Row[], find: (row: Row, i: number) => string | null): string | null {
  for (const [i, row] of rows.entries()) {
    const found = find(row, i)
    if (found !== null) return found
  }
  return null
}
