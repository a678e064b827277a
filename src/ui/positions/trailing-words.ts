import type { Price } from '../../domain/decimal'
import type { Order } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import { formatPercent, formatPrice } from '../format'
import type { Translate } from '../i18n/words'

/** The trailing stop of a position in few words: its distance, and while it waits the price that starts it. */
export function trailingWords(
  t: Translate<'trade'>,
  { trailingRate = null, trailingStop = null }: Pick<Position, 'trailingRate' | 'trailingStop'>,
  { stopPrice = null, triggerPrice = null }: Pick<Order, 'stopPrice' | 'triggerPrice'>,
  tick: Price | null,
): string {
  const distance = trailingRate === null ? formatPrice(trailingStop, tick) : formatPercent(trailingRate)
  const activation = stopPrice === null && triggerPrice !== null ? formatPrice(triggerPrice, tick) : null
  return activation === null ? t('trailingBy', { distance }) : t('trailingStarts', { distance, activation })
}
