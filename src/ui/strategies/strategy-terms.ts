import type { Translate } from '../i18n/words'
import type { Contract } from '../../domain/instrument/contract'
import type { NewStrategy } from '../../domain/order/strategy'
import { formatCount, formatPrice, formatQty } from '../format'

/** How a strategy goes about it, in a few words. */
export function strategyTerms(strategy: NewStrategy, instrument: Contract | null, t: Translate<'strategies'>): string {
  const tick = instrument?.tickSize ?? null
  switch (strategy.kind) {
    case 'twap': {
      const values = {
        seconds: strategy.intervalMs / 1000,
        time: formatCount(Math.round(strategy.durationMs / 60_000)),
        price: formatPrice(strategy.price, tick),
      }
      return t(strategy.price === null ? 'terms.twap' : 'terms.twapLimit', values)
    }
    case 'chaseLimit':
      return strategy.maxDistance === null
        ? t('terms.chase')
        : t('terms.chaseDistance', { distance: formatPrice(strategy.maxDistance, tick) })
    case 'iceberg': {
      const show = formatQty(strategy.showQty, instrument?.lotSize ?? null)
      return t('terms.iceberg', { show, price: formatPrice(strategy.price, tick) })
    }
  }
}
