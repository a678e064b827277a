import type { Order } from '../../domain/order/order'
import type { Notice } from '../../workers/hub-events'
import { formatPrice, formatQty } from '../format'
import type { Toast } from '../state/notice-model'
import { rejectionText } from './rejection-text'
import { stopReasonText } from './stop-reason-text'
import { i18n } from '../i18n/instance'

export interface ToastText {
  readonly title: string
  readonly body: string
  /** Failures interrupt (role alert), the rest waits its turn (role status). */
  readonly failure: boolean
}

/** Spec §8 "Order messages": titles by kind, texts by what happened. */
export function toastText(toast: Toast): ToastText {
  if (toast.from === 'tab') {
    return { title: i18n.t(`notices:local.${toast.key}`, toast.values), body: '', failure: toast.failure }
  }
  const { notice } = toast
  const t = (key: string): string => i18n.t(`notices:${key}`, orderValues(notice))
  switch (notice.kind) {
    case 'orderPlaced':
      return { title: t('msg.title.4'), body: t('msg.makeOrder.1'), failure: false }
    case 'orderAmended':
      return { title: t('msg.title.5'), body: t(`msg.editOrder.new.${notice.order?.type ?? 'limit'}`), failure: false }
    case 'orderCanceled':
      return { title: t('msg.title.2'), body: t(cancelKey(notice.order)), failure: false }
    case 'orderFilled':
      return { title: t('msg.title.1'), body: t('msg.position.1'), failure: false }
    case 'orderPartiallyFilled':
      return { title: t('msg.title.1'), body: t('msg.position.2'), failure: false }
    case 'orderRejected':
      return {
        title: t('orderCreateFailureTitle'),
        body: notice.rejection === null ? t('rejected') : rejectionText(notice.rejection),
        failure: true,
      }
    case 'orderSplitFailed':
      return { title: t('orderCreateFailureTitle'), body: splitText(notice), failure: true }
    case 'orderUnknown':
      return { title: t('orderUnknownTitle'), body: t('orderUnknown'), failure: true }
    case 'orderNotPlaced':
      return { title: t('orderCreateFailureTitle'), body: t('orderNotPlaced'), failure: true }
    case 'orderRepeated':
      return { title: t('orderRepeatedTitle'), body: t('orderRepeated'), failure: true }
    case 'reverseNotReopened':
      return { title: t('reverseNotReopenedTitle'), body: t('reverseNotReopened'), failure: true }
    case 'changeUnknown':
      return { title: t('orderUnknownTitle'), body: t(`changeUnknown.${notice.change}`), failure: true }
    case 'changeRefused': {
      const reason = notice.rejection === null ? '' : rejectionText(notice.rejection)
      return { title: t(`changeRefused.${notice.change}`), body: reason, failure: true }
    }
    case 'strategyEnded':
      return strategyText(notice)
    case 'liquidated':
      return {
        title: t('msg.title.3'),
        body: t(notice.order?.leavesQty === '0' ? 'msg.position.3.zero' : 'msg.position.3.default'),
        failure: true,
      }
  }
}

function strategyText({ strategy }: Notice): ToastText {
  if (strategy === undefined) return { title: '', body: '', failure: false }
  const { status, kind, symbol, side, qty, filledQty, stopReason } = strategy
  const values = {
    symbol,
    side: i18n.t(`trade:${side}`),
    kind: i18n.t(`trade:origin.${kind}`),
    qty: formatQty(qty, null),
    filledQty: formatQty(filledQty, null),
  }
  const reason = stopReason === null ? '' : ` ${stopReasonText(stopReason)}`
  return {
    title: i18n.t(`notices:strategyEnded.${status}`, values),
    body: i18n.t('notices:strategyEnded.filled', values) + reason,
    failure: status === 'stopped',
  }
}

function splitText({ split, intent }: Notice): string {
  const values = {
    symbol: intent?.order.symbol,
    quantity: formatQty(split?.failedQty ?? null, null),
    coin: split?.coin,
  }
  return i18n.t('notices:splitSubmitOrderFaildTip', values)
}

function cancelKey(order: Order | null): string {
  return order?.cancelType === 'CancelByPmTrialMmOverEquity' ? 'msg.cancelOrder.3' : 'msg.cancelOrder.1'
}

function orderValues({ order, intent }: Notice): Readonly<Record<string, string>> {
  const subject = order ?? intent?.order ?? null
  if (subject === null) return {}
  const price = subject.type === 'limit' ? subject.price : null
  const filled = order === null || order.filledQty === '0' ? null : order
  return {
    symbol: subject.symbol,
    side: i18n.t(`trade:${subject.side}`),
    type: i18n.t(`trade:type.${subject.type}`),
    qty: formatQty(subject.qty, null),
    price: price === null ? i18n.t('trade:marketPrice') : formatPrice(price, null),
    filledQty: formatQty(filled?.filledQty ?? subject.qty, null),
    avgPrice: formatPrice(filled?.avgPrice ?? price, null),
  }
}
