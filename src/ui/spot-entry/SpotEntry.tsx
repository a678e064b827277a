import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { Side } from '../../domain/order/order'
import { formatCoin } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Choice } from '../kit/Choice'
import { lazyUntilSign } from '../kit/first-sign'
import { lazyPart } from '../kit/load-part'
import { Slider } from '../kit/Slider'
import { Tabs } from '../kit/Tabs'
import { useApp } from '../state/app-context'
import { useLinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { PressButtons } from '../trading-kit/ticket/PressButtons'
import { PriceSourceRow } from '../trading-kit/ticket/PriceSourceRow'
import { useHeldPrice } from '../trading-kit/ticket/use-held-price'
import styles from '../trading-kit/ticket/Ticket.module.css'
import { SpotPriceField, SpotSizeFields } from './SpotFields'
import type { SpotTab } from './spot-drafts'
import { SpotFigures } from './SpotFigures'
import type { SpotFormModel } from './spot-form-model'
import { SpotOptions } from './SpotOptions'
import { SpotReasons } from './SpotReasons'
import { spotTicketOf } from './spot-ticket-of'

const SendQuestionDialog = lazyUntilSign(
  'dialog',
  async () => (await import('../trading-kit/SendQuestionDialog')).SendQuestionDialog,
)

const SpotPlanFields = lazyPart('ticket', async () => (await import('./SpotPlanFields')).SpotPlanFields)
const SpotPlanFigures = lazyPart('ticket', async () => (await import('./SpotPlanFigures')).SpotPlanFigures)
const SpotBroughtFields = lazyPart('ticket', async () => (await import('./SpotBroughtFields')).SpotBroughtFields)

const MARKS = [0, 25, 50, 75, 100]

interface Props {
  readonly market: MarketModel
  /** The phone's sheet has one side and one button. */
  readonly only?: Side
  readonly onPlaced?: () => void
}

/** The ticket of a pair (decisions 37: region Order entry): one coin for another, with what is free of it. */
export function SpotEntry({ market, only, onPlaced }: Props) {
  useSignals()
  const { t } = useTranslation('spot')
  const app = useApp()
  const ticket = spotTicketOf(market, app, useLinkGroup())
  useEffect(() => ticket.start(), [ticket])
  const section = useRef<HTMLElement>(null)
  useHeldPrice(section, ticket)
  useLayoutEffect(() => {
    if (only !== undefined) ticket.setSide(only)
  }, [ticket, only])
  const side = ticket.side.value
  const tab = ticket.tab.value
  const isPlan = tab === 'oco' || tab === 'plan'
  const storage = app.connection.status.value?.storage
  const id = useId()
  const baseCoin = ticket.pair.value?.baseCoin ?? ''
  return (
    <section ref={section} className={styles['ticket']} aria-label={t('trade:orderEntry')}>
      {only === undefined ? (
        <Choice<Side>
          label={t('side')}
          items={[
            { id: 'buy', label: t('trade:buy') },
            { id: 'sell', label: t('trade:sell') },
          ]}
          chosen={side}
          onChoose={(next) => ticket.setSide(next)}
        />
      ) : null}
      <div className={styles['types']}>
        <Tabs<SpotTab>
          label={t('trade:orderType')}
          idPrefix={id}
          selected={tab}
          onSelect={(next) => ticket.setTab(next)}
          items={[
            { id: 'limit', label: t('trade:type.limit') },
            { id: 'market', label: t('trade:type.market') },
            { id: 'oco', label: t('tab.oco') },
            { id: 'plan', label: t('tab.plan') },
          ]}
        />
      </div>
      {storage === 'memory' || storage === 'failing' ? (
        <output className={styles['memory']}>{t(`trade:storage.${storage}`)}</output>
      ) : null}
      <div id={`${id}-${tab}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}-tab`} className={styles['form']}>
        <Available ticket={ticket} />
        {tab === 'limit' ? (
          <>
            <SpotPriceField ticket={ticket} />
            <PriceSourceRow priceSource={ticket.priceSource} />
          </>
        ) : null}
        <Suspense fallback={null}>{isPlan ? <SpotPlanFields ticket={ticket} /> : null}</Suspense>
        <SpotSizeFields ticket={ticket} />
        <Share ticket={ticket} />
        <SpotOptions ticket={ticket} />
        <Suspense fallback={null}>
          {isPlan || !ticket.brought.isOn.value ? null : <SpotBroughtFields ticket={ticket} />}
        </Suspense>
        <Suspense fallback={null}>
          {ticket.question.asked.value === null ? null : <SendQuestionDialog question={ticket.question} />}
        </Suspense>
        <Suspense fallback={null}>
          {isPlan ? <SpotPlanFigures ticket={ticket} /> : <SpotFigures ticket={ticket} />}
        </Suspense>
        <PressButtons
          ticket={ticket}
          sides={[side]}
          nameOf={(one) => t(`press.${one}`, { coin: baseCoin })}
          sizeText={ticket.size.text}
          coin={ticket.size.coin.value}
          isSheet={only !== undefined}
          {...(onPlaced === undefined ? {} : { onPlaced })}
        >
          <SpotReasons ticket={ticket} />
        </PressButtons>
      </div>
    </section>
  )
}

function Available({ ticket }: { readonly ticket: SpotFormModel }) {
  useSignals()
  const { t } = useTranslation('spot')
  const coin = ticket.outlook.payCoin.value
  return (
    <p className={styles['line']}>
      <span>{t('trade:available')}</span>
      <output aria-live="off">
        {formatCoin(ticket.outlook.available.value, coin)} {coin}
      </output>
    </p>
  )
}

function Share({ ticket }: { readonly ticket: SpotFormModel }) {
  useSignals()
  const { t } = useTranslation('spot')
  const percent = ticket.outlook.percent.value
  return (
    <Slider
      label={t('trade:orderSize')}
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
