import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { InstrumentSymbol } from '../../domain/order/order'
import { EmptyState } from '../kit/EmptyState'
import { hasSign, lazyUntilSign } from '../kit/first-sign'
import { lazyPart } from '../kit/load-part'
import { TableSkeleton } from '../kit/TableSkeleton'
import type { OrderActions } from '../trading-kit/order-actions'
import { useApp } from '../state/app-context'
import type { PositionDialog } from './PositionDialogs'

const ReverseChoice = lazyPart('positions', async () => (await import('./ReverseChoice')).ReverseChoice)
const PositionDialogs = lazyUntilSign('dialog', async () => (await import('./PositionDialogs')).PositionDialogs)
const FirstRunHint = lazyUntilSign('positions', async () => (await import('./FirstRunHint')).FirstRunHint)
const PositionsTable = lazyUntilSign('positions', async () => (await import('./PositionsTable')).PositionsTable)

interface Props {
  /** Shows this contract only; `null` all of them. */
  readonly symbol: InstrumentSymbol | null
  readonly actions: OrderActions
}

/** What the account holds, with everything that can be done about it. */
export function Positions({ symbol, actions }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const [dialog, setDialog] = useState<PositionDialog | null>(null)
  const rows = app.account.positions.value.filter((position) => symbol === null || position.symbol === symbol)
  return (
    <div data-stale={app.connection.isLive.value ? undefined : ''}>
      <Suspense fallback={null}>
        {app.account.reverses.value.map((reverse) => (
          <ReverseChoice key={reverse.press.id} reverse={reverse} />
        ))}
      </Suspense>
      {rows.length > 0 ? (
        <Suspense fallback={<TableSkeleton />}>
          <PositionsTable rows={rows} onOpen={setDialog} />
        </Suspense>
      ) : null}
      {rows.length === 0 && app.account.wallet.value === null ? <TableSkeleton /> : null}
      {rows.length === 0 && app.account.wallet.value !== null ? (
        <EmptyState title={t('empty.positions')} hint={t('empty.positionsHint')}>
          {hasSign.value && !app.connection.isReplay.value ? (
            <Suspense fallback={null}>
              <FirstRunHint />
            </Suspense>
          ) : null}
        </EmptyState>
      ) : null}
      <Suspense fallback={null}>
        {dialog === null ? null : <PositionDialogs dialog={dialog} actions={actions} onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  )
}
