import { describe, expect, test } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import type { Notice } from '../../../src/workers/hub-events'
import { Notices } from '../../../src/workers/hub/account/notices'
import { orderOf } from '../../ui/fixtures'

function told(...news: readonly Parameters<Notices['orderNews']>[]): readonly Notice['kind'][] {
  const kinds: Notice['kind'][] = []
  const notices = new Notices((notice) => kinds.push(notice.kind))
  for (const one of news) notices.orderNews(...one)
  return kinds
}

describe('toasts of guards', () => {
  const trailing = orderOf('t', { status: 'untriggered', stopOrderType: 'trailingStop', stopPrice: '59500' as Price })

  test('a trailing stop that moves tells nothing, an amended conditional order does', () => {
    const conditional = orderOf('c', { status: 'untriggered', stopOrderType: 'stop' })
    expect(told([trailing, 'replaced'], [conditional, 'replaced'])).toEqual(['orderAmended'])
  })

  test('a guard that goes with its position tells nothing, one that the trader cancels does', () => {
    const gone = { ...trailing, status: 'deactivated' } as const
    expect(told([{ ...gone, cancelType: 'CancelByTpSlTsClear' }, 'canceled'])).toEqual([])
    expect(told([{ ...gone, cancelType: 'CancelByUser' }, 'canceled'])).toEqual(['orderCanceled'])
  })
})
