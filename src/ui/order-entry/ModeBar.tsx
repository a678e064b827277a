import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { formatLeverage } from '../format'
import { Button } from '../kit/Button'
import { lazyUntilSign } from '../kit/first-sign'
import { QuickLeverage } from '../trading-kit/modes/QuickLeverage'
import type { TicketMode } from '../products/product-view'
import { productView } from '../products/product-view-of'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import styles from '../trading-kit/ticket/Ticket.module.css'

const LeverageDialog = lazyUntilSign(
  'dialog',
  async () => (await import('../trading-kit/modes/LeverageDialog')).LeverageDialog,
)
const MarginModeDialog = lazyUntilSign(
  'dialog',
  async () => (await import('../trading-kit/modes/MarginModeDialog')).MarginModeDialog,
)
const PositionModeDialog = lazyUntilSign(
  'dialog',
  async () => (await import('../trading-kit/modes/PositionModeDialog')).PositionModeDialog,
)

/** Before the contract is known. */
const UNKNOWN_MODES: readonly TicketMode[] = ['margin', 'leverage']

/** How the next order is held: margin mode, leverage, one position or two. Each opens the dialog that changes it. */
export function ModeBar({ market }: { readonly market: MarketModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const { account } = useApp()
  const [open, setOpen] = useState<TicketMode | null>(null)
  const { symbol } = market
  const { kind } = market.instrument.value ?? {}
  const modes = kind === undefined ? UNKNOWN_MODES : productView(kind).ticketModes
  const margin = account.marginMode.value
  const { choosesMarginMode, choosesLeverage } = account.view.value
  const isPortfolio = account.isPortfolio.value
  const mode = account.positionMode(symbol)
  const [long, short] = [account.leverage(symbol, 'buy'), account.leverage(symbol, 'sell')]
  // Two of them share the room of one.
  const brief = (one: typeof long): string => formatLeverage(one, Number(one) % 1 === 0 ? 0 : 2)
  const leverage = long === short ? formatLeverage(long) : `${brief(long)} / ${brief(short)}`
  const close = (): void => setOpen(null)
  return (
    <div className={styles['modes']}>
      {modes.includes('margin') && !choosesMarginMode ? (
        <span className={styles['fixed']}>{isPortfolio ? t('portfolioMargin') : t(margin)}</span>
      ) : null}
      {modes.includes('margin') && choosesMarginMode ? (
        <Button
          aria-label={t(isPortfolio ? 'marginModeOf.portfolio' : `marginModeOf.${margin}`)}
          onClick={() => setOpen('margin')}
        >
          {isPortfolio ? t('portfolioMargin') : t(margin)}
        </Button>
      ) : null}
      {modes.includes('leverage') && choosesLeverage ? (
        <span className={styles['leverage']}>
          <Button aria-label={t('leverageOf', { leverage })} onClick={() => setOpen('leverage')}>
            {leverage}
          </Button>
          <QuickLeverage symbol={symbol} onCustomise={() => setOpen('leverage')} />
        </span>
      ) : null}
      {modes.includes('position') && choosesLeverage ? (
        <Button aria-label={t(`positionModeOf.${mode}`)} onClick={() => setOpen('position')}>
          {t(mode)}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {open === 'margin' ? <MarginModeDialog onClose={close} /> : null}
        {open === 'leverage' ? <LeverageDialog symbol={symbol} onClose={close} /> : null}
        {open === 'position' ? <PositionModeDialog symbol={symbol} onClose={close} /> : null}
      </Suspense>
    </div>
  )
}
