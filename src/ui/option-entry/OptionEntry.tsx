import { useSignals } from '@preact/signals-react/runtime'
import type { Side } from '../../domain/order/order'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { useLinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { PressButtons } from '../trading-kit/ticket/PressButtons'
import { AvailableLine, TicketFrame, TicketQuestion } from '../trading-kit/ticket/TicketFrame'
import { OptionPriceFields, OptionQtyField } from './OptionFields'
import { OptionFigures } from './OptionFigures'
import { OptionChoices } from './OptionChoices'
import { OptionReasons } from './OptionReasons'
import { optionTicketOf } from './option-ticket-of'

const SIDES: readonly Side[] = ['buy', 'sell']

interface Props {
  readonly market: MarketModel
  /** The phone's sheet has one side and one button. */
  readonly only?: Side
  readonly onPlaced?: () => void
}

/** The ticket of an option: buy and sell are compared side by side. */
export function OptionEntry({ market, only, onPlaced }: Props) {
  useSignals()
  const { t } = useTranslation('option')
  const ticket = optionTicketOf(market, useApp(), useLinkGroup())
  const sides = only === undefined ? SIDES : [only]
  return (
    <TicketFrame
      ticket={ticket}
      tab={ticket.type.value}
      onTab={(next) => ticket.setType(next)}
      tabs={[
        { id: 'limit', label: t('trade:type.limit') },
        { id: 'market', label: t('trade:type.market') },
      ]}
    >
      <AvailableLine available={ticket.outlook.available} coin={ticket.outlook.coin.value} />
      {ticket.type.value === 'limit' ? <OptionPriceFields ticket={ticket} sides={sides} /> : null}
      <OptionQtyField ticket={ticket} sides={sides} />
      <OptionChoices ticket={ticket} />
      <TicketQuestion question={ticket.question} />
      <OptionFigures ticket={ticket} sides={sides} />
      <PressButtons
        ticket={ticket}
        sides={sides}
        nameOf={(one) => t(`press.${one}`)}
        sizeText={ticket.qtyText}
        coin={ticket.option.value?.baseCoin ?? null}
        isSheet={only !== undefined}
        {...(onPlaced === undefined ? {} : { onPlaced })}
      >
        <OptionReasons ticket={ticket} sides={sides} />
      </PressButtons>
    </TicketFrame>
  )
}
