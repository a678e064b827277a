/** What the place of an order in the list is told by. */
interface Placed {
  readonly id: string
  readonly createdAtMs: number
}

/**
 * One page of open orders, newest first. A cursor names a place between two orders, by time and id, and not an order: one
 * that is filled or cancelled between two pages moves no other order into, or out of, the pages that follow.
 *
 * @param after `next` of the page before; `null` for the first
 * @returns `next` is `null` on the last page
 */
export function pageOfOpenOrders<Row extends Placed>(
  orders: readonly Row[],
  { limit, after }: { readonly limit: number; readonly after: string | null },
): { readonly rows: readonly Row[]; readonly next: string | null } {
  const place = after === null ? null : readPlace(after)
  const left = place === null ? orders : orders.filter((order) => newestFirst(place, order) < 0)
  const rows = left.toSorted(newestFirst).slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: last !== undefined && left.length > limit ? `${last.createdAtMs}:${last.id}` : null }
}

/** Whether a text can be a cursor of these pages. */
export function isOpenOrderPlace(text: string): boolean {
  return /^\d{1,16}:./.test(text)
}

function readPlace(text: string): Placed {
  const end = text.indexOf(':')
  return { createdAtMs: Number(text.slice(0, end)), id: text.slice(end + 1) }
}

/** Orders of one millisecond by id, which is each order's own: no two have the same place. */
function newestFirst(a: Placed, b: Placed): number {
  return b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}
