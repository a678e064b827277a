import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { App } from '../../state/app-context'
import type { KeptTexts } from '../../state/kept'

/** Columns that a table may have beside those that it always has, in their order; none of them at first. */
export const EXTRA_COLUMNS = {
  positions: [
    'lastPnl',
    'closedPnl',
    'funding',
    'allTime',
    'addedMargin',
    'riskTier',
    'bankruptcy',
    'adlQueue',
    'markIv',
    'opened',
  ],
  openOrders: ['orderMargin', 'closingPnl', 'feeRate', 'orderIv', 'leverage', 'changed', 'orderId'],
} as const

export type ExtendedTable = keyof typeof EXTRA_COLUMNS
export type ExtraColumn<Table extends ExtendedTable> = (typeof EXTRA_COLUMNS)[Table][number]

/** Which of them are chosen, and kept in this browser. */
export class TableColumns<Table extends ExtendedTable> {
  readonly #chosen = signal<readonly ExtraColumn<Table>[]>([])
  readonly chosen: ReadonlySignal<readonly ExtraColumn<Table>[]> = this.#chosen
  readonly all: readonly ExtraColumn<Table>[]

  constructor(
    private readonly table: Table,
    private readonly kept: KeptTexts,
  ) {
    this.all = EXTRA_COLUMNS[table]
    this.#chosen.value = this.#read()
  }

  choose(columns: readonly ExtraColumn<Table>[]): void {
    this.#chosen.value = this.all.filter((one) => columns.includes(one))
    try {
      this.kept.setItem(keyOf(this.table), this.#chosen.peek().join())
    } catch {
      // Full or blocked storage: the choice holds until the page goes.
    }
  }

  #read(): readonly ExtraColumn<Table>[] {
    try {
      const names = (this.kept.getItem(keyOf(this.table)) ?? '').split(',')
      return this.all.filter((one) => names.includes(one))
    } catch {
      return []
    }
  }
}

const keyOf = (table: ExtendedTable): string => `columns.${table}`

interface Known {
  readonly positions: TableColumns<'positions'>
  readonly openOrders: TableColumns<'openOrders'>
}

const known = new WeakMap<App, Known>()

/** The choice of a page, the same for its menu and its tables. */
export function tableColumns<Table extends ExtendedTable>(app: App, table: Table): Known[Table] {
  let all = known.get(app)
  if (all === undefined) {
    const { local } = app.kept
    all = { positions: new TableColumns('positions', local), openOrders: new TableColumns('openOrders', local) }
    known.set(app, all)
  }
  return all[table]
}
