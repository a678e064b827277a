import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useState, type CSSProperties } from 'react'
import { AnnouncementLine } from '../announcements/AnnouncementLine'
import { useAnnouncements } from '../announcements/use-announcements'
import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { Dialog } from '../kit/Dialog'
import { Tabs } from '../kit/Tabs'
import { useApp } from '../state/app-context'
import { useLinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { closeTicket, ticketSheet } from '../state/ticket-sheet'
import { AppHeader } from './AppHeader'
import { BottomNav } from './BottomNav'
import { ErrorBoundary } from '../kit/ErrorBoundary'
import { phoneLayout, type PhoneViewId } from '../layout/phone-layout'
import { PanelFrame } from '../panels/PanelFrame'
import { hasRoomByName, SymbolTitle } from '../panels/SymbolPanel'
import { ticketPart } from '../panels/tickets'
import { kindOfPage } from '../products/product-view-of'
import { AlertButton } from '../trading-kit/AlertButton'
import styles from './PhoneTrade.module.css'

/** One task a screen: a view, the two buttons that open the ticket, and the navigation. */
export function PhoneTrade({ market }: { readonly market: MarketModel }) {
  useSignals()
  const { t } = useTranslation('app')
  const app = useApp()
  const { account } = app
  const link = useLinkGroup()
  const { Component: Ticket, sideWord } = ticketPart(market)
  const layout = phoneLayout(kindOfPage(market.symbol))
  const id = useId()
  const [selected, setSelected] = useState<PhoneViewId>('chart')
  const side = ticketSheet.value
  useEffect(() => closeTicket, [])
  const view = layout.views.find((one) => one.id === selected)
  const isAnnounced = useAnnouncements().value.length > 0
  const inReplay = app.connection.isReplay.value ? { disabled: true, title: t('trade:block.replay') } : {}
  const counts: Partial<Record<PhoneViewId, number>> = {
    positions: account.positions.value.length,
    assets: account.wallet.value?.coins.length ?? 0,
    orders: account.openOrders.value.length,
  }
  return (
    <div className={styles['page']}>
      <AppHeader
        isPhone
        title={
          <>
            <SymbolTitle market={market} shape="sheet" />
            {hasRoomByName(market) ? <AlertButton symbol={market.symbol} className={styles['alerts']} /> : null}
          </>
        }
      />
      <main className={styles['main']}>
        <div className={styles['symbol']}>
          <PanelFrame id={layout.head} market={market} />
        </div>
        <div className={styles['tabs']}>
          <Tabs<PhoneViewId>
            label={t('views')}
            idPrefix={id}
            selected={selected}
            onSelect={setSelected}
            items={layout.views.map((one) => {
              const count = counts[one.id]
              const isWaiting = isAnnounced && one.id === 'chart' && selected !== 'chart'
              return {
                id: one.id,
                label: t(`view.${one.id}`),
                ...(count === undefined ? {} : { count }),
                ...(isWaiting ? { waiting: t('noticeOnChart') } : {}),
              }
            })}
          />
        </div>
        {/* Over the chart alone: in the other views it would lie over buttons, and the tab of the chart says that it is there. */}
        {selected === 'chart' ? <AnnouncementLine /> : null}
        {view === undefined ? null : (
          <div
            key={selected}
            id={`${id}-${selected}-panel`}
            className={styles['view']}
            style={{ '--rows': view.rows } as CSSProperties}
          >
            {view.panels.map((panel) => (
              <PanelFrame key={panel} id={panel} market={market} />
            ))}
          </div>
        )}
        {view?.isPressed === true ? null : side === null ? (
          <div className={styles['press']}>
            {/* They open the ticket, which says why nothing can be sent; beside a recording there is nothing to fill in. */}
            <Button {...inReplay} tone="long" size="large" onClick={() => (ticketSheet.value = 'buy')}>
              {t(`trade:${sideWord('buy', market, app, link)}`)}
            </Button>
            <Button {...inReplay} tone="short" size="large" onClick={() => (ticketSheet.value = 'sell')}>
              {t(`trade:${sideWord('sell', market, app, link)}`)}
            </Button>
          </div>
        ) : (
          <Dialog title={t('trade:orderEntry')} shape="sheet" onClose={closeTicket}>
            <ErrorBoundary area="ticket">
              <Ticket market={market} only={side} onPlaced={closeTicket} />
            </ErrorBoundary>
          </Dialog>
        )}
      </main>
      <BottomNav />
    </div>
  )
}
