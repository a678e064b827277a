import { memo } from 'react'
import styles from './LadderPanel.module.css'
import type { RowLook } from './row-look'

interface Props extends RowLook {
  /** Whether the keyboard comes to the rows here. */
  readonly isStop: boolean
  /** The word at the price where a position was opened. */
  readonly entry: string
}

/** One price. Its attributes say what it shows, which is what a press on it is about. */
export const LadderRowView = memo(function LadderRowView(row: Props) {
  const { ticks, price, pressed } = row
  return (
    <tr
      tabIndex={row.isStop ? 0 : -1}
      className={styles['row']}
      data-ticks={ticks}
      data-last={row.last === '' ? undefined : row.last}
      data-entry={row.isEntry || undefined}
      data-pressed={pressed === '' ? undefined : pressed}
      data-touch={row.isTouch || undefined}
      data-carried={row.isCarried || undefined}
    >
      <td className={styles['pnl']} data-sign={signOf(row.pnl)}>
        {row.pnl}
      </td>
      <td className={styles['mine']}>
        <Chip side="buy" text={row.buyText} count={row.buyCount} orders={row.buyOrders} isPending={row.buyPending} />
      </td>
      <td className={styles['bid']} data-press="buy">
        {row.bidBar === 0 ? null : <i style={{ inlineSize: `${row.bidBar}%` }} />}
        {row.bid}
      </td>
      <th scope="row" className={styles['price']}>
        {price}
      </th>
      <td className={styles['ask']} data-press="sell">
        {row.askBar === 0 ? null : <i style={{ inlineSize: `${row.askBar}%` }} />}
        {row.ask}
      </td>
      <td className={styles['mine']}>
        {row.sellText === '' && row.lastQty !== '' ? <small>‹{row.lastQty}</small> : null}
        {row.isEntry && row.sellText === '' && row.lastQty === '' ? <small>{row.entry}</small> : null}
        <Chip
          side="sell"
          text={row.sellText}
          count={row.sellCount}
          orders={row.sellOrders}
          isPending={row.sellPending}
        />
      </td>
    </tr>
  )
})

interface ChipProps {
  readonly side: 'buy' | 'sell'
  readonly text: string
  readonly count: number
  readonly orders: string
  readonly isPending: boolean
}

function Chip({ side, text, count, orders, isPending }: ChipProps) {
  if (text === '') return null
  return (
    <span
      className={styles['chip']}
      data-own={side}
      data-orders={orders}
      data-side={side}
      data-pending={isPending || undefined}
    >
      {count > 1 ? (
        <>
          <sup>{count}</sup>
          <span className="visually-hidden"> · </span>
        </>
      ) : null}
      {text}
    </span>
  )
}

function signOf(pnl: string): 'gain' | 'loss' | undefined {
  if (pnl.startsWith('+')) return 'gain'
  return pnl.startsWith('−') ? 'loss' : undefined
}
