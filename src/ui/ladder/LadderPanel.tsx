import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { qtyCoin } from '../contract-units'
import { formatPrice, formatQty } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { useLinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { ArmRow } from '../trading-kit/one-press/ArmRow'
import { isCoarse } from '../trading-kit/one-press/coarse-pointer'
import { onePressOf } from '../trading-kit/one-press/one-press'
import { isHedged, lastPressText } from '../trading-kit/one-press/press-words'
import { SizeButtons } from '../trading-kit/one-press/SizeButtons'
import { watchBook } from '../trading-kit/watch-book'
import { CancelButtons } from './CancelButtons'
import { LadderGrid } from './LadderGrid'
import { LadderModel } from './ladder-model'
import styles from './LadderPanel.module.css'

/** The price ladder (issue 23.6): own orders stand in it, and while it is armed one press sends. */
export function LadderPanel({ market }: { readonly market: MarketModel }) {
  useSignals()
  const { t } = useTranslation('ladder')
  const app = useApp()
  const link = useLinkGroup()
  const onePress = onePressOf(app)
  const model = useMemo(() => new LadderModel({ app, market, onePress, link }), [app, market, onePress, link])
  useEffect(() => model.start(), [model])
  useEffect(() => watchBook(app, market, model.watch), [app, market, model])
  useEffect(() => app.hub.watch({ topic: { kind: 'trades', symbol: market.symbol } }), [app, market])
  const isArmed = onePress.arming.isArmed.value
  const instrument = market.instrument.value
  const values = { qty: formatQty(model.qty.value, instrument?.lotSize ?? null), coin: qtyCoin(instrument) }
  const shortHint = isArmed ? t(isCoarse.value ? 'armedShortTouch' : 'armedShort', values) : t('disarmedShort')
  const hint = isArmed ? t(isCoarse.value ? 'armedHintTouch' : 'armedHint', values) : t('disarmedHint')
  return (
    <section className={styles['panel']} aria-label={t('title')} data-armed={isArmed ? '' : undefined}>
      <ArmRow onePress={onePress} hint={hint} shortHint={shortHint} />
      <div className={styles['sizes']}>
        <SizeButtons sizes={onePress.sizes} market={market} />
      </div>
      <Tools model={model} />
      <LadderGrid model={model} />
      <Told model={model} />
      <CancelButtons model={model} actions={onePress.actions} />
    </section>
  )
}

/** The step of the rows, and back to the market. */
function Tools({ model }: { readonly model: LadderModel }) {
  useSignals()
  const { t } = useTranslation('ladder')
  const { market } = model
  const groups = model.groups.value
  const at = groups.indexOf(model.group.value)
  const scale = model.scale.value
  const beyond = model.marketBeyond.value
  const finer = groups[at - 1]
  const coarser = groups[at + 1]
  const step = model.priceOf(model.group.value)
  const last = formatPrice(market.lastPrice.value, scale?.tickSize ?? null)
  return (
    <div className={styles['tools']}>
      <span className={styles['step']}>
        <button
          type="button"
          aria-label={t('finer')}
          disabled={finer === undefined}
          onClick={() => finer !== undefined && model.setGroup(finer)}
        >
          −
        </button>
        <output aria-label={t('step')}>{formatPrice(step, null)}</output>
        <button
          type="button"
          aria-label={t('coarser')}
          disabled={coarser === undefined}
          onClick={() => coarser !== undefined && model.setGroup(coarser)}
        >
          +
        </button>
      </span>
      <button
        type="button"
        data-beyond={beyond ?? undefined}
        aria-label={t('centreAt', { price: last })}
        onClick={() => model.centre()}
      >
        {beyond === null ? null : <span aria-hidden="true">{beyond === 'above' ? '↑ ' : '↓ '}</span>}
        {t('centre')}
      </button>
    </div>
  )
}

/** What became of the last press, or what the keys of a row do. */
function Told({ model }: { readonly model: LadderModel }) {
  useSignals()
  const { t } = useTranslation('ladder')
  const app = useApp()
  const { orders } = onePressOf(app)
  const { symbol, instrument } = model.market
  const carried = model.carried.value
  const last = orders.last.value
  const price = (ticks: number): string => formatPrice(model.priceOf(ticks), instrument.value?.tickSize ?? null)
  const text =
    carried !== null
      ? t('carried', { price: price(carried.fromTicks) })
      : last === null || last.symbol !== symbol || last.order.price === null
        ? ''
        : lastPressText(last, {
            qty: formatQty(last.order.qty, instrument.value?.lotSize ?? null),
            price: formatPrice(last.order.price, instrument.value?.tickSize ?? null),
          })
  const hint = text === '' && isHedged(app.account, symbol) ? t('bookHintTouchHedge') : null
  return (
    <>
      {hint === null ? null : <p className={styles['told']}>{hint}</p>}
      <output className={hint === null ? styles['told'] : 'visually-hidden'} data-state={last?.state}>
        {text}
      </output>
    </>
  )
}
