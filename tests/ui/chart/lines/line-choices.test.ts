import { expect, test } from 'vitest'
import { chosenLines, LineChoicesModel, parseLineChoices } from '../../../../src/ui/chart/lines/line-choices'
import type { LineKind, LineSpec } from '../../../../src/ui/trading-kit/chart-line'

const move = { label: 'Move', tick: 1, begin: () => null }
function line(id: string, kind: LineKind): LineSpec {
  return { id, kind, price: 1, priceText: '1', tone: 'buy', text: id, dash: 'solid', move }
}

test('a hidden line is not drawn and a locked one not moved; what nobody answered is always seen', () => {
  const lines = [
    line('order/1', 'order'),
    line('order/2', 'trigger'),
    line('asked/1', 'asked'),
    line('draft', 'preorder'),
  ]
  const shown = chosenLines(lines, { hidden: ['order/1', 'asked/1', 'draft'], locked: ['order/2', 'asked/1'] })
  expect(shown.map(({ id, move: moved }) => [id, moved !== null])).toEqual([
    ['order/2', false],
    ['asked/1', true],
    ['draft', true],
  ])
  expect(chosenLines(lines, { hidden: [], locked: [] })).toEqual(lines)
})

test('choices come back for the account and contract, and the oldest are forgotten', async () => {
  const records = new Map<string, unknown>()
  const store = {
    read: async (name: string) => structuredClone(records.get(name)),
    save: (name: string, value: unknown) => void records.set(name, structuredClone(value)),
  }
  const model = new LineChoicesModel('BTCUSDT', store)
  for (let i = 0; i <= 100; i++) model.toggle('hidden', `order/${i}`)
  model.toggle('locked', 'order/7')
  const [same, other] = [new LineChoicesModel('BTCUSDT', store), new LineChoicesModel('ETHUSDT', store)]
  await Promise.all([same.load(), other.load()])
  expect([same.choices.value.hidden.length, same.choices.value.hidden[0]]).toEqual([100, 'order/1'])
  expect(same.choices.value.locked).toEqual(['order/7'])
  expect(other.choices.value).toEqual({ hidden: [], locked: [] })
  same.toggle('locked', 'order/7')
  expect(same.choices.value.locked).toEqual([])
  for (const none of [null, 7, { hidden: {}, locked: [7] }])
    expect(parseLineChoices(none)).toEqual({ hidden: [], locked: [] })
})
