import { useSignals } from '@preact/signals-react/runtime'
import type { Side } from '../../domain/order/order'
import { qtyCoin } from '../contract-units'
import { formatPercent, formatPrice } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { useSlowComputed } from '../state/use-slow-computed'
import { BookWarnings } from '../trading-kit/ticket/BookWarnings'
import { WouldRefuse } from '../trading-kit/ticket/WouldRefuse'
import type { OrderFormModel } from './order-form-model'
import { priceWarning, takenPrice } from './price-warning'

const SIDES: readonly Side[] = ['buy', 'sell']

/** What warns of an order and stops no press. */
export function TicketWarnings({ ticket, only }: { readonly ticket: OrderFormModel; readonly only?: Side }) {
  useSignals()
  const { t } = useTranslation('ticket')
  const sides = only === undefined ? SIDES : [only]
  const instrument = ticket.market.instrument.value
  const tick = instrument?.tickSize ?? null
  const { warning, taken, notes, qty, told, isCut } = useSlowComputed(() => {
    // What a press would not send has nothing in its way; why it has no figures is said all the same.
    const notesOf = (side: Side) => {
      const { met } = ticket.outlook.figures[side].value
      if (met === null || ticket.order(side) !== null) return met
      return ticket.sideNote(side) === null ? { ...met, canceled: 0, maybeCanceled: 0 } : null
    }
    return {
      warning: priceWarning(ticket),
      taken: sides.map((side) => [side, takenPrice(ticket, side)] as const),
      notes: { buy: notesOf('buy'), sell: notesOf('sell') },
      qty: ticket.size.qty.value,
      told: ticket.outlook.told.value,
      // Beside the buttons, which are in view wherever the fields of the risk are.
      isCut: ticket.size.method.value === 'risk' && ticket.sizeBy.value?.sized.value.note === 'capped',
    }
  }, [ticket, only])
  return (
    <>
      {isCut ? <output data-tone="block">{t('sizeBy.note.capped')}</output> : null}
      {warning === null ? null : (
        <output data-tone="block">
          {t(warning.isAbove ? 'priceFarAbove' : 'priceFarBelow', {
            price: formatPrice(warning.price, tick),
            mark: formatPrice(warning.markPrice, tick),
            distance: formatPercent(warning.distance),
          })}
        </output>
      )}
      {taken.map(([side, price]) =>
        price === null ? null : (
          // Each order that rests far off is beyond the band on the other side: no alarm, a word beside the figures.
          <output key={side} data-tone="good">
            {t(`takenAt.${side}`, { price: formatPrice(price, tick) })}
          </output>
        ),
      )}
      {sides.map((side) => (
        <BookWarnings
          key={side}
          market={ticket.market}
          side={side}
          notes={notes[side]}
          qty={qty}
          lotSize={instrument?.lotSize ?? null}
          coin={qtyCoin(instrument)}
        />
      ))}
      {told === null ? null : (
        <WouldRefuse told={told.sides} sides={sides} isAsking={told.isAsking} result={ticket.result.value} />
      )}
    </>
  )
}
