import { useSignals } from '@preact/signals-react/runtime'
import type { CSSProperties } from 'react'
import type { Money, Rate } from '../../domain/decimal'
import type { PortfolioFigures } from '../../domain/risk/portfolio-report'
import { VENUE_RULES } from '../../domain/risk/portfolio-margin'
import { coinDecimals, formatMoney, formatNumber, formatPercent, signOf } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { layoutMode } from '../kit/layout-mode'
import { priceAt, strengthOf } from './portfolio-figures'
import styles from './Portfolio.module.css'

/** In the order of a row's results. */
export const WAYS = ['up', 'same', 'down'] as const

/** Every result of the grid: moves of the price by what the volatility does; the one that decides is named. */
export function ScenarioGrid({ figures }: { readonly figures: PortfolioFigures }) {
  useSignals()
  const { t } = useTranslation('portfolio')
  const { table, worst, indexPrice } = figures
  const isPhone = layoutMode.value === 'phone'
  const moveHead = (move: number) => (
    <>
      {formatMove(move)}
      <small>{formatNumber(priceAt(figures, move), { decimals: decimalsFor(indexPrice) })}</small>
    </>
  )
  const cell = (row: number, way: number) => {
    const { move, pnls } = table[row]!
    return (
      <Cell
        key={`${move}/${way}`}
        figures={figures}
        pnl={pnls[way]!}
        isWorst={worst?.move === move && worst.way === way}
      />
    )
  }
  return (
    <table className={styles['grid']} aria-label={t('grid', { coin: figures.settleCoin })}>
      <thead>
        <tr>
          <th scope="col">{t('pnlIn', { coin: figures.settleCoin })}</th>
          {isPhone
            ? WAYS.map((way) => (
                <th key={way} scope="col">
                  {t(`wayShort.${way}`)}
                </th>
              ))
            : table.map(({ move }) => (
                <th key={move} scope="col">
                  {moveHead(move)}
                </th>
              ))}
        </tr>
      </thead>
      <tbody>
        {isPhone
          ? table.map(({ move }, row) => (
              <tr key={move}>
                <th scope="row">{moveHead(move)}</th>
                {WAYS.map((_, way) => cell(row, way))}
              </tr>
            ))
          : WAYS.map((way, at) => (
              <tr key={way}>
                <th scope="row">
                  {t(`way.${way}`)}
                  <small>{shockText(way, t)}</small>
                </th>
                {table.map((_, row) => cell(row, at))}
              </tr>
            ))}
      </tbody>
    </table>
  )
}

interface CellProps {
  readonly figures: PortfolioFigures
  readonly pnl: Money
  readonly isWorst: boolean
}

function Cell({ figures: { table, settleCoin }, pnl, isWorst }: CellProps) {
  const { t } = useTranslation('portfolio')
  return (
    <td
      data-sign={signOf(pnl, settleCoin)}
      data-worst={isWorst ? '' : undefined}
      style={{ '--strength': `${Math.round(strengthOf(pnl, table) * 45)}%` } as CSSProperties}
    >
      {formatMoney(pnl, { decimals: coinDecimals(settleCoin) === 2 ? 2 : 5, signed: true })}
      {isWorst ? <small>{t('decides')}</small> : null}
    </td>
  )
}

export function formatMove(move: number): string {
  return formatPercent(String(move) as Rate, { decimals: 0, signed: true })
}

/** An index of a few dollars has decimals, one of thousands none. */
function decimalsFor(price: string | null): number {
  return Number(price ?? 0) >= 1_000 ? 0 : 4
}

function shockText(
  way: (typeof WAYS)[number],
  t: (key: 'shock', values: { readonly shock: string }) => string,
): string {
  const { rangeUp, rangeDown } = VENUE_RULES.shock
  if (way === 'same') return ''
  const shock = way === 'up' ? rangeUp : -rangeDown
  return t('shock', { shock: formatPercent(String(shock) as Rate, { decimals: 0, signed: true }) })
}
