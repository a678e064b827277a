import { useSignals } from '@preact/signals-react/runtime'
import { Exact, toText, type Qty } from '../../domain/decimal'
import type { Side } from '../../domain/order/order'
import { icebergOrders, twapPartQty } from '../../domain/order/strategy-check'
import { qtyCoin } from '../contract-units'
import { formatCoin, formatCount, formatPrice, formatQty } from '../format'
import { useTranslation } from '../i18n/use-translation'
import type { StrategyForm } from './strategy-form'
import styles from './StrategyTicket.module.css'

const SIDES: readonly Side[] = ['buy', 'sell']

/** What will be sent, in words, as far as the fields say it. */
export function StrategyPreview({ form, only }: { readonly form: StrategyForm; readonly only?: Side }) {
  useSignals()
  const lines = useLines(form, only)
  return (
    <output className={styles['preview']} aria-live="off">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </output>
  )
}

function useLines(form: StrategyForm, only: Side | undefined): readonly string[] {
  const { t } = useTranslation('strategies')
  const instrument = form.market.instrument.value
  const qty = form.qty.value
  if (instrument === null) return []
  const { lotSize: lot, tickSize: tick } = instrument
  const coin = qtyCoin(instrument)
  const price = form.price.price.value
  const settleCoin = instrument.settleCoin
  // While it is not known, no words are better than a dash in a sentence.
  const held = (only === undefined ? SIDES : [only]).flatMap((side) => {
    const { cost } = form.held.figures[side].value
    const words = t(`trade:effectShort.${form.held.effect(side)}`)
    return cost === null ? [] : [`${words} ${formatCoin(cost, settleCoin)} ${settleCoin}`]
  })
  switch (form.kind.value) {
    case 'twap': {
      const parts = form.parts.value
      const part = qty === null || parts === 0 ? null : twapPartQty(qty, parts, lot)
      if (part === null || part === '0') return []
      const values = { count: parts, part: formatQty(part, lot), coin, seconds: form.interval.value }
      const bound = { price: formatPrice(price, tick) }
      return [
        t('preview.twap', { ...values, time: formatCount(Math.round((form.durationMs.value ?? 0) / 60_000)) }),
        ...(price === null ? [] : [t(`preview.bound.${only ?? 'both'}`, bound)]),
        t('preview.rest'),
        t('preview.heldNone'),
      ]
    }
    case 'chaseLimit': {
      const { bid1Price = null, ask1Price = null } = form.market.ticker.value ?? {}
      const distance = form.distance.price.value
      const values = { bid: formatPrice(bid1Price, tick), ask: formatPrice(ask1Price, tick) }
      return [
        t(`preview.chase.${only ?? 'both'}`, values),
        distance === null
          ? t('preview.chaseEndless')
          : t('preview.chaseDistance', { distance: formatPrice(distance, tick), coin: instrument.quoteCoin }),
      ]
    }
    case 'iceberg': {
      const show = form.showQty.value
      if (qty === null || show === null || show === '0' || qty === '0' || price === null) return []
      const last = toText<Qty>(new Exact(qty).mod(show))
      const values = {
        count: icebergOrders(qty, show),
        show: formatQty(show, lot),
        coin,
        price: formatPrice(price, tick),
      }
      return [
        last === '0'
          ? t('preview.iceberg', values)
          : t('preview.icebergLast', { ...values, last: formatQty(last, lot) }),
        ...(held.length === 0 ? [] : [t('preview.held', { amounts: held.join(' · ') })]),
      ]
    }
  }
}
