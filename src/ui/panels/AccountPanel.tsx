import { computed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useId, useMemo, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { Checkbox } from '../kit/Checkbox'
import { hasSign, lazyUntilSign } from '../kit/first-sign'
import { lazyPart } from '../kit/load-part'
import { TableSkeleton } from '../kit/TableSkeleton'
import { useRowFocus } from '../kit/row-focus'
import { Tabs } from '../kit/Tabs'
import { CancelAllButton } from '../orders/CancelAllButton'
import { OrderActions } from '../trading-kit/order-actions'
import { openOrderRows, type OrderKind } from '../trading-kit/order-rows'
import { Positions } from '../positions/Positions'
import type { AccountModel } from '../state/account-model'
import { useApp } from '../state/app-context'
import { useNoSending } from '../state/no-sending'
import type { MarketModel } from '../state/market-model'
import type { AccountTimes } from '../../workers/hub-events'
import { StaleAge } from '../trading-kit/StaleAge'
import styles from './AccountPanel.module.css'

const TableTools = lazyUntilSign(
  'ticket',
  async () => (await import('../trading-kit/table-columns/TableTools')).TableTools,
)
const OpenOrders = lazyPart('openOrders', async () => (await import('../orders/OpenOrders')).OpenOrders)
const AssetsTable = lazyPart('assets', async () => (await import('../assets/AssetsTable')).AssetsTable)
const StrategiesTable = lazyPart(
  'strategies',
  async () => (await import('../strategies/StrategiesTable')).StrategiesTable,
)
const OrderHistory = lazyPart('orderHistory', async () => (await import('../history/OrderHistory')).OrderHistory)
const TradeHistory = lazyPart('tradeHistory', async () => (await import('../history/TradeHistory')).TradeHistory)

type Tab = 'positions' | 'openOrders' | 'strategies' | 'orderHistory' | 'tradeHistory' | 'assets'

const ALL: readonly Tab[] = ['positions', 'openOrders', 'strategies', 'orderHistory', 'tradeHistory', 'assets']

/** What of the account a tab shows; the others read the exchange's records. */
const SOURCES: Partial<Readonly<Record<Tab, keyof AccountTimes>>> = {
  positions: 'positions',
  openOrders: 'orders',
  assets: 'wallets',
}

interface Props {
  /** Of "Current symbol". */
  readonly market: MarketModel
  /** What stands behind the tabs, in their order. */
  readonly tabs?: readonly Tab[]
  readonly first?: Tab
}

/** Everything the account holds, has asked for, and has done. */
export function AccountPanel({ market, tabs = ALL, first = tabs[0] ?? 'openOrders' }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const id = useId()
  const { account } = app
  const actions = useMemo(() => new OrderActions(app), [app])
  const [tab, setTab] = useState<Tab>(first)
  const [onlyCurrent, setOnlyCurrent] = useState(false)
  const [kind, setKind] = useState<OrderKind | 'all'>('all')
  const body = useRowFocus<HTMLDivElement>()
  const filter = onlyCurrent ? market.symbol : null
  // Positions and orders change with the market's steps, how many there are seldom.
  const counted = useMemo(() => countsOf(account), [account])
  const counts: Partial<Readonly<Record<Tab, number>>> = {
    positions: counted.positions.value,
    openOrders: counted.orders.value,
    strategies: counted.strategies.value,
    assets: counted.coins.value,
  }
  const noSending = useNoSending()
  const isOld = counted.hasWallet.value && !app.connection.isAccountLive.value
  const source = SOURCES[tab]
  return (
    <section className={styles['panel']} aria-label={t('positionsAndOrders')}>
      <div className={styles['head']}>
        <Tabs<Tab>
          label={t('positionsAndOrders')}
          idPrefix={id}
          selected={tab}
          onSelect={setTab}
          items={tabs.map((one) => {
            const count = counts[one]
            return { id: one, label: t(`tab.${one}`), ...(count === undefined ? {} : { count }) }
          })}
        />
        {tab === 'assets' && !isOld ? null : (
          <div className={styles['tools']}>
            {isOld && source !== undefined ? <StaleAge className={styles['age']} of={source} isShort /> : null}
            {tab === 'assets' ? null : (
              <Checkbox label={t('currentSymbol')} checked={onlyCurrent} onChecked={setOnlyCurrent} />
            )}
            {hasSign.value && tab !== 'strategies' && tab !== 'assets' ? (
              <Suspense fallback={null}>
                <TableTools table={tab} />
              </Suspense>
            ) : null}
            {tab === 'openOrders' ? <CancelAllButton actions={actions} symbol={filter} kind={kind} /> : null}
          </div>
        )}
      </div>
      <div
        id={`${id}-${tab}-panel`}
        role="tabpanel"
        ref={body}
        aria-labelledby={`${id}-${tab}-tab`}
        className={styles['body']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling panel needs a keyboard stop
        tabIndex={0}
      >
        <Suspense fallback={<TableSkeleton />}>
          {tab === 'positions' ? <Positions symbol={filter} actions={actions} /> : null}
          {tab === 'openOrders' ? <OpenOrders actions={actions} symbol={filter} kind={kind} onKind={setKind} /> : null}
          {tab === 'strategies' ? <StrategiesTable symbol={filter} /> : null}
          {tab === 'orderHistory' ? <OrderHistory symbol={filter} /> : null}
          {tab === 'tradeHistory' ? <TradeHistory symbol={filter} /> : null}
          {tab === 'assets' ? <AssetsTable hasLink /> : null}
        </Suspense>
        {/* Below the rows: nothing moves under a finger when the exchange comes back. */}
        {isOld && noSending !== null && !app.connection.isReplay.value ? (
          <p className={styles['note']}>{t('offlineAccount')}</p>
        ) : null}
      </div>
    </section>
  )
}

function countsOf(account: AccountModel) {
  const { positions, openOrders, knownLinkIds, intents, strategies, wallet } = account
  return {
    positions: computed(() => positions.value.length),
    orders: computed(() => openOrderRows(openOrders.value, knownLinkIds.value, intents.value).length),
    strategies: computed(() => strategies.value.filter(({ status }) => status === 'running').length),
    coins: computed(() => wallet.value?.coins.length ?? 0),
    hasWallet: computed(() => wallet.value !== null),
  }
}
