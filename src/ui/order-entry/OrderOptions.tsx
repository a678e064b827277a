import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { Checkbox } from '../kit/Checkbox'
import { lazyPart } from '../kit/load-part'
import { PostOnlyBox, TimeInForceSelect } from '../trading-kit/ticket/LimitChoices'
import styles from '../trading-kit/ticket/Ticket.module.css'
import type { OrderFormModel } from './order-form-model'

const SlippageSelect = lazyPart('ticket', async () => (await import('../trading-kit/SlippageSelect')).SlippageSelect)

/** How the order may behave, and what it brings. Only a limit order has a time in force and can be post-only. */
export function OrderOptions({ ticket }: { readonly ticket: OrderFormModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const { switches } = ticket
  const extras = ticket.extras.value
  const isLimit = ticket.type.value === 'limit'
  const isReducing = switches.isReducing.value
  // The ticket says above the fields what an auction takes; here the reason stands instead of the hint.
  const isInAuction = ticket.market.isInAuction.value
  const tpSlHint = isReducing ? 'tpSlNotReducing' : 'tpSlHint'
  const fixed = isInAuction ? t('auctionTakes') : null
  return (
    <div className={styles['options']}>
      <Checkbox
        label={t('tpSl')}
        title={fixed ?? t(tpSlHint)}
        checked={switches.usesTpSl.value}
        disabled={isReducing || isInAuction}
        onChecked={(checked) => switches.setTpSl(checked)}
      />
      {isLimit ? <PostOnlyBox ticket={ticket} fixed={fixed} /> : null}
      <Checkbox
        label={t('reduceOnly')}
        title={t('reduceOnlyHint')}
        checked={isReducing}
        disabled={switches.closeOnTrigger.value}
        onChecked={(checked) => switches.setReduceOnly(checked)}
      />
      {ticket.tab.value === 'conditional' ? (
        <Checkbox
          label={t('closeOnTrigger')}
          title={t('closeOnTriggerHint')}
          checked={switches.closeOnTrigger.value}
          onChecked={(checked) => switches.setCloseOnTrigger(checked)}
        />
      ) : null}
      {isLimit ? <TimeInForceSelect ticket={ticket} fixed={fixed} /> : null}
      {ticket.size.offersSplit.value ? (
        <Checkbox
          label={t('splitOrder')}
          title={t('splitOrderHint')}
          checked={switches.splits.value}
          onChecked={(checked) => ticket.size.setSplits(checked)}
        />
      ) : null}
      {switches.maySlip.value ? (
        <span className={styles['slippage']}>
          <Checkbox
            label={t('slippageTolerance')}
            title={t('slippageHint')}
            checked={switches.usesSlippage.value}
            onChecked={(checked) => switches.setSlippage(checked)}
          />
          {switches.usesSlippage.value && extras !== null ? (
            <Suspense fallback={null}>
              <SlippageSelect form={extras.slippage} />
            </Suspense>
          ) : null}
        </span>
      ) : null}
    </div>
  )
}
