import { computed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState } from 'react'
import { Exact, toText, type Qty } from '../../domain/decimal'
import { qtyOfPreset } from '../../domain/order/size-preset'
import type { Side } from '../../domain/order/order'
import { qtyCoin } from '../contract-units'
import { formatQty, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Label } from '../kit/Label'
import { useApp } from '../state/app-context'
import { sizePresets } from '../state/size-presets'
import { useSlowComputed } from '../state/use-slow-computed'
import { SizeButtons } from '../trading-kit/one-press/SizeButtons'
import { QuickSizes } from '../trading-kit/one-press/quick-sizes'
import { outgrowsLevels } from '../trading-kit/ticket/book-levels'
import { whileAsking } from '../trading-kit/ticket/told-order'
import { FAST_LEVELS, watchDeepBook, watchFastBook } from '../trading-kit/watch-book'
import { askExchange } from './ask-exchange'
import styles from './SizeTools.module.css'
import type { OrderFormModel } from './order-form-model'

const SIDES: readonly Side[] = ['buy', 'sell']

interface Props {
  readonly ticket: OrderFormModel
  /** The one side of a phone's sheet. */
  readonly only?: Side
}

/** Below the slider: the most that each button could send, and the four sizes of the trader's own. */
export function SizeTools({ ticket, only }: Props) {
  useSignals()
  const { t } = useTranslation('ticket')
  const app = useApp()
  const model = sizePresets(app.kept)
  const sizes = useMemo(() => new QuickSizes(app, model), [app, model])
  useEffect(() => askExchange(ticket, app), [ticket, app])
  const instrument = ticket.market.instrument.value
  const type = ticket.type.value
  const coin = qtyCoin(instrument)
  // What it stands on in the market is read anew with the last price, and draws something where it came to something else.
  const { price, most } = useSlowComputed(() => {
    const last = ticket.market.lastPrice.value
    const at = ticket.orderPrice.value ?? last
    void [ticket.outlook.balance.value, ticket.outlook.told.value]
    const sides = instrument === null || at === null ? null : ticket.outlook.sizesAt100({ instrument, price: at, type })
    return { price: at, most: sides }
  }, [ticket, instrument, type])
  const end = ticket.outlook.endOf(most)
  const max = end.qty
  const sides = only === undefined ? SIDES : [only]
  // The thumb is a share of what is said here.
  useEffect(() => {
    ticket.size.tellMost(max)
    return () => ticket.size.tellMost(null)
  }, [ticket, max])
  useBook(
    ticket,
    SIDES.flatMap((side) =>
      most?.[side] == null ? [] : [{ side, qty: most[side], limit: type === 'limit' ? price : null }],
    ),
  )
  return (
    <>
      <p className={styles['most']} {...whileAsking(ticket.outlook.told.value?.isAsking)}>
        {sides.map((side) => (
          <output key={side} aria-live="off">
            {t(`mostOf.${ticket.outlook.effect(side)}`)}{' '}
            <b>{most === null ? MISSING : `${formatQty(most[side], instrument?.lotSize ?? null)} ${coin ?? ''}`}</b>
            {side === end.side ? (
              <>
                {' '}
                <Label label={t('mostIsEnd')} shortLabel={t('mostIsEndShort')} />
              </>
            ) : null}
          </output>
        ))}
      </p>
      <SizeButtons
        sizes={sizes}
        market={ticket.market}
        qtys={model.presets.value.map((preset) =>
          instrument === null ? null : qtyOfPreset(preset, { instrument, price, max }),
        )}
        onTake={(qty) => {
          ticket.size.take(qty)
          // What the size is given by follows it.
          ticket.sizeBy.peek()?.take(qty)
        }}
      />
    </>
  )
}

type TakenSize = Parameters<typeof outgrowsLevels>[1]

const withRoom = (qty: Qty): Qty => toText<Qty>(new Exact(qty).times(1.5))

/**
 * The largest order is reckoned on the fast stream's whole book, and on the deep one while it takes more than that: a panel
 * draws less, and what is not seen counts at the worst price.
 */
function useBook({ market, outlook, tab }: OrderFormModel, sizes: readonly TakenSize[]): void {
  const app = useApp()
  // What the exchange says, and what waits, needs no book.
  const isMet = !outlook.isTold && tab.value !== 'conditional'
  const instrument = market.instrument.value
  const book = { view: market.book.peek(), levels: FAST_LEVELS }
  // Once the deep book is there, the largest order is another one.
  const hasDeep = useMemo(() => computed(() => (market.book.value?.asks.length ?? 0) > 2 * FAST_LEVELS), [market])
  void hasDeep.value
  const [isDeep, setDeep] = useState(false)
  // It is let go of with room to spare: what the fast levels have changes with each step of the market.
  const isOutgrown = (one: TakenSize): boolean =>
    instrument !== null && outgrowsLevels(book, isDeep ? { ...one, qty: withRoom(one.qty) } : one, instrument)
  const isWanted = isMet && sizes.some(isOutgrown)
  if (isWanted !== isDeep) setDeep(isWanted)
  useEffect(() => {
    if (isMet) return isDeep ? watchDeepBook(app, market) : watchFastBook(app, market)
  }, [app, market, isMet, isDeep])
}
