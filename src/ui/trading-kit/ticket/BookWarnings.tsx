import { useEffect, useState } from 'react'
import { compare, Exact, toText, type Qty } from '../../../domain/decimal'
import type { Side } from '../../../domain/order/order'
import { formatQty } from '../../format'
import { useTranslation } from '../../i18n/use-translation'
import { useApp } from '../../state/app-context'
import type { MarketModel } from '../../state/market-model'
import { watchDeepBook, watchFastBook } from '../watch-book'
import type { BookNotes } from './figure-values'

interface Props {
  readonly market: MarketModel
  readonly side: Side
  readonly notes: BookNotes | null
  /** Whether it takes more than is known of the book, also where nothing is said of it yet. */
  readonly outgrows?: boolean
  readonly qty: Qty | null
  readonly lotSize: Qty | null
  readonly coin: string | null
}

/** What the book says of an order before it is sent: own orders in its way, and how far the book is known. */
export function BookWarnings({ market, side, notes, outgrows = notes?.outgrows === true, qty, lotSize, coin }: Props) {
  const { t } = useTranslation('ticket')
  useFineBook(market, qty !== null && qty !== '0')
  useDeeperBook(market, qty, outgrows)
  if (notes === null || qty === null) return null
  const { canceled, maybeCanceled, beyond, unpaid } = notes
  const size = (of: Qty): string => `${formatQty(of, lotSize)} ${coin ?? ''}`
  return (
    <>
      {canceled === 0 ? null : <output data-tone="block">{t(`ownInWay.${side}`, { count: canceled })}</output>}
      {maybeCanceled === 0 ? null : (
        <output data-tone="block">{t(`maybeOwn.${side}`, { count: maybeCanceled })}</output>
      )}
      {beyond === '0' ? null : (
        <output data-tone="block">
          {t(`beyondBook.${side}`, { known: size(toText<Qty>(new Exact(qty).minus(beyond))), beyond: size(beyond) })}
        </output>
      )}
      {unpaid === '0' ? null : <output data-tone="block">{t('unpaidRest', { unpaid: size(unpaid) })}</output>}
    </>
  )
}

/** While a quantity stands in the field: where no panel draws the book by single ticks, nobody would see what it meets. */
function useFineBook(market: MarketModel, isWanted: boolean): void {
  const app = useApp()
  useEffect(() => (isWanted ? watchFastBook(app, market) : undefined), [app, market, isWanted])
}

/** An order larger than the rows that a panel draws has more of the book asked for, until it is smaller again. */
function useDeeperBook(market: MarketModel, qty: Qty | null, outgrows: boolean): void {
  const app = useApp()
  const [from, setFrom] = useState<Qty | null>(null)
  // What the deeper book shows takes the reason away, and must not take the book away with it.
  const isLess = from !== null && qty !== null && compare(qty, from) < 0
  if (isLess) setFrom(null)
  else if (from === null && qty !== null && outgrows) setFrom(qty)
  const isWanted = from !== null && !isLess
  useEffect(() => (isWanted ? watchDeepBook(app, market) : undefined), [app, market, isWanted])
}
