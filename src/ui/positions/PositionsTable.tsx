import type { KeyOf, Translate } from '../i18n/words'
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo, useState } from 'react'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { Link } from 'wouter'
import { isContractKind, isOptionKind, kindOfName } from '../../domain/instrument/product-kind'
import { symbolPath } from '../../domain/instrument/trade-route'
import type { Position } from '../../domain/position/position'
import { formatLeverage, formatCoin, formatExactPrice, formatPercent, formatPrice, formatQty, signOf } from '../format'
import { Button } from '../kit/Button'
import { DataTable, type Column } from '../kit/DataTable'
import { Figure } from '../kit/Figure'
import { Amount, Result } from '../trading-kit/Amount'
import { contractView } from '../products/product-view-of'
import { useApp } from '../state/app-context'
import { tradingBlock } from '../state/trading-block'
import type { MarketModel } from '../state/market-model'
import { closePosition } from './close-position'
import { isFilling } from './filling'
import { guardsTitle } from './guards-title'
import { GuardsOrGreeks, Margins, type CellProps } from './PositionCells'
import type { PositionDialog } from './PositionDialogs'
import { formatEntry, positionFigures } from '../trading-kit/position-figures'
import { layoutMode } from '../kit/layout-mode'
import { withExtras } from '../trading-kit/table-columns/extra-columns'
import { tableColumns } from '../trading-kit/table-columns/table-columns'
import { positionExtras } from './position-extras'
import { reversePosition } from './reverse-position'
import styles from './Positions.module.css'

type OpenDialog = (kind: PositionDialog['kind'], position: Position) => void

interface Props {
  readonly rows: readonly Position[]
  readonly onOpen: (dialog: PositionDialog) => void
}

/** Open positions, a row each, with their figures and what can be done about them. */
export function PositionsTable({ rows, onOpen }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const { t: words } = useTranslation('columns')
  const chosen = tableColumns(useApp(), 'positions').chosen.value
  const isPhone = layoutMode.value === 'phone'
  const heading = guardsTitle(rows)
  const columns = useMemo(
    () =>
      withExtras({
        own: positionColumns(t, heading, (kind, position) => onOpen({ kind, position })),
        extras: positionExtras(words),
        chosen,
        detail: isPhone ? { title: words('detailTitle'), open: words('detail') } : null,
      }),
    [t, words, onOpen, chosen, isPhone, heading],
  )
  return (
    <DataTable
      label={t('tab.positions')}
      columns={columns}
      rows={rows}
      scrolls={!isPhone && chosen.length > 0}
      rowKey={(row) => `${row.symbol}/${row.positionIdx}`}
      rowAttributes={(row) => ({ 'data-symbol': row.symbol, 'data-side': row.side ?? '' })}
    />
  )
}

function positionColumns(
  t: Translate<'trade'>,
  heading: KeyOf<'trade'>,
  open: OpenDialog,
): readonly Column<Position>[] {
  return [
    {
      id: 'contract',
      title: t('column.contract'),
      align: 'start',
      cell: (row) => <Contract position={row} open={open} />,
    },
    { id: 'size', title: t('column.size'), cell: (row) => <Size position={row} /> },
    { id: 'entry', title: t('column.entryMark'), cell: (row) => <EntryAndMark position={row} /> },
    { id: 'unrealised', title: t('column.unrealised'), cell: (row) => <Unrealised position={row} /> },
    {
      id: 'liq',
      title: t('column.liqBreakEven'),
      cell: (row) => (
        <>
          <Figure sign={row.liquidationPrice === null ? 'flat' : 'warn'}>
            <AtTick position={row} price={row.liquidationPrice} />
          </Figure>
          <small>
            <AtTick position={row} price={row.breakEvenPrice} isExact />
          </small>
        </>
      ),
    },
    {
      id: 'realised',
      title: t('column.realised'),
      cell: (row) => <Result row={row} result={row.realisedPnl} />,
    },
    {
      id: 'margin',
      title: t('column.margins'),
      cell: (row) => <Margins position={row} open={open} />,
    },
    {
      id: 'guards',
      title: t(heading),
      cardTitle: (row) => t(guardsTitle([row])),
      cell: (row) => <GuardsOrGreeks position={row} open={open} />,
    },
    { id: 'actions', title: '', label: t('column.actions'), cell: (row) => <Actions position={row} open={open} /> },
  ]
}

function Contract({ position, open }: CellProps) {
  useSignals()
  const { t } = useTranslation('trade')
  const { choosesLeverage, hasOwnMargin } = useApp().account.view.value
  const [path] = useState(() => symbolPath(position.symbol, Date.now()))
  const named = kindOfName(position.symbol)
  const isOption = isOptionKind(named)
  const leverage = formatLeverage(position.leverage, position.leverage.includes('.') ? 2 : 0)
  const kind = isContractKind(named) || isOption ? named : 'linearPerpetual'
  return (
    <>
      <Link href={path} className={styles['symbol']}>
        {position.symbol}
      </Link>{' '}
      <Figure sign={position.side === 'sell' ? 'loss' : 'gain'}>
        {t(position.side === 'sell' ? 'short' : 'long')}{' '}
        {choosesLeverage && !isOption ? (
          <button
            type="button"
            className={styles['inline']}
            title={t('leverage')}
            onClick={() => open('leverage', position)}
          >
            {leverage}
          </button>
        ) : null}
      </Figure>
      <small>
        {hasOwnMargin ? t(position.marginMode) : t('portfolioMargin')} · {t(contractView(kind).positionWord)}
        {position.positionIdx === 0 ? null : <> · {t('hedge')}</>}
      </small>
    </>
  )
}

function Size({ position }: { readonly position: Position }) {
  useSignals()
  const { t } = useTranslation('trade')
  const { account, market: marketOf } = useApp()
  const market = marketOf(position.symbol)
  const sent = { intents: account.intents.value, openOrders: account.openOrders.value }
  const instrument = market.held.value
  return (
    <>
      {formatQty(position.size, instrument?.lotSize ?? null)} {qtyCoin(instrument)}
      {isFilling(position, sent) ? <output className={styles['filling']}>{t('filling')}</output> : null}
      <small data-stale={isMarkStale(market) ? '' : undefined}>
        <Amount row={position} amount={positionFigures(position, market.markPrice.value, instrument).value} />
      </small>
    </>
  )
}

function EntryAndMark({ position }: { readonly position: Position }) {
  useSignals()
  const market = useApp().market(position.symbol)
  return (
    <>
      {formatEntry(position, market.held.value)}
      <small data-mark="" data-stale={isMarkStale(market) ? '' : undefined}>
        <Mark position={position} />
      </small>
    </>
  )
}

interface AtTickProps {
  readonly position: Position
  readonly price: Position['entryPrice']
  /** Whether what it has beyond its tick is shown too. */
  readonly isExact?: boolean
}

function AtTick({ position, price, isExact = false }: AtTickProps) {
  useSignals()
  const tick = useApp().market(position.symbol).held.value?.tickSize ?? null
  return <>{isExact ? formatExactPrice(price, tick) : formatPrice(price, tick)}</>
}

/** An option's mark is counted finer than its prices are. */
function Mark({ position }: { readonly position: Position }) {
  useSignals()
  const market = useApp().market(position.symbol)
  const price = market.markPrice.value ?? position.markPrice
  return isOptionKind(kindOfName(position.symbol)) ? (
    <>{formatPrice(price, price)}</>
  ) : (
    <AtTick position={position} price={price} />
  )
}

/** What is reckoned from the mark price is as old as it is (F16). */
function isMarkStale(market: MarketModel): boolean {
  return market.markPrice.value !== null && market.tickerStale.value
}

function Unrealised({ position }: { readonly position: Position }) {
  useSignals()
  const market = useApp().market(position.symbol)
  const coin = market.held.value?.settleCoin ?? null
  const { unrealisedPnl, roi } = positionFigures(position, market.markPrice.value, market.held.value)
  return (
    <Figure sign={signOf(unrealisedPnl, coin)}>
      <span className={styles['amount']} data-stale={isMarkStale(market) ? '' : undefined}>
        {formatCoin(unrealisedPnl, coin, { signed: true })} {coin}
      </span>
      <small data-tone="" data-stale={isMarkStale(market) ? '' : undefined}>
        {formatPercent(roi, { signed: true })}
      </small>
    </Figure>
  )
}

function Actions({ position, open }: CellProps) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const block = tradingBlock(app, app.market(position.symbol))
  // The exchange turns no option round, and guards none.
  const isOption = isOptionKind(kindOfName(position.symbol))
  return (
    <span className={styles['actions']}>
      <Button
        size="row"
        title={t(block === null ? 'closeAtMarket' : `block.${block}`)}
        aria-disabled={block !== null || undefined}
        onClick={(event) => {
          if (!event.nativeEvent.isTrusted) return
          if (app.account.preferences.peek().asksBeforeClose) open('closeMarket', position)
          else void closePosition(app, position, null)
        }}
      >
        {t('closeMarketShort')}
      </Button>
      <Button size="row" title={t('closeAtLimit')} onClick={() => open('closeLimit', position)}>
        {t('closeLimitShort')}
      </Button>
      {isOption ? null : (
        <Button
          size="row"
          title={block === null ? undefined : t(`block.${block}`)}
          aria-disabled={block !== null || undefined}
          onClick={(event) => {
            if (event.nativeEvent.isTrusted && !reversePosition(app, position)) open('reverse', position)
          }}
        >
          {t('reverse')}
        </Button>
      )}
    </span>
  )
}
