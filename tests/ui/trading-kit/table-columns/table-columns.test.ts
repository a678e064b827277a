import { describe, expect, test } from 'vitest'
import { keptApart } from '../../../../src/ui/state/kept'
import { withExtras } from '../../../../src/ui/trading-kit/table-columns/extra-columns'
import { EXTRA_COLUMNS, TableColumns } from '../../../../src/ui/trading-kit/table-columns/table-columns'

describe('columns that a table may have besides', () => {
  test('are none at first, stand in their own order, and are kept', () => {
    const { local } = keptApart()
    const columns = new TableColumns('positions', local)
    expect(columns.chosen.value).toEqual([])
    columns.choose(['riskTier', 'lastPnl'])
    expect(columns.chosen.value).toEqual(['lastPnl', 'riskTier'])
    expect(new TableColumns('positions', local).chosen.value).toEqual(['lastPnl', 'riskTier'])
    expect(new TableColumns('openOrders', local).chosen.value).toEqual([])
    columns.choose([])
    expect(new TableColumns('positions', local).chosen.value).toEqual([])
  })

  test('what is kept and is no column any more is left out; a storage that refuses costs the memory alone', () => {
    const { local } = keptApart()
    local.setItem('columns.openOrders', 'gone,orderId,')
    expect(new TableColumns('openOrders', local).chosen.value).toEqual(['orderId'])
    const refuses = (): never => {
      throw new Error('blocked')
    }
    const blocked = new TableColumns('openOrders', { ...local, getItem: refuses, setItem: refuses })
    blocked.choose(['feeRate'])
    expect(blocked.chosen.value).toEqual(['feeRate'])
  })

  test('stand before the buttons; a phone has a detail with all of them instead', () => {
    const own = ['contract', 'size', 'actions'].map((id) => ({ id, title: id, cell: () => null }))
    const extras = EXTRA_COLUMNS.positions.map((id) => ({ id, title: id, cell: () => null }))
    const ids = (detail: { readonly title: string; readonly open: string } | null) =>
      withExtras({ own, extras, chosen: ['funding'], detail }).map(({ id }) => id)
    expect(ids(null)).toEqual(['contract', 'size', 'funding', 'actions'])
    expect(ids({ title: 'Further figures', open: 'Details' })).toEqual(['contract', 'size', 'detail', 'actions'])
  })
})
