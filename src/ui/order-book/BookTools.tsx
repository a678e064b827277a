import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { hasSign, lazyUntilSign } from '../kit/first-sign'
import type { BookModel } from './book-model'
import { GroupingSelect } from './GroupingSelect'
import { hasOnePress } from './has-one-press'
import styles from './OrderBookPanel.module.css'

const ClickTradingButton = lazyUntilSign(
  'hotkeys',
  async () => (await import('./click-trading/ClickTradingButton')).ClickTradingButton,
)

/** What the head of a book offers: clicks that trade, and how many ticks a row stands for. */
export function BookTools({ model }: { readonly model: BookModel }) {
  useSignals()
  return (
    <>
      <span className={styles['clicks']}>
        {hasSign.value && hasOnePress(model.market) ? (
          <Suspense fallback={null}>
            <ClickTradingButton />
          </Suspense>
        ) : null}
      </span>
      <GroupingSelect model={model} />
    </>
  )
}
