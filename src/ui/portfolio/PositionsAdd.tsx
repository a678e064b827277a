import { useMemo, type CSSProperties } from 'react'
import { Exact } from '../../domain/decimal'
import type { PortfolioFigures, PortfolioPosition } from '../../domain/risk/portfolio-report'
import { formatCoin, formatNumber, MISSING, signOf } from '../format'
import { useTranslation } from '../i18n/use-translation'
import type { Translate } from '../i18n/words'
import { DataTable, type Column } from '../kit/DataTable'
import { Figure } from '../kit/Figure'
import styles from './Portfolio.module.css'
import { addedBy, inDeciding, worstWithout } from './portfolio-figures'
import { formatMove, WAYS } from './ScenarioGrid'

interface PositionsAddProps {
  readonly figures: PortfolioFigures
  /** Then coins of the wallet would hedge otherwise without a position: which case decides is not known here. */
  readonly hedgesSpot: boolean
}

/** What each position does to the margin of its underlying, measured against the same without it; what adds most first. */
export function PositionsAdd({ figures, hedgesSpot }: PositionsAddProps) {
  const { t } = useTranslation('portfolio')
  const columns = useMemo(() => positionColumns(t, figures, hedgesSpot), [t, figures, hedgesSpot])
  const rows = figures.positions.toSorted((a, b) => new Exact(addedBy(figures, b)).cmp(addedBy(figures, a)))
  return (
    <section className={styles['block']} aria-label={t('positions')}>
      <h2 className={styles['title']}>{t('positions')}</h2>
      <p className={styles['note']}>{t('positionsNote')}</p>
      <DataTable label={t('positions')} columns={columns} rows={rows} rowKey={({ symbol }) => symbol} />
    </section>
  )
}

function positionColumns(
  t: Translate<'portfolio'>,
  figures: PortfolioFigures,
  hedgesSpot: boolean,
): readonly Column<PortfolioPosition>[] {
  const coin = figures.settleCoin
  const most = Math.max(...figures.positions.map((one) => Math.abs(Number(addedBy(figures, one)))))
  return [
    { id: 'contract', title: t('column.position'), align: 'start', cell: ({ symbol }) => <b>{symbol}</b> },
    {
      id: 'qty',
      title: t('column.size'),
      cell: ({ size, orderQty }) => (
        <>
          {signedQty(size)}
          {Number(orderQty) === 0 ? null : <small>{t('orders', { qty: signedQty(orderQty) })}</small>}
        </>
      ),
    },
    {
      id: 'deciding',
      title: t('column.deciding'),
      cell: (position) => {
        const pnl = inDeciding(figures, position)
        return <Figure sign={signOf(pnl, coin)}>{formatCoin(pnl, coin, { signed: true })}</Figure>
      },
    },
    ...(hedgesSpot
      ? []
      : [
          {
            id: 'without',
            title: t('column.without'),
            cell: (position: PortfolioPosition) => caseWithout(t, figures, position),
          },
        ]),
    {
      id: 'adds',
      title: t('column.adds', { coin }),
      cell: (position) => {
        const added = addedBy(figures, position)
        const part = most === 0 ? 0 : Math.abs(Number(added)) / most
        return (
          <span className={styles['adds']}>
            <i
              aria-hidden="true"
              data-takes={Number(added) < 0 ? '' : undefined}
              style={{ '--part': `${Math.round(part * 100)}%` } as CSSProperties}
            />
            <b>{formatCoin(added, coin, { signed: true })}</b>
          </span>
        )
      },
    },
  ]
}

function caseWithout(t: Translate<'portfolio'>, figures: PortfolioFigures, position: PortfolioPosition): string {
  const worst = worstWithout(figures, position)
  if (worst === null) return t('nothingLost')
  const isSame = worst.move === figures.worst?.move && worst.way === figures.worst.way
  return isSame ? t('sameCase') : t(`case.${WAYS[worst.way] ?? 'same'}`, { move: formatMove(worst.move) })
}

function signedQty(qty: PortfolioPosition['size']): string {
  return Number(qty) === 0 ? MISSING : formatNumber(qty, { decimals: qty.split('.')[1]?.length ?? 0, signed: true })
}
