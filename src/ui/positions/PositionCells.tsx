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
  const trails = trailing === null ? null : trailingWords(t, position, trailing, tick)
  const [profit, loss] = [formatPrice(takeProfit, tick), formatPrice(stopLoss, tick)]
  // What is seen is part of what is heard.
  const heard = hasFull ? `${profit} / ${loss}` : hasGuards ? t('partialCount', { count: sets.length }) : null
  return (
    <span className={styles['guards']}>
      <button
        type="button"
        className={styles['chip']}
        data-empty={hasGuards ? undefined : ''}
        aria-label={named(t('tpSl'), heard)}
        title={hasFull ? t('tpSlEntire') : undefined}
        onClick={() => open('tpSl', position)}
      >
        {hasFull ? (
          <>
            <span>{profit}</span>
            <span className={styles['slash']}> / </span>
            <span>{loss}</span>
          </>
        ) : (
          (heard ?? t('addTpSlShort'))
        )}
      </button>
      <button
        type="button"
        className={styles['chip']}
        data-empty={trailing === null ? '' : undefined}
        aria-label={named(t('trailingStop'), trails)}
        onClick={() => open('trailingStop', position)}
      >
        {trails ?? t('addTrailingShort')}
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

const named = (name: string, value: string | null): string => (value === null ? name : `${name}: ${value}`)
