import { useSignals } from '@preact/signals-react/runtime'
import { useCallback } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { formatPrice } from '../format'
import { setData, setText, useLiveElement } from '../kit/live-text'
import { kindOfPage, productView } from '../products/product-view-of'
import type { BookModel } from './book-model'
import { MIDDLE_HEIGHT } from './book-rows'
import styles from './OrderBookPanel.module.css'

const ARROW = { up: '↑', down: '↓', flat: '' } as const

/** Between the sides: the last price with its direction, and the mark price. */
export function BookMiddle({ model }: { readonly model: BookModel }) {
  useSignals()
  const { t } = useTranslation('market')
  const { market } = model
  const last = useLiveElement<HTMLOutputElement>(
    useCallback(
      (element) => {
        const [price, arrow] = element.children as unknown as readonly [HTMLElement, HTMLElement]
        setText(price, formatPrice(market.lastPrice.value, market.listed.value?.tickSize ?? null))
        const direction = market.direction.value
        setData(element, 'direction', direction)
        setText(arrow, ARROW[direction])
        const label = direction === 'flat' ? '' : t(`direction.${direction}`)
        if (arrow.getAttribute('aria-label') !== label) arrow.setAttribute('aria-label', label)
      },
      [market, t],
    ),
  )
  const mark = useLiveElement<HTMLOutputElement>(
    useCallback(
      (element) => setText(element, formatPrice(market.markPrice.value, market.listed.value?.tickSize ?? null)),
      [market],
    ),
  )
  const { height, middleTop } = model.layout.value
  return (
    <div
      className={styles['middle']}
      data-stale={market.hasTicker.value && (market.tickerStale.value || model.isStale.value) ? '' : undefined}
      // Before the height is measured it stands where that will put it, or it would be seen to move.
      style={{ insetBlockStart: height === 0 ? `calc(50% - ${MIDDLE_HEIGHT / 2}px)` : middleTop }}
    >
      <output ref={last} aria-live="off" className={styles['last']} title={t('header.last')}>
        <span />
        <span />
      </output>
      {productView(kindOfPage(market.symbol)).hasMark ? (
        <output ref={mark} aria-live="off" className={styles['mark']} title={t('header.mark')} />
      ) : null}
    </div>
  )
}
