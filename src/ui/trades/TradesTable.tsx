import { useTranslation } from '../i18n/use-translation'
import { formatPrice, formatQty, formatTime } from '../format'
import type { MarketModel } from '../state/market-model'
import { useSlowValue } from '../state/use-slow-value'
import { newestPrints } from './newest-prints'

/** A reader follows at most two states of the tape a second. */
const TABLE_INTERVAL_MS = 500
/** Prints that are read out. */
const TABLE_ROWS = 20

/** The drawn tape in words, for everything that cannot see pixels. */
export function TradesTable({ market }: { readonly market: MarketModel }) {
  const { t } = useTranslation('market')
  const instrument = market.listed.peek()
  return (
    <div className="spoken">
      <table aria-label={t('trades.title')}>
        <thead>
          <tr>
            <th scope="col">{t('book.side')}</th>
            <th scope="col">{t('book.price')}</th>
            <th scope="col">{t('book.qtyShort')}</th>
            <th scope="col">{t('trades.time')}</th>
          </tr>
        </thead>
        <tbody>
          {newestPrints(useSlowValue(market.trades, TABLE_INTERVAL_MS), TABLE_ROWS).map((trade) => (
            <tr key={trade.id} data-side={trade.side}>
              <th scope="row">{t(`trades.${trade.side}`)}</th>
              <td>{formatPrice(trade.price, instrument?.tickSize ?? null)}</td>
              <td>{formatQty(trade.qty, instrument?.lotSize ?? null)}</td>
              <td>{formatTime(trade.timeMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
