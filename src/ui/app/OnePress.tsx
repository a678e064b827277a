import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { symbolPath } from '../../domain/instrument/trade-route'
import { HotkeyActions, type CancelWhich } from '../hotkeys/hotkey-actions'
import { HotkeySheet } from '../hotkeys/HotkeySheet'
import { useKeys, type KeyActs } from '../hotkeys/use-keys'
import { useTranslation } from '../i18n/use-translation'
import { lazyPart } from '../kit/load-part'
import { favouritesOf } from '../markets/favourites'
import { nextMarket } from '../markets/next-market'
import { closePosition } from '../positions/close-position'
import type { PositionDialog } from '../positions/PositionDialogs'
import { reversePosition } from '../positions/reverse-position'
import { useApp, type App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { CancelQuestion } from '../trading-kit/CancelQuestion'
import { onePressOf } from '../trading-kit/one-press/one-press'

const PositionDialogs = lazyPart('dialog', async () => (await import('../positions/PositionDialogs')).PositionDialogs)
const SendQuestionDialog = lazyPart(
  'dialog',
  async () => (await import('../trading-kit/SendQuestionDialog')).SendQuestionDialog,
)

/** One-press trading on a trade page: its hotkeys, its sheet, and what is asked before something is sent. */
export function OnePress({ market }: { readonly market: MarketModel }) {
  useSignals()
  const app = useApp()
  const onePress = onePressOf(app)
  const [, go] = useLocation()
  const [dialog, setDialog] = useState<PositionDialog | null>(null)
  const [cancelling, setCancelling] = useState<CancelWhich | null>(null)
  const actions = useMemo(
    () =>
      new HotkeyActions({
        app,
        market,
        onePress,
        close: (position) => {
          if (app.account.preferences.peek().asksBeforeClose) setDialog({ kind: 'closeMarket', position })
          else void closePosition(app, position, null)
        },
        reverse: (position) => {
          if (!reversePosition(app, position)) setDialog({ kind: 'reverse', position })
        },
        askCancel: setCancelling,
        goToNext: () => {
          const next = nextMarket(
            market.symbol,
            app.catalogue.instruments.peek(),
            favouritesOf(app.kept.local).symbols.peek(),
          )
          if (next !== null) go(symbolPath(next, app.clock.nowMs()))
        },
      }),
    [app, market, onePress, go],
  )
  useKeys(
    app,
    useMemo(() => keyActs(app, actions), [app, actions]),
  )
  useEffect(() => armedOnlyHere(app), [app])
  return (
    <Suspense fallback={null}>
      {onePress.isSheetOpen.value ? <HotkeySheet market={market} onClose={() => onePress.openSheet(false)} /> : null}
      {onePress.orders.question.asked.value === null ? null : (
        <SendQuestionDialog question={onePress.orders.question} />
      )}
      {dialog === null ? null : (
        <PositionDialogs dialog={dialog} actions={onePress.actions} onClose={() => setDialog(null)} />
      )}
      {cancelling === null ? null : (
        <CancelMany which={cancelling} market={market} actions={actions} onClose={() => setCancelling(null)} />
      )}
    </Suspense>
  )
}

interface CancelProps {
  readonly which: CancelWhich
  readonly market: MarketModel
  readonly actions: HotkeyActions
  readonly onClose: () => void
}

function CancelMany({ which, market, actions, onClose }: CancelProps) {
  useSignals()
  const { t } = useTranslation('hotkeys')
  // As they are now: some may end while the question is open.
  const orders = actions.cancelled(which)
  return (
    <CancelQuestion
      title={t(`hotkey.${which}`)}
      text={t(`cancelAsk.${which}`, { count: orders.length, symbol: market.symbol })}
      confirmLabel={t('cancelConfirm', { count: orders.length })}
      keepLabel={t('cancelKeep')}
      preference="asksBeforeCancelAll"
      isOver={orders.length === 0}
      canConfirm={market.takesChange('cancel')}
      onConfirm={() => actions.cancelNow(which, orders)}
      onClose={onClose}
    />
  )
}

function keyActs(app: App, actions: HotkeyActions): KeyActs {
  const { arming, choices, openSheet } = onePressOf(app)
  return {
    state: () => ({ isArmed: arming.isArmed.peek(), isOn: choices.choices.peek().hotkeys }),
    act(meant, isEarly) {
      if (meant === 'sheet') openSheet(true)
      else if (meant === 'disarm') arming.disarm()
      // A key that trades does so at its press or not at all.
      else if (!isEarly || meant === 'ticket') actions.run(meant)
      return true
    },
  }
}

/** Trade pages on the screen: one goes and the next comes in one step where only the market changes. */
let pages = 0

/** What is armed is armed for trade pages: whoever leaves them comes back disarmed. */
function armedOnlyHere(app: App): () => void {
  const { arming, orders } = onePressOf(app)
  pages += 1
  return () => {
    pages -= 1
    orders.question.answer(false)
    setTimeout(() => {
      if (pages === 0) arming.disarm()
    }, 0)
  }
}
