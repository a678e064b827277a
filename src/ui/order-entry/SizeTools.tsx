import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useMemo } from 'react'
import { qtyOfPreset } from '../../domain/order/size-preset'
import type { Side } from '../../domain/order/order'
import { qtyCoin } from '../contract-units'
import { formatQty, MISSING } from '../format'
import { lazyPart } from '../kit/load-part'
import { PressPopover } from '../kit/PressPopover'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { sizePresets } from '../state/size-presets'
import { useSlowValue } from '../state/use-slow-value'
import { QuickSizes } from '../trading-kit/one-press/quick-sizes'
import styles from './SizeTools.module.css'
import type { OrderFormModel } from './order-form-model'

const SizeFields = lazyPart('ticket', async () => (await import('../trading-kit/one-press/SizeFields')).SizeFields)

const SIDES: readonly Side[] = ['buy', 'sell']

/** Below the slider: the most that each button could send, and the four sizes of the trader's own. */
export function SizeTools({ ticket }: { readonly ticket: OrderFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const model = sizePresets(app.kept)
  const sizes = useMemo(() => new QuickSizes(app, model), [app, model])
  const instrument = ticket.market.instrument.value
  const type = ticket.type.value
  // Once a second, no faster than it can be read.
  const last = useSlowValue(ticket.market.lastPrice)
  const price = ticket.orderPrice.value ?? last
  const coin = qtyCoin(instrument)
  const terms = instrument === null || price === null ? null : { instrument, price, type }
  void ticket.outlook.balance.value
  const most = terms === null ? null : ticket.outlook.sizesAt100(terms)
  const max = terms === null ? null : ticket.outlook.sizeAt100(terms)
  return (
    <>
      <p className={styles['most']}>
        {SIDES.map((side) => (
          <output key={side} aria-live="off">
            {t(`mostOf.${ticket.outlook.effect(side)}`)}{' '}
            <b>{most === null ? MISSING : `${formatQty(most[side], instrument?.lotSize ?? null)} ${coin ?? ''}`}</b>
          </output>
        ))}
      </p>
      <fieldset className={styles['presets']} aria-label={t('sizePresets')}>
        {model.presets.value.map((preset, index) => {
          const qty = instrument === null ? null : qtyOfPreset(preset, { instrument, price, max })
          return (
            <button
              // oxlint-disable-next-line react/no-array-index-key -- a preset is its place
              key={index}
              type="button"
              aria-label={t('sizePreset', { number: index + 1, quantity: formatQty(qty, instrument?.lotSize ?? null) })}
              disabled={qty === null}
              onClick={() => {
                if (qty === null) return
                ticket.size.take(qty)
                // What the size is given by follows it.
                ticket.sizeBy.peek()?.take(qty)
              }}
            >
              {formatQty(qty, instrument?.lotSize ?? null)}
            </button>
          )
        })}
        <PressPopover
          label={t('sizePresetsEdit')}
          sign="⋯"
          className={styles['edit']}
          popoverClassName={styles['popover']}
        >
          <Suspense fallback={null}>
            <SizeFields sizes={sizes} market={ticket.market} />
          </Suspense>
        </PressPopover>
      </fieldset>
    </>
  )
}
