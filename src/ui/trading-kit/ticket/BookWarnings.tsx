import { Exact, toText, type Qty } from '../../../domain/decimal'
import type { Side } from '../../../domain/order/order'
import { formatQty } from '../../format'
import { useTranslation } from '../../i18n/use-translation'
import type { BookNotes } from './figure-values'

interface Props {
  readonly side: Side
  readonly notes: BookNotes | null
  readonly qty: Qty | null
  readonly lotSize: Qty | null
  readonly coin: string | null
}

/** What the book says of an order before it is sent: own orders in its way, and how far the book is known. */
export function BookWarnings({ side, notes, qty, lotSize, coin }: Props) {
  const { t } = useTranslation('ticket')
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
