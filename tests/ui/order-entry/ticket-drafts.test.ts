import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../../src/ui/app/create-app'
import { ticketOf } from '../../../src/ui/order-entry/ticket-of'
import { ReplayLink } from '../../../src/ui/replay/replay-link'
import { keptApart, type Kept } from '../../../src/ui/state/kept'
import type { LinkGroup } from '../../../src/ui/state/link-group'
import { strategyFormOf } from '../../../src/ui/strategies/strategy-form-of'
import type { Recording } from '../../../src/workers/recording'
import { BTCUSDT } from '../fixtures'

const clock = { monotonic: () => 0, after: () => () => undefined }
const RECORDING = {
  format: 'halyard-recording',
  version: 1,
  build: 'b',
  protocol: 2,
  epoch: 'e',
  recordedAtMs: 0,
  entries: [],
} as unknown as Recording

/** A page: each one begins anew, and finds what the tab keeps. */
function page(kept: Kept) {
  const app = createApp(new ReplayLink(RECORDING, clock), { kept })
  const ticket = (link: LinkGroup) => ticketOf(app.market(BTCUSDT), app, link)
  return { app, ticket, form: (link: LinkGroup) => strategyFormOf(ticket(link), app, link) }
}

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('window', { addEventListener: () => undefined })
})
afterEach(() => void vi.unstubAllGlobals())

describe('two tickets of one contract, in two link groups', () => {
  test('keep a draft each, over a reload too', () => {
    const kept = keptApart()
    const before = page(kept)
    for (const [link, qty] of [
      ['first', '0.1'],
      ['second', '0.2'],
    ] as const) {
      const stop = before.ticket(link).start()
      before.ticket(link).size.setText(qty)
      stop()
    }
    const after = page(kept)
    expect((['first', 'second', 'third'] as const).map((link) => after.ticket(link).size.text.peek())).toEqual([
      '0.1',
      '0.2',
      '',
    ])
  })

  test('and a strategy form each', () => {
    const { form } = page(keptApart())
    expect(form('first')).toBe(form('first'))
    expect(form('second')).not.toBe(form('first'))
  })
})

test("the first group's draft is the one that a page without groups kept", () => {
  const kept = keptApart()
  const { ticket } = page(kept)
  const stop = ticket('first').start()
  ticket('first').size.setText('0.3')
  stop()
  expect(kept.session.keys()).toContain(`halyard.ticket.${BTCUSDT}`)
})
