import { FIRST_GROUP } from '../../../src/ui/state/link-group'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../../src/ui/app/create-app'
import { ticketDraftsIn, type TicketDraft } from '../../../src/ui/order-entry/ticket-drafts'
import { ticketOf } from '../../../src/ui/order-entry/ticket-of'
import { slippageIn } from '../../../src/ui/trading-kit/slippage-form'
import { ReplayLink } from '../../../src/ui/replay/replay-link'
import { browserKept, keptApart } from '../../../src/ui/state/kept'
import { firstUseIn } from '../../../src/ui/trading-kit/first-use'
import { prefsIn } from '../../../src/ui/trading-kit/tpsl/tpsl-prefs'
import type { Recording } from '../../../src/workers/recording'
import { BTCUSDT } from '../fixtures'

const RECORDING: Recording = {
  format: 'halyard-recording',
  version: 1,
  build: 'b',
  protocol: 2,
  epoch: 'e',
  recordedAtMs: 0,
  entries: [],
} as unknown as Recording
const clock = { monotonic: () => 0, after: () => () => undefined }

/** A browser's storage, with whatever is done to it. */
function storage(first: Record<string, string>) {
  const texts = new Map(Object.entries(first))
  return {
    texts,
    getItem: vi.fn((key: string) => texts.get(key) ?? null),
    setItem: vi.fn((key: string, text: string) => void texts.set(key, text)),
  }
}

let local: ReturnType<typeof storage>
let session: ReturnType<typeof storage>
beforeEach(() => {
  local = storage({ TP_INPUT: 'pnl/mark', SLIPPAGE_DATA: '{"customValue":"7"}' })
  session = storage({})
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('window', { addEventListener: () => undefined })
})
afterEach(() => void vi.unstubAllGlobals())

describe('a recording that plays', () => {
  it('neither reads what the live ticket kept, nor writes over it, whatever is typed into it', () => {
    const app = createApp(new ReplayLink(RECORDING, clock), { kept: keptApart() })
    const ticket = ticketOf(app.market(BTCUSDT), app, FIRST_GROUP)
    const stop = ticket.start()
    ticket.size.setText('0.123')
    ticket.setTab('market')
    stop()
    prefsIn(app.kept).save('takeProfit', { input: 'percent', by: 'index' })
    slippageIn(app.kept).save({ percent: { unit: 'percent', value: '1' as never } })
    firstUseIn(app.kept, 'tpSl').seen()
    expect(local.setItem).not.toHaveBeenCalled()
    expect(session.setItem).not.toHaveBeenCalled()
    expect(local.getItem).not.toHaveBeenCalled()
    expect(session.getItem).not.toHaveBeenCalled()
    expect(app.kept.keepsChart).toBe(false)
    // Within the recording it is kept as in any page.
    expect(prefsIn(app.kept).load('takeProfit')).toEqual({ input: 'percent', by: 'index' })
  })

  it('of another account does not drop what was typed for the live one', () => {
    session.texts.set(`halyard.ticket.${BTCUSDT}`, '{}')
    const entry = {
      kind: 'key',
      atMs: 0,
      events: [{ type: 'session', session: { account: 'a', name: 'n', kind: 'uta2' } }],
    }
    const link = new ReplayLink({ ...RECORDING, entries: [entry] } as unknown as Recording, clock)
    const app = createApp(link, { kept: keptApart() })
    link.seek(0)
    expect(app.account.session.value?.account).toBe('a')
    expect([...session.texts]).toEqual([[`halyard.ticket.${BTCUSDT}`, '{}']])
  })

  it('leaves the live page with its own', () => {
    const drafts = ticketDraftsIn(browserKept, FIRST_GROUP)
    drafts.save(BTCUSDT, { qty: '9' } as unknown as TicketDraft)
    expect([...session.texts.keys()]).toEqual([`halyard.ticket.${BTCUSDT}`])
    const app = createApp(new ReplayLink(RECORDING, clock))
    const ticket = ticketOf(app.market(BTCUSDT), app, FIRST_GROUP)
    const stop = ticket.start()
    ticket.size.setText('0.123')
    stop()
    expect(session.texts.get(`halyard.ticket.${BTCUSDT}`)).toContain('0.123')
    expect(prefsIn(browserKept).load('takeProfit')).toEqual({ input: 'pnl', by: 'mark' })
  })
})
