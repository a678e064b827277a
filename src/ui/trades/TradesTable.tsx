import { useCallback } from 'react'
import type { Trade } from '../../domain/market/market'
import { formatPrice, formatQty, formatTime } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { writeRows } from '../kit/write-rows'
import type { MarketModel } from '../state/market-model'
import { useSlowElement } from '../state/use-slow-element'
import { newestPrints } from './newest-prints'

/** A reader follows at most two states of the tape a second. */
const TABLE_INTERVAL_MS = 500
/** Prints that are read out. */
const TABLE_ROWS = 20

/** The drawn tape in words, for everything that cannot see pixels. */
export function TradesTable({ market }: { readonly market: MarketModel }) {
  const { t } = useTranslation('market')
  const body = useSlowElement<readonly Trade[], HTMLTableSectionElement>(
    market.trades,
    useCallback(
      (element, trades) => {
        const { tickSize = null, lotSize = null } = market.listed.peek() ?? {}
        writeRows(
          element,
          newestPrints(trades, TABLE_ROWS).map(({ side, price, qty, timeMs }) => ({
            side,
            cells: [t(`trades.${side}`), formatPrice(price, tickSize), formatQty(qty, lotSize), formatTime(timeMs)],
          })),
        )
      },
      [market, t],
    ),
    TABLE_INTERVAL_MS,
  )
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
        <tbody ref={body} />
      </table>
    </div>
  )
}
