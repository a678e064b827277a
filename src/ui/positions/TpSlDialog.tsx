import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { formatPrice, formatQty } from '../format'
import { Dialog } from '../kit/Dialog'
import { DialogLine } from '../kit/DialogForm'
import { Tabs } from '../kit/Tabs'
import type { OrderActions } from '../trading-kit/order-actions'
import { useApp } from '../state/app-context'
import { isPriceStale } from '../trading-kit/is-market-live'
import { PartialList } from './PartialList'
import { formatEntry } from '../trading-kit/position-figures'
import { partialSets, type PartialSet } from '../trading-kit/position-guards'
import { TpSlEditor } from './TpSlEditor'
import styles from './PositionDialogs.module.css'
import { usePosition, type PositionKey } from './use-position'

type Mode = 'full' | 'partial'

interface Props {
  readonly target: PositionKey
  readonly actions: OrderActions
  readonly onClose: () => void
}

/**
 * Take-profit and stop-loss of a position (spec §2, §4): over all of it, or in partial sets with a list of their own.
 * Closing from adding or editing goes back to the list.
 */
export function TpSlDialog({ target, actions, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const { account } = useApp()
  const position = usePosition(target)
  const sets = position === null ? [] : partialSets(position, account.openOrders.value)
  const hasFull = position?.takeProfit != null || position?.stopLoss != null
  const [mode, setMode] = useState<Mode>(!hasFull && sets.length > 0 ? 'partial' : 'full')
  const [editing, setEditing] = useState<PartialSet | 'new' | null>(null)
  const isList = mode === 'partial' && editing === null
  const back = (): void => (editing === null ? onClose() : setEditing(null))
  const title = t(hasFull || sets.length > 0 ? 'modifyTPSL' : 'addTPSL')
  return (
    <Dialog title={title} onClose={back}>
      {position === null ? (
        <p>{t('positionGone')}</p>
      ) : (
        <>
          <Header target={target} />
          {editing === null ? (
            <Tabs<Mode>
              label={t('mode')}
              idPrefix="tpsl"
              selected={mode}
              onSelect={setMode}
              items={[
                { id: 'full', label: t('entirePosition') },
                { id: 'partial', label: t('partialPosition'), count: sets.length, tag: t('new') },
              ]}
            />
          ) : null}
          <div
            id={`tpsl-${mode}-panel`}
            role="tabpanel"
            aria-label={t(mode === 'full' ? 'entirePosition' : 'partialPosition')}
            className={styles['view']}
          >
            {isList ? (
              <PartialList
                sets={sets}
                actions={actions}
                onAdd={() => setEditing('new')}
                onEdit={setEditing}
                onClose={onClose}
              />
            ) : (
              <TpSlEditor
                // Another view is another form; a position that moves meanwhile leaves what is typed alone.
                key={`${mode}/${editing === null || editing === 'new' ? editing : editing.id}`}
                position={position}
                mode={mode}
                editing={editing === 'new' ? null : editing}
                isLocked={mode === 'full' ? sets.length > 0 : hasFull}
                onBack={editing === null ? null : () => setEditing(null)}
                onClose={back}
              />
            )}
          </div>
        </>
      )}
    </Dialog>
  )
}

/** Entry, quantity, market and liquidation price (spec §2 "TP/SL price header"). */
function Header({ target }: { readonly target: PositionKey }) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const app = useApp()
  const market = app.market(target.symbol)
  const position = usePosition(target)
  const instrument = market.instrument.value
  if (position === null) return null
  const tick = instrument?.tickSize ?? null
  return (
    <div>
      <DialogLine label={`${target.symbol} ${t(position.side === 'sell' ? 'trade:short' : 'trade:long')}`}>
        {formatQty(position.size, instrument?.lotSize ?? null)} {qtyCoin(instrument)}
      </DialogLine>
      <DialogLine label={t('entryPrice')}>{formatEntry(position, instrument)}</DialogLine>
      <DialogLine label={t('marketPrice')} isStale={isPriceStale(app, market)}>
        {formatPrice(market.lastPrice.value ?? position.markPrice, tick)}
      </DialogLine>
      {position.liquidationPrice === null ? null : (
        <DialogLine label={t('trade:liqPrice')}>{formatPrice(position.liquidationPrice, tick)}</DialogLine>
      )}
    </div>
  )
}
