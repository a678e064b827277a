import { readOptionName } from '../../../../src/domain/instrument/option-name'
import type { Order } from '../../../../src/domain/order/order'
import type { OrderAction } from '../../../../src/domain/order/order-action'
import { isTerminal } from '../../../../src/domain/order/order-status'
import { writeLiquidation } from '../../../../src/wire/push/liquidation'
import type { PublishedTopic } from '../../../../src/wire/push/topics'
import type { TradeMessageJson } from '../../../../src/wire/push/trade-message'
import type { Liquidation } from '../../../venue/venue-port'
import type { AccountRows } from './account-rows'

/** What one input did to an account. */
interface AccountNews {
  readonly orders: readonly { readonly order: Order; readonly action: OrderAction }[]
  readonly liquidations: readonly Liquidation[]
  readonly messages: readonly TradeMessageJson[]
}

const isOfOption = ({ symbol }: { readonly symbol: string }): boolean => readOptionName(symbol) !== null

/** What of it is of options, once more for their own topics; nothing for a topic without news. */
export function optionNews(
  news: AccountNews,
  rows: Pick<AccountRows, 'orders'>,
): readonly (readonly [PublishedTopic, readonly unknown[]])[] {
  const orders = news.orders.filter(({ order }) => isTerminal(order.status) && isOfOption(order))
  const topics = [
    ['user.unify.option.trade.notify', news.messages.filter(isOfOption)],
    ['user.option.liquidation', news.liquidations.filter(isOfOption).map(writeLiquidation)],
    ['user.unify.option.orderHistory', rows.orders(orders)],
  ] as const
  return topics.filter(([, rows]) => rows.length > 0)
}
