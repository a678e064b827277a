import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { isOption } from '../../domain/instrument/option'
import { spreadLegs } from '../../domain/instrument/product-kind'
import { tradePath } from '../../domain/instrument/trade-route'
import { valueOf } from '../../domain/market/public-topic'
import { formatLeverage } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { productView } from '../products/product-view-of'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { statusKey } from '../status-key'
import { isPriceStale } from '../trading-kit/is-market-live'
import { StaleAge } from '../trading-kit/StaleAge'
import styles from './SymbolHeader.module.css'

interface Props {
  readonly market: MarketModel
  /** Asks for another market; `null` where there is none to go to, as beside a recording. */
  readonly onSwitch: (() => void) | null
}

/** The market's name, what it is, and the way to another one. */
export function SymbolName({ market, onSwitch }: Props) {
  useSignals()
  const app = useApp()
  const { t } = useTranslation('market')
  const instrument = market.listed.value
  const status = instrument === null ? null : statusKey(instrument)
  return (
    <div className={styles['name']}>
      <h1 data-long={lengthOf(market.symbol)}>{shownName(market.symbol)}</h1>
      {instrument !== null && (
        <span className={styles['tag']} data-tag={productView(instrument.kind).isDated ? 'dated' : 'kind'}>
          {t(productView(instrument.kind).word)}
        </span>
      )}
      {instrument !== null && isOption(instrument) && onSwitch !== null && (
        <Link
          className={styles['tag']}
          data-tag="board"
          href={tradePath({ kind: instrument.kind, baseCoin: instrument.baseCoin, symbol: null }, 0)}
        >
          {t('header.allOptions')}
        </Link>
      )}
      {market.instrument.value !== null && (
        <span className={styles['tag']} title={t('header.maxLeverage')} data-tag="leverage">
          {formatLeverage(market.instrument.value.maxLeverage, 0)}
        </span>
      )}
      {status !== null && (
        <span className={styles['tag']} data-tag="status">
          {t(status)}
        </span>
      )}
      {onSwitch === null ? null : (
        <button
          type="button"
          className={styles['switch']}
          aria-label={t('header.switch')}
          aria-haspopup="dialog"
          onClick={onSwitch}
        >
          <svg viewBox="0 0 10 6" width="10" height="6" aria-hidden="true">
            <path d="M1 1l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
          </svg>
        </button>
      )}
      {isPriceStale(app, market) && (
        <StaleAge className={styles['age']} of={valueOf({ kind: 'ticker', symbol: market.symbol })} />
      )}
    </div>
  )
}

/** A spread has two names in its own. */
function lengthOf(symbol: string): '' | 'legs' | undefined {
  if (spreadLegs(symbol) !== null) return 'legs'
  return symbol.length > 10 ? '' : undefined
}

/** A spread is what its first leg costs less its second. */
function shownName(symbol: string): string {
  return spreadLegs(symbol)?.join(' − ') ?? symbol
}
