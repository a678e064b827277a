import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useId } from 'react'
import type { OrderType, Side } from '../../domain/order/order'
import { formatCoin } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { lazyUntilSign } from '../kit/first-sign'
import { Tabs } from '../kit/Tabs'
import { useApp } from '../state/app-context'
import { useLinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { PressButtons } from '../trading-kit/ticket/PressButtons'
import styles from '../trading-kit/ticket/Ticket.module.css'
import { OptionPriceFields, OptionQtyField } from './OptionFields'
import { OptionFigures } from './OptionFigures'
import type { OptionFormModel } from './option-form-model'
import { OptionChoices } from './OptionChoices'
import { OptionReasons } from './OptionReasons'
import { optionTicketOf } from './option-ticket-of'

const SendQuestionDialog = lazyUntilSign(
  'dialog',
  async () => (await import('../trading-kit/SendQuestionDialog')).SendQuestionDialog,
)

const SIDES: readonly Side[] = ['buy', 'sell']

interface Props {
  readonly market: MarketModel
  /** The phone's sheet has one side and one button. */
  readonly only?: Side
  readonly onPlaced?: () => void
}

/** The ticket of an option (decisions 37: region Order entry): buy and sell are compared side by side. */
export function OptionEntry({ market, only, onPlaced }: Props) {
  useSignals()
  const { t } = useTranslation('option')
  const app = useApp()
  const ticket = optionTicketOf(market, app, useLinkGroup())
  useEffect(() => ticket.start(), [ticket])
  const type = ticket.type.value
  const storage = app.connection.status.value?.storage
  const sides = only === undefined ? SIDES : [only]
  const id = useId()
  return (
    <section className={styles['ticket']} aria-label={t('trade:orderEntry')}>
      <div className={styles['types']}>
        <Tabs<OrderType>
          label={t('trade:orderType')}
          idPrefix={id}
          selected={type}
          onSelect={(next) => ticket.setType(next)}
          items={[
            { id: 'limit', label: t('trade:type.limit') },
            { id: 'market', label: t('trade:type.market') },
          ]}
        />
      </div>
      {storage === 'memory' || storage === 'failing' ? (
        <output className={styles['memory']}>{t(`trade:storage.${storage}`)}</output>
      ) : null}
      <div id={`${id}-${type}-panel`} role="tabpanel" aria-labelledby={`${id}-${type}-tab`} className={styles['form']}>
        <Available ticket={ticket} />
        {type === 'limit' ? <OptionPriceFields ticket={ticket} sides={sides} /> : null}
        <OptionQtyField ticket={ticket} sides={sides} />
        <OptionChoices ticket={ticket} />
        <Suspense fallback={null}>
          {ticket.question.asked.value === null ? null : <SendQuestionDialog question={ticket.question} />}
        </Suspense>
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
      </div>
    </section>
  )
}

function Available({ ticket }: { readonly ticket: OptionFormModel }) {
  useSignals()
  const { t } = useTranslation('option')
  const coin = ticket.outlook.coin.value
  return (
    <p className={styles['line']}>
      <span>{t('trade:available')}</span>
      <output aria-live="off">
        {formatCoin(ticket.outlook.available.value, coin)} {coin}
      </output>
    </p>
  )
}
