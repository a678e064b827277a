import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { qtyCoin } from '../../contract-units'
import { formatPrice, formatQty } from '../../format'
import { useTranslation } from '../../i18n/use-translation'
import { useApp } from '../../state/app-context'
import { useLinkGroup } from '../../state/link-group'
import { fromSteps, type Price } from '../../../domain/decimal'
import { ArmRow } from '../../trading-kit/one-press/ArmRow'
import { isCoarse } from '../../trading-kit/one-press/coarse-pointer'
import { onePressOf } from '../../trading-kit/one-press/one-press'
import { isHedged, lastPressText, pressWord } from '../../trading-kit/one-press/press-words'
import { SizeButtons } from '../../trading-kit/one-press/SizeButtons'
import type { BookModel } from '../book-model'
import { mountBookPointer } from './book-pointer'
import { BookCursor } from './BookCursor'
import { ClickTrading } from './click-trading'
import styles from './ClickTrading.module.css'

interface Props {
  readonly model: BookModel
  readonly canvas: RefObject<HTMLCanvasElement | null>
}

/** Above the book while clicks in it may trade: whether it is armed, the size, and what a press does or did. */
export function ClickTradingStrip({ model, canvas }: Props) {
  useSignals()
  const onePress = onePressOf(useApp())
  return onePress.choices.choices.value.book ? <Strip model={model} canvas={canvas} /> : null
}

function Strip({ model, canvas }: Props) {
  useSignals()
  const { t } = useTranslation('ladder')
  const onePress = onePressOf(useApp())
  const link = useLinkGroup()
  const trading = useMemo(() => new ClickTrading({ model, onePress, link }), [model, onePress, link])
  useEffect(() => trading.start(), [trading])
  useEffect(
    () => (canvas.current === null ? undefined : mountBookPointer(canvas.current, model, trading)),
    [canvas, model, trading],
  )
  const instrument = model.market.instrument.value
  const values = {
    qty: formatQty(trading.qty.value, instrument?.lotSize ?? null),
    coin: qtyCoin(instrument),
  }
  const isArmed = trading.isArmed.value
  const shortHint = isArmed ? t(isCoarse.value ? 'armedShortTouch' : 'armedShort', values) : t('disarmedShort')
  const hint = isArmed ? t(isCoarse.value ? 'armedHintTouch' : 'armedHint', values) : t('disarmedHint')
  return (
    <>
      <div className={styles['strip']} data-armed={isArmed ? '' : undefined}>
        <ArmRow onePress={onePress} hint={hint} shortHint={shortHint} />
        <div className={styles['sizes']}>
          <SizeButtons sizes={onePress.sizes} market={model.market} />
        </div>
        <Told trading={trading} model={model} />
      </div>
      {canvas.current?.parentElement == null
        ? null
        : createPortal(<BookCursor model={model} trading={trading} />, canvas.current.parentElement)}
    </>
  )
}

/** What a press would do, or what became of the last one. */
function Told({ trading, model }: { readonly trading: ClickTrading; readonly model: BookModel }) {
  useSignals()
  const { t } = useTranslation('ladder')
  const app = useApp()
  const { orders } = onePressOf(app)
  const { symbol, instrument } = model.market
  const hedged = isHedged(app.account, symbol)
  const { tickSize = null, lotSize = null } = instrument.value ?? {}
  const aimed = trading.isArmed.value ? trading.aimed.value : null
  const last = orders.last.value
  const isOurs = last !== null && last.symbol === symbol && last.order.price !== null
  return (
    <div className={styles['told']}>
      {aimed !== null && tickSize !== null ? (
        <span>
          {t(`bookAim.${pressWord(app.account, symbol, aimed.side)}`, {
            qty: formatQty(trading.qty.value, lotSize),
            price: formatPrice(fromSteps<Price>(aimed.ticks, tickSize), tickSize),
          })}
        </span>
      ) : isOurs ? null : (
        <span>
          {hedged
            ? t(isCoarse.value ? 'bookHintTouchHedge' : 'bookHintHedge')
            : t(isCoarse.value ? 'bookHintTouch' : 'bookHint')}
        </span>
      )}
      <output className={aimed === null ? undefined : 'visually-hidden'} data-state={last?.state}>
        {isOurs
          ? lastPressText(last, {
              qty: formatQty(last.order.qty, lotSize),
              price: formatPrice(last.order.price, tickSize),
            })
          : ''}
      </output>
    </div>
  )
}
