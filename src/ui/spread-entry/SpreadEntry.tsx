import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useLayoutEffect } from 'react'
import type { Side } from '../../domain/order/order'
import { useTranslation } from '../i18n/use-translation'
import { Choice } from '../kit/Choice'
import { useApp } from '../state/app-context'
import { useLinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { PostOnlyBox, TimeInForceSelect } from '../trading-kit/ticket/LimitChoices'
import { PressButtons } from '../trading-kit/ticket/PressButtons'
import type { BookNotes } from '../trading-kit/ticket/figure-values'
import { BookWarnings } from '../trading-kit/ticket/BookWarnings'
import { PressReasons } from '../trading-kit/ticket/PressReasons'
import { PriceSourceRow } from '../trading-kit/ticket/PriceSourceRow'
import { AvailableLine, SizeSlider, TicketFrame, TicketQuestion } from '../trading-kit/ticket/TicketFrame'
import styles from '../trading-kit/ticket/Ticket.module.css'
import own from './SpreadEntry.module.css'
import { SpreadPriceField, SpreadQtyField } from './SpreadFields'
import { SpreadFigures } from './SpreadFigures'
import type { SpreadFormModel } from './spread-form-model'
import { problemText } from './spread-problem-text'
import { WouldRefuse } from '../trading-kit/ticket/WouldRefuse'
import { spreadTicketOf } from './spread-ticket-of'

interface Props {
  readonly market: MarketModel
  /** The phone's sheet has one side and one button. */
  readonly only?: Side
  readonly onPlaced?: () => void
}

/** The ticket of a spread: both legs at once, and what becomes of each. */
export function SpreadEntry({ market, only, onPlaced }: Props) {
  useSignals()
  const { t } = useTranslation('spread')
  const ticket = spreadTicketOf(market, useApp(), useLinkGroup())
  useLayoutEffect(() => {
    if (only !== undefined) ticket.setSide(only)
  }, [ticket, only])
  const side = ticket.side.value
  const isLimit = ticket.type.value === 'limit'
  return (
    <TicketFrame
      ticket={ticket}
      tab={ticket.type.value}
      onTab={(next) => ticket.setType(next)}
      tabs={[
        { id: 'limit', label: t('trade:type.limit') },
        { id: 'market', label: t('trade:type.market') },
      ]}
      head={<Head ticket={ticket} hasSides={only === undefined} />}
    >
      <AvailableLine available={ticket.outlook.available} coin={ticket.outlook.coin.value} />
      {isLimit ? (
        <>
          <SpreadPriceField ticket={ticket} />
          <PriceSourceRow priceSource={ticket.priceSource} />
        </>
      ) : null}
      <SpreadQtyField ticket={ticket} />
      <SizeSlider percent={ticket.outlook.percent} onPercent={(percent) => ticket.setPercent(percent)} />
      {isLimit ? (
        <div className={styles['options']}>
          <PostOnlyBox ticket={ticket} />
          <TimeInForceSelect ticket={ticket} />
        </div>
      ) : null}
      <TicketQuestion question={ticket.question} />
      <SpreadFigures ticket={ticket} />
      <PressButtons
        ticket={ticket}
        sides={[side]}
        nameOf={(one) => t(`press.${one}`)}
        sizeText={ticket.size.text}
        coin={ticket.spread.value?.baseCoin ?? null}
        isSheet={only !== undefined}
        {...(onPlaced === undefined ? {} : { onPlaced })}
      >
        <Reasons ticket={ticket} />
      </PressButtons>
    </TicketFrame>
  )
}

interface HeadProps {
  readonly ticket: SpreadFormModel
  readonly hasSides: boolean
}

/** Which side, and what that is in the legs. */
function Head({ ticket, hasSides }: HeadProps) {
  useSignals()
  const { t } = useTranslation('spread')
  const side = ticket.side.value
  const [first, second] = ticket.legs
  const bought = side === 'buy' ? first : second
  const sold = side === 'buy' ? second : first
  return (
    <>
      {hasSides ? (
        <Choice<Side>
          label={t('side')}
          items={[
            { id: 'buy', label: t('press.buy') },
            { id: 'sell', label: t('press.sell') },
          ]}
          chosen={side}
          onChoose={(next) => ticket.setSide(next)}
        />
      ) : null}
      <p className={own['both']}>{t('both', { bought: bought.symbol, sold: sold.symbol })}</p>
    </>
  )
}

/** What a press would not send has nothing in its way; why it has no figures is said all the same. */
function notesOf({ order, outlook }: SpreadFormModel): BookNotes | null {
  const met = outlook.outcome.value?.met ?? null
  return met === null || order.value !== null ? met : { ...met, canceled: 0, maybeCanceled: 0 }
}

/** What stands in the way of the ticket's button, and what became of the last press. */
function Reasons({ ticket }: { readonly ticket: SpreadFormModel }) {
  useSignals()
  const { t } = useTranslation('spread')
  const problem = ticket.shownProblem('order')
  const isSaid = problem === null || (ticket.block.value !== null && problem.key === 'notTrading')
  return (
    <PressReasons ticket={ticket} problems={isSaid ? [] : [problemText(t, problem)]}>
      <Suspense fallback={null}>
        <BookWarnings
          market={ticket.market}
          side={ticket.side.value}
          notes={notesOf(ticket)}
          qty={ticket.size.qty.value}
          lotSize={ticket.spread.value?.lotSize ?? null}
          coin={ticket.spread.value?.baseCoin ?? null}
        />
      </Suspense>
      <WouldRefuse
        told={ticket.check.sides.value}
        sides={[ticket.side.value]}
        isAsking={ticket.check.isAsking.value}
        result={ticket.result.value}
      />
    </PressReasons>
  )
}
