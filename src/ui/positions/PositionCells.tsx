import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { isContractKind, isOptionKind, kindOfName } from '../../domain/instrument/product-kind'
import type { Position } from '../../domain/position/position'
import { formatPercent, formatPrice } from '../format'
import { Figure } from '../kit/Figure'
import { Amount } from '../trading-kit/Amount'
import { useApp } from '../state/app-context'
import { greeksLines } from '../trading-kit/greeks-lines'
import { guardsOf, partialSets, rateCloseOf, trailingOf } from '../trading-kit/position-guards'
import { trailingWords } from './trailing-words'
import type { PositionDialog } from './PositionDialogs'
import styles from './Positions.module.css'

export interface CellProps {
  readonly position: Position
  readonly open: (kind: PositionDialog['kind'], position: Position) => void
}

/** Initial and maintenance margin; what an isolated position holds can be changed, and a rate set at which it is closed. */
export function Margins({ position, open }: CellProps) {
  useSignals()
  const { t } = useTranslation('trade')
  const { account } = useApp()
  const { hasOwnMargin } = account.view.value
  const wallet = account.wallet.value
  return (
    <>
      {hasOwnMargin ? (
        <>
          <Amount row={position} amount={position.initialMargin} />
          <small>
            <Amount row={position} amount={position.maintenanceMargin} />
          </small>
        </>
      ) : (
        // All positions have one margin together: what the exchange says of it, as shares of the account's equity.
        <>
          {t('columns:ofAccount', { rate: formatPercent(wallet?.initialMarginRate ?? null) })}
          <small>{formatPercent(wallet?.maintenanceMarginRate ?? null)}</small>
        </>
      )}
      <span className={styles['chips']}>
        {hasOwnMargin && position.marginMode === 'isolated' ? (
          <button
            type="button"
            className={styles['chip']}
            data-empty=""
            title={t('addMargin')}
            onClick={() => open('addMargin', position)}
          >
            {t(position.isAutoAddMargin === true ? 'addMarginAuto' : 'addMarginShort')}
          </button>
        ) : null}
        <RateClose position={position} open={open} />
      </span>
    </>
  )
}

/** Options wait for nothing, and copy trading has no such order. */
function RateClose({ position, open }: CellProps) {
  useSignals()
  const { t } = useTranslation('columns')
  const { account } = useApp()
  if (account.session.value?.kind === 'copy' || !isContractKind(kindOfName(position.symbol))) return null
  const rate = rateCloseOf(position, account.openOrders.value)?.mmRate
  return (
    <button
      type="button"
      className={styles['chip']}
      data-empty={rate === undefined ? '' : undefined}
      title={t('columns:rateClose')}
      onClick={() => open('rateClose', position)}
    >
      {rate === undefined ? t('columns:rateCloseShort') : t('columns:rateCloseAt', { rate: formatPercent(rate) })}
    </button>
  )
}

/** What guards the position; of an option, which nothing guards, its greeks as it is held. */
export function GuardsOrGreeks(props: CellProps) {
  return isOptionKind(kindOfName(props.position.symbol)) ? <Greeks {...props} /> : <Guards {...props} />
}

/** Signed size × the greek of one option, as the exchange's own rows have them. */
function Greeks({ position }: CellProps) {
  useSignals()
  const { t } = useTranslation('trade')
  const greeks = useApp().market(position.symbol).ticker.value?.option?.greeks
  const held = Number(position.size) * (position.side === 'sell' ? -1 : 1)
  const [first, second] = greeksLines(
    t,
    greeks === undefined
      ? null
      : {
          delta: held * greeks.delta,
          gamma: held * greeks.gamma,
          vega: held * greeks.vega,
          theta: held * greeks.theta,
        },
  )
  return (
    <span>
      {first}
      <small>{second}</small>
    </span>
  )
}

/** What guards the position: each is a button that opens its dialog. */
function Guards({ position, open }: CellProps) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const orders = app.account.openOrders.value
  const tick = app.market(position.symbol).instrument.value?.tickSize ?? null
  const sets = partialSets(position, orders)
  const trailing = trailingOf(position, orders)
  const { takeProfit = null, stopLoss = null } = position
  const hasFull = takeProfit !== null || stopLoss !== null
  const hasGuards = hasFull || sets.length > 0
  return (
    <span className={styles['guards']}>
      <button
        type="button"
        className={styles['chip']}
        data-empty={hasGuards ? undefined : ''}
        aria-label={t('tpSl')}
        title={hasFull ? t('tpSlEntire') : undefined}
        onClick={() => open('tpSl', position)}
      >
        {hasFull ? (
          <>
            <span>{formatPrice(takeProfit, tick)}</span>
            <span className={styles['slash']}> / </span>
            <span>{formatPrice(stopLoss, tick)}</span>
          </>
        ) : (
          t(hasGuards ? 'partialCount' : 'addTpSlShort', { count: sets.length })
        )}
      </button>
      <button
        type="button"
        className={styles['chip']}
        data-empty={trailing === null ? '' : undefined}
        aria-label={t('trailingStop')}
        onClick={() => open('trailingStop', position)}
      >
        {trailing === null ? t('addTrailingShort') : trailingWords(t, position, trailing, tick)}
      </button>
      {guardsOf(position, orders).some((one) => one.isHeldBack) ? (
        <Figure sign="warn">
          <small data-tone="" title={t('state.heldBack')}>
            {t('guardWaits')}
          </small>
        </Figure>
      ) : null}
    </span>
  )
}
