import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { formatPrice, formatQty } from '../format'
import { Checkbox } from '../kit/Checkbox'
import { DialogForm, DialogLine, DialogWarning } from '../kit/DialogForm'
import { outcomeText } from '../trading-kit/refusals/outcome-text'
import { useApp } from '../state/app-context'
import { tradingBlock } from '../state/trading-block'
import { isPriceStale } from '../trading-kit/is-market-live'
import { CloseDialog, useCloseForm, type CloseDialogProps, type CloseEditorProps } from './CloseDialog'
import { ClosePart } from './ClosePart'
import { closePosition } from './close-position'
import styles from './PositionDialogs.module.css'
import { useClosingFill } from './use-closing-fill'

/** Asks before a position, or a part of it, is closed at market (issue 19.3). */
export function CloseMarketDialog(props: CloseDialogProps) {
  const { t } = useTranslation('positions')
  return <CloseDialog {...props} title={t('trade:closeAtMarket')} Editor={CloseEditor} />
}

function CloseEditor({ position, instrument, onClose }: CloseEditorProps) {
  useSignals()
  const { t } = useTranslation('positions')
  const app = useApp()
  const { symbol } = position
  const market = app.market(symbol)
  const form = useCloseForm(position, instrument)
  const [sizeAtFirst] = useState(position.size)
  const [isQuiet, setQuiet] = useState(false)
  const block = tradingBlock(app, market)
  const { lotSize, tickSize } = instrument
  const coin = qtyCoin(instrument)
  const ticker = market.ticker.value
  const price =
    (position.side === 'buy' ? ticker?.bid1Price : ticker?.ask1Price) ?? market.markPrice.value ?? position.markPrice
  const qty = form.qty.value
  const fill = useClosingFill(position, instrument, { qty, limit: null })
  const held = t(position.side === 'buy' ? 'trade:long' : 'trade:short')
  return (
    <DialogForm
      subject={t('close.subject', { symbol, side: held, size: formatQty(position.size, lotSize), coin })}
      isQuestion
      // A position that became another one is another question: the button waits anew.
      reading={`${position.side ?? ''} ${position.size}`}
      canConfirm={block === null && qty !== null}
      confirmLabel={
        qty === null ? t('trade:closeAtMarket') : t('close.confirm', { qty: formatQty(qty, lotSize), coin })
      }
      onConfirm={async () => {
        if (qty === null) return ''
        if (isQuiet) {
          app.account.preferred({ asksBeforeClose: false })
          void app.hub.api.setPreferences({ asksBeforeClose: false })
        }
        const outcome = await closePosition(app, position, null, qty)
        // A repeat and a closed ticket are told elsewhere; an unknown press stands among the open orders.
        if (outcome === null) return ''
        return outcome.kind === 'unknown' ? null : outcomeText(outcome)
      }}
      onClose={onClose}
    >
      <DialogLine label={t('marketPrice')} isStale={isPriceStale(app, market)}>
        {formatPrice(price, tickSize)}
      </DialogLine>
      <ClosePart form={form} position={position} instrument={instrument} fill={fill} />
      {fill === null || fill.beyond === '0' ? null : (
        <DialogWarning text={t('close.beyond', { qty: formatQty(fill.beyond, lotSize), coin })} />
      )}
      <p className={styles['note']}>{t('close.note')}</p>
      <Checkbox label={t('dontAsk')} title={t('close.quietHint')} checked={isQuiet} onChecked={setQuiet} />
      {position.size === sizeAtFirst ? null : (
        <DialogWarning text={t('close.changed', { size: formatQty(position.size, lotSize), coin })} />
      )}
      {block === null ? null : <p className={styles['failure']}>{t(`trade:block.${block}`)}</p>}
    </DialogForm>
  )
}
