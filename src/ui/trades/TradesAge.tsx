import { useSignals } from '@preact/signals-react/runtime'
import { valueOf } from '../../domain/market/public-topic'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { isMarketLive } from '../trading-kit/is-market-live'
import { StaleAge } from '../trading-kit/StaleAge'

interface Props {
  readonly market: MarketModel
  readonly className: string | undefined
}

/** How old the tape is, while it is not current. */
export function TradesAge({ market, className }: Props) {
  useSignals()
  const { connection } = useApp()
  if (!market.hasTrades.value || isMarketLive(connection)) return null
  return <StaleAge className={className} of={valueOf({ kind: 'trades', symbol: market.symbol })} isShort />
}
