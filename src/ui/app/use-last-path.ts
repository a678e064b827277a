import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { symbolPath } from '../../domain/instrument/trade-route'
import { useApp } from '../state/app-context'

/** The address of the contract that was looked at last. */
export function useLastPath(): string {
  useSignals()
  // The series of a dated contract is the one of the day the page was opened.
  const [openedAtMs] = useState(() => Date.now())
  return symbolPath(useApp().lastContract.symbol.value, openedAtMs)
}
