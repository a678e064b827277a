import { useSignals } from '@preact/signals-react/runtime'
import type { Money } from '../../domain/decimal'
import { feeCoinOf } from '../../domain/instrument/spot-pair'
import type { InstrumentSymbol, Side } from '../../domain/order/order'
import { formatCoin, formatFee, signOf } from '../format'
import { Figure } from '../kit/Figure'
import { useApp } from '../state/app-context'

interface Row {
  readonly symbol: InstrumentSymbol
  readonly side: Side | null
}

/** An amount of a row, in the coin that its market is settled in; a fee in the coin that it is taken of. */
export function Amount({
  row,
  amount,
  isFee = false,
}: {
  readonly row: Row
  readonly amount: Money | null
  readonly isFee?: boolean
}) {
  useSignals()
  const listed = useApp().market(row.symbol).listed.value
  const coin = listed === null ? null : isFee && row.side !== null ? feeCoinOf(listed, row.side) : listed.settleCoin
  return (
    <>
      {isFee ? formatFee(amount, coin) : formatCoin(amount, coin)} {coin}
    </>
  )
}

/** A result: its sign said by a plus or a minus and by colour. @param isFee small, with the decimals of a fee */
export function Result({
  row,
  result,
  isFee = false,
}: {
  readonly row: Row
  readonly result: Money
  readonly isFee?: boolean
}) {
  useSignals()
  const coin = useApp().market(row.symbol).listed.value?.settleCoin ?? null
  const text = (isFee ? formatFee : formatCoin)(result, coin, { signed: true })
  return (
    <Figure sign={isFee ? feeSign(result) : signOf(result, coin)}>
      {text} {coin}
    </Figure>
  )
}

/** A hundredth of a cent counts among fees. */
function feeSign(result: Money): 'gain' | 'loss' | 'flat' {
  return result === '0' ? 'flat' : result.startsWith('-') ? 'loss' : 'gain'
}
