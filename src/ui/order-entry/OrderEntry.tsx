import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { Side } from '../../domain/order/order'
import { hasSign, lazyUntilSign } from '../kit/first-sign'
import { lazyPart } from '../kit/load-part'
import { useApp } from '../state/app-context'
import { useLinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { ModeBar } from './ModeBar'
import styles from '../trading-kit/ticket/Ticket.module.css'
import { OrderFigures } from '../trading-kit/ticket/OrderFigures'
import { OrderOptions } from './OrderOptions'
import { PriceField } from './OrderFields'
import { PriceSourceRow } from '../trading-kit/ticket/PriceSourceRow'
import { usePressable } from '../trading-kit/ticket/use-pressable'
import { SizeFields } from './SizeFields'
import { SubmitButtons } from '../trading-kit/ticket/SubmitButtons'
import { TicketReasons } from './TicketReasons'
import type { TicketTab } from './ticket-drafts'
import { ticketOf } from './ticket-of'
import { AvailableLine, SizeSlider, TicketFrame, TicketQuestion } from '../trading-kit/ticket/TicketFrame'
import type { StrategySlot } from '../trading-kit/ticket/strategy-slot'

const TriggerFields = lazyPart('ticket', async () => (await import('./TriggerFields')).TriggerFields)
const TicketTpSl = lazyPart('ticket', async () => (await import('./TicketTpSl')).TicketTpSl)

const SizeTools = lazyUntilSign('ticket', async () => (await import('./SizeTools')).SizeTools)

interface Props {
  readonly market: MarketModel
  /** What stands under the tab "Strategy". */
  readonly Strategy: StrategySlot
  /** The phone's sheet has one side and one button. */
  readonly only?: Side
  readonly onPlaced?: () => void
}

/** The order ticket. */
export function OrderEntry({ market, Strategy, only, onPlaced }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const ticket = ticketOf(market, app, useLinkGroup())
  const tab = ticket.tab.value
  const type = ticket.type.value
  const isInAuction = market.isInAuction.value
  const isCopyTrade = app.account.session.value?.kind === 'copy'
  const side = only === undefined ? {} : { only }
  usePressable(ticket.outlook, only)
  return (
    <TicketFrame<TicketTab>
      ticket={ticket}
      tab={tab}
      onTab={(next) => ticket.setTab(next)}
      tabs={[
        { id: 'limit', label: t('type.limit') },
        { id: 'market', label: t('type.market'), isDisabled: isInAuction },
        { id: 'conditional', label: t('type.conditional'), isDisabled: isInAuction },
        // Copy trading has no call for them (spec §6).
        ...(isCopyTrade ? [] : [{ id: 'strategy' as const, label: t('type.strategy') }]),
      ]}
      head={<ModeBar market={market} />}
      disabledReason={isInAuction ? t('auctionTakes') : null}
    >
      <AvailableLine available={ticket.outlook.available} coin={ticket.market.instrument.value?.settleCoin ?? null} />
      {tab === 'strategy' ? (
        <Suspense fallback={null}>
          <Strategy ticket={ticket} {...side} {...(onPlaced === undefined ? {} : { onPlaced })} />
        </Suspense>
      ) : (
        <>
          <Suspense fallback={null}>{tab === 'conditional' ? <TriggerFields ticket={ticket} /> : null}</Suspense>
          {type === 'limit' ? <PriceField ticket={ticket} /> : null}
          {tab === 'limit' ? <PriceSourceRow priceSource={ticket.priceSource} /> : null}
          <SizeFields ticket={ticket} />
          {ticket.outlook.hasOwnMargin || ticket.outlook.told.value !== null ? (
            <SizeSlider percent={ticket.size.percent} onPercent={(percent) => ticket.setPercent(percent)} />
          ) : null}
          <div className={styles['sizeTools']}>
            {hasSign.value ? (
              <Suspense fallback={null}>
                <SizeTools ticket={ticket} {...side} />
              </Suspense>
            ) : null}
          </div>
          <OrderOptions ticket={ticket} />
          {ticket.switches.usesTpSl.value ? (
            <Suspense fallback={null}>
              <TicketTpSl ticket={ticket} {...side} />
            </Suspense>
          ) : null}
          <TicketQuestion question={ticket.question} />
          <SubmitButtons
            ticket={ticket}
            qtyText={ticket.size.text}
            above={<OrderFigures outlook={ticket.outlook} {...side} />}
            isLong={ticket.switches.usesTpSl.value}
            {...side}
            {...(onPlaced === undefined ? {} : { onPlaced })}
          >
            <TicketReasons ticket={ticket} {...side} />
          </SubmitButtons>
        </>
      )}
    </TicketFrame>
  )
}
