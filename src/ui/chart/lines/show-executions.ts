import { effect, type ReadonlySignal } from '@preact/signals-react'
import type { Listed } from '../../../domain/instrument/listed'
import { decimalsOf } from '../../../domain/decimal'
import { formatNumber, formatPrice, formatQty } from '../../format'
import { say } from '../../i18n/instance'
import type { ExecutionSource } from '../../trading-kit/chart-line'
import type { ChartSettings } from '../layout-store/chart-settings'
import type { ChartPort, ExecutionSpec } from '../port/chart-port'
import { groupExecutions, type ExecutionGroup } from './execution-groups'

/** Keeps the arrows of fills on a chart equal to what its source has. The words have come with the chart. */
export function showExecutions(
  port: Pick<ChartPort, 'showExecutions'>,
  source: ExecutionSource,
  settings: ReadonlySignal<ChartSettings>,
  instrument: ReadonlySignal<Listed | null>,
): () => void {
  return effect(() => {
    const rules = instrument.value
    const { hasExecutions, resolution } = settings.value
    const groups = rules === null || !hasExecutions ? [] : groupExecutions(source(), resolution)
    port.showExecutions(rules === null ? [] : groups.map((group) => specOf(group, rules)))
  })
}

function specOf(group: ExecutionGroup, { tickSize, lotSize }: Listed): ExecutionSpec {
  const { barMs, side, qty, count, averagePrice, price } = group
  // A mean of prices may lie between two ticks: one digit more says so.
  const decimals = decimalsOf(tickSize) + 1
  const values = {
    count,
    qty: formatQty(qty, lotSize),
    price:
      price === null
        ? formatNumber(averagePrice.toFixed(decimals) as typeof tickSize, { decimals })
        : formatPrice(price, tickSize),
  }
  return { barMs, side, text: side === 'buy' ? say('chart:bought', values) : say('chart:sold', values) }
}
