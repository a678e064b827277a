import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { ListedMarket } from '../../domain/instrument/market-type'
import { formatPercent } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { productList } from '../products/product-list'
import { changeSign } from '../trading-kit/units'
import { compactMoney } from './compact-money'
import type { MarketRow } from './market-order'
import { numberOf, turnoverOf } from './market-rows'
import type { MarketsModel } from './markets-model'
import { squarify } from './turnover-map'
import styles from './MarketsSide.module.css'

/** Cells at most: what is smaller is not seen. */
const CELLS_MAX = 24
/** A change from which on a cell has its full colour. */
const FULL_CHANGE = 0.06
/** Room that a name takes at least, px. */
const NAME_ROOM = { width: 44, height: 20 }
const WHOLE_NAME_WIDTH = 120
const CHANGE_ROOM = { width: 56, height: 36 }

/** Where the turnover of a list is: area is turnover, strength of colour is the change. A cell too small for its name names itself when it is pointed at. */
export function TurnoverMap({ model }: { readonly model: MarketsModel }) {
  useSignals()
  const { t } = useTranslation('markets')
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const largest = model.shown.value
    .map((row) => ({ row, turnover: turnoverIn(row) }))
    .toSorted((a, b) => b.turnover - a.turnover)
    .slice(0, CELLS_MAX)
  const cells = squarify(largest, ({ turnover }) => turnover, size)
  return (
    <div ref={box} className={styles['map']}>
      {cells.map(({ item: { row, turnover }, x, y, width, height }) => {
        const { symbol } = row.instrument
        const change = row.ticker?.price24hChange ?? null
        const path = model.pathOf(symbol)
        const text = t('cell', {
          symbol,
          change: formatPercent(change, { signed: true }),
          turnover: compactMoney(turnover),
        })
        if (path === null) return null
        return (
          <Link
            key={symbol}
            href={path}
            aria-label={text}
            title={text}
            className={styles['cell'] ?? ''}
            data-sign={changeSign(change)}
            style={{
              insetInlineStart: x,
              insetBlockStart: y,
              inlineSize: width,
              blockSize: height,
              ...strengthOf(change),
            }}
          >
            {width < NAME_ROOM.width || height < NAME_ROOM.height ? null : <b>{nameOf(row.instrument, width)}</b>}
            {width < CHANGE_ROOM.width || height < CHANGE_ROOM.height ? null : (
              <span>{formatPercent(change, { signed: true })}</span>
            )}
          </Link>
        )
      })}
    </div>
  )
}

function turnoverIn({ instrument, ticker }: MarketRow): number {
  return ticker === null ? 0 : (turnoverOf(instrument, ticker) ?? 0)
}

/** What ends is named by its end too, and a pair by both coins, where there is room. */
function nameOf({ symbol, baseCoin, kind }: ListedMarket, width: number): string {
  return productList(kind).isNamedWhole && width >= WHOLE_NAME_WIDTH ? symbol : baseCoin
}

/** How much of its colour a cell has, 0 to 1, for the style sheet. */
function strengthOf(change: string | null): Record<`--${string}`, string> {
  return { '--strength': Math.min(1, Math.abs(numberOf(change) ?? 0) / FULL_CHANGE).toFixed(2) }
}
