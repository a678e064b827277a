import { signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import { standingReason } from '../../../src/ui/positions/standing-reason'
import type { ShownState } from '../../../src/ui/state/connection-model'
import type { Rejection } from '../../../src/workers/presses'

function refused(reason: Rejection['reason'], code: number | null = null): Rejection {
  return { code, reason, message: '', ext: {} }
}

/** What the line of a reverse that was not reopened says, as the connection goes on. */
function said(reason: Rejection, ...states: readonly (readonly [ShownState, ShownState])[]): readonly unknown[] {
  const publicState = signal<ShownState>('connecting')
  const privateState = signal<ShownState>('connecting')
  return states.map(([market, account]) => {
    publicState.value = market
    privateState.value = account
    return standingReason(reason, { publicState, privateState })?.reason ?? null
  })
}

describe('why a reverse was not reopened is said while it is true', () => {
  test('“Prices are not live” leaves once market data and account are live again', () => {
    expect(
      said(refused('notLive'), ['stale', 'live'], ['live', 'resync'], ['live', 'live'], ['stale', 'live']),
    ).toEqual(['notLive', 'notLive', null, 'notLive'])
  })

  test('that the exchange cannot be reached leaves once it can', () => {
    expect(
      said(refused('offline'), ['offline', 'offline'], ['connecting', 'offline'], ['connecting', 'connecting']),
    ).toEqual(['offline', 'offline', null])
  })

  test('what the exchange said of the order stays, whatever the connection', () => {
    const both = ['live', 'live'] as const
    expect(said(refused('refusedByExchange', 110007), both)).toEqual(['refusedByExchange'])
    expect(said(refused('rateLimited'), both)).toEqual(['rateLimited'])
    expect(standingReason(null, { publicState: signal('live'), privateState: signal('live') })).toBeNull()
  })
})
