import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Redirect } from 'wouter'
import { symbolPath } from '../../domain/instrument/trade-route'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { addressText } from './address-text'
import { MessagePage } from './MessagePage'
import { sharedSymbol, sharedText } from './shared-symbol'

/** Where texts from other apps arrive: leads to the market that they name, or says that they name none. */
export function OpenPage() {
  useSignals()
  const { t } = useTranslation('app')
  const known = useApp().catalogue.instruments.value
  const params = new URLSearchParams(location.search)
  // The series of a dated contract is the one of the moment in which it was opened.
  const [openedAtMs] = useState(() => Date.now())
  // The list is on its way: what is in it cannot be said yet.
  if (known.size === 0) return null
  const symbol = sharedSymbol(params, new Set(known.keys()))
  if (symbol !== null) return <Redirect to={symbolPath(symbol, openedAtMs)} replace />
  return <MessagePage title={t('openNone')} hint={t('openNoneHint')} address={addressText(sharedText(params))} />
}
