import { useSignals } from '@preact/signals-react/runtime'
import type { Money } from '../../domain/decimal'
import type { InstrumentSymbol } from '../../domain/order/order'
import { formatCoin, formatFee, signOf } from '../format'
import { Figure } from '../kit/Figure'
import { useApp } from '../state/app-context'

interface Row {
  readonly symbol: InstrumentSymbol
}

/** An amount of a row, in the coin that its contract is settled in. */
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
  const coin = useApp().market(row.symbol).instrument.value?.settleCoin ?? null
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
  const coin = useApp().market(row.symbol).instrument.value?.settleCoin ?? null
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
