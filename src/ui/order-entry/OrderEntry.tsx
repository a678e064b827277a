import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useId, useRef } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { Side } from '../../domain/order/order'
import { formatCoin } from '../format'
import { hasSign, lazyUntilSign } from '../kit/first-sign'
import { lazyPart } from '../kit/load-part'
import { Slider } from '../kit/Slider'
import { Tabs } from '../kit/Tabs'
import { useApp } from '../state/app-context'
import { useLinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { ModeBar } from './ModeBar'
import styles from '../trading-kit/ticket/Ticket.module.css'
import { OrderFigures } from '../trading-kit/ticket/OrderFigures'
import type { OrderFormModel } from './order-form-model'
import { OrderOptions } from './OrderOptions'
import { PriceField } from './OrderFields'
import { PriceSourceRow } from '../trading-kit/ticket/PriceSourceRow'
import { SizeFields } from './SizeFields'
import { SubmitButtons } from '../trading-kit/ticket/SubmitButtons'
import { TicketReasons } from './TicketReasons'
import type { TicketTab } from './ticket-drafts'
import { ticketOf } from './ticket-of'
import { useHeldPrice } from '../trading-kit/ticket/use-held-price'
import type { StrategySlot } from '../trading-kit/ticket/strategy-slot'

const TriggerFields = lazyPart('ticket', async () => (await import('./TriggerFields')).TriggerFields)
const SendQuestionDialog = lazyUntilSign(
  'dialog',
  async () => (await import('../trading-kit/SendQuestionDialog')).SendQuestionDialog,
)
const TicketTpSl = lazyPart('ticket', async () => (await import('./TicketTpSl')).TicketTpSl)

const SizeTools = lazyUntilSign('ticket', async () => (await import('./SizeTools')).SizeTools)

const MARKS = [0, 25, 50, 75, 100]

interface Props {
  readonly market: MarketModel
  /** What stands under the tab "Strategy". */
  readonly Strategy: StrategySlot
  /** The phone's sheet has one side and one button. */
  readonly only?: Side
  readonly onPlaced?: () => void
}

/** The order ticket (decisions 37: region Order entry). */
export function OrderEntry({ market, Strategy, only, onPlaced }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const ticket = ticketOf(market, app, useLinkGroup())
  useEffect(() => ticket.start(), [ticket])
  const section = useRef<HTMLElement>(null)
  useHeldPrice(section, ticket)
  const tab = ticket.tab.value
  const type = ticket.type.value
  const isInAuction = market.isInAuction.value
  const isCopyTrade = app.account.session.value?.kind === 'copy'
  const storage = app.connection.status.value?.storage
  const id = useId()
  const side = only === undefined ? {} : { only }
  return (
    <section ref={section} className={styles['ticket']} aria-label={t('orderEntry')}>
      <ModeBar market={market} />
      <div className={styles['types']}>
        <Tabs<TicketTab>
          label={t('orderType')}
          idPrefix={id}
          selected={tab}
          onSelect={(next) => ticket.setTab(next)}
          items={[
            { id: 'limit', label: t('type.limit') },
            { id: 'market', label: t('type.market'), isDisabled: isInAuction },
            { id: 'conditional', label: t('type.conditional'), isDisabled: isInAuction },
            // Copy trading has no call for them (spec §6).
            ...(isCopyTrade ? [] : [{ id: 'strategy' as const, label: t('type.strategy') }]),
          ]}
          disabledReason={`${id}-auction`}
        />
      </div>
      {isInAuction ? (
        // What describes the tabs is within: an <output> is named by its labels, not by its words.
        <output className={styles['auction']}>
          <span id={`${id}-auction`}>{t('auctionTakes')}</span>
        </output>
      ) : null}
      {storage === 'memory' || storage === 'failing' ? (
        <output className={styles['memory']}>{t(`storage.${storage}`)}</output>
      ) : null}
      <div id={`${id}-${tab}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}-tab`} className={styles['form']}>
        <Available ticket={ticket} />
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
            {ticket.outlook.hasOwnMargin ? <SizeSlider ticket={ticket} /> : null}
            <div className={styles['sizeTools']}>
              {hasSign.value ? (
                <Suspense fallback={null}>
                  <SizeTools ticket={ticket} />
                </Suspense>
              ) : null}
            </div>
            <OrderOptions ticket={ticket} />
            {ticket.switches.usesTpSl.value ? (
              <Suspense fallback={null}>
                <TicketTpSl ticket={ticket} {...side} />
              </Suspense>
            ) : null}
            <Suspense fallback={null}>
              {ticket.question.asked.value === null ? null : <SendQuestionDialog question={ticket.question} />}
            </Suspense>
            <OrderFigures outlook={ticket.outlook} {...side} />
            <SubmitButtons
              ticket={ticket}
              qtyText={ticket.size.text}
              {...side}
              {...(onPlaced === undefined ? {} : { onPlaced })}
            >
              <TicketReasons ticket={ticket} />
            </SubmitButtons>
          </>
        )}
      </div>
    </section>
  )
}

function Available({ ticket }: { readonly ticket: OrderFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const balance = ticket.outlook.balance.value
  const coin = ticket.market.instrument.value?.settleCoin ?? null
  return (
    <p className={styles['line']}>
      <span>{t('available')}</span>
      <output aria-live="off">
        {formatCoin(balance?.available ?? null, coin)} {coin}
      </output>
    </p>
  )
}

function SizeSlider({ ticket }: { readonly ticket: OrderFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const percent = ticket.size.percent.value
  return (
    <Slider
      label={t('orderSize')}
      min={0}
      max={100}
      step={1}
      value={percent}
      marks={MARKS}
      valueText={`${percent}%`}
      onValue={(value) => ticket.setPercent(value)}
    />
  )
}
