import { useSignals } from '@preact/signals-react/runtime'
import { Exact, negate, toText, type Money, type Rate } from '../../domain/decimal'
import { isContract } from '../../domain/instrument/contract'
import type { Position } from '../../domain/position/position'
import { tierOfPosition } from '../../domain/risk/risk-tier'
import { formatCoin, formatDateTime, formatMoney, formatPercent, formatPrice, MISSING, signOf } from '../format'
import type { Translate } from '../i18n/words'
import { useTranslation } from '../i18n/use-translation'
import { Figure } from '../kit/Figure'
import { useApp } from '../state/app-context'
import { Amount, Result } from '../trading-kit/Amount'
import { positionFigures } from '../trading-kit/position-figures'
import type { Extra } from '../trading-kit/table-columns/extra-columns'
import { EXTRA_COLUMNS, type ExtraColumn } from '../trading-kit/table-columns/table-columns'

type Cell = (props: { readonly position: Position }) => React.ReactNode

const CELLS: Readonly<Record<ExtraColumn<'positions'>, Cell>> = {
  lastPnl: LastPnl,
  closedPnl: ({ position }) => <Realised position={position} what="trades" />,
  funding: ({ position }) => <Realised position={position} what="funding" />,
  allTime: ({ position }) => <Result row={position} result={position.cumRealisedPnl} />,
  addedMargin: ({ position }) =>
    position.marginMode === 'isolated' && position.extraMargin !== undefined ? (
      <Amount row={position} amount={position.extraMargin} />
    ) : (
      MISSING
    ),
  riskTier: RiskTier,
  bankruptcy: Bankruptcy,
  adlQueue: AdlQueue,
  markIv: MarkIv,
  opened: ({ position }) => formatDateTime(position.createdAtMs),
}

/** Further figures of a position, as columns that may be chosen and in the detail of its card. */
export function positionExtras(t: Translate<'columns'>): readonly Extra<Position>[] {
  return EXTRA_COLUMNS.positions.map((id) => {
    const Shown = CELLS[id]
    return { id, title: t(`positions.${id}`), cell: (position) => <Shown position={position} /> }
  })
}

/** What it would bring at the last price, which a stop by the last price goes by. */
function LastPnl({ position }: { readonly position: Position }) {
  useSignals()
  const market = useApp().market(position.symbol)
  const instrument = market.held.value
  const lastPrice = market.lastPrice.value
  if (lastPrice === null) return MISSING
  const { unrealisedPnl, roi } = positionFigures(position, lastPrice, instrument)
  const coin = instrument?.settleCoin ?? null
  return (
    <Figure sign={signOf(unrealisedPnl, coin)}>
      {formatCoin(unrealisedPnl, coin, { signed: true })} {coin}
      <small data-tone="">{formatPercent(roi, { signed: true })}</small>
    </Figure>
  )
}

/** What was realised, parted: prices and fees of its trades, and funding. */
function Realised({ position, what }: { readonly position: Position; readonly what: 'trades' | 'funding' }) {
  const { realisedPnl, fundingPaid } = position
  if (fundingPaid === undefined) return MISSING
  const funding = negate(fundingPaid)
  const trades = toText<Money>(new Exact(realisedPnl).minus(funding))
  return <Result row={position} result={what === 'funding' ? funding : trades} isFee={what === 'funding'} />
}

/** The tier of its value, and what the tier asks. */
function RiskTier({ position }: { readonly position: Position }) {
  useSignals()
  const { t } = useTranslation('columns')
  const instrument = useApp().market(position.symbol).instrument.value
  const tier =
    instrument === null || !isContract(instrument) || position.isPortfolio === true
      ? null
      : tierOfPosition(position, instrument)
  if (tier === null || instrument === null) return MISSING
  return (
    <>
      {t('tier', { id: tier.id, rate: formatPercent(tier.maintenanceMarginRate) })}
      <small>{t('tierLimit', { limit: formatMoney(tier.limit, { decimals: 0 }), coin: instrument.settleCoin })}</small>
    </>
  )
}

function Bankruptcy({ position }: { readonly position: Position }) {
  useSignals()
  return formatPrice(position.bankruptcyPrice, useApp().market(position.symbol).held.value?.tickSize ?? null)
}

/** Its place when the other side's loss is more than the insurance pool has: 5 is the first fifth. */
function AdlQueue({ position: { adlRank } }: { readonly position: Position }) {
  const { t } = useTranslation('columns')
  if (adlRank === undefined || adlRank === 0) return MISSING
  return (
    <>
      {t('adlPlace', { place: adlRank })}
      {adlRank === 5 ? <small>{t('adlFirst')}</small> : null}
    </>
  )
}

function MarkIv({ position }: { readonly position: Position }) {
  useSignals()
  const option = useApp().market(position.symbol).ticker.value?.option
  return option == null ? MISSING : formatPercent(String(option.markVolatility) as Rate)
}
