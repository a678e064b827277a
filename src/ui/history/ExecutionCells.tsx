import type { KeyOf } from '../i18n/words'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { Price, Rate } from '../../domain/decimal'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import type { Execution } from '../../domain/order/execution'
import { executionAccount, type ExecutionKind } from '../../domain/order/execution-account'
import { purposeOf } from '../../domain/order/order-purpose'
import { readOptionName } from '../../domain/instrument/option-name'
import { fillGreeks } from '../../domain/options/fill-greeks'
import { settlementOf } from '../../domain/options/option-delivery'
import { formatExactPrice, formatFee, formatPercent, formatPrice, formatQty, MISSING } from '../format'
import { Figure } from '../kit/Figure'
import { Amount, Result } from '../trading-kit/Amount'
import { greeksLines } from '../trading-kit/greeks-lines'
import { deliveryPriceOf } from './delivery-price'
import { spreadOfLeg } from './spread-of-leg'
import { OrderContract } from '../trading-kit/OrderContract'
import { originOf } from '../trading-kit/order-rows'
import { useApp } from '../state/app-context'

interface CellProps {
  readonly row: Execution
}

/** The contract with the side that was traded, or the position that something came over. */
export function ExecutionContract({ row }: CellProps) {
  const { t } = useTranslation('history')
  const { kind, position } = executionAccount(row)
  if (kind === 'spread')
    return (
      <>
        <OrderContract order={row} />
        <LegOf row={row} />
      </>
    )
  if (position === null) return <OrderContract order={row} />
  return (
    <>
      <b>{row.symbol}</b> <Figure sign={position === 'long' ? 'gain' : 'loss'}>{t(`trade:${position}`)}</Figure>
    </>
  )
}

/** The spread that a leg's fill is of, as far as that is known. */
function LegOf({ row }: CellProps) {
  useSignals()
  const { t } = useTranslation('history')
  const { account } = useApp()
  const parentId = account.order(row.orderId)?.parentOrderId
  const parent = parentId === undefined ? null : account.order(parentId)
  const spread = parent?.symbol ?? spreadOfLeg(row, account.executions.value)
  return spread === null ? null : <small>{t('execution.legOf', { spread })}</small>
}

/** What it was, and what sent the order of a trade: the list says so, and of a fill that came live the order itself. */
export function ExecutionType({ row }: CellProps) {
  useSignals()
  const { t } = useTranslation('history')
  const order = useApp().account.order(row.orderId)
  const { kind } = executionAccount(row)
  const createType = order?.createType ?? row.createType ?? ''
  const purpose = purposeOf({ ...order, stopOrderType: order?.stopOrderType ?? null, createType })
  const origin = originOf({ ...order, createType })
  const words =
    kind === 'trade' && purpose !== null ? t(`trade:purpose.${purpose}`) : origin && t(`trade:origin.${origin}`)
  return (
    <>
      {t(`execution.${kind}`)}
      {kind === 'funding' ? (
        <small>{t('execution.rate', { rate: formatPercent(row.feeRate, { decimals: 4 }) })}</small>
      ) : null}
      {words === null ? null : <small>{words}</small>}
    </>
  )
}

/** What a price is that nobody traded at; an option is delivered at what it pays. */
function priceWord({
  kind,
  symbol,
}: {
  readonly kind: ExecutionKind
  readonly symbol: string
}): KeyOf<'history'> | null {
  if (kind === 'funding' || kind === 'settlement') return 'execution.atMark'
  if (kind !== 'delivery') return null
  return readOptionName(symbol) === null ? 'execution.atSettlement' : 'execution.payoff'
}

export function ExecutionPrice({ row }: CellProps) {
  useSignals()
  const { t } = useTranslation('history')
  const tick = useApp().market(row.symbol).listed.value?.tickSize ?? null
  const { kind } = executionAccount(row)
  const word = priceWord({ kind, symbol: row.symbol })
  const volatility = row.option?.volatility ?? null
  if (word === null)
    return (
      <>
        {formatPrice(row.price, tick)}
        {volatility === null ? null : (
          <small>{t('execution.iv', { iv: formatPercent(volatility.toFixed(6) as Rate, { decimals: 1 }) })}</small>
        )}
      </>
    )
  const isOptionDelivery = kind === 'delivery' && word === 'execution.payoff'
  const settlement = isOptionDelivery ? settlementOf(row.symbol, row.price) : null
  return (
    <>
      {formatExactPrice(row.price, tick)}
      <small>{t(word)}</small>
      {settlement === null ? null : (
        <small>{t('execution.settledAt', { price: formatExactPrice(settlement, null) })}</small>
      )}
      {isOptionDelivery && settlement === null ? <SettledAt symbol={row.symbol} /> : null}
    </>
  )
}

/** One that paid nothing settled anywhere out of the money: where, the exchange knows for thirty days. */
function SettledAt({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation('history')
  const [price, setPrice] = useState<Price | null>(null)
  useEffect(() => {
    let isHere = true
    void deliveryPriceOf(symbol).then((known) => {
      if (isHere) setPrice(known)
    })
    return () => {
      isHere = false
    }
  }, [symbol])
  return price === null ? null : <small>{t('execution.settledAt', { price: formatExactPrice(price, null) })}</small>
}

export function ExecutionQty({ row }: CellProps) {
  useSignals()
  const { t } = useTranslation('history')
  const instrument = useApp().market(row.symbol).listed.value
  const greeks = executionAccount(row).kind === 'trade' ? fillGreeks(row) : null
  return (
    <>
      {formatQty(row.qty, instrument?.lotSize ?? null)} {qtyCoin(instrument)}
      {greeks === null ? null : greeksLines(t, greeks).map((line) => <small key={line}>{line}</small>)}
    </>
  )
}

/** Who made the price says which fee is asked, of a trade only. */
export function ExecutionFee({ row }: CellProps) {
  const { t } = useTranslation('history')
  const { kind, fee } = executionAccount(row)
  if (fee === null) return <>{MISSING}</>
  const { liquidationFee } = row
  return (
    <>
      <Amount row={row} amount={fee} isFee />
      {liquidationFee === undefined ? null : (
        <small>{t('execution.liquidationFee', { fee: formatFee(liquidationFee.fee, liquidationFee.coin) })}</small>
      )}
      {kind === 'trade' ? <small>{t(row.isMaker ? 'trade:maker' : 'trade:taker')}</small> : null}
    </>
  )
}

/** What came of it for the account, with its sign. */
export function ExecutionAmount({ row }: CellProps) {
  const { t } = useTranslation('history')
  const { kind, amount } = executionAccount(row)
  if (amount === null) return <>{MISSING}</>
  // What changed hands without a trade; a result of a trade is no payment.
  const isPayment = kind === 'funding' || kind === 'settlement'
  return (
    <>
      <Result row={row} result={amount} isFee={kind === 'funding'} />
      {isPayment && amount !== '0' ? (
        <small>{t(amount.startsWith('-') ? 'execution.paid' : 'execution.received')}</small>
      ) : null}
    </>
  )
}
