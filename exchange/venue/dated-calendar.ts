import { fields, nullable, number, oneOf, optional, text, type Form } from '../../src/base/form'
import type { Price } from '../../src/domain/decimal'
import type { InstrumentStatus } from '../../src/domain/instrument/listed'
import { lastDelivered, type DatedContract } from '../listings/dated-contracts'
import { delistedKeptMs, expiringInstruments } from '../listings/families'
import type { CoinPrice } from '../listings/listed-family'
import { PRODUCT_FAMILIES, type ProductFamily } from '../listings/product-family'
import { MINUTE_MS } from '../../src/domain/market/interval'
import { ANCHOR_FORM, type Anchor } from './market-setup'

/** A delivered contract says so for a minute, then it is delisted and stands in the lists, hidden, for a while. */
const DELIVERING_MS = MINUTE_MS

/** One instrument with an end as it stands. Plain data: goes into the snapshot as it is. */
export interface DatedRow {
  readonly contract: DatedContract
  readonly status: InstrumentStatus
  /** When it ends: the date of its name, or when control ended it. */
  readonly endMs: number
  /** At what it was delivered; `null` before that, of what was over before the first start, and of what only ends. */
  readonly deliveryPrice: Price | null
  /** Where its live market began; `null` for those of the first start, and where no past leads up to it. */
  readonly anchor: Anchor | null
}

export const DATED_ROW_FORM: Form<DatedRow> = fields<DatedRow>({
  contract: fields<DatedContract>({
    symbol: text(),
    family: optional(oneOf<ProductFamily>(...PRODUCT_FAMILIES)),
    base: text(),
    kind: oneOf('usdt', 'usdc', 'inverse'),
    listedMs: number,
    expiryMs: number,
  }),
  status: oneOf('trading', 'preLaunch', 'delivering', 'closed', 'comingSoon'),
  endMs: number,
  deliveryPrice: nullable(text<Price>()),
  anchor: nullable(ANCHOR_FORM),
})

/** What the calendar makes happen. Each is called once per contract, in this order of its life. */
export interface CalendarPorts {
  readonly priceOf: CoinPrice
  announce(row: DatedRow): void
  /** @returns where its market begins; `null` where no past leads up to that */
  open(row: DatedRow): Anchor | null
  /** @returns at what it was delivered; `null` where it only ends */
  deliver(row: DatedRow): Price | null
  /** Another status, or another series as time went on. */
  restate(row: DatedRow): void
  retire(row: DatedRow): void
}

function newRow(contract: DatedContract, status: InstrumentStatus): DatedRow {
  return { contract, status, endMs: contract.expiryMs, deliveryPrice: null, anchor: null }
}

/** What has an end at the first start: those that trade, those announced, and one that was delivered before. */
export function firstRows(
  startMs: number,
  families: readonly ProductFamily[],
  priceOf: CoinPrice,
): readonly DatedRow[] {
  return [
    ...expiringInstruments(startMs, families, priceOf).map((one) =>
      newRow(one, one.listedMs <= startMs ? 'trading' : 'comingSoon'),
    ),
    newRow(lastDelivered(startMs), 'closed'),
  ]
}

/** The life of all that has an end: announced, opened, delivered, delisted, forgotten, and the next one announced. */
export class DatedCalendar {
  readonly #rows: Map<string, DatedRow>

  constructor(
    rows: readonly DatedRow[],
    private readonly families: readonly ProductFamily[],
    private readonly ports: CalendarPorts,
  ) {
    this.#rows = new Map(rows.map((row) => [row.contract.symbol, row]))
  }

  rows(): readonly DatedRow[] {
    return [...this.#rows.values()]
  }

  /** Brings every contract to where it should be at `nowMs`. Call it once a minute: all dates are whole minutes. */
  turn(nowMs: number): void {
    for (const row of this.rows()) this.#turnOne(row, nowMs)
    for (const contract of expiringInstruments(nowMs, this.families, this.ports.priceOf)) {
      if (this.#rows.has(contract.symbol)) continue
      const row = newRow(contract, 'comingSoon')
      this.#rows.set(contract.symbol, row)
      this.ports.announce(row)
      // After a leap of time a contract may be announced and open at once.
      this.#turnOne(row, nowMs)
    }
  }

  /** Control: ends a contract now. @returns whether it traded */
  expire(symbol: string, nowMs: number): boolean {
    const row = this.#rows.get(symbol)
    if (row?.status !== 'trading') return false
    this.#deliver({ ...row, endMs: nowMs })
    return true
  }

  #turnOne(row: DatedRow, nowMs: number): void {
    const { status, contract, endMs } = row
    if (status === 'comingSoon' && nowMs >= contract.listedMs) {
      const opened: DatedRow = { ...row, status: 'trading' }
      this.#rows.set(contract.symbol, { ...opened, anchor: this.ports.open(opened) })
    } else if (status === 'trading' && nowMs >= endMs) this.#deliver(row)
    else if (status === 'delivering' && nowMs >= endMs + DELIVERING_MS) this.#restate({ ...row, status: 'closed' })
    // A contract that control ended early keeps its name until the series has passed it.
    else if (status === 'closed' && nowMs >= contract.expiryMs + delistedKeptMs(contract)) {
      this.#rows.delete(contract.symbol)
      this.ports.retire(row)
    } else this.ports.restate(row)
  }

  #deliver(row: DatedRow): void {
    const ended: DatedRow = { ...row, status: 'delivering' }
    this.#rows.set(row.contract.symbol, ended)
    const deliveryPrice = this.ports.deliver(ended)
    this.#rows.set(row.contract.symbol, { ...ended, deliveryPrice })
  }

  #restate(row: DatedRow): void {
    this.#rows.set(row.contract.symbol, row)
    this.ports.restate(row)
  }
}
