import { useSignals } from '@preact/signals-react/runtime'
import { useId } from 'react'
import { fromSteps, type Price, type Qty } from '../../../domain/decimal'
import { qtyCoin } from '../../contract-units'
import { formatPrice, formatQty, MISSING } from '../../format'
import { useTranslation } from '../../i18n/use-translation'
import { useApp } from '../../state/app-context'
import { isHedged } from '../../trading-kit/one-press/press-words'
import type { BookModel } from '../book-model'
import { rowTop } from '../book-rows'
import { bookKey } from './book-keys'
import type { ClickTrading } from './click-trading'
import styles from './ClickTrading.module.css'

interface Props {
  readonly model: BookModel
  readonly trading: ClickTrading
}

/** The level that the keyboard is on: arrow keys go through the book, Enter presses. */
export function BookCursor({ model, trading }: Props) {
  useSignals()
  const { t } = useTranslation('ladder')
  const { account } = useApp()
  const keysId = useId()
  const level = trading.cursor.value
  const instrument = model.market.instrument.value
  if (level === null || instrument === null) return null
  const { side, index } = level.place
  const rows = model.rows.value
  const lots = (side === 'ask' ? rows?.asks : rows?.bids)?.[index]?.lots ?? null
  const layout = model.layout.value
  return (
    <>
      <p id={keysId} className="visually-hidden">
        {t(isHedged(account, model.market.symbol) ? 'bookKeysHedge' : 'bookKeys')}
      </p>
      <div
        className={styles['cursor']}
        // A place in the drawn book, with keys of its own: an <input> would bring a field to type in.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="spinbutton"
        tabIndex={0}
        aria-label={t('bookLevel')}
        aria-describedby={keysId}
        aria-valuenow={level.ticks}
        aria-valuetext={t(`bookAt.${side}`, {
          price: formatPrice(fromSteps<Price>(level.ticks, instrument.tickSize), instrument.tickSize),
          qty: lots === null ? MISSING : formatQty(fromSteps<Qty>(lots, instrument.lotSize), instrument.lotSize),
          coin: qtyCoin(instrument),
        })}
        style={{ insetBlockStart: rowTop(layout, side, index, devicePixelRatio), blockSize: layout.rowHeight }}
        onFocus={() => trading.hold('focus', true)}
        onBlur={() => trading.hold('focus', false)}
        onKeyDown={(event) => {
          // A page's own script presses nothing.
          if (!event.nativeEvent.isTrusted) return
          const key = bookKey(event.nativeEvent)
          if (key === null) return
          event.preventDefault()
          if (key !== 'again') trading.key(key)
        }}
      />
    </>
  )
}
