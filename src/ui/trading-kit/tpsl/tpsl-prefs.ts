import type { TriggerBy } from '../../../domain/order/order'
import type { TpSlInput } from '../../../domain/risk/tpsl-target'
import { slippageIn, type SlippageStore } from '../slippage-form'
import type { Kept } from '../../state/kept'

export type Leg = 'takeProfit' | 'stopLoss'

/** What a trader chose last for a leg: local storage keeps it per field (decisions 12). */
export interface TpSlPrefs {
  readonly input: TpSlInput
  readonly by: TriggerBy
}

export interface PrefsStore {
  load(leg: Leg): TpSlPrefs
  save(leg: Leg, prefs: TpSlPrefs): void
  /** Where the bound on slippage of a leg is kept; nowhere when left out. */
  readonly slippage?: SlippageStore
}

const KEY = { takeProfit: 'TP_INPUT', stopLoss: 'SL_INPUT' } as const
const INPUTS: readonly TpSlInput[] = ['roi', 'percent', 'pnl']
const BASES: readonly TriggerBy[] = ['last', 'mark', 'index']

/** Storage may hold anything, or refuse: then the defaults of spec §3 stand. */
export const prefsIn = (kept: Kept): PrefsStore => ({
  slippage: slippageIn(kept),
  load(leg) {
    let stored: string | null = null
    try {
      stored = kept.local.getItem(KEY[leg])
    } catch {
      // Blocked storage.
    }
    const [input, by] = (stored ?? '').split('/')
    return {
      input: INPUTS.find((one) => one === input) ?? 'roi',
      by: BASES.find((one) => one === by) ?? 'last',
    }
  },
  save(leg, { input, by }) {
    try {
      kept.local.setItem(KEY[leg], `${input}/${by}`)
    } catch {
      // The choice holds for as long as the page.
    }
  },
})
