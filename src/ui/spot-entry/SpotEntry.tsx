import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useLayoutEffect } from 'react'
import type { Side } from '../../domain/order/order'
import { useTranslation } from '../i18n/use-translation'
import { Choice } from '../kit/Choice'
import { lazyPart } from '../kit/load-part'
import { useApp } from '../state/app-context'
import { useLinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { PressButtons } from '../trading-kit/ticket/PressButtons'
import { PriceSourceRow } from '../trading-kit/ticket/PriceSourceRow'
import { AvailableLine, SizeSlider, TicketFrame, TicketQuestion } from '../trading-kit/ticket/TicketFrame'
import { SpotPriceField, SpotSizeFields } from './SpotFields'
import { SpotFigures } from './SpotFigures'
import type { SpotFormModel } from './spot-form-model'
import { SpotOptions } from './SpotOptions'
import { SpotReasons } from './SpotReasons'
import { spotTicketOf } from './spot-ticket-of'

const SpotPlanFields = lazyPart('ticket', async () => (await import('./SpotPlanFields')).SpotPlanFields)
const SpotPlanFigures = lazyPart('ticket', async () => (await import('./SpotPlanFigures')).SpotPlanFigures)
const SpotBroughtFields = lazyPart('ticket', async () => (await import('./SpotBroughtFields')).SpotBroughtFields)

interface Props {
  readonly market: MarketModel
  /** The phone's sheet has one side and one button. */
  readonly only?: Side
  readonly onPlaced?: () => void
}

/** The ticket of a pair: one coin for another, with what is free of it. */
export function SpotEntry({ market, only, onPlaced }: Props) {
  useSignals()
  const { t } = useTranslation('spot')
  const ticket = spotTicketOf(market, useApp(), useLinkGroup())
  useLayoutEffect(() => {
    if (only !== undefined) ticket.setSide(only)
  }, [ticket, only])
  const side = ticket.side.value
  const tab = ticket.tab.value
  const isPlan = tab === 'oco' || tab === 'plan'
  return (
    <TicketFrame
      ticket={ticket}
      tab={tab}
      onTab={(next) => ticket.setTab(next)}
      tabs={[
        { id: 'limit', label: t('trade:type.limit') },
        { id: 'market', label: t('trade:type.market') },
        { id: 'oco', label: t('tab.oco') },
        { id: 'plan', label: t('tab.plan') },
      ]}
      head={only === undefined ? <Sides ticket={ticket} /> : null}
    >
      <AvailableLine available={ticket.outlook.available} coin={ticket.outlook.payCoin.value} />
      {tab === 'limit' ? (
        <>
          <SpotPriceField ticket={ticket} />
          <PriceSourceRow priceSource={ticket.priceSource} />
        </>
      ) : null}
      <Suspense fallback={null}>{isPlan ? <SpotPlanFields ticket={ticket} /> : null}</Suspense>
      <SpotSizeFields ticket={ticket} />
      <SizeSlider percent={ticket.outlook.percent} onPercent={(percent) => ticket.setPercent(percent)} />
      <SpotOptions ticket={ticket} />
      <Suspense fallback={null}>
        {isPlan || !ticket.brought.isOn.value ? null : <SpotBroughtFields ticket={ticket} />}
      </Suspense>
      <TicketQuestion question={ticket.question} />
      <Suspense fallback={null}>
        {isPlan ? <SpotPlanFigures ticket={ticket} /> : <SpotFigures ticket={ticket} />}
      </Suspense>
      <PressButtons
        ticket={ticket}
        sides={[side]}
        nameOf={(one) => t(`press.${one}`, { coin: ticket.pair.value?.baseCoin ?? '' })}
        sizeText={ticket.size.text}
        coin={ticket.size.coin.value}
        isSheet={only !== undefined}
        {...(onPlaced === undefined ? {} : { onPlaced })}
      >
        <SpotReasons ticket={ticket} />
      </PressButtons>
    </TicketFrame>
  )
}

function Sides({ ticket }: { readonly ticket: SpotFormModel }) {
  useSignals()
  const { t } = useTranslation('spot')
  return (
    <Choice<Side>
      label={t('side')}
      items={[
        { id: 'buy', label: t('trade:buy') },
        { id: 'sell', label: t('trade:sell') },
      ]}
      chosen={ticket.side.value}
      onChoose={(next) => ticket.setSide(next)}
    />
  )
}
