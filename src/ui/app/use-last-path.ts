import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { symbolPath } from '../../domain/instrument/trade-route'
import { useApp } from '../state/app-context'

/** The address of the market that was looked at last: of any, or of one kind. */
export function useLastPath(of: 'symbol' | 'derivative' | 'pair' | 'spread' = 'symbol'): string {
  useSignals()
  // The series of a dated contract is the one of the day the page was opened.
  const [openedAtMs] = useState(() => Date.now())
  return symbolPath(useApp().lastMarket[of].value, openedAtMs)
}
