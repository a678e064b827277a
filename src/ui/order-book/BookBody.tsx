import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useRef } from 'react'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { hasSign, lazyUntilSign } from '../kit/first-sign'
import { lazyPart } from '../kit/load-part'
import { useApp } from '../state/app-context'
import { useLinkGroup } from '../state/link-group'
import { pointAtPrice } from '../state/pointed-price'
import { pickPrice } from '../state/picked-price'
import { mountBookCanvas } from './book-canvas'
import type { BookModel } from './book-model'
import { BookMiddle } from './BookMiddle'
import { hasOnePress } from './has-one-press'
import styles from './OrderBookPanel.module.css'

const ClickTradingStrip = lazyUntilSign(
  'hotkeys',
  async () => (await import('./click-trading/ClickTradingStrip')).ClickTradingStrip,
)

// What is read out comes right behind what is drawn.
const BookTable = lazyPart('tradePage', async () => (await import('./BookTable')).BookTable)

/** Column names, the drawn book and its table. A press on a level offers its price to the ticket, or trades where that is armed. */
export function BookBody({ model }: { readonly model: BookModel }) {
  useSignals()
  const app = useApp()
  const { t, i18n } = useTranslation('market')
  const link = useLinkGroup()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { market } = model
  const instrument = market.listed.value
  useEffect(() => {
    if (canvas.current === null) return undefined
    return mountBookCanvas({
      canvas: canvas.current,
      model,
      theme: app.theme,
      locale: i18n.language,
      onPick: (price) => pickPrice(link, market.symbol, price),
      onPoint: (price) => pointAtPrice(link, market.symbol, price),
    })
  }, [app, model, market, link, i18n.language])
  return (
    <>
      {hasSign.value && hasOnePress(market) ? (
        <Suspense fallback={null}>
          <ClickTradingStrip model={model} canvas={canvas} />
        </Suspense>
      ) : null}
      <div className={styles['columns']} aria-hidden="true">
        <span>{t('book.priceIn', { coin: instrument?.quoteCoin ?? '--' })}</span>
        <span>{t('book.qtyIn', { coin: qtyCoin(instrument) })}</span>
        <span>{t('book.total')}</span>
      </div>
      <div className={styles['box']}>
        <canvas
          ref={canvas}
          className={styles['canvas']}
          aria-hidden="true"
          data-stale={model.isStale.value ? '' : undefined}
        />
        {market.isInAuction.value && <p className={styles['auction']}>{t('book.auction')}</p>}
        <BookMiddle model={model} />
        <Suspense fallback={null}>
          <BookTable model={model} />
        </Suspense>
      </div>
    </>
  )
}
