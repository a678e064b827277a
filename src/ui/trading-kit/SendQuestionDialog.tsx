import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { Exact, type DecimalText, type Qty, type Rate } from '../../domain/decimal'
import type { NewOrder } from '../../domain/order/new-order'
import { namedEffect } from '../../domain/order/order-effect'
import { maxOrderQty, partsOfSplit } from '../../domain/order/quantity-rules'
import type { SendDoubt, SendTerms } from '../../domain/order/send-doubts'
import { qtyCoin } from '../contract-units'
import { formatCoin, formatNumber, formatPercent, formatPrice, formatQty } from '../format'
import { loadWords, useTranslation } from '../i18n/use-translation'
import { DialogLine } from '../kit/DialogForm'
import { Question } from '../kit/Question'
import { kindOfPage, productView } from '../products/product-view-of'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { tradingBlock } from '../state/trading-block'
import { InWords } from './InWords'
import { OptionSendFigures } from './OptionSendFigures'
import { SendFigures } from './SendFigures'
import { flagLines, planLines, stayLines, strategyLines } from './sent-lines'
import { SentLines } from './SentLines'
import { takenPrice, type Asked, type SendQuestion } from './send-question'
import styles from './SendQuestion.module.css'
import { wholeQty } from './whole-qty'

// A press does not wait for them.
void loadWords('ask')

/** The question before something is sent; nothing while there is none. */
export function SendQuestionDialog({ question }: { readonly question: SendQuestion }) {
  useSignals()
  const asked = question.asked.value
  // Words that come late keep the question waiting, and not the dialog that it stands in.
  return (
    <Suspense fallback={null}>{asked === null ? null : <AskedDialog asked={asked} question={question} />}</Suspense>
  )
}

interface Props {
  readonly asked: Asked
  readonly question: SendQuestion
}

function AskedDialog({ asked, question }: Props) {
  useSignals()
  const { t } = useTranslation('ask')
  const app = useApp()
  const { terms, market, what, doubts, round, order, strategy, changed, choice } = asked
  const instrument = market.listed.value
  const block = tradingBlock(app, market)
  const { side, price, qty: leftQty, triggerPrice, reduceOnly, isBound = false } = terms
  // An amendment names all of the order, as its field does.
  const qty = wholeQty(terms)
  const tick = instrument?.tickSize ?? null
  const coin = qtyCoin(instrument)
  const settleCoin = instrument?.settleCoin ?? null
  const size = (of: Qty): string => `${formatQty(of, instrument?.lotSize ?? null)} ${coin}`
  const shownQty = size(qty)
  const sentence = useSentence(asked)
  // Two legs over one amount have two triggers and two prices: each has a line of its own.
  const hasLegs = order?.heldFor === 'oco' || order?.heldFor === 'bidirectionalTpSl'
  // Its figures are of one price, and so is its value among them.
  const isReckoned = order !== undefined && market.instrument.value !== null
  const triggerBy = order?.trigger?.by ?? changed?.triggerBy
  const ofMarket = strategy?.kind === 'chaseLimit' ? t(`atBest.${side}`) : t('trade:marketPrice')
  // As the ticket's own button says it, and in hedge mode what a press opens.
  const named = order === undefined ? null : namedEffect(order)
  const press = named ?? (reduceOnly ? (side === 'buy' ? 'closeShort' : 'closeLong') : side)
  return (
    <Question
      title={t(`title.${what}`)}
      tone={side === 'buy' ? 'long' : 'short'}
      confirmLabel={t(`confirm.${what === 'amendment' ? what : press}`, { qty: shownQty })}
      canConfirm={block === null}
      reading={String(round)}
      {...(choice === undefined || doubts.length > 0
        ? {}
        : {
            quiet: {
              label: t(`leaveOut.${choice}`),
              hint: t('positions:dontAskHint'),
              choose: () => question.leaveOut(choice),
            },
          })}
      onConfirm={() => question.answer(true, round)}
      onClose={() => question.answer(false)}
    >
      {round === 0 ? null : (
        <p className={styles['moved']} role="alert">
          {t('moved')}
        </p>
      )}
      {doubts.length === 0 ? null : (
        <ul className={styles['doubts']}>
          {doubts.map((doubt) => (
            <li key={doubt.kind}>{sentence(doubt)}</li>
          ))}
        </ul>
      )}
      <div>
        <DialogLine label={t('contract')}>{market.symbol}</DialogLine>
        {strategy === undefined ? (
          <DialogLine label={t('orderType')}>{t(`type.${kindOf(terms, order)}`)}</DialogLine>
        ) : (
          <DialogLine label={t('strategyKind')}>{t(`trade:origin.${strategy.kind}`)}</DialogLine>
        )}
        {triggerPrice === null || hasLegs ? null : (
          <DialogLine label={t('trade:triggerPrice')}>
            {formatPrice(triggerPrice, tick)} <Distance asked={asked} price={triggerPrice} />
            {triggerBy === undefined ? null : <small className={styles['aside']}> {t(`trade:by.${triggerBy}`)}</small>}
          </DialogLine>
        )}
        {hasLegs ? null : (
          <DialogLine label={isBound ? t(`bound.${side}`) : t('trade:price')}>
            {price === null ? ofMarket : formatPrice(price, tick)}{' '}
            {price === null ? null : <Distance asked={asked} price={price} />}
          </DialogLine>
        )}
        <TakenAt asked={asked} />
        <SentLines lines={stayLines(order, t)} />
        <DialogLine label={t('trade:quantity')}>
          {shownQty} <InWords value={qty} />
          {qty === leftQty ? null : <small className={styles['aside']}> {t('left', { qty: size(leftQty) })}</small>}
        </DialogLine>
        {order?.isSplit === true && instrument !== null ? (
          <DialogLine label={t('splitInto')}>
            {t('splitParts', {
              count: partsOfSplit(qty, order.type, instrument),
              most: size(maxOrderQty(order.type, instrument)),
            })}
          </DialogLine>
        ) : null}
        <SentLines lines={flagLines(terms, order, t)} />
        {strategy === undefined ? null : <SentLines lines={strategyLines(strategy, instrument, t)} />}
        <SentLines lines={planLines(order ?? {}, order?.tpSl ?? changed?.tpSl, instrument, t)} />
        {isReckoned ? null : (
          <DialogLine label={t('trade:value')}>
            {formatCoin(asked.value, settleCoin)} {settleCoin} <InWords value={asked.value} />
          </DialogLine>
        )}
        {order === undefined ? null : isReckoned ? (
          <SendFigures key={round} order={order} market={market} value={asked.value} />
        ) : market.held.value !== null ? (
          <OptionSendFigures key={round} order={order} market={market} />
        ) : null}
      </div>
      {block === null ? null : <p className={styles['moved']}>{t(`trade:block.${block}`)}</p>}
    </Question>
  )
}

/** What the order is called: by what it waits for, its type, and whether it may match. */
function kindOf({ type, triggerPrice, postOnly }: SendTerms, order: NewOrder | undefined) {
  if (order?.heldFor === 'oco') return 'oco'
  if (order?.heldFor !== undefined) return 'takeProfitStopLoss'
  if (order?.trailRate !== undefined || order?.trailValue !== undefined)
    return order.activationPrice === undefined ? 'trailingStop' : 'trailingProfit'
  if (triggerPrice !== null) return type === 'limit' ? 'conditionalLimit' : 'conditionalMarket'
  return type === 'limit' && postOnly === true ? 'postOnly' : type
}

/** Where the exchange takes it now, when that is not its own price. */
function TakenAt({ asked: { order, taken, terms, market } }: { readonly asked: Asked }) {
  useSignals()
  const { t } = useTranslation('ask')
  // The figures of a new order follow the market; those of a change are of when it was asked.
  const price = order !== undefined ? takenPrice(terms, market) : taken
  return price === null ? null : (
    <DialogLine label={t('takenAt')}>
      {formatPrice(price, market.listed.value?.tickSize ?? null)}{' '}
      <small className={styles['aside']}>{t(`takenNow.${terms.side}`)}</small>
    </DialogLine>
  )
}

/** How far a price is from the one that it is measured by, with its sign. */
function Distance({ price, asked }: { readonly price: DecimalText; readonly asked: Asked }) {
  const { t } = useTranslation('ask')
  const from = asked.markPrice
  // A share of a spread's price, which is about zero, says nothing.
  if (from === null || !new Exact(from).gt(0) || asked.market.listed.value?.kind === 'spread') return null
  const distance = percent(new Exact(price).div(from).minus(1).toFixed(4) as Rate, true)
  const isMark = referenceOf(asked.market) === 'mark'
  return <small className={styles['aside']}>{isMark ? t('fromMark', { distance }) : t('fromLast', { distance })}</small>
}

function useSentence({ terms, market }: Asked): (doubt: SendDoubt) => string {
  const { t } = useTranslation('ask')
  const instrument = market.listed.value
  const price = (value: Parameters<typeof formatPrice>[0]): string => formatPrice(value, instrument?.tickSize ?? null)
  const qty = (value: Parameters<typeof formatQty>[0]): string =>
    `${formatQty(value, instrument?.lotSize ?? null)} ${qtyCoin(instrument)}`
  return (doubt) => {
    switch (doubt.kind) {
      case 'farPrice':
      case 'farTrigger': {
        const place = doubt.isAbove ? 'above' : 'below'
        const values = {
          price: price(doubt.price),
          reference: price(doubt.reference),
          distance: percent(doubt.distance, false),
          bound: price(doubt.bound),
          of: t(`of.${referenceOf(market)}`),
        }
        if (doubt.kind === 'farTrigger') return t(`farTrigger.${place}`, values)
        if (instrument?.kind === 'spread') return t(`farSpread.${place}`, values)
        if (doubt.from === 'trigger') return t(`farFromTrigger.${place}`, values)
        return t(`${doubt.fills ? 'farFills' : 'far'}.${place}`, values)
      }
      case 'takes':
        return t(`takes.${doubt.side}`, { price: price(doubt.price), best: price(doubt.bestPrice) })
      case 'beyondBook':
        return t(terms.partQty === undefined ? 'beyondBook' : 'beyondBookPart', {
          qty: qty(doubt.qty),
          shown: qty(doubt.shownQty),
          most: qty(doubt.most),
        })
      case 'largeValue':
        return t('largeValue', { value: dollars(doubt.value), limit: dollars(doubt.limit) })
      case 'largeForEquity':
        return t('largeForEquity', {
          value: dollars(doubt.value),
          times: formatNumber(doubt.times, { decimals: 1 }),
          limit: doubt.limit,
        })
    }
  }
}

/** What a price is measured by: a pair has no mark price. */
function referenceOf({ symbol }: MarketModel): 'mark' | 'last' {
  return productView(kindOfPage(symbol)).hasMark ? 'mark' : 'last'
}

function percent(distance: Rate, signed: boolean): string {
  return formatPercent(distance, { decimals: new Exact(distance).abs().gte(1) ? 0 : 1, signed })
}

function dollars(value: DecimalText): string {
  return formatNumber(value, { decimals: 0 })
}
