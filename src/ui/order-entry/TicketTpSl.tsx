import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { Side } from '../../domain/order/order'
import { Choice } from '../kit/Choice'
import { hasSign } from '../kit/first-sign'
import { TpSlHint } from '../trading-kit/tpsl/TpSlHint'
import { TpSlLegRow } from '../trading-kit/tpsl/TpSlLegRow'
import { TpSlTools } from '../trading-kit/tpsl/TpSlTools'
import styles from '../trading-kit/tpsl/TpSlFields.module.css'
import type { OrderFormModel } from './order-form-model'

interface Props {
  readonly ticket: OrderFormModel
  readonly only?: Side
}

/** Take-profit and stop-loss that the order brings for its position. */
export function TicketTpSl({ ticket, only }: Props) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const { market } = ticket
  const extras = ticket.extras.value
  // The phone's sheet has one side, and gain and loss are reckoned for that one.
  useEffect(() => {
    if (only !== undefined) extras?.setTpSlSide(only)
  }, [extras, only])
  // In a low window what was just asked for would be below what stands at the form's end.
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A size by risk brings it, too: what is asked for first is then the size.
    if (hasSign.peek() && ticket.size.method.peek() !== 'risk') panel.current?.scrollIntoView({ block: 'nearest' })
  }, [ticket.size.method])
  if (extras === null) return null
  const { tpSl } = extras
  const coin = market.instrument.value?.settleCoin ?? ''
  const mode = tpSl.mode.value
  return (
    <div ref={panel} className={styles['panel']}>
      <TpSlHint />
      <div className={styles['mode']}>
        {only === undefined ? (
          <Choice<Side>
            label={t('reckonedFor')}
            items={[
              { id: 'buy', label: t('trade:long') },
              { id: 'sell', label: t('trade:short') },
            ]}
            chosen={extras.tpSlSide.value}
            onChoose={(side) => extras.setTpSlSide(side)}
          />
        ) : null}
        <Choice
          label={t('mode')}
          items={(['full', 'partial'] as const).map((id) => ({ id, label: t(`modeShort.${id}`) }))}
          chosen={mode}
          onChoose={(next) => tpSl.setMode(next)}
        />
      </div>
      <TpSlLegRow form={tpSl.takeProfit} coin={coin} mayLimit={mode === 'partial'} />
      <TpSlLegRow form={tpSl.stopLoss} coin={coin} mayLimit={mode === 'partial'} />
      <TpSlTools form={tpSl} />
    </div>
  )
}
