/** A trade as it was recorded. Figures are text, so that sums of them are exact. */
export interface RecordedTrade {
  /** ms UTC. */
  readonly timeMs: number
  readonly price: string
  readonly qty: string
}

/** Names of the columns, by table. */
const COLUMNS = [
  { time: 'exch_ms', price: 'price', qty: 'qty' },
  { time: 'timestamp', price: 'price', qty: 'amount' },
] as const

/** The trades of a table with a head, oldest first; `null` where its columns are not those of trades. */
export function readTrades(table: string): readonly RecordedTrade[] | null {
  const [head = '', ...lines] = table.trimEnd().split(/\r?\n/)
  const names = head.split(',')
  const columns = COLUMNS.find((one) => Object.values(one).every((name) => names.includes(name)))
  if (columns === undefined) return null
  const [time, price, qty] = [columns.time, columns.price, columns.qty].map((name) => names.indexOf(name))
  return lines
    .map((line) => line.split(','))
    .map((row) => ({ timeMs: Number(row[time!]), price: row[price!] ?? '', qty: row[qty!] ?? '' }))
    .toSorted((a, b) => a.timeMs - b.timeMs)
}
